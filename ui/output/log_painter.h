// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/output/cell_painter.h"
#include "ui/output/log_layout.h"
#include "ui/output/log_palette.h"
#include "ui/output/traceback_linker.h"

#include <QCoreApplication>
#include <QFont>
#include <QPainter>
#include <QRect>

#include <vector>

namespace sandbench::ui {

/// Sizes of the log in device-independent pixels.
struct LogMetrics : CellMetrics
{
    using CellMetrics::CellMetrics;
    int gutter = 14; ///< Left of the text, where only we paint.
};

/// Paints single rows of a log. Foreign text only ever lands right of the gutter, on its cells.
class LogPainter
{
    Q_DECLARE_TR_FUNCTIONS(sandbench::ui::LogPainter)

public:
    LogPainter(
        QPainter& painter, const QFont& font, const LogMetrics& metrics, const LogPalette& palette,
        int firstColumn);

    void header(const LogRow& row, const QRect& rect, bool focused);
    void text(
        const LogRow& row, const QRect& rect, const std::vector<CellMark>& marks,
        const std::vector<TracebackLinker::Link>& links);
    void gap(const LogRow& row, const QRect& rect);
    void chip(const LogRow& row, const QRect& rect);
    void note(const LogRow& row, const QRect& rect);
    void caret(const LogRow& row, std::uint32_t cell, const QRect& rect);

    static QString gapText(const LogSection& section);
    static QString chipText(const LogSection& section, std::uint64_t line);
    static QString noteText(const LogSection& section);
    /// "Failed 1", "Running": the word of the header row, without control characters.
    static QString statusText(const LogSection& section);
    static QString factsText(const LogSection& section);
    /// Which of the " · " separated parts of a row of ours lies at @p x, or -1.
    static int partAt(const QString& text, const QFont& font, const LogMetrics& metrics, int x);

private:
    std::vector<CellPiece> pieces(
        const LogRow& row, const LineView& view,
        const std::vector<TracebackLinker::Link>& links) const;
    qreal xOf(const LogRow& row, std::uint32_t cell) const;
    QRectF
    cellsRect(const LogRow& row, const QRect& rect, std::uint32_t begin, std::uint32_t cells) const;
    void gutterBar(const LineView& view, const QRect& rect);
    void headerTexts(const LogSection& section, const QRect& rect);
    void statusIcon(const LogSection& section, const QRectF& rect);
    QColor statusColour(const LogSection& section) const;
    void ownRow(const QRect& rect, const QString& text, const QColor& colour);

    QPainter& m_painter;
    CellPainter m_cells;
    QFont m_font;
    LogMetrics m_metrics;
    const LogPalette& m_palette;
    int m_firstColumn;
    int m_lastColumn;
};

} // namespace sandbench::ui
