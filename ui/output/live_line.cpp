// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/live_line.h"

#include "ui/output/char_cells.h"

#include <algorithm>

namespace sandbench::ui {

void appendUtf8(std::string& out, char32_t c)
{
    const auto put = [&out](char32_t byte) { out.push_back(static_cast<char>(byte)); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xC0 | (c >> 6));
        put(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        put(0xE0 | (c >> 12));
        put(0x80 | ((c >> 6) & 0x3F));
        put(0x80 | (c & 0x3F));
    } else {
        put(0xF0 | (c >> 18));
        put(0x80 | ((c >> 12) & 0x3F));
        put(0x80 | ((c >> 6) & 0x3F));
        put(0x80 | (c & 0x3F));
    }
}

void LiveLine::addSpan(const TextStyle& style) const
{
    if (m_spans.empty() || !(m_spans.back().style == style))
        m_spans.push_back({static_cast<std::uint32_t>(m_text.size()), style});
}

void LiveLine::appendAscii(std::string_view run, const TextStyle& style)
{
    const std::size_t room = kMaxLineCells - std::min(kMaxLineCells, m_columns);
    if (run.size() > room) {
        m_overflowed = true;
        run = run.substr(0, room);
    }
    if (run.empty())
        return;
    if (m_apart) {
        for (const char c : run)
            m_cells.push_back({static_cast<char32_t>(static_cast<unsigned char>(c)), style, 1});
        m_packedValid = false;
    } else {
        addSpan(style);
        m_text.append(run);
    }
    m_columns += static_cast<std::uint32_t>(run.size());
    m_trailingMarks = 0;
    m_lastBase = static_cast<unsigned char>(run.back());
}

std::uint32_t LiveLine::append(char32_t c, const TextStyle& style)
{
    const auto placed = placeOnGrid(c, m_columns, m_lastBase);
    if (m_columns + placed.width > kMaxLineCells) {
        m_overflowed = true;
        return m_columns;
    }
    if (placed.width == 0 && m_trailingMarks >= kMaxMarks)
        return m_columns;
    // A joined mark keeps the style of its character, so that both are painted in one piece.
    if (placed.width != 0)
        addSpan(style);
    appendUtf8(m_text, c);
    m_columns += placed.width;
    m_trailingMarks = placed.width == 0 ? m_trailingMarks + 1 : 0;
    if (placed.width != 0)
        m_lastBase = c;
    return m_columns;
}

void LiveLine::padTo(std::uint32_t column)
{
    if (column > m_columns)
        appendAscii(std::string(column - m_columns, ' '), TextStyle{});
}

std::uint32_t LiveLine::put(std::uint32_t column, char32_t c, const TextStyle& style)
{
    padTo(column);
    if (!m_apart && column >= m_columns)
        return append(c, style);
    ensureCells();
    m_packedValid = false;
    std::uint32_t owner = column;
    while (owner > 0 && (owner == column || m_cells[owner].width == 0))
        --owner;
    const char32_t previous = column == 0 ? 0 : m_cells[owner].code;
    const auto placed = placeOnGrid(c, column, previous);
    if (placed.width == 0) {
        join(owner, c);
        return column;
    }
    const std::uint32_t end = column + placed.width;
    if (end > kMaxLineCells) {
        m_overflowed = true;
        return column;
    }
    if (end > m_cells.size())
        m_cells.resize(end, Cell{U' ', TextStyle{}, 1});
    blank(column, end);
    m_cells[column] = {c, style, placed.width};
    for (std::uint32_t i = column + 1; i < end; ++i)
        m_cells[i] = {c, style, 0};
    m_columns = static_cast<std::uint32_t>(m_cells.size());
    return end;
}

void LiveLine::join(std::uint32_t column, char32_t mark)
{
    auto& marks = m_marks[column];
    if (marks.size() < kMaxMarks)
        marks.push_back(mark);
}

// Half of a wide character cannot stay: what is left of it becomes spaces.
void LiveLine::blank(std::uint32_t begin, std::uint32_t end)
{
    while (begin > 0 && m_cells[begin].width == 0)
        --begin;
    while (end < m_cells.size() && m_cells[end].width == 0)
        ++end;
    for (std::uint32_t i = begin; i < end; ++i)
        m_cells[i] = {U' ', m_cells[i].style, 1};
    m_marks.erase(m_marks.lower_bound(begin), m_marks.lower_bound(end));
}

void LiveLine::eraseFrom(std::uint32_t column)
{
    if (column >= m_columns)
        return;
    ensureCells();
    m_packedValid = false;
    blank(column, m_columns);
    m_cells.resize(column);
    m_columns = column;
    m_overflowed = false;
}

void LiveLine::eraseUpTo(std::uint32_t column)
{
    if (m_columns == 0)
        return;
    ensureCells();
    m_packedValid = false;
    blank(0, std::min(column + 1, m_columns));
    for (std::uint32_t i = 0; i <= column && i < m_columns; ++i)
        m_cells[i].style = {};
}

void LiveLine::ensureCells()
{
    if (m_apart)
        return;
    m_apart = true;
    m_cells.reserve(m_columns);
    ClusterWalker walker(m_text);
    std::size_t span = 0;
    while (const auto c = walker.next()) {
        while (span + 1 < m_spans.size() && m_spans[span + 1].begin <= c->begin)
            ++span;
        const TextStyle style = m_spans[span].style;
        m_cells.push_back({c->base, style, c->width});
        m_cells.resize(c->column + c->width, Cell{c->base, style, 0});
        std::size_t at = c->begin;
        decodeUtf8(m_text, at);
        while (at < c->end)
            join(c->column, decodeUtf8(m_text, at));
    }
}

void LiveLine::pack() const
{
    m_text.clear();
    m_spans.clear();
    char32_t previous = 0;
    for (std::uint32_t i = 0; i < m_cells.size(); ++i) {
        const Cell& cell = m_cells[i];
        if (cell.width == 0)
            continue;
        addSpan(cell.style);
        // A mark in a box of its own would join what was written before it later: readers of the
        // text would count fewer cells than there are.
        if (placeOnGrid(cell.code, i, previous).width == 0) {
            m_text.append(cell.width, ' ');
            previous = U' ';
            continue;
        }
        previous = cell.code;
        appendUtf8(m_text, cell.code);
        if (const auto marks = m_marks.find(i); marks != m_marks.end())
            for (const char32_t mark : marks->second)
                appendUtf8(m_text, mark);
    }
    m_packedValid = true;
}

LineView LiveLine::view() const
{
    if (!m_packedValid)
        pack();
    return {m_text, m_spans, m_columns, m_overflowed, m_spoolBegin, m_spoolEnd};
}

std::size_t LiveLine::memoryBytes() const
{
    return m_text.capacity() + m_spans.capacity() * sizeof(StyleSpan)
        + m_cells.capacity() * sizeof(Cell) + m_marks.size() * 96;
}

} // namespace sandbench::ui
