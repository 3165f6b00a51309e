// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sandbench::ui {

/// Where the pages of a long output begin. One entry per page, not per line, so that a file of only
/// line feeds costs a few thousand entries. Units: lines, bytes of the spool.
class LineIndex
{
public:
    static constexpr std::uint64_t kPageBytes = 4 * 1024 * 1024;
    static constexpr std::uint64_t kPageLines = 50'000;

    struct Page
    {
        std::uint64_t line = 0;
        std::uint64_t offset = 0;
    };

    LineIndex()
        : m_pages(1)
    {
    }

    /// A line began; lines come in order.
    void lineBegins(std::uint64_t line, std::uint64_t offset)
    {
        const Page& last = m_pages.back();
        if (offset < last.offset)
            return;
        if (offset - last.offset >= kPageBytes || line - last.line >= kPageLines)
            m_pages.push_back({line, offset});
    }

    /// Bytes up to @p offset came and still belong to @p line: a page may begin inside a long line.
    void lineReaches(std::uint64_t line, std::uint64_t offset)
    {
        if (offset >= m_pages.back().offset + 2 * kPageBytes)
            m_pages.push_back({line, offset});
    }

    std::size_t pageCount() const { return m_pages.size(); }
    Page page(std::size_t index) const { return m_pages[index]; }
    /// The page that holds @p line.
    std::size_t pageOfLine(std::uint64_t line) const
    {
        std::size_t index = m_pages.size() - 1;
        while (index > 0 && m_pages[index].line > line)
            --index;
        return index;
    }

private:
    std::vector<Page> m_pages;
};

} // namespace sandbench::ui
