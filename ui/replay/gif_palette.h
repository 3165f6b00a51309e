// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QList>

namespace sandbench::ui {

/// At most 256 colours that stand for those of @p image, which is RGB32: the most frequent half as
/// they are, so that flat grounds and letters stay exact, the rest by median cut. Source: Heckbert,
/// "Color Image Quantization for Frame Buffer Display", 1982. Thread: any.
QList<QRgb> gifPalette(const QImage& image);

} // namespace sandbench::ui
