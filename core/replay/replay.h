// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/replay/run_timeline.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// A kept run as it can be played again. No I/O. Thread: any.
namespace sandbench::replay {

/// Units of all times: milliseconds since the run began.
struct ReplayPiece
{
    std::uint64_t atMs = 0;
    StreamKind stream = StreamKind::Stdout;
    std::string text; ///< Foreign. Valid UTF-8, whole characters; never empty.

    bool operator==(const ReplayPiece&) const = default;
};

struct Replay
{
    std::vector<ReplayPiece> output; ///< The earliest first; together all that is kept.
    std::vector<std::uint64_t> results; ///< When each of the record's artifacts was made.
    std::uint64_t endMs = 0; ///< Not before anything else.
    /// What it does not show as it was: a sentence each.
    std::vector<std::string> notes;

    /// When something happens: rising, without repetition; the end is the last.
    std::vector<std::uint64_t> moments() const;
};

/// @p record: as a history has it, untrusted. Output without a time comes with the last of its
/// stream that has one, or with the last of the other; where none has, all of it comes at the
/// beginning, and a note says so.
Replay replayOf(const Json& record, const RunTimeline& timeline);

struct Pace
{
    double speed = 1; ///< Of what takes 1 s; at least 0, which is at once.
    std::optional<std::uint64_t> maxPauseMs = {}; ///< Of real time, before the speed counts.
};
/// @p replay with the times at which it is played.
Replay paced(Replay replay, const Pace& pace);

} // namespace sandbench::replay
