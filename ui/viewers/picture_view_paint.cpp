// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What PictureView paints.
#include "ui/viewers/picture_view.h"

#include <QPainter>

#include <algorithm>

namespace sandbench::ui {

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
    if (m_lower.image.isNull())
        return;
    const QRectF target = shownRect();
    QRectF covered = target;
    covered.setLeft(target.left() + target.width() * m_upperFrom);
    if (!m_upper.image.isNull())
        painter.setClipRegion(QRegion(rect()) - covered.toAlignedRect());
    paintLayer(painter, m_lower);
    if (!m_upper.image.isNull()) {
        painter.setClipRect(covered.toAlignedRect());
        paintLayer(painter, m_upper);
        painter.setClipping(false);
        if (m_upperFrom > 0 && m_upperFrom < 1)
            painter.fillRect(
                QRectF(covered.left() - 1, target.top(), 2, target.height()),
                palette().color(QPalette::Highlight));
    }
    if (m_mark)
        paintMark(painter);
}

void PictureView::paintLayer(QPainter& painter, Layer& layer) const
{
    const QRectF target = shownRect();
    const QSize devicePixels = (target.size() * devicePixelRatioF()).toSize();
    // Two-step filtering of a large picture is slow: once per size, not once per paint.
    const QImage& from
        = devicePixels.width() <= layer.reduced.width() ? layer.reduced : layer.image;
    if (devicePixels.width() < from.width() && layer.scaled.isNull())
        layer.scaled = from.scaled(devicePixels, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    constexpr double kShowPixelsFrom = 3;
    painter.setRenderHint(QPainter::SmoothPixmapTransform, m_scalable || zoom() < kShowPixelsFrom);
    painter.drawImage(target, layer.scaled.isNull() ? from : layer.scaled);
}

// Around the pixel, so that the pixel is seen; in two colours, of which one is seen on any picture.
void PictureView::paintMark(QPainter& painter) const
{
    constexpr double kSmallest = 9;
    const double side = std::max(kSmallest, zoom() / devicePixelRatioF() + 2);
    QRectF frame(0, 0, side, side);
    frame.moveCenter(pointOf(*m_mark));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Qt::white, 3));
    painter.drawRect(frame);
    painter.setPen(QPen(Qt::black, 1));
    painter.drawRect(frame);
}

} // namespace sandbench::ui
