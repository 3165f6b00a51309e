// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/packages/package_support.h"

#include "ui/common/message_bar.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/packages/packages_panel.h"
#include "ui/session/session_opener.h"

#include <QStringList>

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace sandbench::ui {

// A longer program is asked about only after it failed.
static constexpr int kLongestAhead = 1 << 20;
static constexpr qsizetype kMostNamed = 8;

static QString safe(const std::string& foreign)
{
    return SafeText::display(foreign);
}

PackageSupport::PackageSupport(const Parts& parts, QObject* parent)
    : QObject(parent)
    , m_parts(parts)
    , m_installs(new PackageInstalls(parts.sessions, parts.opener, this))
    , m_imports(new MissingImports(parts.sessions, this))
{
    m_parts.panel.setInstalls(*m_installs);
    SessionList& sessions = m_parts.sessions;
    sessions.connectChosen(&SessionController::runEnded, this, &PackageSupport::runEnded);
    sessions.connectChosen(&SessionController::failed, this, &PackageSupport::runFailed);
    sessions.connectChosen(&SessionController::stateChanged, this, &PackageSupport::followSession);
    connect(&sessions, &SessionList::chosenChanged, this, [this] {
        m_run.reset(); // it was asked for in another one
        followSession();
    });
    connect(&m_parts.editors, &EditorTabs::currentChangedTo, this, &PackageSupport::followDocument);
    connect(m_imports, &MissingImports::found, this, &PackageSupport::lookBeside);
    connect(m_installs, &PackageInstalls::started, this, [this] { emit panelWanted(); });
    connect(m_installs, &PackageInstalls::ended, this, [this](const std::optional<Error>& problem) {
        if (!problem)
            m_imports->forget();
    });
    followDocument();
}

void PackageSupport::followSession()
{
    const auto& session = m_parts.sessions.chosen().session();
    if (m_session.lock() == session)
        return;
    if (m_offersPackages && !m_parts.bar.isHidden())
        m_imports->takeBack(m_session);
    m_session = session;
    hideOffer(); // it was about the other one
}

void PackageSupport::hideOffer()
{
    ++m_round; // what is still looked for is not about what comes
    m_offersPackages = false;
    m_parts.bar.hide();
}

void PackageSupport::setLanguage(const std::string& id)
{
    m_language = m_parts.languages.find(id).value_or(Language());
    m_parts.panel.setLanguage(safe(m_language.name), m_language.packages);
    lookAtDocument(true);
}

void PackageSupport::followDocument()
{
    if (m_editor)
        m_editor->disconnect(this);
    m_editor = m_parts.editors.current();
    if (m_editor)
        connect(m_editor, &QsciScintilla::textChanged, this, [this] { lookAtDocument(false); });
    hideOffer();
    lookAtDocument(true);
}

void PackageSupport::lookAtDocument(bool isOther)
{
    const bool isShort = m_editor && m_editor->length() <= kLongestAhead;
    m_imports->setProgram(
        isShort ? m_language.id : std::string(), isShort ? toStd(m_editor->bytes()) : std::string(),
        isOther);
}

std::string PackageSupport::imageFor(const std::string& language) const
{
    const auto known = m_parts.languages.find(language);
    return defaultImage(known ? &*known : nullptr);
}

bool PackageSupport::isDefaultImage(const std::string& image) const
{
    const auto& all = m_parts.languages.all();
    return image == kDefaultImage || std::any_of(all.begin(), all.end(), [&](const Language& each) {
               return each.image == image;
           });
}

bool PackageSupport::asksFirst(const RunRequest& request, bool isFresh)
{
    hideOffer();
    m_run = request;
    const auto& session = m_parts.sessions.chosen().session();
    if (isFresh || !session || session->image().empty()
        || m_runHere[session].contains(request.language))
        return false;
    const std::string open = m_parts.sessions.chosen().openChoice().text("image");
    const std::string wanted = imageFor(request.language);
    // An image of the user's own was chosen for what is in it.
    if (open == wanted || !isDefaultImage(open) || m_parts.sessions.chosen().isBusy())
        return false;
    offerImage(
        tr("%1 programs run in %2, and the open session is made from %3.")
            .arg(safe(m_language.name), safe(wanted), safe(open)),
        wanted, tr("Run Here"), [this, session = m_session, language = request.language] {
            m_runHere[session].insert(language);
            emit runWanted();
        });
    return true;
}

void PackageSupport::offerImage(
    const QString& why, const std::string& image, const QString& no, std::function<void()> onNo)
{
    m_offersPackages = false;
    m_parts.bar.showMessage(
        MessageBar::Tone::Info, why + tr(" A new session takes its place; what it holds is lost."),
        {{"offerYes", tr("Run in New Session"),
          [this, image] {
              m_parts.opener.changeImage(image);
              emit runWanted();
          }},
         {"offerNo", no, std::move(onNo)}});
}

void PackageSupport::runFailed(const Error& error)
{
    const auto run = std::exchange(m_run, std::nullopt);
    const auto& session = m_parts.sessions.chosen().session();
    if (!run || !session || session->image().empty() || error.code() != ErrorCode::Unavailable)
        return;
    const std::string wanted = imageFor(run->language);
    if (m_parts.sessions.chosen().openChoice().text("image") == wanted)
        return;
    offerImage(
        tr("%1 programs run in %2.").arg(safe(m_language.name), safe(wanted)), wanted,
        tr("Not Now"), [] {});
}

// Only a program that an interpreter ended by itself may have lacked a module.
void PackageSupport::runEnded(const RunRecord& record)
{
    const auto run = std::exchange(m_run, std::nullopt);
    const bool isPython = record.language == "python";
    const bool failed = record.verdict == Verdict::Exited && record.exitCode == 1
        && (!isPython || (record.error && record.error->name == "ModuleNotFoundError"));
    if (run && failed && run->command.empty())
        m_imports->check(run->language, run->code);
}

QString PackageSupport::missingText(const std::vector<MissingImport>& missing) const
{
    QStringList modules;
    QStringList packages;
    for (const MissingImport& import : missing) {
        if (modules.size() == kMostNamed) {
            modules << tr("…");
            break;
        }
        modules << safe(import.module);
        if (import.package != import.module)
            packages << tr("%1 is in %2").arg(safe(import.module), safe(import.package));
    }
    const auto& session = m_parts.sessions.chosen().session();
    const bool hasImage = session && !session->image().empty();
    const QString sentence = missing.size() == 1
        ? (hasImage ? tr("%1 is not in this image.") : tr("%1 is not in this sandbox."))
        : (hasImage ? tr("%1 are not in this image.") : tr("%1 are not in this sandbox."));
    QString text = sentence.arg(modules.join(QStringLiteral(", ")));
    if (!packages.isEmpty())
        text += tr(" (%1)").arg(packages.join(QStringLiteral(", ")));
    return text;
}

// A registry may have a package of the same name, by somebody else.
static bool isBeside(const QString& file, const MissingImport& import)
{
    const QString module
        = QFileInfo(file).absolutePath() + u'/' + QString::fromStdString(import.module);
    return QFileInfo(module + QStringLiteral(".py")).isFile() || QFileInfo(module).isDir();
}

void PackageSupport::offerFolder(const std::vector<MissingImport>& beside)
{
    if ((!m_parts.bar.isHidden() && !m_offersPackages) || m_installs->isRunning())
        return;
    QStringList modules;
    for (const MissingImport& import : beside)
        modules << safe(import.module);
    m_offersPackages = true;
    m_parts.bar.showMessage(
        MessageBar::Tone::Info,
        tr("Beside this file, and not in the sandbox: %1.").arg(modules.join(QStringLiteral(", "))),
        {{"offerYes", tr("Run on a Copy of the Folder"), [this] { emit folderWanted(); }},
         {"offerNo", tr("Not Now"), [this, beside] { m_imports->dismiss(beside); }}});
}

// The folder may be one that hangs.
void PackageSupport::lookBeside(const std::vector<MissingImport>& missing)
{
    const QString file = m_editor ? m_editor->filePath() : QString();
    ++m_round;
    if (missing.empty() || file.isEmpty() || m_language.id != "python")
        return offerPackages(missing);
    m_jobs.run(
        this,
        [file, missing](const std::stop_token&) {
            auto beside = missing;
            std::erase_if(
                beside, [&file](const MissingImport& import) { return !isBeside(file, import); });
            return beside;
        },
        [this, missing, round = m_round](const std::vector<MissingImport>& beside) {
            if (round == m_round)
                beside.empty() ? offerPackages(missing) : offerFolder(beside);
        });
}

void PackageSupport::offerPackages(const std::vector<MissingImport>& missing)
{
    const bool isShown = !m_parts.bar.isHidden();
    if (isShown && !m_offersPackages)
        return; // where it runs is to be decided first
    if (missing.empty() || m_installs->isRunning())
        return hideOffer();
    QString text = missingText(missing);
    const bool reopens = m_installs->way() == PackageInstalls::Way::NewSession;
    if (reopens)
        text += tr(" A new session gets them; what this one holds is lost.");
    std::vector<std::string> names;
    for (const MissingImport& import : missing)
        names.push_back(import.package);
    m_offersPackages = true;
    m_parts.bar.showMessage(
        MessageBar::Tone::Info, text,
        {{"offerYes", reopens ? tr("Install in New Session") : tr("Install"),
          [this, names] {
              emit panelWanted();
              m_parts.panel.install(names);
          }},
         {"offerNo", tr("Not Now"), [this, missing] { m_imports->dismiss(missing); }}});
}

} // namespace sandbench::ui
