// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/output/ansi_parser.h"
#include "ui/output/live_line.h"
#include "ui/output/output_types.h"

#include <array>
#include <cstdint>
#include <deque>
#include <string_view>

namespace sandbench::ui {

/// Receives lines that can no longer change.
class LineSink
{
public:
    virtual ~LineSink() = default;
    virtual void lineFrozen(const LineView& line) = 0;
};

/// Counts of what was seen, for tooltips and for the guess that output is binary.
struct DisciplineCounts
{
    std::uint64_t ignoredSequences = 0;
    std::uint64_t bells = 0;
    std::uint64_t characters = 0;
    std::uint64_t oddCharacters = 0; ///< Replacements and controls that are no layout.
};

/// Turns the bytes of one run into lines: not a terminal, but enough of one for progress bars.
/// A program can change the last kLiveLines lines of its own run since the last barrier(), nothing
/// else. Honoured: LF CR BS TAB, CSI A B C D G H f J K m. All other sequences are counted and
/// dropped. Feeding byte by byte gives the same lines as feeding at once. Thread: one at a time. No
/// I/O.
class AnsiLineDiscipline : private AnsiHandler
{
public:
    static constexpr std::size_t kLiveLines = 50;
    static constexpr std::size_t kMaxLiveBytes = 4 * 1024 * 1024;
    static constexpr std::uint32_t kMaxCursorColumn = 1023; ///< Reach of C and G beyond the text.

    enum class LongLines { Overflow, HardWrap };

    explicit AnsiLineDiscipline(LineSink& sink, LongLines longLines = LongLines::Overflow);

    /// @p spoolOffset says where @p bytes begin in the spool; lines remember where they came from.
    void feed(OutputStream stream, std::string_view bytes, std::uint64_t spoolOffset);
    /// Freezes everything so far; what follows starts on a line of its own.
    void barrier();
    /// barrier() after all streams ended.
    void finish();

    std::size_t liveCount() const { return m_live.size(); }
    LineView liveLine(std::size_t index) const { return m_live[index].view(); }
    const DisciplineCounts& counts() const { return m_counts; }

private:
    void printAscii(std::string_view run) override;
    void print(char32_t codePoint) override;
    void control(char code) override;
    void csi(const CsiSequence& sequence) override;
    void ignored() override { ++m_counts.ignoredSequences; }

    LiveLine& line() { return m_live[m_row]; }
    TextStyle& pen() { return m_pens[static_cast<std::size_t>(m_stream)]; }
    std::uint64_t offset() const;
    void newLine(std::uint64_t begin);
    void freezeFront();
    void limitMemory();
    void tab();
    bool moveCursor(const CsiSequence& sequence);
    bool eraseDisplay(int mode);
    bool eraseLine(int mode);
    void wrapIfFull();

    LineSink& m_sink;
    LongLines m_longLines;
    std::array<AnsiParser, 4> m_parsers;
    std::array<TextStyle, 4> m_pens;
    std::deque<LiveLine> m_live;
    std::size_t m_row = 0;
    std::uint32_t m_column = 0;
    OutputStream m_stream = OutputStream::Stdout;
    std::uint64_t m_base = 0;
    DisciplineCounts m_counts;
};

/// Applies "Select Graphic Rendition" to @p style. Source: ECMA-48 8.3.117, ISO 8613-6 colours.
void applySgr(const CsiSequence& sequence, TextStyle& style);

} // namespace sandbench::ui
