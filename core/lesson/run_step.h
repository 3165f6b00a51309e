// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/run_checks.h"
#include "core/lesson/lesson.h"

#include <stop_token>
#include <string>
#include <vector>

/// The program of a step, run and held against its checks. Thread: any.
namespace sandbench::lesson {

/// What a step runs: @p code, which is the step's own or what a reader made of it, with the step's
/// input, arguments and files. Its limits are those that are usual.
RunRequest requestOf(const Step& step, std::string code);

/// Holds a run against a check. No I/O.
check::Outcome judgeStep(const StepCheck& check, const RunRecord& record);

/// Runs @p checks of the step with @p code, each in a sandbox of its own, in turn. One outcome
/// each; after a stop those that did not run say so. @p sandbox: with the step's limits, see
/// Step::limits. @p open: as check::CheckPlan::open.
std::vector<check::Outcome> runStep(
    workspace::Workspace& workspace, const Step& step, std::string code,
    const std::vector<StepCheck>& checks, const workspace::SandboxRequest& sandbox,
    decltype(check::CheckPlan::open) open, std::stop_token stop);

} // namespace sandbench::lesson
