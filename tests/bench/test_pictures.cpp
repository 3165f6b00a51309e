// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/test_pictures.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <QRandomGenerator>

namespace sandbench::bench {

static QByteArray pngOf(const QImage& image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

static void drawGrid(QPainter& painter, const QRectF& axes, double unit)
{
    painter.setPen(QPen(QColor(0xb0, 0xb0, 0xb0), unit));
    constexpr int kLines = 12;
    for (int i = 0; i <= kLines; ++i) {
        const double x = axes.left() + axes.width() * i / kLines;
        const double y = axes.top() + axes.height() * i / kLines;
        painter.drawLine(QPointF(x, axes.top()), QPointF(x, axes.bottom()));
        painter.drawLine(QPointF(axes.left(), y), QPointF(axes.right(), y));
        painter.drawText(QPointF(x, axes.bottom() + 16 * unit), QString::number(i * 0.5));
        painter.drawText(QPointF(axes.left() - 40 * unit, y), QString::number(kLines - i));
    }
}

static QPainterPath curve(const QRectF& axes, QRandomGenerator& random)
{
    QPainterPath path;
    constexpr int kPoints = 400;
    double height = 0.5;
    for (int i = 0; i <= kPoints; ++i) {
        height = std::clamp(height + (random.generateDouble() - 0.5) * 0.06, 0.02, 0.98);
        const QPointF point(
            axes.left() + axes.width() * i / kPoints, axes.top() + axes.height() * height);
        i == 0 ? path.moveTo(point) : path.lineTo(point);
    }
    return path;
}

QByteArray plotPicture(int width, int height, unsigned seed)
{
    QImage image(width, height, QImage::Format_ARGB32);
    image.fill(Qt::white);
    QRandomGenerator random(seed);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    const double unit = width / 640.0;
    QFont font = painter.font();
    font.setPixelSize(static_cast<int>(11 * unit));
    painter.setFont(font);
    const QRectF axes(80 * unit, 58 * unit, width - 144 * unit, height - 111 * unit);
    drawGrid(painter, axes, unit);
    for (int i = 0; i < 6; ++i) {
        const QColor colour = QColor::fromHsv(i * 60, 180, 190);
        painter.setPen(QPen(colour, 1.5 * unit));
        painter.drawPath(curve(axes, random));
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(colour.red(), colour.green(), colour.blue(), 90));
        for (int mark = 0; mark < 120; ++mark)
            painter.drawEllipse(
                axes.topLeft()
                    + QPointF(
                        axes.width() * random.generateDouble(),
                        axes.height() * random.generateDouble()),
                4 * unit, 4 * unit);
        painter.setBrush(Qt::NoBrush);
    }
    painter.setPen(Qt::black);
    painter.drawText(
        QRectF(0, 20 * unit, width, 30 * unit), Qt::AlignCenter,
        QStringLiteral("Picture %1").arg(seed));
    painter.end();
    return pngOf(image);
}

QByteArray noisePicture(int width, int height)
{
    QImage image(width, height, QImage::Format_ARGB32);
    QRandomGenerator random(1);
    for (int y = 0; y < height; ++y) {
        auto* row = reinterpret_cast<quint32*>(image.scanLine(y));
        random.fillRange(row, width);
        for (int x = 0; x < width; ++x)
            row[x] |= 0xff000000U;
    }
    return pngOf(image);
}

ui::PlotItem pictureItem(const QByteArray& png, int number)
{
    return {
        QStringLiteral("run-1"),
        QStringLiteral("figure-%1.png").arg(number),
        QStringLiteral("image/png"),
        png,
        0,
        0,
        {}};
}

} // namespace sandbench::bench
