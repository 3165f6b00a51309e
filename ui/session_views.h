// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/common/code_font.h"
#include "ui/session/session_list.h"
#include "ui/viewers/picture_view.h"

#include <QHash>
#include <QObject>

class QAction;
class QStackedWidget;

namespace sandbench::ui {

class ActivityPanel;
class ChangesPanel;
class EditorTabs;
class OutputPanel;
class PlotPanel;
class RunPresenter;
class SessionPages;
class SessionPanel;
class TaskList;
class TerminalPanel;

/// What each session shows: facts, output, plots, activity, changes and a terminal of its own, of
/// which the chosen one's are on top in their docks, and output, plots and terminal of pinned ones
/// beside them. Thread: GUI.
class SessionViews : public QObject
{
    Q_OBJECT

public:
    /// Where the panels are stacked. All outlive it, or die with its parent.
    struct Stacks
    {
        QStackedWidget& facts;
        SessionPages& output;
        SessionPages& plots;
        QStackedWidget& activity;
        QStackedWidget& changes;
        SessionPages& terminal;
        QString stateFolder; ///< Where changes of projects are kept.
        TaskList* tasks = nullptr; ///< Is told of what takes its time; null = nobody is.
    };
    SessionViews(SessionList& sessions, EditorTabs& editors, const Stacks& stacks, QObject* parent);

    /// Of the chosen session.
    OutputPanel& output() const { return *chosen().output; }
    PlotPanel& plots() const { return *chosen().plots; }
    ActivityPanel& activity() const { return *chosen().activity; }
    ChangesPanel& changes() const { return *chosen().changes; }
    TerminalPanel& terminal() const { return *chosen().terminal; }
    RunPresenter& presenterOf(const SessionController& session) const
    {
        return *m_views.value(&session).presenter;
    }
    /// Points added to the text of every output and terminal.
    void setZoom(int points);
    /// The command that leads into the terminals and out of them.
    void setTerminalCommand(QAction* command);
    /// Of every output and plot, also of later sessions.
    void setFont(const QFont& font);
    void setWraps(bool wraps);
    void setBackground(PictureView::Background background);

signals:
    void newSessionWanted();
    void closeWanted();
    /// What the chosen session uses is to be shown large.
    void useWanted();
    /// A sentence about plots.
    void notice(const QString& text);
    /// Of the chosen session, or another one is chosen.
    void plotCountChanged();
    void changeCountChanged();
    /// As ChangesPanel's.
    void filesChanged(const QStringList& paths);

private:
    struct View
    {
        SessionPanel* facts = nullptr;
        OutputPanel* output = nullptr;
        PlotPanel* plots = nullptr;
        ActivityPanel* activity = nullptr;
        ChangesPanel* changes = nullptr;
        TerminalPanel* terminal = nullptr;
        RunPresenter* presenter = nullptr;
    };
    const View chosen() const { return m_views.value(&m_sessions.chosen()); }
    void add(SessionController* session);
    void remove(const SessionController* session);
    void showChosen();

    SessionList& m_sessions;
    EditorTabs& m_editors;
    Stacks m_stacks;
    QHash<const SessionController*, View> m_views;
    QAction* m_terminalCommand = nullptr;
    int m_zoom = 0;
    QFont m_font = codeFont();
    bool m_wraps = false;
    PictureView::Background m_background = PictureView::Background::Theme;
};

} // namespace sandbench::ui
