// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/plot_model.h"

class QMimeData;

namespace sandbench::ui {

/// "plot-3.png" or the artifact's own name made safe, always with our ending. Never a path.
QString proposedFileName(const PlotEntry& entry);

/// The entry itself and, as entries, its other forms.
std::vector<PlotEntry> allForms(const PlotEntry& entry);

/// Writes into a folder under the proposed name; an existing name gets a number. Returns the path,
/// empty on failure. Blocks. Thread: any.
QString savePlotInto(const PlotEntry& entry, const QString& folder);

/// Units: bytes. More is not written while a drag waits for it.
inline constexpr qint64 kMostDragged = qint64{32} << 20;

/// A folder that only this user can look into and that goes when the program ends. Empty where
/// there can be none.
QString dragFolder();

/// The picture, unless it is null, and for PNG and SVG the original bytes. Caller owns.
QMimeData* clipboardData(const PlotEntry& entry, const QImage& image);

} // namespace sandbench::ui
