// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

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

/// A script that puts a Vega or Vega-Lite chart into the page's element "data"; see chartData().
/// Limits and errors: the same.
Result<QByteArray> checkChart(const QByteArray& json, const QString& mime);

/// Longer texts are not laid out. Units: bytes.
inline constexpr qsizetype kMaxLaidOutBytes = qsizetype{1} << 20;

/// Markdown or LaTeX in sandbenchText, with sandbenchIsLatex and sandbenchTheme. What is not UTF-8
/// is replaced. Errors: ResourceExhausted past kMaxLaidOutBytes.
Result<QByteArray> textScript(const QByteArray& text, bool isLatex, bool isDark);

} // namespace sandbench::ui
