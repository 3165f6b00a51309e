// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/source_file.h"

#include <QDir>
#include <QImage>

#include <algorithm>

namespace sandbench::test {

/// Units: cells, in each direction.
constexpr QSize kGrid(48, 32);
/// Of 255, in the channel that differs most. The ground of a panel and of a page are 12 apart.
constexpr int kCellTolerance = 10;
/// Of all cells. Measured: times, names and the other engine 3 %, another family of fonts or a
/// tenth larger ones 4 %, a missing panel 24 %, the dark theme all.
constexpr double kShareThatMayDiffer = 0.08;

/// The mean colour of each cell.
inline QImage gridOf(const QImage& picture)
{
    return picture.convertToFormat(QImage::Format_RGB32)
        .scaled(kGrid, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
        .convertToFormat(QImage::Format_RGB888);
}

/// Which of the cells differ by more than the tolerance; 1 where the grids are of different sizes.
inline double shareThatDiffers(const QImage& grid, const QImage& golden)
{
    if (grid.size() != golden.size() || grid.isNull())
        return 1;
    int differ = 0;
    for (int y = 0; y < grid.height(); ++y) {
        for (int x = 0; x < grid.width(); ++x) {
            const QRgb a = grid.pixel(x, y), b = golden.pixel(x, y);
            differ += std::max(
                          {std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)),
                           std::abs(qBlue(a) - qBlue(b))})
                > kCellTolerance;
        }
    }
    return static_cast<double>(differ) / (grid.width() * grid.height());
}

inline QString goldenGrid(const QString& step)
{
    return sourceFile(QStringLiteral("tests/data/pictures/%1.png").arg(step));
}

} // namespace sandbench::test
