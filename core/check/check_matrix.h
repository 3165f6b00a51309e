// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/check/compare_output.h"
#include "core/session/run_record.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Which answer passes which check. No I/O. Thread: as a value.
namespace sandbench::check {

enum class CheckState {
    Waiting,
    Running,
    Passed,
    Failed, ///< It ended as it should, and printed something else.
    Ended, ///< It ended otherwise than it should: an exit status, a signal, a limit.
    NotRun, ///< A policy refused it, it was stopped, or there was no sandbox.
};
/// "passed", "not_run"
std::string_view stateName(CheckState state);
inline bool isOver(CheckState state)
{
    return state > CheckState::Running;
}

/// Kept of each stream of a cell that did not pass. Units: bytes.
inline constexpr std::size_t kMostKeptOutput = 64U << 10;

/// What became of one check of one answer.
struct Outcome
{
    CheckState state = CheckState::Waiting;
    std::string why = {}; ///< A sentence for people, partly foreign text; empty where it passed.
    std::optional<Difference> difference = std::nullopt; ///< Of CheckState::Failed.
    std::string output = {}, errors = {}; ///< Raw, the beginning of both streams.
    bool isCut = false; ///< There was more of them.
    std::string runId = {}; ///< In the history; empty = nothing ran.
    std::optional<Verdict> verdict = std::nullopt;
    std::optional<int> exitCode = std::nullopt; ///< Only where the program really exited.
    bool isCompiler = false; ///< It was not compiled: the verdict is the compiler's.
    double seconds = 0;
    std::uint64_t peakMemoryBytes = 0; ///< 0 = nobody counted.
    std::optional<Error> problem = std::nullopt; ///< Why there was no sandbox to run it in.
};

/// Holds a run against its check. Output of which not all was kept is not compared, and did not
/// pass.
Outcome judge(const Check& check, const RunRecord& record);

/// Of something that did not run.
Outcome notRun(Error problem);

struct Matrix
{
    std::vector<std::string> answers;
    std::vector<Check> checks;
    std::vector<std::vector<Outcome>> cells; ///< By answer, by check.

    Matrix() = default;
    Matrix(std::vector<std::string> answerNames, std::vector<Check> all);
    std::size_t count(CheckState state) const;
    bool hasPassed() const; ///< All of it.
};

/// Schema "sandbench.check/1": {schema, passed, answers, checks, cells, counts}
Json toJson(const Matrix& matrix);

} // namespace sandbench::check
