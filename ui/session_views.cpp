// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session_views.h"

#include "ui/activity/activity_panel.h"
#include "ui/changes/changes_panel.h"
#include "ui/output/log_view.h"
#include "ui/output/output_panel.h"
#include "ui/plots/plot_panel.h"
#include "ui/run_presenter.h"
#include "ui/session/session_pages.h"
#include "ui/session/session_panel.h"
#include "ui/terminal/terminal_panel.h"
#include "ui/terminal/terminal_view.h"

#include <QStackedWidget>

namespace sandbench::ui {

SessionViews::SessionViews(
    SessionList& sessions, EditorTabs& editors, const Stacks& stacks, QObject* parent)
    : QObject(parent)
    , m_sessions(sessions)
    , m_editors(editors)
    , m_stacks(stacks)
{
    sessions.forEach(this, [this](SessionController* session) { add(session); });
    connect(&sessions, &SessionList::removed, this, &SessionViews::remove);
    connect(&sessions, &SessionList::chosenChanged, this, &SessionViews::showChosen);
    showChosen();
}

void SessionViews::add(SessionController* session)
{
    View view;
    m_stacks.facts.addWidget(view.facts = new SessionPanel(*session, &m_stacks.facts));
    m_stacks.output.add(*session, view.output = new OutputPanel(&m_stacks.output));
    m_stacks.plots.add(*session, view.plots = new PlotPanel(&m_stacks.plots));
    m_stacks.activity.addWidget(view.activity = new ActivityPanel(&m_stacks.activity));
    m_stacks.changes.addWidget(
        view.changes = new ChangesPanel(m_stacks.stateFolder, &m_stacks.changes));
    m_stacks.terminal.add(
        *session, view.terminal = new TerminalPanel(*session, &m_stacks.terminal));
    view.presenter = new RunPresenter(
        *session, m_editors, {*view.output, *view.plots, *view.activity, *view.changes}, this);
    view.output->view().setZoom(m_zoom);
    view.output->view().setUsualFont(m_font);
    view.output->setWraps(m_wraps);
    view.terminal->view().setZoom(m_zoom);
    view.terminal->view().setUsualFont(m_font);
    view.terminal->view().setKeptCommand(m_terminalCommand);
    view.plots->setBackground(m_background);
    view.output->setTasks(m_stacks.tasks);
    view.plots->setTasks(m_stacks.tasks);
    view.changes->setTasks(m_stacks.tasks);
    m_views.insert(session, view);
    connect(
        view.presenter, &RunPresenter::statusChanged, this,
        [this, session](const QString& text) { m_sessions.setStatus(*session, text); });
    connect(view.facts, &SessionPanel::newSessionWanted, this, &SessionViews::newSessionWanted);
    connect(view.facts, &SessionPanel::closeWanted, this, &SessionViews::closeWanted);
    connect(view.facts, &SessionPanel::useWanted, this, &SessionViews::useWanted);
    connect(view.plots, &PlotPanel::notice, this, &SessionViews::notice);
    connect(view.plots, &PlotPanel::countChanged, this, [this, session] {
        if (session == &m_sessions.chosen())
            emit plotCountChanged();
    });
    connect(view.changes, &ChangesPanel::filesChanged, this, &SessionViews::filesChanged);
    connect(view.changes, &ChangesPanel::countChanged, this, [this, session] {
        if (session == &m_sessions.chosen())
            emit changeCountChanged();
    });
}

void SessionViews::remove(const SessionController* session)
{
    const View view = m_views.take(session);
    delete view.presenter;
    for (SessionPages* pages : {&m_stacks.output, &m_stacks.plots, &m_stacks.terminal})
        pages->take(*session);
    view.terminal->retire();
    for (QWidget* panel :
         {static_cast<QWidget*>(view.facts), static_cast<QWidget*>(view.output),
          static_cast<QWidget*>(view.plots), static_cast<QWidget*>(view.activity),
          static_cast<QWidget*>(view.changes)})
        panel->deleteLater(); // the wish to close it may come from one of them
}

void SessionViews::showChosen()
{
    const View view = chosen();
    const auto show = [](QStackedWidget& stack, QWidget* panel) {
        stack.setCurrentWidget(panel);
        stack.setFocusProxy(panel);
    };
    show(m_stacks.facts, view.facts);
    show(m_stacks.activity, view.activity);
    show(m_stacks.changes, view.changes);
    emit plotCountChanged();
    emit changeCountChanged();
}

void SessionViews::setZoom(int points)
{
    m_zoom = points;
    for (const View& view : std::as_const(m_views)) {
        view.output->view().setZoom(points);
        view.terminal->view().setZoom(points);
    }
}

void SessionViews::setTerminalCommand(QAction* command)
{
    m_terminalCommand = command;
    for (const View& view : std::as_const(m_views))
        view.terminal->view().setKeptCommand(command);
}

void SessionViews::setFont(const QFont& font)
{
    m_font = font;
    for (const View& view : std::as_const(m_views)) {
        view.output->view().setUsualFont(font);
        view.terminal->view().setUsualFont(font);
    }
}

void SessionViews::setWraps(bool wraps)
{
    m_wraps = wraps;
    for (const View& view : std::as_const(m_views))
        view.output->setWraps(wraps);
}

void SessionViews::setBackground(PictureView::Background background)
{
    m_background = background;
    for (const View& view : std::as_const(m_views))
        view.plots->setBackground(background);
}

} // namespace sandbench::ui
