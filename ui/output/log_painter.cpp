// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/log_painter.h"

#include "ui/common/safe_text.h"
#include "ui/output/char_cells.h"

#include <algorithm>

namespace sandbench::ui {

LogPainter::LogPainter(
    QPainter& painter, const QFont& font, const LogMetrics& metrics, const LogPalette& palette,
    int firstColumn)
    : m_painter(painter)
    , m_cells(painter, font, metrics, palette)
    , m_font(font)
    , m_metrics(metrics)
    , m_palette(palette)
    , m_firstColumn(firstColumn)
    , m_lastColumn(firstColumn + static_cast<int>(painter.window().width() / metrics.cellWidth) + 1)
{
}

qreal LogPainter::xOf(const LogRow& row, std::uint32_t cell) const
{
    return m_metrics.gutter
        + (static_cast<qreal>(cell) - row.firstCell - m_firstColumn) * m_metrics.cellWidth;
}

QRectF LogPainter::cellsRect(
    const LogRow& row, const QRect& rect, std::uint32_t begin, std::uint32_t cells) const
{
    return {
        xOf(row, begin), static_cast<qreal>(rect.top()), cells * m_metrics.cellWidth,
        static_cast<qreal>(rect.height())};
}

namespace {

/// Cuts a line into what one draw call may show.
class PieceBuilder
{
public:
    PieceBuilder(const LineView& view, const std::vector<TracebackLinker::Link>& links)
        : m_view(view)
        , m_links(links)
    {
    }

    void add(const CellCluster& c)
    {
        const TextStyle style = styleAt(c.begin);
        const bool linked = std::any_of(m_links.begin(), m_links.end(), [&](const auto& link) {
            return c.begin >= link.begin && c.begin < link.end;
        });
        if (c.base >= 0x20 && c.base < 0x7F && c.end - c.begin == 1)
            m_pieces.addAscii(c.column, c.base, style, linked);
        else
            m_pieces.add({c.column, c.width, textOf(c), style, c.boxed, linked});
    }

    std::vector<CellPiece> take() { return std::move(m_pieces.pieces); }

private:
    TextStyle styleAt(std::size_t byte)
    {
        while (m_span + 1 < m_view.spans.size() && m_view.spans[m_span + 1].begin <= byte)
            ++m_span;
        return m_view.spans.empty() ? TextStyle{} : m_view.spans[m_span].style;
    }

    QString textOf(const CellCluster& c) const
    {
        if (c.base == U'\t')
            return {};
        return c.boxed ? SafeText::boxLabel(c.base)
                       : QString::fromUtf8(
                           m_view.text.data() + c.begin, static_cast<qsizetype>(c.end - c.begin));
    }

    const LineView& m_view;
    const std::vector<TracebackLinker::Link>& m_links;
    std::size_t m_span = 0;
    CellPieces m_pieces;
};

} // namespace

std::vector<CellPiece> LogPainter::pieces(
    const LogRow& row, const LineView& view, const std::vector<TracebackLinker::Link>& links) const
{
    const auto from = row.firstCell + static_cast<std::uint32_t>(m_firstColumn);
    const auto to = std::min(
        row.firstCell + row.cellCount, row.firstCell + static_cast<std::uint32_t>(m_lastColumn));
    PieceBuilder builder(view, links);
    if (from >= to)
        return {};
    if (oneCellPerByte(view)) {
        for (std::uint32_t i = from; i < to && i < view.text.size(); ++i)
            builder.add(
                {i, std::size_t{i} + 1, i, 1, static_cast<unsigned char>(view.text[i]), false});
        return builder.take();
    }
    ClusterWalker walker(view.text);
    while (const auto c = walker.next()) {
        if (c->column >= to)
            break;
        if (c->column + c->width > from)
            builder.add(*c);
    }
    return builder.take();
}

void LogPainter::text(
    const LogRow& row, const QRect& rect, const std::vector<CellMark>& marks,
    const std::vector<TracebackLinker::Link>& links)
{
    const LineView view = row.section->line(row.line);
    const auto parts = pieces(row, view, links);
    gutterBar(view, rect);
    m_painter.save();
    m_painter.setClipRect(rect.adjusted(m_metrics.gutter, 0, 0, 0));
    for (const auto& piece : parts)
        m_cells.background(cellsRect(row, rect, piece.cell, piece.cells), piece.style);
    if (!view.spans.empty() && view.spans.back().style.stream == OutputStream::Stderr) {
        const qreal end
            = std::max<qreal>(m_metrics.gutter, xOf(row, row.firstCell + row.cellCount));
        m_painter.fillRect(
            QRectF(end, rect.top(), rect.right() - end + 1, rect.height()), m_palette.stderrTint);
    }
    for (const auto& mark : marks)
        m_cells.mark(cellsRect(row, rect, mark.begin, mark.end - mark.begin), mark.kind);
    for (const auto& piece : parts)
        m_cells.piece(cellsRect(row, rect, piece.cell, piece.cells), piece);
    m_painter.restore();
}

void LogPainter::gutterBar(const LineView& view, const QRect& rect)
{
    QColor colour;
    for (const auto& span : view.spans) {
        if (span.style.stream == OutputStream::Stderr)
            colour = m_palette.stderrBar;
        else if (span.style.stream == OutputStream::Notice)
            colour = m_palette.noticeBar;
        else if (span.style.stream == OutputStream::Input && !colour.isValid())
            colour = m_palette.inputBar;
    }
    if (colour.isValid())
        m_painter.fillRect(QRect(4, rect.top(), 3, rect.height()), colour);
}

void LogPainter::caret(const LogRow& row, std::uint32_t cell, const QRect& rect)
{
    const qreal x = row.kind == RowKind::Text ? xOf(row, cell) : m_metrics.gutter;
    if (x >= m_metrics.gutter)
        m_painter.fillRect(QRectF(x, rect.top() + 1, 1.5, rect.height() - 2), m_palette.text);
}

} // namespace sandbench::ui
