// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_layout.h"

#include <QDockWidget>
#include <QMainWindow>

namespace sandbench::ui {

static QDockWidget* dockOf(const QMainWindow& window, const char* name)
{
    return window.findChild<QDockWidget*>(QLatin1String(name));
}

static void hideDocks(const QMainWindow& window, std::initializer_list<const char*> names)
{
    for (const char* name : names)
        dockOf(window, name)->hide();
}

static void hideOtherDocks(const QMainWindow& window, const QList<QDockWidget*>& shown)
{
    for (auto* dock : window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly))
        dock->setVisible(shown.contains(dock));
}

void arrange(QMainWindow& window, WindowLayout layout)
{
    QDockWidget* output = dockOf(window, "dockOutput");
    QDockWidget* plots = dockOf(window, "dockPlots");
    QDockWidget* sessions = dockOf(window, "dockSessions");
    switch (layout) {
    case WindowLayout::Review:
        break;
    case WindowLayout::ImageTest:
        hideDocks(
            window,
            {"dockOutline", "dockPlots", "dockVerdict", "dockFindings", "dockChanges", "dockChecks",
             "dockVariables", "dockSteps"});
        window.resizeDocks({sessions}, {window.width() / 4}, Qt::Horizontal);
        window.resizeDocks({output}, {window.height() * 3 / 5}, Qt::Vertical);
        break;
    case WindowLayout::Teach:
        hideOtherDocks(window, {output, plots});
        window.addDockWidget(Qt::RightDockWidgetArea, output);
        window.splitDockWidget(output, plots, Qt::Vertical);
        window.resizeDocks({output}, {window.width() / 2}, Qt::Horizontal);
        window.resizeDocks({output, plots}, {1, 1}, Qt::Vertical);
        break;
    case WindowLayout::Compact:
        window.tabifyDockWidget(output, plots);
        window.tabifyDockWidget(output, sessions);
        window.tabifyDockWidget(output, dockOf(window, "dockOutline"));
        window.resizeDocks({output}, {window.height() * 2 / 5}, Qt::Vertical);
        break;
    }
    output->raise();
}

} // namespace sandbench::ui
