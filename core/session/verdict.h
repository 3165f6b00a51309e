// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/session/activity.h"
#include "core/session/run_record.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandbench {

/// What the agent reported about a run's end, bounded and typed. Untrusted.
struct EndedReport
{
    std::optional<int> exitCode;
    std::optional<int> signal;
    std::string cause; ///< Empty: the program ended by itself.
    double wallSeconds = 0, cpuSeconds = 0;
    std::uint64_t maxRssBytes = 0;
    std::vector<std::string> fullScratch; ///< Folders without space at the end.
    bool contextAlive = true;
    bool canBeUndone = false; ///< There is a copy of the context from before the cell.
    /// Counted in the sandbox's own control groups during the run; 0 also where the agent cannot
    /// tell.
    std::uint64_t oomKills = 0, pidsDenied = 0;
    std::optional<std::uint64_t> memoryPeakBytes; ///< Only where it is this run's.
    RunActivity activity;
};

/// Reads the Reply of a `run`. Values that cannot be become absent. @p machine: see readActivity().
EndedReport readEndedReport(const Json& reply, const std::string& machine = {});

/// Why this program itself ended a run.
enum class KilledBecause {
    Nothing,
    StopRequested,
    WallGuard, ///< The agent did not enforce the wall-clock limit; the sandbox was ended from
               ///< outside.
    SessionClosed,
};

/// Everything that is known when a run is over.
struct RunEvidence
{
    KilledBecause killed = KilledBecause::Nothing;
    std::optional<EndedReport> ended; ///< Absent: the sandbox went away, or the run was given up.
    bool agentLost = false;
    std::string loss; ///< How it was lost, as its client says; may be empty.
    std::string endCause; ///< The engine's account of that, or empty.
    bool endedByMemory = false; ///< And that the kernel ended the sandbox for its memory.
    std::uint64_t oomKills = 0; ///< How many the kernel counted during the run.
    std::uint64_t pidsDenied = 0; ///< How many forks the process limit refused during the run.
    std::vector<int> signalsSent; ///< By the user, through Session::signal().
    bool hasFileLimit = false;
    bool inContext = false; ///< The interpreter outlives a signal that ends a cell.
    bool sawInterrupt = false; ///< The program's last error was an interrupt.
};

struct RunVerdict
{
    Verdict verdict = Verdict::AgentLost;
    std::optional<int> exitCode, signal;
    std::string evidence; ///< One sentence for people: what the verdict rests on.
    std::vector<std::string> warnings;
};

/// The truth table, in this order: our own kill record, the kernel's counters, the agent's report.
/// Pure.
RunVerdict judgeRun(const RunEvidence& evidence);

} // namespace sandbench
