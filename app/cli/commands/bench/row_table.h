// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::cli {

/// What one row of the bench promises. 0 = no such bound.
struct RowGoal
{
    const char* id;
    const char* baselineId; ///< Empty = none.
    double maxMedian; ///< Units: milliseconds, or what the id ends with.
    double maxRatio; ///< Of the medians, row to baseline.
    double maxOver; ///< What the row may cost more than its baseline. Units: milliseconds.
    const char* text; ///< Empty = it promises nothing, and is told all the same.
};

/// The embedded engine is compared with the host's programs, Docker, Podman and Kubernetes with
/// their engine's own API, and what is reached by a program (ssh, apptainer, srun) with starting
/// that once for each run.
enum class BenchKind { Embedded, Container, Cluster, Far };

/// The measured steps, in the order of the report. The baselines are not in it.
/// @p engine: of BenchKind::Far, "ssh", "apptainer" or "slurm".
std::span<const RowGoal> rowGoals(BenchKind kind, std::string_view engine = {});

/// What was measured for one id.
struct Series
{
    std::vector<double> values; ///< Units: milliseconds, or what the id ends with.
    std::string problem; ///< Why it could not be measured.
    /// A second bound that only this step has: "0.0 % CPU". Empty text = none.
    std::string extra;
    bool extraHolds = true;
};
using Measured = std::map<std::string, Series>;

/// Middle value, or the mean of the two in the middle. 0 for none.
double median(std::vector<double> values);

/// The ids of "run_hello,close", as --only takes them; none for "". Errors: InvalidArgument for one
/// that is none of @p goals.
Result<std::set<std::string>> parseIds(const std::string& text, std::span<const RowGoal> goals);

/// {id, n, min_ms, median_ms, max_ms, baseline_id, ratio, goal, holds, problem, note} for each of
/// @p goals that was measured, and for each baseline. `holds` is computed from the figures; false
/// for a step that could not be measured, null for baselines and what promises nothing.
Json makeRows(const Measured& measured, std::span<const RowGoal> goals);

/// The same for people.
std::string rowsText(const Json& rows);

} // namespace sandbench::cli
