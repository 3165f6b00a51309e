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
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    QColor faint = palette().color(QPalette::WindowText);
    faint.setAlphaF(0.18F);
    painter.setPen(faint);
    painter.setBrush(palette().base());
    painter.drawRoundedRect(frame, 3, 3);
    painter.setPen(QPen(faint, 1, Qt::DotLine));
    painter.drawLine(
        QPointF(frame.left() + 1, frame.center().y()),
        QPointF(frame.right() - 1, frame.center().y()));
    if (m_values.empty())
        return;
    const QRectF area = frame.adjusted(1, 3, -1, -1);
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
    painter.setPen(Qt::NoPen); // one sample alone is to be seen too
    painter.setBrush(palette().color(QPalette::Highlight));
    painter.drawEllipse(line.last() - QPointF(1, 0), 1.5, 1.5);
}

} // namespace sandbench::ui
