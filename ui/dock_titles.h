// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

class QDockWidget;
class QMainWindow;
class QPoint;
class QTabBar;

namespace sandbench::ui {

/// Leaves out the title bar of a panel that a tab names already, and gives its tab the menu that
/// floats or closes the panel. Thread: GUI.
class DockTitles : public QObject
{
    Q_OBJECT

public:
    explicit DockTitles(QMainWindow* window);

    void watch(QDockWidget* dock);

private:
    void update();
    bool isTabbed(QDockWidget* dock) const;
    void openMenu(QTabBar* bar, const QPoint& place);

    QMainWindow& m_window;
    QTimer m_update; ///< After what is under way: a dock tells while it is being moved.
};

} // namespace sandbench::ui
