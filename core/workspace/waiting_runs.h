// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/workspace/history_tables.h"
#include "core/workspace/run_history.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::workspace {

/// What is kept of an ended run: at most @p streamBytes of each stream.
HistoryRow endedRow(const std::string& caller, const Json& record, std::size_t streamBytes);

/// What a RunHistory has in memory: this program's runs that go on, and those that ended and are
/// not written yet. No I/O. Thread: one at a time.
class WaitingRuns
{
public:
    explicit WaitingRuns(HistoryBounds bounds)
        : m_bounds(bounds)
    {
    }

    // As those of RunHistory.
    void begin(const std::string& caller, Json record);
    void print(const std::string& runId, StreamKind stream, std::string_view bytes);
    void end(HistoryRow row);
    void breakOff(const std::string& runId, const std::string& why);
    /// Null = it is not here, or not this caller's.
    Json find(const Caller& caller, const std::string& runId) const;
    /// Of one that ended; null the same.
    std::shared_ptr<const RunArtifacts>
    artifacts(const Caller& caller, const std::string& runId) const;

    /// Of one that goes on or ended; nothing = it is not here, or not this caller's.
    std::optional<replay::RunTimeline>
    timeline(const Caller& caller, const std::string& runId) const;

    /// When something is to be written; max = nothing is.
    Clock::time_point nextDue() const;
    /// What is due at @p now, as it is then, in the order of their beginnings.
    struct Snapshot
    {
        std::vector<HistoryRow> rows;
        std::vector<std::uint64_t> changes; ///< Of each.
    };
    Snapshot dueAt(Clock::time_point now) const;
    void noteWritten(const Snapshot& snapshot, Clock::time_point now);
    /// Whether a snapshot with it was written; so was one that is not here any more.
    bool isInFile(const std::string& runId) const;
    /// How many of those that ended are here.
    std::size_t ended() const;
    /// How many had to go since the last call.
    std::size_t takeLost();

private:
    struct Run
    {
        std::uint64_t number = 0; ///< In the order of their beginnings.
        std::string caller;
        Json record = {}; ///< Without what it printed.
        Clock::time_point begun = {};
        std::array<std::string, 2> printed = {}; ///< Their beginnings.
        std::array<std::uint64_t, 2> totals = {};
        replay::TimelineRecorder recorder = replay::TimelineRecorder();
        std::optional<HistoryRow> ended = {};
        bool isInFile = false;
        std::uint64_t changes = 1;
        Clock::time_point due = {}; ///< max = the file has all of it.
        Clock::time_point nextPrint = {}; ///< When output may be written again.
    };
    Json recordNow(const Run& run) const;
    using Place = std::map<std::string, Run>::iterator;
    void dropTooMany();
    void dropArtifacts(const std::vector<Place>& ended);

    const HistoryBounds m_bounds;
    std::map<std::string, Run> m_runs;
    std::uint64_t m_next = 0;
    std::size_t m_lost = 0;
};

} // namespace sandbench::workspace
