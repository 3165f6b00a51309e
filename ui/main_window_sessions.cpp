// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How MainWindow is connected with its sessions.
#include "core/engine/container_options.h"
#include "ui/common/elided_label.h"
#include "ui/common/message_bar.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/editor/split_view.h"
#include "ui/files/files_panel.h"
#include "ui/images/images_panel.h"
#include "ui/main_window.h"
#include "ui/matrix/matrix_panel.h"
#include "ui/output/output_panel.h"
#include "ui/plots/plot_panel.h"
#include "ui/run_presenter.h"
#include "ui/runs/runs_panel.h"
#include "ui/session/engine_probe.h"
#include "ui/session/session_facts.h"
#include "ui/session/session_keeper.h"
#include "ui/session/session_opener.h"
#include "ui/session_views.h"
#include "ui/steps/step_desk.h"
#include "ui/steps/steps_panel.h"
#include "ui/variables/variables_panel.h"

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>

namespace sandbench::ui {

static constexpr int kLongestLeftName = 40;

PlotPanel& MainWindow::plots()
{
    return m_views->plots();
}

OutputPanel& MainWindow::output()
{
    return m_views->output();
}

TerminalPanel& MainWindow::terminal()
{
    return m_views->terminal();
}

ChangesPanel& MainWindow::changes()
{
    return m_views->changes();
}

void MainWindow::connectSessions()
{
    m_sessions.forEach(this, [this](SessionController* session) {
        connect(session, &SessionController::failed, this, [this, session](const Error& error) {
            showError(*session, error);
        });
        connect(session, &SessionController::lost, this, [this, session](const QString& reason) {
            sessionLost(*session, reason);
        });
    });
    connect(m_opener, &SessionOpener::failed, this, [this](const Error& error) {
        showError(m_sessions.chosen(), error);
    });
    connect(
        &m_sessions, &SessionList::statusChanged, this, [this](const SessionController* session) {
            if (session == &m_sessions.chosen())
                m_status->setText(m_sessions.statusOf(*session));
        });
    m_sessions.connectChosen(&SessionController::stopHint, this, [this] {
        refreshActions(); // the button says what the next press does
    });
    m_sessions.connectChosen(&SessionController::stateChanged, this, [this] { followSession(); });
    m_sessions.connectChosen(&SessionController::undoAnswered, this, &MainWindow::showUndone);
    connect(&m_sessions, &SessionList::chosenChanged, this, [this] {
        m_status->setText(m_sessions.statusOf(m_sessions.chosen()));
        followSession();
    });
    connect(&m_sessions, &SessionList::removed, this, [this] { refreshActions(); });
    connect(m_opener, &SessionOpener::choiceChanged, this, &MainWindow::showIsolation);
    connect(m_views, &SessionViews::newSessionWanted, m_newSessionAction, &QAction::trigger);
    connect(m_views, &SessionViews::closeWanted, this, [this] {
        m_opener->close(m_sessions.chosen());
    });
    connect(m_views, &SessionViews::notice, this, [this](const QString& text) {
        m_message->showMessage(MessageBar::Tone::Info, text);
    });
    connect(m_views, &SessionViews::plotCountChanged, this, &MainWindow::showPlotCount);
    connect(m_views, &SessionViews::changeCountChanged, this, &MainWindow::showChangeCount);
    connect(m_views, &SessionViews::filesChanged, m_editors, &EditorTabs::reload);
    followSession();
    auto* keeper = new SessionKeeper(
        m_sessions, m_workbench.stateFolder + QStringLiteral("/left-sessions"), this);
    connect(keeper, &SessionKeeper::found, this, &MainWindow::offerLeftSessions);
    keeper->look();
}

// Their sandboxes ended with their window; what they were opened with did not.
void MainWindow::offerLeftSessions(const QList<LeftSession>& sessions)
{
    QStringList names;
    for (const LeftSession& left : sessions)
        names << SafeText::elidedName(left.name, kLongestLeftName);
    m_offer->showMessage(
        MessageBar::Tone::Info,
        tr("Open when the window ended unexpectedly: %1. What ran in them has ended, and files "
           "are only in snapshots.")
            .arg(names.join(QStringLiteral(", "))),
        {{"openLeftSessions", tr("Open Again"), [this, sessions] {
              for (const LeftSession& left : sessions)
                  m_opener->openLeft(left);
          }}});
}

void MainWindow::connectRuns()
{
    m_sessions.forEach(this, [this](SessionController* session) {
        connect(session, &SessionController::runStarted, this, [this, session](const QString& id) {
            m_runs->noteBegin(
                id, m_views->presenterOf(*session).title(), m_sessions.nameOf(*session));
        });
        connect(session, &SessionController::stateChanged, this, [this, session] {
            if (!session->isBusy())
                m_runs->noteEnd();
        });
    });
    auto* dock = findChild<QDockWidget*>(QStringLiteral("dockRuns"));
    connect(dock, &QDockWidget::visibilityChanged, m_runs, &RunsPanel::look);
    connect(m_runs, &RunsPanel::codeRequested, this, [this](const QString& file, int line) {
        m_views->presenterOf(m_sessions.chosen()).jumpTo(file, line);
    });
    connect(
        m_runs, &RunsPanel::mentionActivated, this,
        [this](const QString& file, const QString& text) {
            m_views->presenterOf(m_sessions.chosen()).jumpToMention(file, text);
        });
    connect(m_runs, &RunsPanel::filesChanged, m_editors, &EditorTabs::reload);
    connect(m_runs, &RunsPanel::notice, this, [this](const QString& text) {
        m_message->showMessage(MessageBar::Tone::Info, text);
    });
}

void MainWindow::connectVariables()
{
    m_variables->setRunAction(m_runSelectionAction);
    auto* dock = findChild<QDockWidget*>(QStringLiteral("dockVariables"));
    connect(dock, &QDockWidget::visibilityChanged, m_variables, &VariablesPanel::look);
    connect(m_variables, &VariablesPanel::notice, this, [this](const QString& text) {
        m_message->showMessage(MessageBar::Tone::Info, text);
    });
}

void MainWindow::connectSteps()
{
    m_stepDesk = new StepDesk(*m_steps, *m_editors, this);
    m_steps->setRunAction(m_runStepsAction);
    connect(m_language, &QComboBox::currentIndexChanged, this, &MainWindow::refreshActions);
    auto* dock = findChild<QDockWidget*>(QStringLiteral("dockSteps"));
    connect(dock, &QDockWidget::visibilityChanged, m_stepDesk, &StepDesk::setOffered);
    connect(m_opener, &SessionOpener::failed, m_stepDesk, &StepDesk::giveUp);
    // What goes from step to step does so also where the line is.
    for (QAction* action : m_steps->commands())
        m_split->addAction(action);
    connect(m_runStepsAction, &QAction::triggered, dock, [dock] {
        dock->show();
        dock->raise();
    });
}

void MainWindow::connectImages()
{
    connect(m_images, &ImagesPanel::placeWanted, this, [this](const QString& place) {
        m_matrix->addPlace(place);
        showDock(QStringLiteral("dockMatrix"));
    });
    connect(m_images, &ImagesPanel::codeRequested, m_editors, &EditorTabs::openFileAtLine);
    connect(
        m_images, &ImagesPanel::sessionWanted, this,
        [this](const QString& engine, const QString& connection, const QString& image) {
            m_opener->newSessionFrom(toStd(engine), toStd(connection), toStd(image));
        });
}

void MainWindow::connectFiles()
{
    auto* dock = findChild<QDockWidget*>(QStringLiteral("dockFiles"));
    connect(dock, &QDockWidget::visibilityChanged, m_files, &FilesPanel::look);
    connect(
        m_files, &FilesPanel::editWanted, this,
        [this](const std::shared_ptr<Session>& session, const std::string& path) {
            m_editors->openFile(m_sandboxDocuments.placeOf(session, path));
        });
}

void MainWindow::followSession()
{
    m_files->follow(
        m_sessions.chosen().session(), m_sessions.chosen().openedAt(),
        m_sessions.chosen().isBusy());
    m_variables->follow(m_sessions.chosen().session(), m_sessions.chosen().isBusy());
    refreshActions();
    showIsolation();
}

// What is shown while another session is chosen says of which one it is.
QString MainWindow::saidBy(const SessionController& session, const QString& sentence) const
{
    return &session == &m_sessions.chosen()
        ? sentence
        : tr("%1: %2").arg(m_sessions.nameOf(session), sentence);
}

void MainWindow::sessionLost(const SessionController& session, const QString& reason)
{
    m_sessions.setStatus(session, tr("The sandbox went away"));
    m_message->showMessage(
        MessageBar::Tone::Warning,
        saidBy(
            session,
            tr("The sandbox went away: %1. The next run opens a new one.")
                .arg(SafeText::display(reason))));
}

void MainWindow::warn(const QString& sentence)
{
    m_message->addMessage(MessageBar::Tone::Warning, SafeText::display(sentence));
    m_runs->setNote(sentence);
}

void MainWindow::showError(const SessionController& session, const Error& error)
{
    const bool cancelled = error.code() == ErrorCode::Cancelled;
    m_sessions.setStatus(session, cancelled ? tr("Cancelled") : tr("Failed"));
    if (!cancelled)
        m_message->showMessage(MessageBar::Tone::Error, saidBy(session, toQString(error.text())));
}

void MainWindow::showIsolation()
{
    const SessionController& controller = m_sessions.chosen();
    const auto& session = controller.session();
    if (!session) {
        m_engineLabel->explain({});
        const std::string chosen = controller.choice().text("engine");
        return m_engineLabel->setText(
            engineTitle(chosen.empty() ? m_workbench.engines.names().front() : chosen));
    }
    const IsolationReport& report = session->isolation();
    QStringList facts{engineTitle(session->engineName())};
    if (!session->image().empty())
        facts << shortImageName(SafeText::display(session->image()));
    const std::string network = session->network();
    const workspace::SandboxRequest& request = controller.openRequest();
    if (network == "none")
        facts << tr("network off");
    else if (request.installs.dropsNetwork)
        facts << tr("network off since the install");
    else
        facts << tr("⚠ network %1").arg(SafeText::display(network));
    if (const auto& mounts = containerOf(request.session.sandbox).mounts; !mounts.empty())
        facts << tr("⚠ folders: %1").arg(mounts.size());
    facts
        << (report.missing.empty() ? tr("all isolation layers on")
                                   : tr("⚠ isolation has gaps: %1").arg(report.missing.size()));
    m_engineLabel->setText(facts.join(QStringLiteral(" · ")));
    m_engineLabel->explain(tr("The Sessions panel says what isolates the program."));
}

} // namespace sandbench::ui
