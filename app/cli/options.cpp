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

void addProgramFiles(CLI::App& command, RunOptions& options)
{
    one(command, "--language,-l", options.language, "LANGUAGE",
        "Language of the program (default: by its file name; python for -)");
    many(command, "--env,-e", options.env, "NAME=VALUE", "Set an environment variable; repeat");
    many(
        command, "--file,-f", options.files, "SRC[:DEST]",
        "Copy a file into the working folder, or to DEST; repeat");
}

void addBlock(CLI::App& command, RunOptions& options)
{
    one(command, "--block", options.block, "BLOCK",
        "Run this block of an answer, by its number or its name (default: what looks like its "
        "program)");
}

void addTrials(CLI::App& command, RunOptions& options)
{
    addProgramFiles(command, options);
    addPolicy(command, options);
    addRunLimits(command, options);
    command.add_flag("-v,--verbose", options.verbose, "Say on stderr what installs print");
    addSandboxOptions(command, options.sandbox);
}

void addProgramInputs(CLI::App& command, RunOptions& options)
{
    addProgramFiles(command, options);
    one(command, "--interpreter-context", options.context, "NAME",
        "Run in an interpreter context of this name, as a repl would");
    one(command, "--stdin", options.stdinPath, "FILE",
        "What the program reads as its standard input; none for nothing (default: -, our own)");
    command.add_flag(
        "--tty", options.terminal,
        "Give the program a terminal, for passwords, readline and full screens");
    many(
        command, "--arg", options.arguments, "TEXT",
        "An argument of the program; repeat, or write them behind --");
}

void addResults(CLI::App& command, RunOptions& options)
{
    many(
        command, "--get", options.gets, "PATH[:DEST]",
        "Copy a file of the sandbox here, or to DEST, when the programs have ended; repeat");
    one(command, "--out,-o", options.outFolder, "DIR",
        "Save what the program drew or wrote as results; never replaces a file");
    addJson(command, options.json, "Print the run record as one JSON object instead");
}

void addRunLimits(CLI::App& command, RunOptions& options)
{
    for (const auto& member : runMembers())
        addMember(command, options.sandbox, member.field.name);
}

} // namespace sandbench::cli
