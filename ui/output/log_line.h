// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/output/output_types.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::ui {

constexpr std::uint32_t kSqueezeCells = 4096; ///< A longer line is shown squeezed...
constexpr std::uint32_t kSqueezedCells = 1024; ///< ...to this many cells and a chip.
constexpr std::uint32_t kMaxLineCells = 64 * 1024; ///< What is kept of one line in memory.

/// Colours are 0 for the default, or one of the two tags with an index or 0xRRGGBB.
constexpr std::uint32_t kIndexedColour = 0x01000000;
constexpr std::uint32_t kRgbColour = 0x02000000;

enum TextAttribute : std::uint16_t {
    Bold = 1,
    Faint = 2,
    Italic = 4,
    Underline = 8,
    Inverse = 16,
    Conceal = 32,
    Strike = 64,
};

struct TextStyle
{
    std::uint32_t foreground = 0;
    std::uint32_t background = 0;
    std::uint16_t attributes = 0;
    OutputStream stream = OutputStream::Stdout;
    bool operator==(const TextStyle&) const = default;
};

/// The style from byte @p begin of a line up to the next span. Units: bytes.
struct StyleSpan
{
    std::uint32_t begin = 0;
    TextStyle style;
    bool operator==(const StyleSpan&) const = default;
};

/// One line as stored: well-formed UTF-8 without line feeds, first span at 0 unless empty.
/// spoolBegin/spoolEnd say where its bytes lie in the run's spool. overflowed: it has more cells
/// than kMaxLineCells, and only the spool has the rest.
struct LineView
{
    std::string_view text;
    std::span<const StyleSpan> spans;
    std::uint32_t cells = 0;
    bool overflowed = false;
    std::uint64_t spoolBegin = 0;
    std::uint64_t spoolEnd = 0;

    bool squeezed() const { return overflowed || cells > kSqueezeCells; }
};

/// Lines packed one after another, so that a line costs its text and about 40 bytes. Append-only;
/// shared read-only with the search thread once full.
class LineChunk
{
public:
    static constexpr std::size_t kMaxLines = 512;
    static constexpr std::size_t kMaxTextBytes = 64 * 1024;

    void append(const LineView& line);
    bool full() const;
    std::size_t lineCount() const { return m_entries.size(); }
    LineView line(std::size_t index) const;
    std::size_t squeezedCount() const { return m_squeezed; }
    std::size_t memoryBytes() const;

private:
    struct Entry
    {
        std::uint64_t spoolBegin;
        std::uint64_t spoolEnd;
        std::uint32_t textBegin;
        std::uint32_t spanBegin;
        std::uint32_t cells;
        bool overflowed;
    };
    std::string m_text;
    std::vector<StyleSpan> m_spans;
    std::vector<Entry> m_entries;
    std::size_t m_squeezed = 0;
};

/// Bytes [begin, end) of the cells [from, to) of @p text; characters are taken whole.
std::pair<std::size_t, std::size_t>
bytesOfCells(const LineView& line, std::uint32_t from, std::uint32_t to);

/// The cell where byte @p at of the line is painted. Units: cells.
std::uint32_t cellOfByte(const LineView& line, std::size_t at);

/// True when every byte is one cell, which makes the two functions above constant-time.
bool oneCellPerByte(const LineView& line);

} // namespace sandbench::ui
