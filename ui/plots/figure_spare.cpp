// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/figure_spare.h"

#include "ui/viewers/active_view.h"
#include "ui/viewers/web_engine.h"

#include <chrono>
#include <utility>

namespace sandbench::ui {

using namespace std::chrono_literals;

FigureSpare::FigureSpare(QWidget& parent)
    : m_parent(parent)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(1s); // what a person does with the figure that came comes first
    QObject::connect(&m_soon, &QTimer::timeout, &m_soon, [this] { load(); });
}

void FigureSpare::load()
{
    if (m_view || !m_parent.isVisible() || !isWebEngineConfigured())
        return;
    m_view = makeFigureView(&m_parent);
    m_view->hide();
    QObject::connect(m_view, &ActiveView::failed, m_view, &QObject::deleteLater);
}

FigureView* FigureSpare::take()
{
    m_soon.stop();
    if (!m_view)
        return makeFigureView(&m_parent);
    QObject::disconnect(m_view, &ActiveView::failed, m_view, nullptr);
    return std::exchange(m_view, nullptr);
}

void FigureSpare::drop()
{
    m_soon.stop();
    if (m_view)
        m_view->deleteLater();
    m_view.clear();
}

} // namespace sandbench::ui
