// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/output/log_palette.h"

#include <QFont>
#include <QPainter>
#include <QRect>
#include <QString>

#include <cstdint>
#include <vector>

namespace sandbench::ui {

/// Sizes of a grid of cells in device-independent pixels.
struct CellMetrics
{
    /// @p lead: between two rows.
    explicit CellMetrics(const QFont& font = {}, int lead = 3);
    qreal cellWidth = 8;
    int rowHeight = 16;
    int ascent = 12;
};

/// Cells [begin, end) of a row with a background of their own.
struct CellMark
{
    enum class Kind { Selection, Hit, CurrentHit };
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    Kind kind = Kind::Selection;
};

/// Text that one draw call may show.
struct CellPiece
{
    std::uint32_t cell = 0;
    std::uint32_t cells = 0;
    QString text;
    TextStyle style;
    bool boxed = false; ///< The text is a code point's number, in a box.
    bool linked = false;
};

/// Puts the characters of a row together into pieces, in order.
class CellPieces
{
public:
    void addAscii(std::uint32_t cell, char32_t character, const TextStyle& style, bool linked);
    void add(CellPiece piece);

    std::vector<CellPiece> pieces;

private:
    bool m_isOpen = false; ///< The last one may grow.
};

/// Paints the cells of foreign text, for the log and terminals. Nothing lands outside of the cells
/// that are named, whatever the text and the font say.
class CellPainter
{
public:
    CellPainter(
        QPainter& painter, const QFont& font, const CellMetrics& metrics,
        const LogPalette& palette);

    /// @p cells: where the piece is.
    void background(const QRectF& cells, const TextStyle& style);
    void piece(const QRectF& cells, const CellPiece& piece);
    void mark(const QRectF& cells, CellMark::Kind kind);

private:
    void box(const QRectF& cells, const QString& text, const QColor& colour);

    QPainter& m_painter;
    QFont m_font;
    CellMetrics m_metrics;
    const LogPalette& m_palette;
};

} // namespace sandbench::ui
