// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/log_line.h"

#include "ui/output/char_cells.h"

#include <algorithm>

namespace sandbench::ui {

void LineChunk::append(const LineView& line)
{
    m_entries.push_back(
        {line.spoolBegin, line.spoolEnd, static_cast<std::uint32_t>(m_text.size()),
         static_cast<std::uint32_t>(m_spans.size()), line.cells, line.overflowed});
    m_text.append(line.text);
    m_spans.insert(m_spans.end(), line.spans.begin(), line.spans.end());
    m_squeezed += line.squeezed() ? 1 : 0;
}

bool LineChunk::full() const
{
    return m_entries.size() >= kMaxLines || m_text.size() >= kMaxTextBytes
        || m_spans.size() * sizeof(StyleSpan) >= 4 * kMaxTextBytes;
}

LineView LineChunk::line(std::size_t index) const
{
    const Entry& e = m_entries[index];
    const bool last = index + 1 == m_entries.size();
    const std::size_t textEnd = last ? m_text.size() : m_entries[index + 1].textBegin;
    const std::size_t spanEnd = last ? m_spans.size() : m_entries[index + 1].spanBegin;
    return {
        std::string_view(m_text).substr(e.textBegin, textEnd - e.textBegin),
        std::span(m_spans).subspan(e.spanBegin, spanEnd - e.spanBegin),
        e.cells,
        e.overflowed,
        e.spoolBegin,
        e.spoolEnd};
}

std::size_t LineChunk::memoryBytes() const
{
    return m_text.capacity() + m_spans.capacity() * sizeof(StyleSpan)
        + m_entries.capacity() * sizeof(Entry);
}

bool oneCellPerByte(const LineView& line)
{
    // A tab is the only one-byte character that may be wider, and a box is at least two wide.
    return line.cells == line.text.size() && line.text.find('\t') == std::string_view::npos
        && std::all_of(line.text.begin(), line.text.end(), [](char c) {
               return static_cast<unsigned char>(c) < 0x80;
           });
}

std::pair<std::size_t, std::size_t>
bytesOfCells(const LineView& line, std::uint32_t from, std::uint32_t to)
{
    if (oneCellPerByte(line)) {
        const auto size = line.text.size();
        return {std::min<std::size_t>(from, size), std::min<std::size_t>(to, size)};
    }
    std::size_t begin = line.text.size();
    std::size_t end = line.text.size();
    ClusterWalker walker(line.text);
    while (const auto c = walker.next()) {
        if (c->column >= to) {
            end = c->begin;
            break;
        }
        if (begin == line.text.size() && c->column + c->width > from)
            begin = c->begin;
    }
    return {std::min(begin, end), end};
}

std::uint32_t cellOfByte(const LineView& line, std::size_t at)
{
    if (oneCellPerByte(line))
        return static_cast<std::uint32_t>(std::min(at, line.text.size()));
    ClusterWalker walker(line.text);
    while (const auto c = walker.next())
        if (c->end > at)
            return c->column;
    return line.cells;
}

} // namespace sandbench::ui
