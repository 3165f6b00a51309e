// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/failure.h"
#include "app/cli/program.h"
#include "app/cli/run_plan.h"

#include <CLI/App.hpp>

#include <memory>
#include <string>
#include <vector>

namespace sandbench::cli {

/// An option that takes one text; the last one wins. @p type is shown in the help and tells the
/// completion scripts what to offer: FILE, DIR, LANGUAGE, ENGINE.
void one(
    CLI::App& command, const std::string& names, std::string& into, const char* type,
    const char* help);

/// An option that takes one text each time it is given.
void many(
    CLI::App& command, const std::string& names, std::vector<std::string>& into, const char* type,
    const char* help);

/// What does @p run with @p options: its exit status, or that of the failure, which it tells.
template <typename Options>
Action
actionOf(Result<int> (*run)(const Program&, const Options&), std::shared_ptr<Options> options)
{
    return [run, options = std::move(options)](const Program& program) {
        const auto status = run(program, *options);
        if (status)
            return *status;
        if constexpr (requires { options->json; })
            return fail(status.error(), options->json);
        else
            return fail(status.error(), false);
    };
}

/// A command of @p group, such as "list" of "connections", or "run" of the program itself.
template <typename Options>
CLI::App* addSubcommand(
    CLI::App& group, const std::shared_ptr<Options>& options, Action& chosen, const char* name,
    const char* help, Result<int> (*run)(const Program&, const Options&))
{
    CLI::App* command = group.add_subcommand(name, help);
    command->group("Commands");
    command->callback([&chosen, options, run] { chosen = actionOf(run, options); });
    return command;
}

/// Of a command that takes nothing else.
struct JsonOption
{
    bool json = false;
};

/// --json
void addJson(CLI::App& command, bool& into, const char* help = "Print one JSON object instead");

/// --policy and --yes
void addPolicy(CLI::App& command, RunOptions& options);

/// --timeout, --cpu-time, --output-limit
void addRunLimits(CLI::App& command, RunOptions& options);

/// --language, --env and --file
void addProgramFiles(CLI::App& command, RunOptions& options);

/// --block of answers.
void addBlock(CLI::App& command, RunOptions& options);

/// How `check`, `grade` and `matrix` run programs: with which files, policy and limits, and in
/// which sandboxes; and --verbose.
void addTrials(CLI::App& command, RunOptions& options);

/// What the programs of `run` and `sessions run` are given, and what is done with their results.
void addProgramInputs(CLI::App& command, RunOptions& options);
void addResults(CLI::App& command, RunOptions& options);

/// `run` and `repl`, also for other commands that end in one of them. Errors: what fail() tells.
Result<int> runCommand(const Program& program, const RunOptions& options);
Result<int> replCommand(const Program& program, const RunOptions& options);

} // namespace sandbench::cli
