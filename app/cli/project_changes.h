// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/program.h"
#include "app/cli/run_plan.h"
#include "core/project/changes_report.h"
#include "core/workspace/project_run.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::workspace {
class Workspace;
}

namespace sandbench::cli {

/// What becomes of a project's changes.
enum class ApplyChoice { All, Ask, None };

/// `--apply`; empty = Ask where a person can answer, else None. Errors: InvalidArgument, also for
/// Ask where nobody can.
Result<ApplyChoice> applyChoiceOf(const RunOptions& options);

/// What the programs of a sandbox changed of a project: kept in the state folder.
struct ProjectEnd
{
    std::optional<workspace::KeptChanges> kept; ///< Absent: nothing, or it could not be taken.
    std::string problem; ///< Why it could not be; empty = it could.
};

/// Takes out of the sandbox, which still is there, what its project became, and keeps it under the
/// id of @p record.
ProjectEnd takeProject(
    const RunOptions& options, const RunInvocation& plan, const RunRecord& record, Session& session,
    const Signals& signals);
/// Shows what was taken, applies what shall be, and tells it in @p record and the history. False =
/// something meant to be applied was not.
bool settleProject(
    const RunOptions& options, const RunInvocation& plan, ProjectEnd& project, RunRecord& record,
    workspace::Workspace& workspace, const std::stop_token& stop);

/// Says on stderr which files a run changed, as a tree, and the differences of texts.
void sayChanges(const ChangesReport& report);

/// Applies what @p choice says, asking a person on stderr, and notes in @p report what came of it.
/// @p paths: what is meant; empty = all. False = something meant could not be applied.
/// Errors: those of ChangeApplier::open().
Result<bool> applyChanges(
    ChangeStore& store, ChangesReport& report, ApplyChoice choice,
    const std::vector<std::string>& paths, const std::stop_token& stop);

/// Says on stderr what came of each that was not simply done, and how many were.
void sayOutcomes(const std::vector<ApplyOutcome>& outcomes);

} // namespace sandbench::cli
