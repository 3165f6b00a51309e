// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run_presenter.h"

#include "core/base/units.h"
#include "ui/activity/activity_panel.h"
#include "ui/changes/changes_panel.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/plots/plot_panel.h"
#include "ui/runs/run_reader.h"
#include "ui/session/session_controller.h"

#include <QDateTime>
#include <QRegularExpression>

namespace sandbench::ui {

namespace {

// Where a program's own file is in a sandbox.
constexpr QLatin1String kProgramFolders[]
    = {QLatin1String("/work/"), QLatin1String("/run/sandbench/")};

// A program that is over at once must not make the window jump.
constexpr int kInputDelayMilliseconds = 600;

constexpr int kLongestName = 24;

bool isPartOfName(const QByteArray& text, qsizetype at)
{
    return at >= 0 && at < text.size()
        && (QChar::isLetterOrNumber(static_cast<uchar>(text[at])) || text[at] == '_');
}

/// Where @p text has @p name, not as a part of a longer one; -1 = nowhere.
qsizetype findName(const QByteArray& text, const QByteArray& name)
{
    auto at = text.indexOf(name);
    while (at >= 0 && (isPartOfName(text, at - 1) || isPartOfName(text, at + name.size())))
        at = text.indexOf(name, at + 1);
    return at;
}

} // namespace

RunSummary summaryOf(const RunRecord& record)
{
    RunSummary summary;
    summary.statusWord = toQString(verdictSentence(record));
    summary.tone = toneOf(verdictName(record.verdict), record.exitCode == 0);
    summary.wallSeconds = record.wallSeconds;
    summary.peakMemoryBytes = record.peakMemoryBytes;
    QStringList warnings;
    for (const std::string& warning : record.warnings)
        warnings << toQString(warning);
    summary.detail = warnings.join(QStringLiteral("; "));
    return summary;
}

RunPresenter::RunPresenter(
    SessionController& controller, EditorTabs& editors, const Panels& panels, QObject* parent)
    : QObject(parent)
    , m_controller(controller)
    , m_editors(editors)
    , m_output(panels.output)
    , m_plots(panels.plots)
    , m_activity(panels.activity)
    , m_changes(panels.changes)
{
    m_inputDelay.setSingleShot(true);
    m_inputDelay.setInterval(kInputDelayMilliseconds);
    connect(&m_inputDelay, &QTimer::timeout, this, [this] { m_output.setInputVisible(true); });
    connect(&controller, &SessionController::runStarted, this, &RunPresenter::begin);
    connect(&controller, &SessionController::phaseChanged, this, &RunPresenter::showPhase);
    connect(&controller, &SessionController::projectStep, this, &RunPresenter::showProjectStep);
    connect(&controller, &SessionController::runEnded, this, &RunPresenter::end);
    connect(&controller, &SessionController::artifactReady, this, &RunPresenter::showArtifact);
    connect(
        &controller, &SessionController::output, this,
        [this](StreamKind stream, const QByteArray& bytes) {
            m_output.append(
                stream == StreamKind::Stdout ? OutputStream::Stdout : OutputStream::Stderr, bytes);
        });
    connect(&controller, &SessionController::resultReady, this, [this](const QString& text) {
        m_output.append(OutputStream::Stdout, text.toUtf8() + '\n');
    });
    connect(&controller, &SessionController::notice, this, [this](const QString& text) {
        m_output.append(OutputStream::Notice, text.toUtf8() + '\n');
    });
    connect(&m_output, &OutputPanel::inputEntered, &controller, &SessionController::sendInput);
    connect(&m_output, &OutputPanel::inputClosed, &controller, &SessionController::closeInput);
    connect(&m_output, &OutputPanel::sourceLocationActivated, this, &RunPresenter::jumpTo);
    connect(&m_plots, &PlotPanel::codeRequested, this, &RunPresenter::jumpTo);
    connect(&m_activity, &ActivityPanel::mentionActivated, this, [this](const QString& text) {
        jumpToMention(m_fileName, text);
    });
}

void RunPresenter::setNext(const Coming& coming)
{
    m_title = SafeText::display(coming.title); // it is said in sentences, too
    m_fileName = coming.fileName;
    m_interactive = coming.interactive;
    m_mayDrawFigures = coming.mayDrawFigures;
    m_isCopy = false;
}

void RunPresenter::showProjectStep(ProjectSteps::Step step, quint64 done, quint64 all)
{
    m_isCopy = true;
    if (step == ProjectSteps::Step::Comparing)
        emit statusChanged(tr("Looking at what %1 changed…").arg(m_title));
    else if (all == 0)
        emit statusChanged(tr("Copying the folder of %1…").arg(SafeText::display(m_fileName)));
    else
        emit statusChanged(tr("Copying the folder of %1: %2 of %3")
                               .arg(
                                   SafeText::display(m_fileName), toQString(formatSize(done)),
                                   toQString(formatSize(all))));
}

void RunPresenter::showChanges(const RunRecord& record)
{
    if (record.changes)
        return m_changes.showRun(m_runId, m_title);
    const auto problem = ProjectSteps::problemOf(record);
    m_changes.showNothing(
        problem.empty() ? tr("%1: nothing changed in the copy of the folder.").arg(m_title)
                        : SafeText::display(problem));
}

void RunPresenter::begin(const QString& runId)
{
    m_runId = runId;
    if (m_isCopy)
        m_changes.beginRun(m_title);
    RunHeader header;
    header.runId = runId;
    header.title = m_title;
    header.session = m_controller.session() ? toQString(m_controller.session()->id()) : QString();
    header.startedAt = QDateTime::currentDateTime();
    header.linkNames = {m_fileName};
    for (const QLatin1String folder : kProgramFolders)
        header.linkNames << folder + m_fileName;
    m_output.beginRun(header);
    m_output.setInputVisible(false);
    if (m_interactive)
        m_inputDelay.start();
    m_plots.beginRun(runId, m_mayDrawFigures);
    m_activity.beginRun(m_title);
    emit statusChanged(tr("Running %1").arg(m_title));
}

// @p name is the sandbox's.
void RunPresenter::showPhase(RunPhase phase, const QString& name)
{
    const bool compiles = phase == RunPhase::Compile;
    const QString program = SafeText::elidedName(name.section(u'/', -1), kLongestName);
    m_output.setPhase(compiles ? tr("Compiling (%1)").arg(program) : QString());
    emit statusChanged(
        compiles ? tr("Compiling %1 (%2)").arg(m_title, program) : tr("Running %1").arg(m_title));
}

void RunPresenter::end(const RunRecord& record)
{
    const RunSummary summary = summaryOf(record);
    m_inputDelay.stop();
    m_output.setInputVisible(false);
    m_output.endRun(summary);
    m_plots.endRun();
    annotateError(record);
    m_activity.show(
        m_title,
        {{"network", record.network},
         {"activity", record.activity ? toJson(*record.activity) : Json()}});
    if (m_isCopy)
        showChanges(record);
    QString status = tr("%1: %2").arg(m_title, SafeText::display(summary.statusWord));
    if (record.changes)
        status += tr(", files changed in the copy: %1").arg(record.changes->count());
    if (record.peakMemoryBytes > 0)
        status += tr(", peak %1").arg(toQString(formatSize(record.peakMemoryBytes)));
    emit statusChanged(status);
}

void RunPresenter::showArtifact(const Artifact& artifact, const QByteArray& bytes)
{
    PlotItem item;
    item.runId = m_runId;
    item.name = toQString(artifact.name);
    item.mime = toQString(artifact.mime);
    item.bytes = bytes;
    item.width = artifact.width;
    item.height = artifact.height;
    item.note = toQString(artifact.note);
    item.chart = artifact.facts.chart;
    item.formOf = toQString(artifact.facts.formOf);
    item.sourceFile = toQString(artifact.facts.sourceFile);
    item.sourceLine = artifact.facts.sourceLine;
    m_plots.add(item);
}

void RunPresenter::annotateError(const RunRecord& record)
{
    CodeEditor* editor = m_editors.editorNamed(m_fileName);
    if (!record.error || !editor)
        return;
    static const QRegularExpression kFrame(
        QStringLiteral("File \"(?:/work/|/run/sandbench/)?([^\"]+)\", line (\\d+)"));
    auto frames = kFrame.globalMatch(toQString(record.error->traceback));
    int line = 0;
    while (frames.hasNext()) {
        const auto frame = frames.next();
        if (frame.captured(1) == m_fileName)
            line = frame.captured(2).toInt();
    }
    if (line == 0)
        return;
    constexpr int kLongestNote = 400;
    QStringList note = toQString(record.error->name + ": " + record.error->value)
                           .left(kLongestNote)
                           .split(u'\n');
    for (QString& part : note)
        part = SafeText::display(part);
    editor->annotateLine(line, note.join(u'\n'));
}

void RunPresenter::jumpTo(const QString& fileName, int line)
{
    QString name = fileName;
    for (const QLatin1String folder : kProgramFolders)
        if (fileName.startsWith(folder))
            name = fileName.mid(folder.size());
    CodeEditor* editor = m_editors.editorNamed(name);
    if (!editor)
        return emit statusChanged(
            tr("%1 is not open").arg(SafeText::elidedName(name, kLongestName)));
    m_editors.setCurrentWidget(editor);
    editor->goToLine(line);
}

void RunPresenter::jumpToMention(const QString& fileName, const QString& text)
{
    CodeEditor* editor = m_editors.editorNamed(fileName);
    const auto at = editor ? findName(editor->bytes(), text.toUtf8()) : -1;
    if (at < 0)
        return emit statusChanged(
            tr("%1 does not name %2")
                .arg(SafeText::display(fileName), SafeText::elidedName(text, kLongestName)));
    m_editors.setCurrentWidget(editor);
    editor->goToByte(at);
}

} // namespace sandbench::ui
