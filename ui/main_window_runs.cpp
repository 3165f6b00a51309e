// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow runs, and what can be done while it runs.
#include "ui/common/message_bar.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/main_window.h"
#include "ui/packages/package_support.h"
#include "ui/session/session_opener.h"

#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>

namespace sandbench::ui {

static constexpr auto kSelectionContext = "window";

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
    for (QAction* action : std::as_const(m_needDocument))
        explainAction(action, noDocument);
    for (QAction* action : {m_runAction, m_runSelectionAction, m_runFreshAction})
        explainAction(action, runs ? running : noText);
    explainAction(
        m_runAgainAction,
        runs            ? running
            : m_lastRun ? QString()
                        : tr("nothing has been run yet"));
    const int presses = session.stopPresses();
    m_stopAction->setText(
        !session.isBusy() || presses == 0 ? tr("&Stop")
            : presses == 1                ? tr("&Terminate")
            : presses == 2                ? tr("&Kill")
                                          : tr("&Destroy"));
    explainAction(m_stopAction, session.isBusy() ? QString() : tr("nothing is running"));
    const bool isNone = m_sessions.rowCount() == 1 && session.isUnused();
    for (QAction* action : std::as_const(m_needSession))
        explainAction(action, isNone ? tr("no session is open") : QString());
    for (QAction* action : std::as_const(m_needSessions))
        explainAction(action, m_sessions.rowCount() > 1 ? QString() : tr("there is one session"));
}

void MainWindow::startRun(RunRequest request, const QString& title, CodeEditor* editor)
{
    request.language = toStd(m_language->currentData().toString());
    request.fileName = toStd(editor->fileName());
    request.liveInput = true;
    m_lastRun = {std::move(request), title, editor->fileName(), editor};
    runAgain();
}

void MainWindow::runAgain()
{
    if (!m_lastRun)
        return;
    m_lastRun->request.limits = m_sessions.chosen().runLimits().value_or(RunLimits());
    m_lastRun->request.limits.wallSeconds = m_timeout->value();
    m_message->hide();
    if (!m_packages->asksFirst(m_lastRun->request, m_nextIsFresh))
        checkAndRun();
}

void MainWindow::runFile()
{
    CodeEditor* editor = m_editors->current();
    if (!editor || m_editors->isOpening(editor))
        return;
    // What runs is the text in the editor; the file gets it meanwhile.
    RunRequest request;
    request.code = toStd(editor->bytes());
    startRun(std::move(request), editor->fileName(), editor);
    if (!editor->filePath().isEmpty() && editor->isUnsaved())
        m_editors->save(editor);
}

void MainWindow::runSelection()
{
    CodeEditor* editor = m_editors->current();
    if (!editor || m_editors->isOpening(editor))
        return;
    const auto language = m_languages.find(toStd(m_language->currentData().toString()));
    const CodeEditor::Selection selection = editor->takeSelectionOrLine();
    RunRequest request;
    // Blank lines in front make the interpreter count as the editor does.
    request.code
        = std::string(static_cast<std::size_t>(selection.firstLine), '\n') + toStd(selection.bytes);
    if (language && language->contexts)
        request.context = kSelectionContext;
    startRun(
        std::move(request),
        tr("%1, from line %2").arg(editor->fileName()).arg(selection.firstLine + 1), editor);
}

std::string MainWindow::standardImage() const
{
    const auto language = m_languages.find(toStd(m_language->currentData().toString()));
    return defaultImage(language ? &*language : nullptr);
}

} // namespace sandbench::ui
