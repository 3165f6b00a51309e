// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/ansi_line_discipline.h"

#include <algorithm>

namespace sandbench::ui {

AnsiLineDiscipline::AnsiLineDiscipline(LineSink& sink, LongLines longLines)
    : m_sink(sink)
    , m_longLines(longLines)
{
    for (std::size_t i = 0; i < m_pens.size(); ++i)
        m_pens[i].stream = static_cast<OutputStream>(i);
}

void AnsiLineDiscipline::feed(
    OutputStream stream, std::string_view bytes, std::uint64_t spoolOffset)
{
    if (bytes.empty())
        return;
    m_stream = stream;
    m_base = spoolOffset;
    if (m_live.empty())
        m_live.emplace_back(spoolOffset);
    m_parsers[static_cast<std::size_t>(stream)].feed(bytes, *this);
    if (!m_live.empty())
        m_live.back().setSpoolEnd(spoolOffset + bytes.size());
}

std::uint64_t AnsiLineDiscipline::offset() const
{
    return m_base + m_parsers[static_cast<std::size_t>(m_stream)].position();
}

void AnsiLineDiscipline::barrier()
{
    while (!m_live.empty()) {
        // The last one is the empty line behind a line feed, not a line of the program.
        if (m_live.size() == 1 && m_live.front().columns() == 0)
            m_live.pop_front();
        else
            freezeFront();
    }
    m_row = 0;
    m_column = 0;
}

void AnsiLineDiscipline::finish()
{
    if (m_live.empty())
        m_live.emplace_back(m_base);
    for (std::size_t i = 0; i < m_parsers.size(); ++i) {
        m_stream = static_cast<OutputStream>(i);
        m_parsers[i].finish(*this);
    }
    barrier();
}

void AnsiLineDiscipline::freezeFront()
{
    m_sink.lineFrozen(m_live.front().view());
    m_live.pop_front();
    m_row -= m_row > 0 ? 1 : 0;
}

void AnsiLineDiscipline::newLine(std::uint64_t begin)
{
    m_column = 0;
    if (++m_row < m_live.size())
        return;
    m_live.back().setSpoolEnd(begin);
    m_live.emplace_back(begin);
    if (m_live.size() > kLiveLines)
        freezeFront();
    // Summing up on every line feed would cost more than the rest; only long lines can add up.
    if (m_live[m_live.size() - 2].memoryBytes() > kMaxLiveBytes / kLiveLines)
        limitMemory();
}

void AnsiLineDiscipline::limitMemory()
{
    std::size_t bytes = 0;
    for (const auto& live : m_live)
        bytes += live.memoryBytes();
    while (m_live.size() > 1 && bytes > kMaxLiveBytes) {
        bytes -= std::min(bytes, m_live.front().memoryBytes());
        freezeFront();
    }
}

void AnsiLineDiscipline::wrapIfFull()
{
    if (m_longLines == LongLines::HardWrap && line().columns() >= kMaxLineCells)
        newLine(offset());
}

void AnsiLineDiscipline::printAscii(std::string_view run)
{
    m_counts.characters += run.size();
    while (!run.empty()) {
        wrapIfFull();
        if (m_column < line().columns()) {
            const auto c = static_cast<unsigned char>(run.front());
            m_column = line().put(m_column, c, pen());
            run.remove_prefix(1);
            continue;
        }
        if (m_column > line().columns()) {
            m_column = line().put(m_column, static_cast<unsigned char>(run.front()), pen());
            run.remove_prefix(1);
            continue;
        }
        const std::size_t room = kMaxLineCells - std::min(kMaxLineCells, m_column);
        const bool wraps = m_longLines == LongLines::HardWrap && run.size() > room;
        const auto piece = wraps ? run.substr(0, room) : run;
        line().appendAscii(piece, pen());
        m_column = line().columns();
        run.remove_prefix(piece.size());
    }
}

void AnsiLineDiscipline::print(char32_t c)
{
    ++m_counts.characters;
    m_counts.oddCharacters += c == 0xFFFD ? 1 : 0;
    wrapIfFull();
    m_column = line().put(m_column, c, pen());
}

void AnsiLineDiscipline::control(char code)
{
    ++m_counts.characters;
    switch (code) {
    case '\n':
        newLine(offset() + 1);
        return;
    case '\r':
        m_column = 0;
        return;
    case '\b':
        m_column -= m_column > 0 ? 1 : 0;
        return;
    case '\t':
        tab();
        return;
    case '\a':
        ++m_counts.bells;
        ++m_counts.oddCharacters;
        return;
    default:
        ++m_counts.oddCharacters;
        wrapIfFull();
        m_column = line().put(m_column, static_cast<unsigned char>(code), pen());
    }
}

// Over existing text a tab only moves; at the end it is kept as a tab, so that copies have it.
void AnsiLineDiscipline::tab()
{
    wrapIfFull();
    if (m_column >= line().columns())
        m_column = line().put(m_column, U'\t', pen());
    else
        m_column = std::min((m_column / 8 + 1) * 8, line().columns());
}

void AnsiLineDiscipline::csi(const CsiSequence& s)
{
    const bool plain = s.prefix == 0 && s.intermediate == 0;
    bool known = plain;
    if (plain && s.final == 'm')
        applySgr(s, pen());
    else if (plain && s.final == 'J')
        known = eraseDisplay(s.value(0, 0));
    else if (plain && s.final == 'K')
        known = eraseLine(s.value(0, 0));
    else if (plain)
        known = moveCursor(s);
    if (!known)
        ignored();
}

bool AnsiLineDiscipline::moveCursor(const CsiSequence& s)
{
    const auto count = static_cast<std::uint32_t>(std::max(1, s.value(0, 1)));
    const auto reach = std::max({kMaxCursorColumn, line().columns(), m_column});
    switch (s.final) {
    case 'A':
        m_row -= std::min<std::size_t>(m_row, count);
        return true;
    case 'B':
        m_row = std::min<std::size_t>(m_live.size() - 1, m_row + count);
        return true;
    case 'C':
        m_column = std::min(reach, m_column + count);
        return true;
    case 'D':
        m_column -= std::min(m_column, count);
        return true;
    case 'G':
        m_column = std::min(reach, count - 1);
        return true;
    case 'H':
    case 'f':
        m_row = std::min<std::size_t>(m_live.size() - 1, count - 1);
        m_column = std::min(
            kMaxCursorColumn, static_cast<std::uint32_t>(std::max(1, s.value(1, 1)) - 1));
        return true;
    default:
        return false;
    }
}

bool AnsiLineDiscipline::eraseDisplay(int mode)
{
    if (mode < 0 || mode > 2)
        return false;
    for (std::size_t row = 0; row < m_live.size(); ++row) {
        const bool above = row < m_row && mode != 0;
        const bool below = row > m_row && mode != 1;
        if (above || below || (row == m_row && mode == 2))
            m_live[row].eraseFrom(0);
    }
    if (mode != 2)
        eraseLine(mode);
    return true;
}

bool AnsiLineDiscipline::eraseLine(int mode)
{
    if (mode == 0)
        line().eraseFrom(m_column);
    else if (mode == 1)
        line().eraseUpTo(m_column);
    else if (mode == 2)
        line().eraseFrom(0);
    return mode >= 0 && mode <= 2;
}

} // namespace sandbench::ui
