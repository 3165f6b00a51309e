// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/run_plan.h"
#include "core/archive/project_folder.h"
#include "core/policy/gate/scan.h"
#include "core/session/run_record.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace sandbench::cli {

/// The findings as lines for people, "main.py:3:5: high: Starts a shell … [python.shell]", and a
/// last one with the decision. Safe on a terminal.
std::string gateText(const GateReport& report, const std::string& file);

/// What every text about the gate says once.
inline constexpr const char* kGateIsAdvice
    = "A scan is advice: a program can hide from it. What contains the program is its isolation.";

/// The policy of `--policy`, or that of the user's defaults; null without any. Errors: NotFound,
/// InvalidArgument.
Result<std::shared_ptr<const CodePolicy>> policyOf(const RunOptions& options);

/// Holds the program and its project against the policy before anything is made for it, says on
/// stderr what was found, and asks where the policy does: a person on a terminal; without one only
/// --yes is a yes. Nothing = it may run, and the plan says so. Else the record of the run that does
/// not start.
std::optional<RunRecord> passGate(
    const CodePolicy& policy, const RunOptions& options, const LanguageCatalog& languages,
    const std::optional<ProjectFolder>& project, RunInvocation& plan, std::stop_token stop);

} // namespace sandbench::cli
