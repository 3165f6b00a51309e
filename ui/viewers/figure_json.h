// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace sandbench::ui {

/// Units: bytes, levels.
inline constexpr qsizetype kMaxFigureBytes = qsizetype{32} << 20;
inline constexpr int kMaxFigureDepth = 64;

/// Checks that @p json is a plotly figure and plain JSON, and returns a script that does one thing:
/// hold it in the constant string sandbenchFigure, as {data, layout, frames}. The figure's own
/// config is dropped: it could name servers. Slow for large figures. Thread: any. Errors:
/// ResourceExhausted past a limit, Protocol when it is not JSON, InvalidArgument when it is not a
/// figure.
Result<QByteArray> checkFigure(const QByteArray& json);

} // namespace sandbench::ui
