// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/log_painter.h"

#include "ui/common/safe_text.h"
#include "ui/output/char_cells.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace sandbench::ui {

LogMetrics::LogMetrics(const QFont& font)
{
    const QFontMetricsF metrics(font);
    cellWidth = std::max(1.0, metrics.horizontalAdvance(QLatin1Char('0')));
    rowHeight = static_cast<int>(std::ceil(metrics.ascent() + metrics.descent())) + 3;
    ascent = static_cast<int>(std::ceil(metrics.ascent())) + 1;
}

LogPainter::LogPainter(
    QPainter& painter, const QFont& font, const LogMetrics& metrics, const LogPalette& palette,
    int firstColumn)
    : m_painter(painter)
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

/// Cuts a line into what one draw call may show.
class LogPainter::PieceBuilder
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
        const bool ascii = c.base >= 0x20 && c.base < 0x7F && c.end - c.begin == 1;
        // Only plain ASCII may share a draw call: the grid must not depend on anyone's shaping.
        if (ascii && m_open && pieces.back().style == style && pieces.back().linked == linked) {
            pieces.back().text += QChar(static_cast<char16_t>(c.base));
            ++pieces.back().cells;
            return;
        }
        m_open = ascii;
        pieces.push_back({c.column, c.width, textOf(c), style, c.boxed, linked});
    }

    std::vector<Piece> pieces;

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
    bool m_open = false;
};

std::vector<LogPainter::Piece> LogPainter::pieces(
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
        return std::move(builder.pieces);
    }
    ClusterWalker walker(view.text);
    while (const auto c = walker.next()) {
        if (c->column >= to)
            break;
        if (c->column + c->width > from)
            builder.add(*c);
    }
    return std::move(builder.pieces);
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
        if (const auto paint = m_palette.paint(piece.style); paint.background.isValid())
            m_painter.fillRect(cellsRect(row, rect, piece.cell, piece.cells), paint.background);
    if (!view.spans.empty() && view.spans.back().style.stream == OutputStream::Stderr) {
        const qreal end
            = std::max<qreal>(m_metrics.gutter, xOf(row, row.firstCell + row.cellCount));
        m_painter.fillRect(
            QRectF(end, rect.top(), rect.right() - end + 1, rect.height()), m_palette.stderrTint);
    }
    for (const auto& mark : marks)
        paintMark(cellsRect(row, rect, mark.begin, mark.end - mark.begin), mark.kind);
    for (const auto& piece : parts)
        paintPiece(row, rect, piece);
    m_painter.restore();
}

void LogPainter::paintMark(const QRectF& cells, CellMark::Kind kind)
{
    m_painter.fillRect(
        cells, kind == CellMark::Kind::Selection ? m_palette.selection : m_palette.hit);
    if (kind != CellMark::Kind::CurrentHit)
        return;
    // A frame, because a stronger fill would cost the text its contrast.
    m_painter.setPen(QPen(m_palette.currentHit, 2));
    m_painter.drawRect(cells.adjusted(0, 1, 0, -1));
}

void LogPainter::paintPiece(const LogRow& row, const QRect& rect, const Piece& piece)
{
    const auto paint = m_palette.paint(piece.style);
    const QRectF cells = cellsRect(row, rect, piece.cell, piece.cells);
    const QColor colour = piece.linked ? m_palette.link : paint.foreground;
    if (piece.boxed) {
        paintBox(cells, piece, colour);
        return;
    }
    QFont font = m_font;
    const auto has = [&](TextAttribute a) { return (piece.style.attributes & a) != 0; };
    font.setBold(has(Bold));
    font.setItalic(has(Italic) || piece.style.stream == OutputStream::Notice);
    font.setUnderline(has(Underline) || piece.linked);
    font.setStrikeOut(has(Strike));
    m_painter.setFont(font);
    m_painter.setPen(colour);
    m_painter.drawText(QPointF(cells.left(), rect.top() + m_metrics.ascent), piece.text);
    if (paint.framed) {
        m_painter.setPen(QPen(m_palette.muted, 1, Qt::DotLine));
        m_painter.drawRect(cells.adjusted(0, 1, -1, -2));
    }
}

void LogPainter::paintBox(const QRectF& rect, const Piece& piece, const QColor& colour)
{
    QFont font = m_font;
    font.setPointSizeF(std::max(5.0, m_font.pointSizeF() * 0.78));
    m_painter.setFont(font);
    QColor outline = colour;
    outline.setAlphaF(0.6F);
    m_painter.setPen(outline);
    m_painter.drawRoundedRect(rect.adjusted(0.5, 2.5, -1.5, -2.5), 2, 2);
    m_painter.setPen(colour);
    m_painter.drawText(rect.adjusted(0, 0, -1, 0), Qt::AlignCenter, piece.text);
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
