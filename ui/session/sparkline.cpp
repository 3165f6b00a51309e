// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/sparkline.h"

#include <QPainter>

#include <algorithm>

namespace sandbench::ui {

Sparkline::Sparkline(const QString& what, QWidget* parent)
    : QWidget(parent)
    , m_what(what)
{
    setAccessibleName(what);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void Sparkline::add(double value, const QString& words)
{
    m_values.push_back(std::clamp(value, 0.0, 1.0));
    if (m_values.size() > kSamples)
        m_values.pop_front();
    setAccessibleDescription(words);
    update();
}

void Sparkline::clear()
{
    m_values.clear();
    update();
}

void Sparkline::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = QRectF(rect()).adjusted(1, 2, -1, -2);
    painter.fillRect(rect(), palette().alternateBase());
    if (m_values.size() < 2)
        return;
    const double step = area.width() / static_cast<double>(kSamples - 1);
    QPolygonF line;
    double x = area.right() - step * static_cast<double>(m_values.size() - 1);
    for (const double value : m_values) {
        line << QPointF(x, area.bottom() - value * area.height());
        x += step;
    }
    QPolygonF filled = line;
    filled << area.bottomRight() << QPointF(line.first().x(), area.bottom());
    QColor fill = palette().color(QPalette::Highlight);
    painter.setPen(Qt::NoPen);
    fill.setAlphaF(0.25F);
    painter.setBrush(fill);
    painter.drawPolygon(filled);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1.5));
    painter.drawPolyline(line);
}

} // namespace sandbench::ui
