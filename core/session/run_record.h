// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/artifact/result_facts.h"
#include "core/base/json_fwd.h"
#include "core/engine/engine.h"
#include "core/policy/gate/scan.h"
#include "core/policy/limits.h"
#include "core/project/changes_report.h"
#include "core/session/activity.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// How the user's program ended. Data, never an Error.
enum class Verdict {
    Exited, ///< With exitCode.
    Signaled, ///< By a signal that we did not send.
    WallTimeout,
    CpuTimeout,
    OutOfMemory, ///< Proven by a counter of the kernel, never by a 137 alone.
    OutputLimit,
    DiskLimit,
    Cancelled,
    PolicyDenied, ///< Refused before anything started.
    AgentLost, ///< The sandbox went away under the run.
};

/// "wall_timeout"
std::string_view verdictName(Verdict verdict);

/// What of a run there was, at its end.
enum class RunPhase { Compile, Run };

/// "compile"
std::string_view phaseName(RunPhase phase);

/// One picture, chart, table or file that a run made. Its bytes are untrusted.
struct Artifact
{
    std::string name; ///< Relative, safe to show after escaping and to save after ArtifactStore's
                      ///< check: "figure-1.png".
    std::string mime; ///< From the bytes where they can tell, never from the name alone.
    std::uint64_t bytes = 0;
    int width = 0; ///< Pixels, 0 = unknown.
    int height = 0;
    std::string storedPath; ///< Private file on the host that holds the bytes; empty when they were
                            ///< refused.
    std::string note; ///< Why there are no bytes ("symbolic link, skipped"), or empty.
    ResultFacts facts = {};
};

/// An uncaught exception, as the interpreter told it, or as a program of another language printed
/// it.
struct ProgramError
{
    std::string name, value, traceback;
};

/// Everything known about one finished run.
struct RunRecord
{
    std::string runId, sessionId, engine, image, language;
    Verdict verdict = Verdict::AgentLost;
    /// Compile: the verdict and exit code are a compiler's, and the program did not start.
    RunPhase phase = RunPhase::Run;
    std::string evidence; ///< What the verdict rests on, one sentence for people.
    std::optional<int> exitCode; ///< Only where the program really exited.
    std::optional<int> signal;
    std::string stdoutBytes, stderrBytes; ///< What was kept, raw.
    std::uint64_t stdoutTotal = 0,
                  stderrTotal
        = 0; ///< Units: bytes that the program printed, as far as we read them.
    bool truncated = false;
    double wallSeconds = 0, cpuSeconds = 0;
    std::uint64_t peakMemoryBytes = 0;
    std::string startedAt; ///< RFC 3339, UTC, milliseconds.
    std::vector<Artifact> artifacts;
    std::optional<ProgramError> error;
    std::string resultText; ///< Context: text of the last expression's value; empty = none.
    RunLimits runLimits;
    SandboxLimits sandboxLimits;
    std::string network = "none";
    std::string profile; ///< Empty = none was named.
    /// What was asked for beyond or below the default, see differencesFromDefault().
    std::vector<std::string> differences;
    IsolationReport isolation;
    std::optional<GateReport> gate; ///< What the session's policy said; absent = it has none.
    std::vector<std::string> warnings;
    std::vector<std::string> hints; ///< What to do about a failure; see hintsFor().
    /// Absent: nothing started, or the sandbox went away with what was known.
    std::optional<RunActivity> activity;
    /// Of the project that was brought along; absent = there was none, or it was not compared.
    std::optional<ChangesReport> changes;
};

/// {title, time_ms, dpi, source: {file, line} or null, from: "file" or "call", process or null,
/// has_chart}
Json toJson(const ResultFacts& facts);
/// Of what toJson() gave, without the chart; what is missing or odd stays as it is in a ResultFacts
/// of its own.
ResultFacts resultFactsOf(const Json& json);

/// Schema "sandbench.run/1".
Json toJson(const RunRecord& record);
/// The same with "chart" of each artifact, see chart_json.h, or null: the `--json` object of
/// `sandbenchctl run`.
Json wholeJson(const RunRecord& record);

/// One English sentence: "Stopped after 60 s (wall-clock limit)". Used for stderr lines and the
/// status bar.
std::string verdictSentence(const RunRecord& record);

/// `sandbenchctl run`'s exit status for it: exited N → N, signaled S → 128+S, timeouts 124, …
int exitStatusOf(const RunRecord& record);

} // namespace sandbench
