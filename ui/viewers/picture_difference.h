// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>

#include <stop_token>

namespace sandbench::ui {

/// Two pictures against each other, pixel by pixel from their top left corners.
struct PictureDifference
{
    QImage first, second; ///< On canvases that either fits into, transparent beside the picture.
    /// The absolute difference of each channel, so that black is equal; where only alpha differs,
    /// its difference as grey. On such a canvas too, transparent where one of them has no pixel.
    QImage picture;
    QSize firstSize, secondSize; ///< Units: pixels.
    qint64 compared = 0; ///< Units: pixels that both have.
    qint64 different = 0; ///< Of those.
    int largest = 0; ///< Of any channel, alpha too: 0 to 255.
};

/// Null pictures come back where @p stop ended it. Blocks. Thread: any.
PictureDifference
comparePictures(const QImage& first, const QImage& second, const std::stop_token& stop);

/// "12,345 of 240,000 pixels differ, largest difference 34", and the sizes where they are unequal.
QString differenceSentence(const PictureDifference& difference);

} // namespace sandbench::ui
