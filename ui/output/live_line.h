// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/output/log_line.h"

#include <map>
#include <string>
#include <vector>

namespace sandbench::ui {

/// A line that a program may still change. Kept packed while it only grows, and taken apart into
/// cells when something in its middle is overwritten.
class LiveLine
{
public:
    explicit LiveLine(std::uint64_t spoolBegin)
        : m_spoolBegin(spoolBegin)
        , m_spoolEnd(spoolBegin)
    {
    }

    std::uint32_t columns() const { return m_columns; }
    bool overflowed() const { return m_overflowed; }
    void setSpoolEnd(std::uint64_t offset) { m_spoolEnd = offset; }

    /// Printable ASCII at the end of the line.
    void appendAscii(std::string_view run, const TextStyle& style);

    /// Puts a character at @p column, over whatever is there, and returns the column behind it.
    std::uint32_t put(std::uint32_t column, char32_t codePoint, const TextStyle& style);

    void eraseFrom(std::uint32_t column);
    void eraseUpTo(std::uint32_t column); ///< Inclusive, as the control function says.

    /// The line as stored. Valid until the next change.
    LineView view() const;
    std::size_t memoryBytes() const;

private:
    struct Cell
    {
        char32_t code = U' ';
        TextStyle style;
        std::uint32_t width = 1; ///< 0: continues the character to the left.
    };

    std::uint32_t append(char32_t codePoint, const TextStyle& style);
    void join(std::uint32_t column, char32_t mark);
    void padTo(std::uint32_t column);
    void ensureCells();
    void blank(std::uint32_t begin, std::uint32_t end);
    void addSpan(const TextStyle& style) const;
    void pack() const;

    // The packed form is a cache of m_cells once the line was taken apart.
    mutable std::string m_text;
    mutable std::vector<StyleSpan> m_spans;
    mutable bool m_packedValid = true;
    bool m_apart = false;
    std::vector<Cell> m_cells;
    std::map<std::uint32_t, std::u32string> m_marks; // by column of the character
    std::uint32_t m_columns = 0;
    std::uint32_t m_trailingMarks = 0;
    char32_t m_lastBase = 0;
    std::uint64_t m_spoolBegin;
    std::uint64_t m_spoolEnd;
    bool m_overflowed = false;
};

void appendUtf8(std::string& out, char32_t codePoint);

} // namespace sandbench::ui
