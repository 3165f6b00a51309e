// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/viewers/plot_item.h"

#include <QByteArray>

namespace sandbench::bench {

inline constexpr int kLargeSide = 4000; ///< Units: pixels.

/// A PNG as plotting libraries make it: curves, grid, marks and text on white, with transparency
/// and filtered rows. @p seed: pictures of different ones differ.
QByteArray plotPicture(int width, int height, unsigned seed);
/// A PNG of colours that nothing can compress.
QByteArray noisePicture(int width, int height);

ui::PlotItem pictureItem(const QByteArray& png, int number);

} // namespace sandbench::bench
