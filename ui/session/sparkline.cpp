// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/sparkline.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionFocusRect>

namespace sandbench::ui {

static void paintFrame(QPainter& painter, const QRectF& frame, const QPalette& palette)
{
    QColor faint = palette.color(QPalette::WindowText);
    faint.setAlphaF(0.18F);
    painter.setPen(faint);
    painter.setBrush(palette.base());
    painter.drawRoundedRect(frame, 3, 3);
    painter.setPen(QPen(faint, 1, Qt::DotLine));
    painter.drawLine(
        QPointF(frame.left() + 1, frame.center().y()),
        QPointF(frame.right() - 1, frame.center().y()));
}

void paintSparkline(
    QPainter& painter, const QRectF& area, const QPalette& palette,
    const std::vector<double>& values, std::size_t samples)
{
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = area.adjusted(0.5, 0.5, -0.5, -0.5);
    paintFrame(painter, frame, palette);
    if (values.empty())
        return;
    const QRectF inside = frame.adjusted(1, 3, -1, -1);
    const double step = inside.width() / static_cast<double>(samples - 1);
    QPolygonF line;
    double x = inside.right() - step * static_cast<double>(values.size() - 1);
    for (const double value : values) {
        line << QPointF(x, inside.bottom() - value * inside.height());
        x += step;
    }
    QPolygonF filled = line;
    filled << inside.bottomRight() << QPointF(line.first().x(), inside.bottom());
    QColor fill = palette.color(QPalette::Highlight);
    painter.setPen(Qt::NoPen);
    fill.setAlphaF(0.25F);
    painter.setBrush(fill);
    painter.drawPolygon(filled);
    painter.setPen(QPen(palette.color(QPalette::Highlight), 1.5));
    painter.drawPolyline(line);
    painter.setPen(Qt::NoPen); // one sample alone is to be seen too
    painter.setBrush(palette.color(QPalette::Highlight));
    painter.drawEllipse(line.last() - QPointF(1, 0), 1.5, 1.5);
}

Sparkline::Sparkline(const SessionUse& use, Used what, QWidget* parent)
    : QWidget(parent)
    , m_use(use)
    , m_what(what)
{
    setAccessibleName(tr("%1 of the session").arg(usedName(what)));
    setToolTip(tr("Shows it large, with the last minutes"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    connect(&use, &SessionUse::changed, this, [this] {
        setAccessibleDescription(m_use.words(m_what));
        update();
    });
}

void Sparkline::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        emit activated();
}

void Sparkline::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter
        || event->key() == Qt::Key_Space)
        emit activated();
    else
        QWidget::keyPressEvent(event);
}

void Sparkline::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintSparkline(painter, QRectF(rect()), palette(), m_use.shares(m_what, kSamples), kSamples);
    if (!hasFocus())
        return;
    QStyleOptionFocusRect option;
    option.initFrom(this);
    style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
}

} // namespace sandbench::ui
