// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// The whole window at work, with the embedded engine.
#include "app/cli/commands/bench/full_history.h"
#include "app/cli/commands/bench/scratch_folder.h"
#include "core/workspace/workspace.h"
#include "tests/bench/waiting.h"
#include "tests/bench/window_bench.h"
#include "tests/ui/stall_meter.h"
#include "ui/editor/editor_tabs.h"
#include "ui/files/files_panel.h"
#include "ui/main_window.h"
#include "ui/output/output_panel.h"
#include "ui/palette/command_palette.h"
#include "ui/runs/runs_panel.h"
#include "ui/session/engine_source.h"
#include "ui/settings/settings_dialog.h"

#include <QAction>
#include <QDockWidget>
#include <QLineEdit>
#include <QListView>
#include <QSettings>
#include <QTableView>
#include <QTest>
#include <QTreeView>

#include <array>
#include <cstdio>
#include <optional>
#include <time.h>

namespace sandbench::bench {
namespace {

constexpr int kSettles = 3'000; // milliseconds: what was begun at the start ends
constexpr int kIdleSettles = 20'000; // and sessions are looked at less and less often
constexpr int kIdleMilliseconds = 10'000;
constexpr int kLines = 1'000'000;
constexpr int kFiles = 100'000;
constexpr int kLongFile = 100'000; // lines

/// A window as a user has it, with settings, history and unsaved text in a folder of its own.
class Desk
{
public:
    static Result<std::unique_ptr<Desk>> make(bool hasHistory = false)
    {
        std::unique_ptr<Desk> desk(new Desk);
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(
            QSettings::IniFormat, QSettings::UserScope,
            QString::fromStdString(desk->m_folder.path()));
        QCoreApplication::setOrganizationName(QStringLiteral("sandbench-bench"));
        if (hasHistory)
            SANDBENCH_TRY_VOID(cli::fillHistory(desk->m_folder.file(workspace::kHistoryName)));
        SANDBENCH_TRY(desk->m_composition, Composition::create());
        workspace::WorkspaceOptions options;
        options.folder = desk->m_folder.path();
        options.reaps = false;
        SANDBENCH_TRY(
            desk->m_workspace,
            workspace::Workspace::open(*desk->m_composition, std::move(options)));
        desk->m_window = std::make_unique<ui::MainWindow>(ui::Workbench{
            desk->m_engines, *desk->m_workspace, QString::fromStdString(desk->m_folder.path()),
            QString()});
        desk->m_window->resize(1440, 940);
        desk->m_window->show();
        (void)QTest::qWaitForWindowExposed(desk->m_window.get());
        return desk;
    }

    ui::MainWindow& window() { return *m_window; }
    std::string file(const char* name) const { return m_folder.file(name); }

private:
    Desk() = default;

    cli::ScratchFolder m_folder;
    ui::EngineSource m_engines{
        [](const std::string&, const std::string&) { return makeDefaultEngines(); },
        [](const std::string&) { return std::vector<docker::Connection>(); }, SizeCatalog()};
    std::unique_ptr<Composition> m_composition;
    std::unique_ptr<workspace::Workspace> m_workspace;
    std::unique_ptr<ui::MainWindow> m_window;
};

/// Units: milliseconds.
double processorTime()
{
    timespec used = {};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) * 1e3 + static_cast<double>(used.tv_nsec) / 1e6;
}

/// As the program waits: QTest::qWait() wakes up every ten milliseconds.
void pass(int milliseconds)
{
    QTestEventLoop loop;
    loop.enterLoopMSecs(milliseconds);
}

Result<void> openSession(ui::SessionController& session)
{
    Waiting waiting;
    const QObject asked;
    QObject::connect(
        &session, &ui::SessionController::stateChanged, &asked, [&](ui::SessionState state) {
            if (state == ui::SessionState::Idle)
                waiting.end();
        });
    session.warmUp();
    SANDBENCH_TRY_VOID(waiting.result());
    return {};
}

QByteArray longProgram()
{
    QByteArray code;
    for (int line = 0; line < kLongFile; ++line)
        code += "v" + QByteArray::number(line) + " = len('a name') + 1\n";
    return code;
}

} // namespace

