// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/manual_page.h"
#include "app/common/signals.h"
#include "core/config/settings.h"
#include "core/engine/kubernetes/kube_connection.h"
#include "core/engine/ssh/ssh_address.h"
#include "core/workspace/workspace.h"
#include "ui/common/text.h"
#include "ui/common/translation.h"
#include "ui/common/window_style.h"
#include "ui/main_window.h"
#include "ui/script_run.h"
#include "ui/session/engine_source.h"
#include "ui/session/session_opener.h"
#include "ui/settings/settings_store.h"
#include "ui/viewers/web_engine.h"

#include <CLI/CLI.hpp>

#include <QApplication>
#include <QIcon>
#include <QLocale>
#include <QLoggingCategory>
#include <QPointer>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>
#include <optional>

using namespace sandbench;

namespace {

struct Options
{
    std::vector<std::string> files;
    std::string screenshot;
    bool run = false;
    bool manual = false;
};

// Units: an exit status where the program is to end at once.
std::optional<int> parseOptions(int argc, char** argv, Options& options)
{
    CLI::App app("Opens the Sandbench workbench: an editor, a sandbox and its plots.", "sandbench");
    app.add_option(
        "FILE", options.files,
        "Programs to open; without one, what was open unsaved, or how to begin");
    app.add_flag("--run", options.run, "Run the first file at once");
    app.add_option(
        "--screenshot", options.screenshot,
        "Save a picture of the window as PNG when everything is drawn, then exit with the run's "
        "status");
    app.add_flag("--manual", options.manual)->group(""); // for packages
    app.set_version_flag("--version", "sandbench " SANDBENCH_VERSION);
    app.footer("Exit status: 0; with --screenshot the status of the run as in sandbenchctl(1): the "
               "program's own, "
               "124 time limit, 137 out of memory, 125 engine failure, 2 wrong usage.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    if (options.manual)
        return std::fputs(cli::manualPage(app).c_str(), stdout) < 0 ? 1 : 0;
    return std::nullopt;
}

// The contexts of the kubeconfig, the current one first.
Result<std::vector<docker::Connection>> findClusters()
{
    SANDBENCH_TRY(
        const auto contexts,
        kubernetes::findContexts(kubernetes::KubeSurroundings::ofThisProcess()));
    std::vector<docker::Connection> found;
    for (const auto& context : contexts)
        found.push_back(
            {"kubernetes", context.context, context.endpoint,
             context.address() + ", " + context.source});
    return found;
}

// Engines of every connection that the user chooses, each made when it is first needed.
ui::EngineSource makeEngineSource(const Composition& composition)
{
    return ui::EngineSource(
        [settings
         = composition.settings()](const std::string& connection, const std::string& engine) {
            return makeDefaultEngines(settings, connection, engine);
        },
        [settings = composition.settings()](const std::string& engine) {
            if (ui::isCluster(engine))
                return findClusters();
            // Programs of this machine.
            if (engine == "apptainer" || engine == "slurm")
                return Result<std::vector<docker::Connection>>(std::vector<docker::Connection>());
            if (engine == "ssh")
                return Result<std::vector<docker::Connection>>(ssh::savedMachines(settings));
            return docker::findConnections(engine, settings, docker::Surroundings::ofThisProcess());
        },
        composition.sizes(), composition.settings());
}

// A history that cannot be used is told of, and runs go without it.
std::unique_ptr<workspace::Workspace> openWorkspace(
    Composition& composition, const std::string& folder, const workspace::TellProblem& tell)
{
    workspace::WorkspaceOptions options;
    options.folder = folder;
    options.tell = tell;
    options.reaps = false; // the window closes its sandboxes itself
    auto opened = workspace::Workspace::open(composition, std::move(options));
    if (opened)
        return *std::move(opened);
    tell(opened.error().text());
    return nullptr;
}

// Units: empty = the usual settings. A picture for documents must not depend on, or change, what
// the user's own window looks like.
std::string settingsFor(const Options& options)
{
    return options.screenshot.empty() ? settingsPath() : std::string();
}

void speak(QApplication& app, const std::string& settings)
{
    const auto setting
        = [&settings](const char* id) { return ui::settingOf(settings, id).get<std::string>(); };
    const QLocale language
        = ui::languageOf(setting("appearance.language"), QLocale::system().uiLanguages());
    ui::installTranslations(app, language);
    if (ui::isMirrored(setting("appearance.direction"), language))
        ui::mirrorWindows(app);
}

int runWindow(
    QApplication& app, Composition& composition, ui::EngineSource& engines, const Options& options,
    const QString& webEngineWarning)
{
    QTemporaryDir scratch;
    const bool scripted = !options.screenshot.empty();
    if (scripted)
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, scratch.path());
    std::string folder = scripted ? std::string() : stateFolder();
    if (folder.empty())
        folder = ui::toStd(scratch.path());
    QPointer<ui::MainWindow> shown;
    // From any thread, and perhaps before there is a window.
    auto workspace = openWorkspace(composition, folder, [&app, &shown](const std::string& problem) {
        std::fprintf(stderr, "sandbench: %s\n", problem.c_str());
        const auto show = [&shown, problem] {
            if (shown)
                shown->warn(ui::toQString(problem));
        };
        QMetaObject::invokeMethod(&app, show, Qt::QueuedConnection);
    });
    if (!workspace)
        return 125;
    ui::Workbench workbench
        = {engines, *workspace,         ui::toQString(folder), webEngineWarning,
           {},      userPolicyFolder(), settingsFor(options),  !ui::MainWindow::wasShownBefore()};
    workbench.languageServers = lsp::usualServers();
    ui::MainWindow window(workbench);
    shown = &window;
    QStringList files;
    for (const std::string& file : options.files)
        files << ui::toQString(file);
    window.openAtStart(files);
    window.show();
    window.opener().openAhead();

    ui::ScriptRun script(window, {options.run, ui::toQString(options.screenshot), scripted});
    QObject::connect(
        &script, &ui::ScriptRun::finished, &app, &QApplication::exit, Qt::QueuedConnection);
    QTimer::singleShot(0, &script, &ui::ScriptRun::start);
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv)
{
    Options options;
    if (const auto status = parseOptions(argc, argv, options))
        return *status;
    Signals interrupts; // before any other thread
    const ui::WebEngineState webEngine = ui::configureWebEngine();

    QSettings::setDefaultFormat(QSettings::IniFormat);
    QApplication::setOrganizationName(QStringLiteral("sandbench"));
    QApplication::setApplicationName(QStringLiteral("sandbench"));
    QApplication::setApplicationVersion(QStringLiteral(SANDBENCH_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("org.sandbench.Sandbench"));
    // WebEngine tells everybody about its GL context.
    QLoggingCategory::setFilterRules(QStringLiteral("qt.webenginecontext.info=false"));
    QApplication app(argc, argv);
    speak(app, settingsFor(options));
    QApplication::setStyle(new ui::WindowStyle);
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/sandbench/icons/sandbench.svg")));

    auto composition = Composition::create();
    if (!composition) {
        std::fprintf(stderr, "sandbench: %s\n", composition.error().text().c_str());
        return 125;
    }
    const std::stop_callback quit(interrupts.stopToken(), [&app] {
        QMetaObject::invokeMethod(
            &app, [] { QApplication::exit(130); }, Qt::QueuedConnection);
    });
    ui::EngineSource engines = makeEngineSource(**composition);
    const QString warning = webEngine.sandboxed
        ? QString()
        : QObject::tr("interactive plots run without WebEngine's own sandbox: %1")
              .arg(QCoreApplication::translate("WebEngine", webEngine.reason));
    return runWindow(app, **composition, engines, options, warning);
}
