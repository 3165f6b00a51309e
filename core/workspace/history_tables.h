// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workspace/database.h"
#include "core/workspace/run_history.h"

#include <memory>
#include <string>
#include <vector>

/// What the file of a RunHistory has. Several programs have it open at once, so what it holds is
/// asked of it and never counted beside it. Thread: one at a time for each database. Errors:
/// database.h.
namespace sandbench::workspace {

/// One run, as the file has it.
struct HistoryRow
{
    RunHistory::Entry entry;
    std::string caller;
    std::string record; ///< JSON.
    std::shared_ptr<const RunArtifacts> artifacts = {}; ///< Null = none.
    std::string timeline = {}; ///< As RunTimeline::text() has it.
};

/// As @p record says, whose verdict is null while the run goes on.
HistoryRow historyRow(const std::string& caller, const Json& record);

/// The verdict of a run that nobody has seen end. No program's end has it, so it is none of
/// Verdict's.
inline constexpr const char* kInterrupted = "interrupted";
/// The record of a run whose program is gone: nobody knows how it would have ended.
Json asInterrupted(Json record);
/// @p runner: as ownerOfThisProcess(); empty = the run has ended. A program elsewhere (an earlier
/// boot, a container that is gone) counts as dead: if it is not, the next that it writes of the run
/// makes it right again.
bool isRunnerDead(const std::string& runner);

/// How deep our own records are nested is known; this is what parseJson() may have to read of one.
inline constexpr std::size_t kMostRecordBytes = 64U << 20;

/// The version of the file that has timelines first.
inline constexpr int kTimelinesSince = 7;

Database::Steps historySteps();
/// Ends the runs of dead programs.
Result<void> markInterrupted(Database& database);
/// Writes all of them or none, over the rows of the same runs, and removes the oldest past @p
/// bounds: never runs that go on, which do not count. Then their artifacts, see writeArtifacts().
Result<void>
writeHistory(Database& database, const std::vector<HistoryRow>& rows, const HistoryBounds& bounds);

/// As RunHistory::review(). Errors: also database.h's.
Result<void> writeReview(
    Database& database, const Caller& caller, const std::string& runId, const Review& review);

} // namespace sandbench::workspace
