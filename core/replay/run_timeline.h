// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/session/session.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// When a run printed what the history keeps of its output. No I/O. Thread: one at a time.
namespace sandbench::replay {

struct TimelinePiece
{
    std::uint64_t atMs = 0; ///< Since the run began.
    StreamKind stream = StreamKind::Stdout;
    std::uint64_t bytes = 0; ///< Of the kept text, which is UTF-8; never 0.

    bool operator==(const TimelinePiece&) const = default;
};

/// Pieces in the order in which they came. Bounded: where there are too many, neighbours in time
/// become one for each stream, so that no text is without a time.
class RunTimeline
{
public:
    static constexpr std::size_t kMostPieces = 8192;
    /// What comes within it from the same stream is one piece. Units: milliseconds.
    static constexpr std::uint64_t kGrainMs = 10;

    /// Empty where nothing was printed, and of a run whose times were not kept.
    const std::vector<TimelinePiece>& pieces() const { return m_pieces; }
    /// A piece of no bytes is left out; one earlier than the last came with the last.
    void add(TimelinePiece piece);

    /// "0o12 150e3": milliseconds since the piece before, the stream's letter, bytes.
    std::string text() const;
    /// What text() wrote. Errors: InvalidArgument.
    static Result<RunTimeline> read(std::string_view text);

private:
    void merge();

    std::vector<TimelinePiece> m_pieces;
    std::uint64_t m_grainMs = kGrainMs;
};

/// Makes the timeline of a run that goes on, from the bytes that it prints.
class TimelineRecorder
{
public:
    /// @p keptBytes: of each stream's text; what comes later is not recorded.
    explicit TimelineRecorder(Clock::time_point begun = {}, std::size_t keptBytes = 0)
        : m_begun(begun)
        , m_keptBytes(keptBytes)
    {
    }
    void print(Clock::time_point now, StreamKind stream, std::string_view bytes);
    const RunTimeline& timeline() const { return m_timeline; }

private:
    struct Stream
    {
        std::uint64_t recorded = 0; ///< Bytes of text.
        std::string cut; ///< The beginning of a character whose end has not come yet.
    };
    Clock::time_point m_begun;
    std::size_t m_keptBytes;
    std::array<Stream, 2> m_streams;
    RunTimeline m_timeline;
};

} // namespace sandbench::replay
