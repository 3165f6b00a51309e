// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/picture_view.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace sandbench::ui {

using namespace std::chrono_literals;

static constexpr double kMinZoom = 0.02;
static constexpr double kMaxZoom = 32;
static constexpr int kMargin = 8;

PictureView::PictureView(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Plot"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMinimumSize(80, 60);
    m_sharpen.setSingleShot(true);
    m_sharpen.setInterval(150ms);
    connect(&m_sharpen, &QTimer::timeout, this, [this] {
        const QSize size = (shownSize() * devicePixelRatioF()).toSize();
        if (m_scalable && !size.isEmpty() && size != m_image.size())
            emit resolutionWanted(size);
    });
}

void PictureView::setPicture(const QImage& image, QSize natural, bool scalable)
{
    m_image = image;
    m_natural = natural;
    m_scalable = scalable;
    m_fit = true;
    m_offset = {};
    changed();
}

void PictureView::refine(const QImage& image)
{
    m_image = image;
    m_scaled = {};
    update();
}

double PictureView::zoom() const
{
    if (!m_fit || m_natural.isEmpty())
        return m_zoom;
    const QSizeF room = QSizeF(size() - QSize(2 * kMargin, 2 * kMargin)) * devicePixelRatioF();
    const double fit
        = std::min(room.width() / m_natural.width(), room.height() / m_natural.height());
    // A bitmap that is blown up looks broken; a drawing stays sharp.
    const double largest = m_scalable ? kMaxZoom : std::max(1.0, devicePixelRatioF());
    return std::clamp(fit, kMinZoom, largest);
}

void PictureView::setFit()
{
    m_fit = true;
    m_offset = {};
    changed();
}

void PictureView::setZoom(double zoom)
{
    zoomAt(zoom, QRectF(rect()).center());
}

void PictureView::zoomBy(double factor)
{
    setZoom(zoom() * factor);
}

void PictureView::zoomAt(double wanted, QPointF point)
{
    const double before = zoom();
    const QPointF fromCentre = point - QRectF(rect()).center() - m_offset;
    m_fit = false;
    m_zoom = std::clamp(wanted, kMinZoom, kMaxZoom);
    moveTo(m_offset - fromCentre * (m_zoom / before - 1));
    changed();
}

void PictureView::changed()
{
    m_scaled = {};
    m_sharpen.start();
    update();
    emit zoomChanged();
}

void PictureView::setBackground(Background background)
{
    m_background = background;
    update();
}

QSizeF PictureView::shownSize() const
{
    return QSizeF(m_natural) * zoom() / devicePixelRatioF();
}

QRectF PictureView::shownRect() const
{
    const QSizeF shown = shownSize();
    const QPointF centre = QRectF(rect()).center() + m_offset;
    return {centre - QPointF(shown.width() / 2, shown.height() / 2), shown};
}

// The picture may be pushed until its edge reaches the middle of the view, never out of sight.
void PictureView::moveTo(QPointF offset)
{
    const QSizeF shown = shownSize();
    const QPointF limit(shown.width() / 2, shown.height() / 2);
    m_offset
        = {std::clamp(offset.x(), -limit.x(), limit.x()),
           std::clamp(offset.y(), -limit.y(), limit.y())};
    update();
}

void PictureView::paintBackground(QPainter& painter) const
{
    switch (m_background) {
    case Background::Theme:
        return painter.fillRect(rect(), palette().color(QPalette::Base));
    case Background::White:
        return painter.fillRect(rect(), Qt::white);
    case Background::Dark:
        return painter.fillRect(rect(), QColor(0x20, 0x22, 0x26));
    case Background::Checker:
        break;
    }
    constexpr int kTile = 10;
    QPixmap tile(2 * kTile, 2 * kTile);
    tile.fill(Qt::white);
    QPainter tilePainter(&tile);
    tilePainter.fillRect(0, 0, kTile, kTile, QColor(0xd8, 0xd8, 0xd8));
    tilePainter.fillRect(kTile, kTile, kTile, kTile, QColor(0xd8, 0xd8, 0xd8));
    tilePainter.end();
    painter.drawTiledPixmap(rect(), tile);
}

void PictureView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintBackground(painter);
    if (m_image.isNull())
        return;
    const QRectF target = shownRect();
    const QSize devicePixels = (target.size() * devicePixelRatioF()).toSize();
    // Two-step filtering of a large picture is slow: once per size, not once per paint.
    if (devicePixels.width() < m_image.width() && m_scaled.isNull())
        m_scaled = m_image.scaled(devicePixels, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    constexpr double kShowPixelsFrom = 3;
    painter.setRenderHint(QPainter::SmoothPixmapTransform, m_scalable || zoom() < kShowPixelsFrom);
    painter.drawImage(target, m_scaled.isNull() ? m_image : m_scaled);
}

void PictureView::resizeEvent(QResizeEvent*)
{
    moveTo(m_offset);
    if (m_fit)
        changed();
}

void PictureView::wheelEvent(QWheelEvent* event)
{
    const QPointF steps = QPointF(event->angleDelta()) / 120.0;
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        if (steps.y() != 0)
            zoomAt(zoom() * std::pow(1.2, steps.y()), event->position());
    } else {
        constexpr double kWheelStep = 48;
        moveTo(
            m_offset
            + (event->pixelDelta().isNull() ? steps * kWheelStep : QPointF(event->pixelDelta())));
    }
    event->accept();
}

void PictureView::mousePressEvent(QMouseEvent* event)
{
    m_dragFrom = event->position();
    if (event->button() == Qt::LeftButton)
        setCursor(Qt::ClosedHandCursor);
}

void PictureView::mouseMoveEvent(QMouseEvent* event)
{
    if (!event->buttons().testFlag(Qt::LeftButton))
        return;
    moveTo(m_offset + event->position() - m_dragFrom);
    m_dragFrom = event->position();
}

void PictureView::mouseReleaseEvent(QMouseEvent*)
{
    unsetCursor();
}

void PictureView::mouseDoubleClickEvent(QMouseEvent*)
{
    emit enlargeRequested();
}

} // namespace sandbench::ui
