// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QListView;
class QStackedWidget;

namespace sandbench::ui {

class SessionList;

/// The session dock: the sessions, and below them what there is to know of the chosen one. The list
/// is hidden while nothing has been opened. Thread: GUI.
class SessionDock : public QWidget
{
    Q_OBJECT

public:
    /// @p sessions outlives it, or is destroyed with its window.
    explicit SessionDock(SessionList& sessions, QWidget* parent = nullptr);

    QListView& list() const { return *m_list; }
    /// For the panel of each session.
    QStackedWidget& pages() const { return *m_pages; }
    /// Of the chosen session, in its row.
    void rename();

signals:
    /// The graphs of a row were clicked.
    void useWanted(int row);

private:
    void refresh();

    SessionList& m_sessions;
    QListView* m_list;
    QStackedWidget* m_pages;
};

} // namespace sandbench::ui
