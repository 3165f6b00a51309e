// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/check_matrix.h"
#include "core/workspace/workspace.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::check {

/// A program that is checked: its text, the files beside it, its limits.
struct CheckedAnswer
{
    std::string name; ///< For people.
    RunRequest program;
    workspace::SandboxRequest sandbox; ///< That it is run in.
    std::string connection = {}; ///< To its engine; empty = the usual one.
};

/// What a check of @p answer runs: the program, or the test with the program beside it under the
/// name that it has. The program's own arguments and input are the check's. Errors:
/// InvalidArgument for two files of one name, an unknown language.
Result<RunRequest>
requestOf(const CheckedAnswer& answer, const Check& check, const LanguageCatalog& languages);

struct CheckPlan
{
    std::vector<CheckedAnswer> answers;
    std::vector<Check> checks;
    /// Each check gets a sandbox of its own; else those of an answer share one, with what they
    /// leave in it.
    bool isFresh = false;
    std::size_t atOnce = 0; ///< Answers beside each other; 0 = as many as there are processors.
    /// Told when all checks of an answer are over, with their outcomes, of which it may take what
    /// the matrix need not keep. One call at a time, as of OnCell.
    std::function<void(std::size_t answer, std::vector<Outcome>& row)> onAnswer = {};
    /// Told of what ran, before it is judged and OnCell hears of it. Thread: several.
    std::function<void(std::size_t answer, std::size_t check, const RunRecord& record)> onRecord
        = {};
    /// Opens a sandbox for an answer. Empty = the workspace's, of its person. Thread: several.
    std::function<Result<std::shared_ptr<workspace::HostedSandbox>>(
        const CheckedAnswer&, std::stop_token)>
        open = {};
};

/// Told when a cell begins and when it is over. One call at a time, on threads of runChecks().
using OnCell = std::function<void(std::size_t answer, std::size_t check, const Outcome& outcome)>;

/// Runs every check of every answer: those of one answer in turn, answers beside each other, as
/// many as CheckPlan::atOnce says. What goes wrong is in the cells. After a stop, what runs is
/// cancelled, and the rest is CheckState::NotRun. The sandboxes are closed when it returns.
Matrix runChecks(
    workspace::Workspace& workspace, const CheckPlan& plan, const OnCell& onCell,
    std::stop_token stop);

} // namespace sandbench::check
