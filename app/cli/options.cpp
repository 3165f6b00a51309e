// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/options.h"

#include "app/cli/sandbox_options.h"
#include "core/engine/members.h"

#include <CLI/CLI.hpp>

namespace sandbench::cli {

void one(
    CLI::App& command, const std::string& names, std::string& into, const char* type,
    const char* help)
{
    command.add_option(names, into, help)->type_name(type)->take_last();
}

void many(
    CLI::App& command, const std::string& names, std::vector<std::string>& into, const char* type,
    const char* help)
{
    // Greedy vectors would swallow the program's file name.
    command.add_option(names, into, help)->type_name(type)->allow_extra_args(false);
}

void addJson(CLI::App& command, bool& into, const char* help)
{
    command.add_flag("--json", into, help);
}

void addPolicy(CLI::App& command, RunOptions& options)
{
    one(command, "--policy", options.policy, "POLICY",
        "Hold programs and packages against a policy first; what it refuses is neither started "
        "nor installed (a name that 'policies' lists, or a file)");
    command.add_flag("--yes", options.yes, "Yes to what the policy asks about");
}

void addRunLimits(CLI::App& command, RunOptions& options)
{
    for (const auto& member : runMembers())
        addMember(command, options.sandbox, member.field.name);
}

} // namespace sandbench::cli
