// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/picture_view.h"

#include "ui/viewers/pixel_label.h"

#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace sandbench::ui {

using namespace std::chrono_literals;

static constexpr double kMinZoom = 0.02;
static constexpr double kMaxZoom = 32;
static constexpr int kRoomAround = 8;

PictureView::PictureView(QWidget* parent)
    : QWidget(parent)
    , m_pixelLabel(new PixelLabel(*this))
{
    setAccessibleName(tr("Plot"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMinimumSize(80, 60);
    m_sharpen.setSingleShot(true);
    m_sharpen.setInterval(150ms);
    connect(&m_sharpen, &QTimer::timeout, this, [this] {
        const QSize size = (shownSize() * devicePixelRatioF()).toSize();
        if (m_scalable && !size.isEmpty() && size != m_lower.image.size())
            emit resolutionWanted(size);
    });
}

PictureView::~PictureView()
{
    delete m_pixelLabel; // before the view that it watches is only a widget
}

void PictureView::setPicture(const QImage& image, QSize natural, bool scalable)
{
    m_lower = {image, {}, {}};
    m_upper = {};
    m_natural = natural;
    m_scalable = scalable;
    m_fit = true;
    m_offset = {};
    if (m_mark && !QRect(QPoint(), natural).contains(*m_mark))
        m_mark = QPoint();
    changed();
}

void PictureView::setUpper(const QImage& image, double share)
{
    if (m_upper.image.cacheKey() != image.cacheKey())
        m_upper = {image, {}, {}};
    m_upperFrom = share;
    update();
}

void PictureView::refine(const QImage& image)
{
    m_lower = {image, {}, {}};
    update();
}

void PictureView::addPixels(const QImage& image)
{
    m_lower.reduced = std::exchange(m_lower.image, image);
    m_pixelLabel->refresh();
    update();
}

double PictureView::zoom() const
{
    if (!m_fit || m_natural.isEmpty())
        return m_zoom;
    const QSizeF room
        = QSizeF(size() - QSize(2 * kRoomAround, 2 * kRoomAround)) * devicePixelRatioF();
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
    emit placeChanged();
}

void PictureView::setPlace(const Place& place)
{
    m_fit = place.fit;
    m_zoom = place.zoom;
    moveTo(place.offset);
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
    emit placeChanged();
}

void PictureView::changed()
{
    m_lower.scaled = {};
    m_upper.scaled = {};
    m_sharpen.start();
    update();
    m_pixelLabel->refresh();
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

void PictureView::pan(QPointF by)
{
    moveTo(m_offset + by);
    m_pixelLabel->refresh();
    emit placeChanged();
}

void PictureView::reveal(QPoint pixel)
{
    const QPointF point = pointOf(pixel);
    const QPointF inside
        = {std::clamp(point.x(), 0.0, width() - 1.0), std::clamp(point.y(), 0.0, height() - 1.0)};
    if (inside != point)
        pan(QRectF(rect()).center() - point);
}

std::optional<QPoint> PictureView::pixelAt(QPointF point) const
{
    const QRectF shown = shownRect();
    if (m_lower.image.isNull() || !shown.contains(point))
        return {};
    const QPointF share = point - shown.topLeft();
    return QPoint(
        std::min(int(share.x() / shown.width() * m_natural.width()), m_natural.width() - 1),
        std::min(int(share.y() / shown.height() * m_natural.height()), m_natural.height() - 1));
}

QPointF PictureView::pointOf(QPoint pixel) const
{
    const QRectF shown = shownRect();
    return shown.topLeft()
        + QPointF(
               (pixel.x() + 0.5) * shown.width() / m_natural.width(),
               (pixel.y() + 0.5) * shown.height() / m_natural.height());
}

QColor PictureView::colourAt(QPoint pixel) const
{
    const bool isCovered = !m_upper.image.isNull() && pixel.x() >= m_upperFrom * m_natural.width();
    const QImage& image = isCovered ? m_upper.image : m_lower.image;
    if (image.isNull() || !QRect(QPoint(), m_natural).contains(pixel))
        return {};
    // The image may have fewer pixels than the picture, or more.
    return image.pixelColor(
        int((pixel.x() + 0.5) * image.width() / m_natural.width()),
        int((pixel.y() + 0.5) * image.height() / m_natural.height()));
}

void PictureView::setMark(std::optional<QPoint> pixel)
{
    m_mark = pixel;
    update();
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
        pan(event->pixelDelta().isNull() ? steps * kWheelStep : QPointF(event->pixelDelta()));
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
    pan(event->position() - m_dragFrom);
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
