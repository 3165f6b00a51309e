// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/log_layout.h"

#include <algorithm>

namespace sandbench::ui {

std::uint32_t
LogLayout::shownCells(const LogSection& section, std::uint64_t line, const LineView& view)
{
    return view.squeezed() && !section.expanded.contains(line)
        ? std::min(view.cells, kSqueezedCells)
        : view.cells;
}

void LogLayout::setColumns(std::uint32_t columns, bool wrap)
{
    if (columns == m_columns && wrap == m_wrap)
        return;
    m_columns = std::max(1U, columns);
    m_wrap = wrap;
    ++m_revision;
}

std::uint64_t
LogLayout::rowsOfLine(const LogSection& section, std::uint64_t line, const LineView& view) const
{
    const auto cells = shownCells(section, line, view);
    m_widest = std::max(m_widest, cells);
    const std::uint64_t text = m_wrap ? std::max(1U, (cells + m_columns - 1) / m_columns) : 1;
    return text + (view.squeezed() ? 1 : 0);
}

std::uint64_t
LogLayout::rowsOfLines(const LogSection& section, std::uint64_t begin, std::uint64_t end) const
{
    std::uint64_t rows = 0;
    for (auto line = begin; line < end; ++line)
        rows += rowsOfLine(section, line, section.line(line));
    return rows;
}

LogLayout::Block LogLayout::chunkBlock(const LogSection& section, const ChunkSlot& slot) const
{
    const auto first = section.firstVisibleLine();
    const auto end = slot.endLine();
    if (end <= first)
        return {end, end, 0, false};
    if (first > slot.firstLine)
        return {first, end, rowsOfLines(section, first, end), false};
    RowCache& cache = slot.rowCache;
    if (cache.revision != m_revision)
        cache = {m_revision, 0, 0};
    // Only lines that came since; a full chunk costs nothing here.
    for (; cache.lines < slot.chunk->lineCount(); ++cache.lines)
        cache.rows += rowsOfLine(
            section, slot.firstLine + cache.lines,
            slot.chunk->line(static_cast<std::size_t>(cache.lines)));
    return {slot.firstLine, end, cache.rows, false};
}

std::vector<LogLayout::Block> LogLayout::blocks(const LogSection& section) const
{
    std::vector<Block> result;
    result.reserve(section.head().size() + section.tail().size() + 2);
    for (const auto& slot : section.head())
        result.push_back(chunkBlock(section, slot));
    const auto first = section.firstVisibleLine();
    if (section.hasGap() && first < section.tailBegin())
        result.push_back({section.headEnd(), section.tailBegin(), 1, true});
    for (const auto& slot : section.tail())
        result.push_back(chunkBlock(section, slot));
    const auto live = std::max(first, section.frozenCount());
    if (live < section.lineCount()) {
        // The empty line behind the last line feed would only be a blank row at the end.
        auto end = section.lineCount();
        if (section.line(end - 1).cells == 0)
            --end;
        result.push_back({live, end, rowsOfLines(section, live, end), false});
    }
    return result;
}

std::uint64_t LogLayout::sectionRows(const LogSection& section) const
{
    if (section.hidden())
        return 0;
    std::uint64_t rows = 1;
    if (section.folded)
        return rows;
    for (const auto& block : blocks(section))
        rows += block.rows;
    return rows + (section.spool()->droppedBytes() > 0 ? 1 : 0);
}

void LogLayout::update()
{
    m_sectionRows.clear();
    m_total = 0;
    if (m_document.empty())
        m_widest = 0;
    for (const auto& section : m_document.sections()) {
        m_sectionRows.push_back(sectionRows(*section));
        m_total += static_cast<qint64>(m_sectionRows.back());
    }
}

LogRow LogLayout::rowInBlock(LogSection& section, const Block& block, std::uint64_t row) const
{
    if (block.gap)
        return {&section, RowKind::Gap, block.begin, 0, 0};
    const bool onePerLine = block.rows == block.end - block.begin;
    auto line = onePerLine ? block.begin + row : block.begin;
    std::uint64_t rest = onePerLine ? 0 : row;
    for (; line + 1 < block.end; ++line) {
        const auto rows = rowsOfLine(section, line, section.line(line));
        if (rest < rows)
            break;
        rest -= rows;
    }
    const LineView view = section.line(line);
    if (view.squeezed() && rest + 1 == rowsOfLine(section, line, view))
        return {&section, RowKind::Chip, line, 0, 0};
    const auto cells = shownCells(section, line, view);
    if (!m_wrap)
        return {&section, RowKind::Text, line, 0, cells};
    const auto from = static_cast<std::uint32_t>(rest) * m_columns;
    return {
        &section, RowKind::Text, line, from, std::min(m_columns, cells - std::min(cells, from))};
}

std::optional<LogRow> LogLayout::rowAt(qint64 row) const
{
    if (row < 0 || row >= m_total)
        return std::nullopt;
    auto rest = static_cast<std::uint64_t>(row);
    for (std::size_t i = 0; i < m_sectionRows.size(); ++i) {
        if (rest >= m_sectionRows[i]) {
            rest -= m_sectionRows[i];
            continue;
        }
        LogSection& section = *m_document.sections()[i];
        if (rest == 0)
            return LogRow{&section, RowKind::Header, 0, 0, 0};
        --rest;
        for (const auto& block : blocks(section)) {
            if (rest < block.rows)
                return rowInBlock(section, block, rest);
            rest -= block.rows;
        }
        return LogRow{&section, RowKind::Note, section.lineCount(), 0, 0};
    }
    return std::nullopt;
}

qint64 LogLayout::rowOf(const LogPosition& position) const
{
    qint64 row = 0;
    for (std::size_t i = 0; i < m_sectionRows.size(); ++i) {
        const LogSection& section = *m_document.sections()[i];
        if (section.serial() < position.serial) {
            row += static_cast<qint64>(m_sectionRows[i]);
            continue;
        }
        if (section.serial() > position.serial || position.line < 0 || section.folded
            || section.hidden())
            return row;
        ++row;
        const auto line = static_cast<std::uint64_t>(position.line);
        for (const auto& block : blocks(section)) {
            if (line >= block.end) {
                row += static_cast<qint64>(block.rows);
                continue;
            }
            if (block.gap || line < block.begin)
                return row;
            row += static_cast<qint64>(rowsOfLines(section, block.begin, line));
            const auto cells = shownCells(section, line, section.line(line));
            const auto last = m_wrap && cells > 0 ? (cells - 1) / m_columns : 0;
            return row + (m_wrap ? std::min(position.cell / m_columns, last) : 0);
        }
        return std::max<qint64>(0, row - 1);
    }
    return std::max<qint64>(0, m_total - 1);
}

} // namespace sandbench::ui
