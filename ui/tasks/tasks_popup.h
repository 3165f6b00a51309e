// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QPointer>

class QAction;
class QLabel;
class QListView;
class QToolButton;

namespace sandbench::ui {

class TaskList;

/// The tasks of a window, above its status bar: what goes on, how far it is, what ended. Goes away
/// with the focus, and gives it back. Thread: GUI.
class TasksPopup : public QFrame
{
    Q_OBJECT

public:
    /// @p tasks outlives it.
    TasksPopup(TaskList& tasks, QWidget* window);

    /// Closes it where it is open.
    void open();
    /// A button for the status bar that counts the tasks, and is away while there are none.
    QToolButton* makeButton(QAction* opens, QWidget* parent);
    QListView& list() { return *m_list; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void build();
    void refresh();
    void place();
    void leave();

    TaskList& m_tasks;
    QListView* m_list = nullptr;
    QLabel* m_empty = nullptr;
    QAction *m_cancel = nullptr, *m_forget = nullptr;
    QPointer<QWidget> m_focusBefore;
};

} // namespace sandbench::ui
