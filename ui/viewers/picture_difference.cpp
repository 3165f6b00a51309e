// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/picture_difference.h"

#include "ui/common/translation.h"

#include <QLocale>

#include <algorithm>
#include <cstdlib>

namespace sandbench::ui {

namespace {

QImage onCanvas(const QImage& image, QSize canvas)
{
    if (image.size() == canvas)
        return image.convertToFormat(QImage::Format_ARGB32);
    return image.convertToFormat(QImage::Format_ARGB32).copy(QRect(QPoint(), canvas));
}

/// The largest of the channels' differences; @p shown becomes what is seen of them.
int differenceOf(QRgb first, QRgb second, QRgb& shown)
{
    const int red = std::abs(qRed(first) - qRed(second));
    const int green = std::abs(qGreen(first) - qGreen(second));
    const int blue = std::abs(qBlue(first) - qBlue(second));
    const int alpha = std::abs(qAlpha(first) - qAlpha(second));
    const int largest = std::max({red, green, blue});
    shown = largest > 0 ? qRgb(red, green, blue) : qRgb(alpha, alpha, alpha);
    return std::max(largest, alpha);
}

} // namespace

PictureDifference
comparePictures(const QImage& first, const QImage& second, const std::stop_token& stop)
{
    const QSize canvas = first.size().expandedTo(second.size());
    const QSize both = first.size().boundedTo(second.size());
    PictureDifference result;
    result.firstSize = first.size();
    result.secondSize = second.size();
    result.first = onCanvas(first, canvas);
    result.second = onCanvas(second, canvas);
    result.picture = QImage(canvas, QImage::Format_ARGB32);
    result.picture.fill(Qt::transparent);
    result.compared = qint64{both.width()} * both.height();
    for (int y = 0; y < both.height(); ++y) {
        if (stop.stop_requested())
            return {};
        const auto* left = reinterpret_cast<const QRgb*>(result.first.constScanLine(y));
        const auto* right = reinterpret_cast<const QRgb*>(result.second.constScanLine(y));
        auto* shown = reinterpret_cast<QRgb*>(result.picture.scanLine(y));
        for (int x = 0; x < both.width(); ++x) {
            const int difference = differenceOf(left[x], right[x], shown[x]);
            result.different += difference > 0;
            result.largest = std::max(result.largest, difference);
        }
    }
    return result;
}

QString differenceSentence(const PictureDifference& difference)
{
    const QLocale locale;
    const QString compared = locale.toString(difference.compared);
    QString sentence = difference.different == 0
        ? tr("All %1 pixels are equal").arg(compared)
        : tr("%1 of %2 pixels differ, largest difference %3")
              .arg(locale.toString(difference.different), compared)
              .arg(difference.largest);
    const QSize first = difference.firstSize;
    const QSize second = difference.secondSize;
    if (first != second)
        sentence += tr("; compared at the top left, %1 x %2 with %3 x %4 pixels")
                        .arg(first.width())
                        .arg(first.height())
                        .arg(second.width())
                        .arg(second.height());
    return sentence;
}

} // namespace sandbench::ui
