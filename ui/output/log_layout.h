// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/output/log_document.h"

#include <compare>
#include <optional>
#include <vector>

namespace sandbench::ui {

/// A place in the log that survives scrolling, new output and eviction. line -1 is the header row
/// of the run. Serials grow, so the order of places is the order on screen.
struct LogPosition
{
    quint64 serial = 0;
    qint64 line = 0;
    quint32 cell = 0;
    auto operator<=>(const LogPosition&) const = default;
};

enum class RowKind {
    Header, ///< Status of the run; drawn by us.
    Gap, ///< "… lines in file"
    Text,
    Chip, ///< Below a squeezed line: what it holds and what to do with it.
    Note, ///< What the spool had to drop.
};

/// What stands in one row of the view. firstCell: where a wrapped row begins in its line.
struct LogRow
{
    LogSection* section = nullptr;
    RowKind kind = RowKind::Text;
    std::uint64_t line = 0;
    std::uint32_t firstCell = 0;
    std::uint32_t cellCount = 0;
};

/// Which rows the document has at a given width. Rows of full chunks are remembered, so updating
/// costs the number of chunks, not of lines. Units: rows, cells. Thread: GUI.
class LogLayout
{
public:
    explicit LogLayout(const LogDocument& document)
        : m_document(document)
    {
    }

    void setColumns(std::uint32_t columns, bool wrap);
    bool wraps() const { return m_wrap; }
    std::uint32_t columns() const { return m_columns; }
    /// After any change of the document, of folding or of the geometry.
    void update();
    /// After LogSection::expanded changed.
    void invalidate() { ++m_revision; }

    qint64 totalRows() const { return m_total; }
    std::optional<LogRow> rowAt(qint64 row) const;
    /// The row that shows @p position, or the nearest one when it is gone.
    qint64 rowOf(const LogPosition& position) const;
    /// Cells of the longest line shown. Grows only, until the document is cleared.
    std::uint32_t widestCells() const { return m_widest; }

    static std::uint32_t
    shownCells(const LogSection& section, std::uint64_t line, const LineView& view);

private:
    struct Block
    {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        std::uint64_t rows = 0;
        bool gap = false;
    };

    std::vector<Block> blocks(const LogSection& section) const;
    Block chunkBlock(const LogSection& section, const ChunkSlot& slot) const;
    std::uint64_t
    rowsOfLine(const LogSection& section, std::uint64_t line, const LineView& view) const;
    std::uint64_t
    rowsOfLines(const LogSection& section, std::uint64_t begin, std::uint64_t end) const;
    LogRow rowInBlock(LogSection& section, const Block& block, std::uint64_t row) const;
    std::uint64_t sectionRows(const LogSection& section) const;

    const LogDocument& m_document;
    std::uint32_t m_columns = 80;
    bool m_wrap = false;
    std::uint64_t m_revision = 1;
    std::vector<std::uint64_t> m_sectionRows;
    qint64 m_total = 0;
    mutable std::uint32_t m_widest = 0;
};

} // namespace sandbench::ui
