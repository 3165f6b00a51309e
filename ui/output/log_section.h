// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/output/ansi_line_discipline.h"
#include "ui/output/line_index.h"
#include "ui/output/log_line.h"
#include "ui/output/output_types.h"
#include "ui/output/spool_file.h"

#include <QElapsedTimer>

#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sandbench::ui {

/// How many rows the lines of a chunk took when it was last laid out.
struct RowCache
{
    std::uint64_t revision = 0;
    std::uint64_t lines = 0;
    std::uint64_t rows = 0;
};

/// Lines [firstLine, firstLine + chunk->lineCount()) of a section.
struct ChunkSlot
{
    std::shared_ptr<LineChunk> chunk;
    std::uint64_t firstLine = 0;
    mutable RowCache rowCache; ///< Belongs to LogLayout.

    std::uint64_t endLine() const { return firstLine + chunk->lineCount(); }
};

/// One run in the log: its spool, and as many of its lines as memory is meant to hold: the first
/// kHeadLines, the newest ones, and the up to 50 that may still change. Lines are numbered from 0
/// over the whole run; those between head and tail are only in the spool. Thread: GUI.
class LogSection : private LineSink
{
public:
    static constexpr std::uint64_t kHeadLines = 2000;
    static constexpr std::size_t kHeadBytes = 1024 * 1024;
    static constexpr std::size_t kSliceBytes = 16 * 1024;

    LogSection(
        quint64 serial, RunHeader header, std::shared_ptr<SpoolFile> spool,
        AnsiLineDiscipline::LongLines longLines = AnsiLineDiscipline::LongLines::Overflow);

    quint64 serial() const { return m_serial; }
    const RunHeader& header() const { return m_header; }
    const std::optional<RunSummary>& summary() const { return m_summary; }
    void end(const RunSummary& summary) { m_summary = summary; }
    /// Instead of "Running"; empty = that.
    void setPhase(const QString& phase) { m_phase = phase; }
    const QString& phase() const { return m_phase; }
    bool running() const { return !m_summary; }
    double runningSeconds() const { return static_cast<double>(m_clock.elapsed()) / 1000.0; }

    void append(OutputStream stream, std::string_view bytes);
    /// Parses the next slice of the spool; false when there was nothing to do.
    bool parseSlice();
    /// Parses only [begin, end) of the spool, for paging.
    void restrictTo(std::uint64_t begin, std::uint64_t end);

    /// Everything that was appended is in lines (and, after the end, frozen).
    bool drained() const;

    std::uint64_t lineCount() const { return m_frozen + m_discipline.liveCount(); }
    /// lineCount() without the empty line behind the last line feed.
    std::uint64_t writtenLines() const
    {
        const auto live = m_discipline.liveCount();
        return lineCount() - (live > 0 && m_discipline.liveLine(live - 1).cells == 0 ? 1 : 0);
    }
    std::uint64_t frozenCount() const { return m_frozen; }
    std::uint64_t tailBegin() const { return m_tail.empty() ? m_frozen : m_tail.front().firstLine; }
    std::uint64_t headEnd() const { return m_head.empty() ? 0 : m_head.back().endLine(); }
    bool hasGap() const { return headEnd() < tailBegin(); }
    bool retained(std::uint64_t line) const;
    /// Empty for a line that is not retained. Valid until the section changes.
    LineView line(std::uint64_t line) const;

    const std::vector<ChunkSlot>& head() const { return m_head; }
    const std::deque<ChunkSlot>& tail() const { return m_tail; }
    std::size_t tailBytes() const { return m_tailBytes; }
    std::uint64_t tailLines() const { return m_frozen - tailBegin(); }
    void dropOldestTailChunk();

    const std::shared_ptr<SpoolFile>& spool() const { return m_spool; }
    const LineIndex& index() const { return m_index; }
    const DisciplineCounts& counts() const { return m_discipline.counts(); }
    bool looksBinary() const { return m_binary; }

    /// Hides the lines so far; an ended run is hidden altogether. The spool stays.
    void clear();
    void undoClear();
    bool hidden() const { return m_hidden; }
    std::uint64_t firstVisibleLine() const { return m_firstVisible; }

    bool folded = false;
    std::set<std::uint64_t> expanded; ///< Squeezed lines that the user opened.

private:
    void lineFrozen(const LineView& line) override;
    void hideClearedLines();
    void feed(OutputStream stream, std::string_view bytes, std::uint64_t offset);

    quint64 m_serial;
    RunHeader m_header;
    std::optional<RunSummary> m_summary;
    QString m_phase;
    std::shared_ptr<SpoolFile> m_spool;
    SpoolReader m_reader;
    AnsiLineDiscipline m_discipline;
    LineIndex m_index;
    std::vector<ChunkSlot> m_head;
    std::deque<ChunkSlot> m_tail;
    std::size_t m_headBytes = 0;
    std::size_t m_tailBytes = 0;
    std::uint64_t m_frozen = 0;
    std::uint64_t m_firstVisible = 0;
    std::uint64_t m_clearedTo = 0;
    bool m_hidden = false;
    std::uint64_t m_stopAt = UINT64_MAX;
    bool m_finished = false;
    bool m_broken = false; ///< The spool cannot be read back; said once, then nothing is tried.
    bool m_binary = false;
    bool m_binaryJudged = false;
    QElapsedTimer m_clock;
    std::string m_buffer;
};

} // namespace sandbench::ui