void WindowBench::measureIdle(const char* id, int count, double most)
{
    if (!wants(id))
        return;
    auto desk = Desk::make();
    if (!desk)
        return attempt(id, desk.error());
    auto& sessions = (*desk)->window().sessions();
    for (int i = 0; i < count; ++i) {
        auto& session = i == 0 ? sessions.chosen() : sessions.add(sessions.chosen().choice());
        if (const auto opened = openSession(session); !opened)
            return attempt(id, opened.error());
    }
    pass(kIdleSettles);
    const double before = processorTime();
    pass(kIdleMilliseconds);
    const double percent = (processorTime() - before) * 100 / kIdleMilliseconds;
    attempt(id, cli::residentMegabytes());
    std::array<char, 32> text = {};
    std::snprintf(text.data(), text.size(), "%.2f %% CPU", percent);
    auto& series = m_measured[id];
    series.extra = text.data();
    series.extraHolds = percent < most;
}

/// From the key to the last line on the screen, in a session that is open.
void WindowBench::measureLines()
{
    constexpr const char* id = "output_1m_lines";
    if (!wants(id))
        return;
    auto desk = Desk::make();
    if (!desk)
        return attempt(id, desk.error());
    auto& window = (*desk)->window();
    if (const auto opened = openSession(window.controller()); !opened)
        return attempt(id, opened.error());
    window.editors().newDocument(
        QStringLiteral("lines.py"),
        "for i in range(" + QByteArray::number(kLines) + "):\n    print(f'line {i}')\n");
    for (int i = 0; i < times(6); ++i) {
        Waiting waiting;
        const QObject asked;
        std::optional<Verdict> end;
        const auto look = [&] {
            if (end && window.output().isDrained())
                waiting.end();
        };
        QObject::connect(
            &window.controller(), &ui::SessionController::runEnded, &asked,
            [&](const RunRecord& record) {
                end = record.verdict;
                look();
            });
        QObject::connect(&window.output(), &ui::OutputPanel::drained, &asked, look);
        const test::StallMeter meter;
        waiting.restart();
        window.runFile();
        const auto took = waiting.result();
        attempt(
            id, end == Verdict::Exited ? took : Error(ErrorCode::Unavailable, "it printed less"));
        attempt("output_1m_lines_stall", static_cast<double>(meter.longest()));
    }
}

/// From a key to its letter on the screen, in a long file, and what typing does to the event loop.
void WindowBench::measureTyping()
{
    constexpr const char* id = "typing_100k_lines";
    if (!wants(id))
        return;
    auto desk = Desk::make();
    if (!desk)
        return attempt(id, desk.error());
    auto& window = (*desk)->window();
    auto* editor = window.editors().newDocument(QStringLiteral("long.py"), longProgram());
    QTest::qWait(kSettles);
    editor->goToLine(kLongFile); // where QScintilla has most to count
    editor->setFocus();
    QTest::qWait(kSettles);
    const test::StallMeter meter;
    for (int i = 0; i < times(200); ++i) {
        Waiting waiting;
        const auto before = editor->revision();
        PaintWatch watch(
            *editor->viewport(), waiting, [&] { return editor->revision() != before; });
        waiting.restart();
        QTest::keyClick(editor, Qt::Key_X);
        attempt(id, waiting.result());
        constexpr int kBetweenKeys = 30; // milliseconds, as somebody types who types fast
        QTest::qWait(kBetweenKeys);
    }
    attempt("typing_100k_lines_stall", static_cast<double>(meter.longest()));
}

