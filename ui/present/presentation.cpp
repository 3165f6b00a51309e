// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/presentation.h"

#include "ui/common/message_bar.h"
#include "ui/present/key_strokes.h"
#include "ui/present/spotlight.h"

#include <QApplication>
#include <QEvent>
#include <QMainWindow>
#include <QMenuBar>
#include <QStatusBar>
#include <QToolBar>

#include <utility>

namespace sandbench::ui {

Presentation::Presentation(const Parts& parts, QObject* parent)
    : QObject(parent)
    , m_parts(parts)
    , m_strokes(new KeyStrokes(parts.commands, &parts.window))
    , m_spotlight(new Spotlight(&parts.window))
{
}

Presentation::~Presentation() = default;

void Presentation::next()
{
    if (m_isOn)
        end();
    else if (m_parts.window.isFullScreen())
        begin();
    else
        m_parts.window.setWindowState(m_parts.window.windowState() | Qt::WindowFullScreen);
}

void Presentation::begin()
{
    if (std::exchange(m_isOn, true))
        return;
    QMainWindow& window = m_parts.window;
    m_states = window.windowState() & ~Qt::WindowFullScreen;
    m_layout = window.saveState();
    m_parts.arrange();
    hideChrome();
    m_parts.zoom(kMorePoints);
    window.setWindowState(window.windowState() | Qt::WindowFullScreen);
    m_strokes->setActive(true);
    qApp->installEventFilter(this);
    emit changed(true);
}

void Presentation::end()
{
    if (!std::exchange(m_isOn, false))
        return;
    qApp->removeEventFilter(this);
    m_strokes->setActive(false);
    m_spotlight->setMode(Spotlight::Mode::Off);
    m_parts.zoom(-kMorePoints);
    showChrome();
    m_parts.window.setWindowState(m_states);
    m_parts.window.restoreState(m_layout);
    emit changed(false);
}

// The menu bar only becomes flat: hidden, its keys would do nothing.
void Presentation::hideChrome()
{
    QMainWindow& window = m_parts.window;
    window.menuBar()->setMaximumHeight(0);
    QList<QWidget*> chrome{window.statusBar()};
    for (QToolBar* bar : window.findChildren<QToolBar*>()) // those of panels, too
        chrome << bar;
    for (QWidget* widget : std::as_const(chrome))
        if (!widget->isHidden()) {
            widget->hide();
            m_hidden << widget;
        }
    for (MessageBar* bar : m_parts.bars)
        bar->setMuted(true);
}

void Presentation::showChrome()
{
    m_parts.window.menuBar()->setMaximumHeight(QWIDGETSIZE_MAX);
    for (const auto& widget : std::exchange(m_hidden, {}))
        if (widget)
            widget->show();
    for (MessageBar* bar : m_parts.bars)
        bar->setMuted(false);
}

// Tool tips tell paths.
bool Presentation::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ToolTip)
        return true;
    return QObject::eventFilter(watched, event);
}

} // namespace sandbench::ui
