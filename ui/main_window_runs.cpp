// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow runs, and what can be done while it runs.
#include "ui/common/key_action.h"
#include "ui/common/message_bar.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/editor/answer_opener.h"
#include "ui/editor/cell_bar.h"
#include "ui/editor/editor_tabs.h"
#include "ui/editor/split_view.h"
#include "ui/lessons/lesson_desk.h"
#include "ui/main_window.h"
#include "ui/packages/package_support.h"
#include "ui/reading/outline_reader.h"
#include "ui/run_presenter.h"
#include "ui/session/image_keeper.h"
#include "ui/session/session_opener.h"
#include "ui/session_views.h"
#include "ui/variables/variables_panel.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileInfo>

namespace sandbench::ui {

static constexpr int kLongestCell = 60; // characters
static constexpr auto kRunsOnCopy = "runsOnCopy"; // a property of a document
static constexpr int kLongestFolder = 40;

static bool runsOnCopy(const CodeEditor* editor)
{
    return editor && !editor->filePath().isEmpty() && editor->property(kRunsOnCopy).toBool();
}

void MainWindow::refreshActions()
{
    const CodeEditor* editor = m_editors->current();
    const SessionController& session = m_sessions.chosen();
    const bool runs = session.isRunning();
    const QString noDocument = editor ? QString() : tr("no document is open");
    const QString noText = editor && m_editors->isOpening(editor)
        ? tr("the document is still being opened")
        : noDocument;
    const QString running = tr("a program is running, stop it first");
    explainCommand(
        *m_runStepsAction,
        runs ? running
            : editor && m_language->currentData() != QLatin1String("python")
            ? tr("only programs in Python can be run step by step")
            : noText);
    for (QAction* action : std::as_const(m_needDocument))
        explainCommand(*action, noDocument);
    for (QAction* action :
         {m_runSelectionAction, m_runCellAction, m_runCellAdvanceAction, m_runFreshAction})
        explainCommand(*action, runs ? running : noText);
    explainCommand(
        *m_undoCellAction,
        runs                    ? running
            : session.session() ? QString()
                                : tr("nothing has been run in this session yet"));
    explainCommand(
        *m_runAgainAction,
        runs            ? running
            : m_lastRun ? QString()
                        : tr("nothing has been run yet"));
    m_splitAction->setChecked(m_split->isSplit());
    explainCommand(
        *m_otherViewAction, m_split->isSplit() ? QString() : tr("the view is not split"));
    const bool isOnCopy = runsOnCopy(editor);
    m_onCopyAction->setChecked(isOnCopy);
    explainCommand(
        *m_onCopyAction,
        editor && (editor->filePath().isEmpty() || SandboxDocuments::isPlace(editor->filePath()))
            ? tr("save the document first, a copy of the folder that it is in is what it gets")
            : noDocument);
    const bool isForeign = editor && !editor->origin().place.isEmpty();
    m_reviewedAction->setChecked(isForeign && editor->origin().isReviewed);
    explainCommand(
        *m_reviewedAction,
        isForeign ? QString() : tr("only what came from an answer is to be reviewed"));
    const QString noRun = runs ? running
        : m_views->presenterOf(session).runId().isEmpty()
        ? tr("nothing has been run in this session")
        : QString();
    explainCommand(*m_copyRunAction, noRun);
    explainCommand(*m_saveReportAction, noRun);
    explainModel(noRun);
    m_runAction->setText(isOnCopy ? tr("&Run on Copy") : tr("&Run File"));
    explainCommand(*m_runAction, runs ? running : noText);
    const int presses = session.stopPresses();
    m_stopAction->setText(
        !session.isBusy() || presses == 0 ? tr("&Stop")
            : presses == 1                ? tr("&Terminate")
            : presses == 2                ? tr("&Kill")
                                          : tr("&Destroy"));
    explainCommand(*m_stopAction, session.isBusy() ? QString() : tr("nothing is running"));
    const bool isNone = m_sessions.rowCount() == 1 && session.isUnused();
    for (QAction* action : std::as_const(m_needSession))
        explainCommand(*action, isNone ? tr("no session is open") : QString());
    explainCommand(*m_keepImageAction, ImageKeeper::problemOf(session));
    for (QAction* action : std::as_const(m_needSessions))
        explainCommand(*action, m_sessions.rowCount() > 1 ? QString() : tr("there is one session"));
    refreshLessons();
}

void MainWindow::startRun(
    RunRequest request, const QString& title, CodeEditor* editor, const std::string& projectFolder)
{
    request.fileName = toStd(editor->fileName());
    request.liveInput = request.stdinBytes.empty();
    m_lastRun
        = {std::move(request), title, editor->fileName(), editor, projectFolder, m_nextIsStepped};
    launch();
}

void MainWindow::runAgain()
{
    if (!m_lastRun)
        return;
    // A folder is copied as it is now, and the document is in it.
    auto* editor = qobject_cast<CodeEditor*>(m_lastRun->document.data());
    if (editor && !m_lastRun->projectFolder.empty()) {
        m_nextIsStepped = m_lastRun->isStepped;
        runOnCopy(editor, m_lastRun->request.language, m_nextIsFresh);
        m_nextIsStepped = false;
    } else
        launch();
}

void MainWindow::launch()
{
    m_lastRun->request.limits = m_sessions.chosen().runLimits().value_or(RunLimits());
    m_lastRun->request.limits.wallSeconds = m_timeout->value();
    m_message->hide();
    if (!m_packages->asksFirst(m_lastRun->request, m_nextIsFresh))
        checkAndRun();
}

void MainWindow::setRunsOnCopy(bool on)
{
    if (CodeEditor* editor = m_editors->current())
        editor->setProperty(kRunsOnCopy, on);
    refreshActions();
}

void MainWindow::setReviewed(bool on)
{
    if (CodeEditor* editor = m_editors->current()) {
        auto origin = editor->origin();
        origin.isReviewed = on;
        editor->setOrigin(origin);
    }
    refreshActions();
}

void MainWindow::runFile()
{
    CodeEditor* editor = m_editors->current();
    if (!editor || m_editors->isOpening(editor))
        return;
    if (m_lessons->isProgram(editor)) // with its input, files and limits
        return m_lessons->run();
    const auto language = toStd(m_language->currentData().toString());
    if (runsOnCopy(editor))
        return runOnCopy(editor, language, m_nextIsFresh);
    // What runs is the text in the editor; the file gets it meanwhile.
    RunRequest request;
    request.language = language;
    request.code = toStd(editor->bytes());
    request.files = m_answers->filesBeside(*editor);
    if (!request.files.empty()) // they may import it
        request.fileName = toStd(editor->fileName());
    startRun(std::move(request), editor->fileName(), editor);
    if (!editor->filePath().isEmpty() && editor->isUnsaved())
        m_editors->save(editor);
}

// What is copied is what the disk has, so it gets the text first.
void MainWindow::runOnCopy(CodeEditor* editor, const std::string& language, bool isFresh)
{
    SessionController& session = m_sessions.chosen();
    if (session.isRunning())
        return;
    if (editor->isUnsaved()) {
        m_sessions.setStatus(session, tr("Saving %1 before it runs…").arg(editor->fileName()));
        return m_editors->save(
            editor,
            [this, language, isFresh, isStepped = m_nextIsStepped, saved = QPointer(editor)] {
                m_nextIsStepped = isStepped;
                if (saved)
                    runOnCopy(saved, language, isFresh);
                m_nextIsStepped = false;
            });
    }
    const QFileInfo file(editor->filePath());
    RunRequest request;
    request.language = language;
    request.code = toStd(editor->bytes());
    request.projectFile = toStd(file.fileName());
    m_nextIsFresh = isFresh;
    startRun(
        std::move(request),
        tr("%1, on a copy of %2")
            .arg(editor->fileName(), SafeText::elidedName(file.dir().dirName(), kLongestFolder)),
        editor, toStd(file.path()));
    m_nextIsFresh = false;
}

void MainWindow::runSteps()
{
    m_nextIsStepped = true;
    runFile();
    m_nextIsStepped = false;
}

void MainWindow::runSelection()
{
    CodeEditor* editor = m_editors->current();
    if (!editor || m_editors->isOpening(editor))
        return;
    const CodeEditor::Selection selection = m_editors->view()->takeSelectionOrLine();
    runLines(editor, selection.firstLine, selection.bytes);
}

void MainWindow::runCell(bool advances)
{
    CodeEditor* editor = m_editors->current();
    if (!editor || m_editors->isOpening(editor))
        return;
    m_outlineReader->whenSettled([this, advances, editor] { // which is the current one still
        if (m_sessions.chosen().isRunning())
            return;
        CodeEditor* view = m_editors->view();
        const CellLines cell = view->cells().current();
        const auto last = static_cast<int>(cell.last);
        const auto selection = editor->wholeLines(static_cast<int>(cell.first) - 1, last - 1);
        if (advances && last < editor->lines())
            view->setCursorPosition(last, 0);
        runLines(editor, selection.firstLine, selection.bytes);
    });
}

void MainWindow::runLines(CodeEditor* editor, int firstLine, const QByteArray& code)
{
    const auto language = m_languages.find(toStd(m_language->currentData().toString()));
    RunRequest request;
    request.language = toStd(m_language->currentData().toString());
    // Blank lines in front make the interpreter count as the editor does.
    request.code = std::string(static_cast<std::size_t>(firstLine), '\n') + toStd(code);
    if (language && language->contexts)
        request.context = kSelectionContext;
    startRun(
        std::move(request), tr("%1, from line %2").arg(editor->fileName()).arg(firstLine + 1),
        editor);
}

void MainWindow::undoCell(bool isCertain)
{
    m_sessions.chosen().undoCell(kSelectionContext, isCertain);
}

static QString undoneText(const Session::ContextStep& step, const QString& cell)
{
    QString text = MainWindow::tr("The variables are as they were before “%1”.").arg(cell);
    if (step.filesBack > 0)
        text += u' ' + MainWindow::tr("Files that came back: %1.").arg(step.filesBack);
    if (step.filesLeft > 0)
        text += u' ' + MainWindow::tr("Files that stay as they are: %1.").arg(step.filesLeft);
    QStringList paths;
    for (const auto& path : step.pathsLeft)
        paths << SafeText::elidedName(toQString(path), kLongestCell);
    return paths.isEmpty() ? text : text + u' ' + paths.join(QStringLiteral(", "));
}

void MainWindow::showUndone(const Result<SessionController::UndoneCell>& answer)
{
    using Tone = MessageBar::Tone;
    if (answer.failedAs(ErrorCode::NotFound, ErrorCode::Unsupported))
        return m_message->showMessage(
            Tone::Info,
            tr("Nothing to undo: no selection or line of Python has left its variables here."));
    if (!answer)
        return showError(m_sessions.chosen(), answer.error());
    const auto& step = answer->step;
    const QString cell = SafeText::elidedName(toQString(step.text), kLongestCell);
    if (answer->isDone)
        m_variables->noteChange();
    if (answer->isDone)
        return m_message->showMessage(
            step.filesLeft > 0 ? Tone::Warning : Tone::Info, undoneText(step, cell));
    QStringList lacks;
    if (step.threads > 0)
        lacks << tr("threads that will not run (%1)").arg(step.threads);
    if (step.sockets > 0)
        lacks << tr("sockets that stay as they are now (%1)").arg(step.sockets);
    if (step.filesLeft > 0)
        lacks << tr("files that stay as they are now (%1)").arg(step.filesLeft);
    if (!step.filesKnown)
        lacks << tr("files that nobody watched");
    m_message->ask(
        Tone::Warning,
        tr("Undoing “%1” does not bring back everything: %2.")
            .arg(cell, lacks.join(QStringLiteral(", "))),
        {{"undoAnyway", tr("Undo"), [this] { undoCell(true); }}});
}

std::string MainWindow::standardImage() const
{
    const auto language = m_languages.find(toStd(m_language->currentData().toString()));
    return defaultImage(language ? &*language : nullptr);
}

} // namespace sandbench::ui