void WindowBench::measureHistory()
{
    constexpr const char* openId = "history_10k_shown";
    constexpr const char* searchId = "history_10k_searched";
    if (!wants(openId) && !wants(searchId))
        return;
    auto desk = Desk::make(true);
    if (!desk)
        return attempt(openId, desk.error());
    auto& window = (*desk)->window();
    auto* dock = window.findChild<QDockWidget*>(QStringLiteral("dockRuns"));
    auto& runs = window.runs();
    auto* field = runs.findChild<QLineEdit*>();
    const auto isRead = [&] { return !runs.model().isReading() && runs.shown().rowCount() > 0; };
    {
        Waiting waiting;
        PaintWatch watch(*runs.list().viewport(), waiting, isRead);
        waiting.restart();
        dock->show();
        dock->raise();
        attempt(openId, waiting.result());
    }
    for (const char* words : {"needle(4", "report numbers", "needle(", "line 17", "words"}) {
        Waiting waiting;
        bool isAnswered = false;
        const QObject asked;
        QObject::connect(
            &runs.model(), &ui::RunsModel::wasRead, &asked, [&] { isAnswered = true; });
        PaintWatch watch(*runs.list().viewport(), waiting, [&] { return isAnswered && isRead(); });
        waiting.restart();
        field->setText(QLatin1String(words));
        attempt(searchId, waiting.result());
    }
}

/// From the folder's path to its first rows on the screen, and to all of them.
void WindowBench::measureFiles()
{
    constexpr const char* id = "files_100k_shown";
    if (!wants("files_100k"))
        return;
    auto desk = Desk::make();
    if (!desk)
        return attempt(id, desk.error());
    auto& window = (*desk)->window();
    window.editors().newDocument(
        QStringLiteral("files.py"),
        "import os\nos.mkdir('many')\nfor i in range(" + QByteArray::number(kFiles)
            + "):\n    os.close(os.open(f'many/file {i:06}.txt', os.O_CREAT))\n");
    Waiting made;
    const QObject asked;
    QObject::connect(
        &window.controller(), &ui::SessionController::runEnded, &asked, [&made] { made.end(); });
    window.runFile();
    if (const auto ended = made.result(); !ended)
        return attempt(id, ended.error());
    window.findChild<QAction*>(QStringLiteral("dockFiles"))->trigger();
    pass(kSettles);
    auto& files = window.files();
    for (int i = 0; i < times(8); ++i) {
        files.openFolder("/work/output");
        pass(kSettles / 10);
        Waiting first, all;
        PaintWatch some(
            *files.tree().viewport(), first, [&files] { return files.model().rowCount() > 0; });
        PaintWatch every(
            *files.tree().viewport(), all, [&files] { return files.model().rowCount() == kFiles; });
        const test::StallMeter meter;
        first.restart();
        all.restart();
        files.openFolder("/work/many");
        attempt(id, first.result());
        attempt("files_100k_all", all.result());
        attempt("files_100k_stall", static_cast<double>(meter.longest()));
    }
}

/// What comes up on a key: the palette, and what a letter does to it; the settings.
void WindowBench::measureDialogs()
{
    if (!wants("palette") && !wants("settings"))
        return;
    auto desk = Desk::make();
    if (!desk)
        return attempt("palette_shown", desk.error());
    auto& window = (*desk)->window();
    auto* palette = window.findChild<ui::CommandPalette*>();
    for (int i = 0; i < times(8); ++i) {
        Waiting waiting;
        PaintWatch watch(*palette->list().viewport(), waiting, [] { return true; });
        waiting.restart();
        palette->open();
        attempt("palette_shown", waiting.result());
        Waiting typed;
        PaintWatch found(*palette->list().viewport(), typed, [] { return true; });
        typed.restart();
        QTest::keyClick(&palette->field(), Qt::Key_R);
        attempt("palette_typed", typed.result());
        QTest::keyClick(&palette->field(), Qt::Key_Escape);
    }
    for (int i = 0; i < times(4); ++i) {
        Waiting waiting;
        const auto begin = Clock::now();
        window.findChild<QAction*>(QStringLiteral("fileSettings"))->trigger();
        auto* dialog = window.findChild<ui::SettingsDialog*>();
        if (dialog == nullptr)
            return attempt("settings_shown", Error(ErrorCode::Internal, "there is no dialog"));
        (void)QTest::qWaitForWindowExposed(dialog);
        attempt("settings_shown", cli::since(begin));
        dialog->close();
        QTest::qWait(1);
    }
}

} // namespace sandbench::bench
