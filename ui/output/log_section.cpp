// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/log_section.h"

#include <algorithm>

namespace sandbench::ui {

namespace {

constexpr std::uint64_t kBinarySample = 64 * 1024;
constexpr std::uint64_t kBinaryMinimum = 256;
constexpr std::uint64_t kBinaryPercent = 30;

template <typename Slots> const ChunkSlot* slotOf(const Slots& chunks, std::uint64_t line)
{
    const auto it = std::upper_bound(
        chunks.begin(), chunks.end(), line,
        [](std::uint64_t wanted, const ChunkSlot& slot) { return wanted < slot.firstLine; });
    if (it == chunks.begin())
        return nullptr;
    const ChunkSlot& slot = *std::prev(it);
    return line < slot.endLine() ? &slot : nullptr;
}

} // namespace

LogSection::LogSection(
    quint64 serial, RunHeader header, std::shared_ptr<SpoolFile> spool,
    AnsiLineDiscipline::LongLines longLines)
    : m_serial(serial)
    , m_header(std::move(header))
    , m_spool(std::move(spool))
    , m_reader(m_spool)
    , m_discipline(*this, longLines)
    , m_buffer(kSliceBytes, '\0')
{
    m_clock.start();
}

void LogSection::append(OutputStream stream, std::string_view bytes)
{
    m_finished = false; // late bytes of an ended run are still its own
    m_spool->append(stream, bytes);
    if (m_stopAt == UINT64_MAX)
        m_reader.refresh();
}

void LogSection::restrictTo(std::uint64_t begin, std::uint64_t end)
{
    m_reader.seek(begin);
    m_stopAt = end;
}

bool LogSection::parseSlice()
{
    if (drained())
        return false;
    const auto end = std::min(m_stopAt, m_reader.end());
    if (m_broken || m_reader.offset() >= end) {
        m_discipline.finish();
        m_finished = true;
        return true;
    }
    const auto room = std::min<std::uint64_t>(m_buffer.size(), end - m_reader.offset());
    const auto piece = m_reader.read(std::span(m_buffer).first(static_cast<std::size_t>(room)));
    if (!piece) {
        m_broken = true;
        feed(OutputStream::Notice, piece.error().text(), m_reader.offset());
        return true;
    }
    feed(piece->stream, std::string_view(m_buffer).substr(0, piece->size), piece->offset);
    return true;
}

void LogSection::feed(OutputStream stream, std::string_view bytes, std::uint64_t offset)
{
    // Our own lines stand between two barriers, so that no cursor movement reaches them.
    if (stream == OutputStream::Notice)
        m_discipline.barrier();
    m_discipline.feed(stream, bytes, offset);
    if (stream == OutputStream::Notice)
        m_discipline.barrier();
    m_index.lineReaches(lineCount(), offset);
    hideClearedLines();
    const auto& counts = m_discipline.counts();
    if (m_binaryJudged || counts.characters < kBinaryMinimum)
        return;
    m_binary = counts.oddCharacters * 100 > counts.characters * kBinaryPercent;
    m_binaryJudged = counts.characters >= kBinarySample;
}

bool LogSection::drained() const
{
    const bool read = m_broken || m_reader.offset() >= std::min(m_stopAt, m_reader.end());
    return read && (m_finished || !m_summary);
}

void LogSection::clear()
{
    // What waits to be parsed was there for the user too: it is hidden when it arrives.
    m_clearedTo = m_spool->size();
    m_hidden = !running();
    m_firstVisible = lineCount();
    // The line being written stays, or a progress bar would be gone until its end.
    if (running() && drained() && m_discipline.liveCount() > 0)
        m_firstVisible -= 1;
}

// Lines that may still change know where they came from as well as frozen ones do; only the one
// being written stays.
void LogSection::hideClearedLines()
{
    if (m_clearedTo == 0)
        return;
    for (std::size_t i = 0; i + 1 < m_discipline.liveCount(); ++i)
        if (m_discipline.liveLine(i).spoolEnd <= m_clearedTo)
            m_firstVisible = std::max(m_firstVisible, m_frozen + i + 1);
}

void LogSection::undoClear()
{
    m_clearedTo = 0;
    m_firstVisible = 0;
    m_hidden = false;
}

void LogSection::lineFrozen(const LineView& line)
{
    if (line.spoolEnd <= m_clearedTo && m_frozen >= m_firstVisible)
        m_firstVisible = m_frozen + 1;
    m_index.lineBegins(m_frozen, line.spoolBegin);
    const bool toHead = m_tail.empty() && m_frozen < kHeadLines && m_headBytes < kHeadBytes;
    const auto add = [&](auto& chunks, std::size_t& bytes) {
        if (chunks.empty() || chunks.back().chunk->full())
            chunks.push_back({std::make_shared<LineChunk>(), m_frozen, {}});
        LineChunk& chunk = *chunks.back().chunk;
        const auto before = chunk.memoryBytes();
        chunk.append(line);
        bytes += chunk.memoryBytes() - before;
    };
    if (toHead)
        add(m_head, m_headBytes);
    else
        add(m_tail, m_tailBytes);
    ++m_frozen;
}

void LogSection::dropOldestTailChunk()
{
    if (m_tail.empty())
        return;
    m_tailBytes -= std::min(m_tailBytes, m_tail.front().chunk->memoryBytes());
    m_tail.pop_front();
    expanded.erase(expanded.lower_bound(headEnd()), expanded.lower_bound(tailBegin()));
}

bool LogSection::retained(std::uint64_t line) const
{
    return line < lineCount() && (line < headEnd() || line >= tailBegin());
}

LineView LogSection::line(std::uint64_t line) const
{
    if (line >= m_frozen && line < lineCount())
        return m_discipline.liveLine(static_cast<std::size_t>(line - m_frozen));
    const ChunkSlot* slot = slotOf(m_head, line);
    if (slot == nullptr)
        slot = slotOf(m_tail, line);
    return slot == nullptr ? LineView{}
                           : slot->chunk->line(static_cast<std::size_t>(line - slot->firstLine));
}

} // namespace sandbench::ui
