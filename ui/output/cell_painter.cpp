// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/cell_painter.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sandbench::ui {

CellMetrics::CellMetrics(const QFont& font, int lead)
{
    const QFontMetricsF metrics(font);
    cellWidth = std::max(1.0, metrics.horizontalAdvance(QLatin1Char('0')));
    rowHeight
        = std::max(1, static_cast<int>(std::ceil(metrics.ascent() + metrics.descent())) + lead);
    ascent = static_cast<int>(std::ceil(metrics.ascent())) + lead / 2;
}

// Only plain ASCII may share a draw call: the grid must not depend on anyone's shaping.
void CellPieces::addAscii(
    std::uint32_t cell, char32_t character, const TextStyle& style, bool linked)
{
    const QChar added(static_cast<char16_t>(character));
    if (m_isOpen && pieces.back().style == style && pieces.back().linked == linked
        && pieces.back().cell + pieces.back().cells == cell) {
        pieces.back().text += added;
        ++pieces.back().cells;
        return;
    }
    add({cell, 1, added, style, false, linked});
    m_isOpen = true;
}

void CellPieces::add(CellPiece piece)
{
    pieces.push_back(std::move(piece));
    m_isOpen = false;
}

CellPainter::CellPainter(
    QPainter& painter, const QFont& font, const CellMetrics& metrics, const LogPalette& palette)
    : m_painter(painter)
    , m_font(font)
    , m_metrics(metrics)
    , m_palette(palette)
{
}

void CellPainter::background(const QRectF& cells, const TextStyle& style)
{
    if (const auto paint = m_palette.paint(style); paint.background.isValid())
        m_painter.fillRect(cells, paint.background);
}

void CellPainter::mark(const QRectF& cells, CellMark::Kind kind)
{
    m_painter.fillRect(
        cells, kind == CellMark::Kind::Selection ? m_palette.selection : m_palette.hit);
    if (kind != CellMark::Kind::CurrentHit)
        return;
    // A frame, because a stronger fill would cost the text its contrast.
    m_painter.setPen(QPen(m_palette.currentHit, 2));
    m_painter.drawRect(cells.adjusted(0, 1, 0, -1));
}

void CellPainter::piece(const QRectF& cells, const CellPiece& piece)
{
    const auto paint = m_palette.paint(piece.style);
    const QColor colour = piece.linked ? m_palette.link : paint.foreground;
    if (piece.boxed) {
        box(cells, piece.text, colour);
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
    m_painter.drawText(QPointF(cells.left(), cells.top() + m_metrics.ascent), piece.text);
    if (paint.framed) {
        m_painter.setPen(QPen(m_palette.muted, 1, Qt::DotLine));
        m_painter.drawRect(cells.adjusted(0, 1, -1, -2));
    }
}

void CellPainter::box(const QRectF& cells, const QString& text, const QColor& colour)
{
    QFont font = m_font;
    font.setPointSizeF(std::max(5.0, m_font.pointSizeF() * 0.78));
    m_painter.setFont(font);
    QColor outline = colour;
    outline.setAlphaF(0.6F);
    m_painter.setPen(outline);
    m_painter.drawRoundedRect(cells.adjusted(0.5, 2.5, -1.5, -2.5), 2, 2);
    m_painter.setPen(colour);
    m_painter.drawText(cells.adjusted(0, 0, -1, 0), Qt::AlignCenter, text);
}

} // namespace sandbench::ui
