// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dock_titles.h"

#include "ui/common/column.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QTabBar>

#include <algorithm>

namespace sandbench::ui {

// Without a layout it has no size at all, not even a height of nothing.
static QWidget* makeNoTitle(QWidget* parent)
{
    auto* title = new QWidget(parent);
    columnOf(title, 0);
    return title;
}

DockTitles::DockTitles(QMainWindow* window)
    : QObject(window)
    , m_window(*window)
{
    m_update.setSingleShot(true);
    connect(&m_update, &QTimer::timeout, this, &DockTitles::update);
}

void DockTitles::watch(QDockWidget* dock)
{
    const auto updateSoon = [this] { m_update.start(); };
    connect(dock, &QDockWidget::visibilityChanged, this, updateSoon);
    connect(dock, &QDockWidget::topLevelChanged, this, updateSoon);
    connect(dock, &QDockWidget::dockLocationChanged, this, updateSoon);
}

bool DockTitles::isTabbed(QDockWidget* dock) const
{
    const auto others = m_window.tabifiedDockWidgets(dock);
    return !dock->isFloating() && std::any_of(others.begin(), others.end(), [](const auto* other) {
        return !other->isHidden() && !other->isFloating();
    });
}

void DockTitles::update()
{
    for (auto* dock : m_window.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
        const bool hidesTitle = dock->titleBarWidget() != nullptr;
        if (isTabbed(dock) == hidesTitle)
            continue;
        QWidget* old = dock->titleBarWidget();
        dock->setTitleBarWidget(hidesTitle ? nullptr : makeNoTitle(dock));
        delete old;
    }
    for (auto* bar : m_window.findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
        if (bar->contextMenuPolicy() == Qt::CustomContextMenu)
            continue;
        bar->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(bar, &QTabBar::customContextMenuRequested, this, [this, bar](const QPoint& place) {
            openMenu(bar, place);
        });
    }
}

void DockTitles::openMenu(QTabBar* bar, const QPoint& place)
{
    const QString title = bar->tabText(bar->tabAt(place));
    const auto docks = m_window.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly);
    const auto found = std::find_if(docks.begin(), docks.end(), [&](const QDockWidget* dock) {
        return !title.isEmpty() && dock->windowTitle() == title;
    });
    if (found == docks.end())
        return;
    QDockWidget* dock = *found;
    auto* menu = new QMenu(bar);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (dock->features().testFlag(QDockWidget::DockWidgetFloatable))
        menu->addAction(tr("&Float"), dock, [dock] { dock->setFloating(true); });
    menu->addAction(tr("&Close"), dock, &QDockWidget::close);
    menu->popup(bar->mapToGlobal(place));
}

} // namespace sandbench::ui
