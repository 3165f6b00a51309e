// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/sessions/keeper.h"
#include "app/cli/commands/sessions/sessions.h"
#include "app/cli/options.h"
#include "app/cli/sandbox_options.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace sandbench::cli {

namespace {

constexpr const char* kSessionsFooter
    = R"(A sandbox ends with the program that opened it. 'sessions open' starts a program that keeps one
for the commands after it, until 'sessions close' or until nobody has used it for --idle. A sandbox
whose program was killed is stale when its lease is over: the next program of this user removes it,
or 'sessions prune'.

Examples:
  id=$(sandbenchctl sessions open --engine docker --library pandas)
  sandbenchctl sessions put $id data.csv; sandbenchctl sessions run $id load.py
  sandbenchctl sessions run $id -- ls -l; sandbenchctl sessions get $id table.html
  sandbenchctl sessions close $id
  sandbenchctl sessions list
  sandbenchctl sessions attach s-1f0c9a7e -- ps aux
  sandbenchctl sessions stop 1f0c9a7e3b52
  sandbenchctl sessions prune --dry-run
  sandbenchctl sessions list --engine kubernetes

Exit status: of run, and of attach with a command, the program's, as 'run --help' says; else 0, or 2
for wrong usage and for sandboxes that are not there or somebody else's, 125 when an engine does not
answer, 130 when stopped.)";

CLI::App* addOne(
    CLI::App& group, const std::shared_ptr<SessionsOptions>& options, Action& chosen,
    const char* name, const char* help, Result<int> (*run)(const Program&, const SessionsOptions&))
{
    CLI::App* command = addSubcommand(group, options, chosen, name, help, run);
    one(*command, "--engine", options->engine, "ENGINE",
        "Only this engine (default: all but kubernetes)");
    one(*command, "--connection", options->connection, "NAME|ADDRESS",
        "How to reach the engine; with --engine kubernetes a context (default: as the environment "
        "and the settings say)");
    return command;
}

/// Of a sandbox that `open` keeps.
CLI::App* addKept(
    CLI::App& group, const std::shared_ptr<SessionsOptions>& options, Action& chosen,
    const char* name, const char* help, Result<int> (*run)(const Program&, const SessionsOptions&))
{
    CLI::App* command = addSubcommand(group, options, chosen, name, help, run);
    command->add_option("ID", options->kept, "What 'sessions open' printed, or how it begins")
        ->type_name("SANDBOX")
        ->required();
    return command;
}

void addFiles(CLI::App& command, SessionsOptions& options, const char* type, const char* help)
{
    command.add_option("FILE", options.files, help)->type_name(type);
}

void addOpen(CLI::App& group, const std::shared_ptr<SessionsOptions>& options, Action& chosen)
{
    auto* open = addSubcommand(
        group, options, chosen, "open", "Open a sandbox that stays, and print its id", openSession);
    one(*open, "--language,-l", options->run.language, "LANGUAGE",
        "Whose image it is made from (default: python)");
    many(*open, "--env,-e", options->run.env, "NAME=VALUE", "Of every program; repeat");
    one(*open, "--idle", options->idle, "SECONDS",
        "Close it when it has not been used for so long (default: 30m)");
    addPolicy(*open, options->run);
    open->add_flag("-v,--verbose", options->run.verbose, "Show what the installs print");
    addJson(*open, options->json);
    addSandboxOptions(*open, options->run.sandbox);
    addSubcommand(group, options, chosen, "keep", "", keepSession)->group("");
}

void addRun(
    CLI::App& group, const std::shared_ptr<SessionsOptions>& options, Action& chosen,
    const std::vector<std::string>& behindDashes)
{
    auto* run = addKept(
        group, options, chosen, "run", "Run programs in it, or a command: run ID -- COMMAND …",
        runInSession);
    addFiles(*run, *options, "FILE", "The program's file, or -; several run one after the other");
    addProgramInputs(*run, options->run);
    addRunLimits(*run, options->run);
    addResults(*run, options->run);
    run->callback([&chosen, &behindDashes, options] {
        options->command = behindDashes;
        options->json = options->run.json;
        chosen = actionOf(runInSession, options);
    });
}

void addIds(CLI::App& command, SessionsOptions& options, const char* help)
{
    command.add_option("ID", options.ids, help)->type_name("SANDBOX")->required();
}

} // namespace

void addSessionsCommand(
    CLI::App& root, Action& chosen, const std::vector<std::string>& behindDashes)
{
    const auto options = std::make_shared<SessionsOptions>();
    CLI::App* group
        = root.add_subcommand("sessions", "Keep, show and end sandboxes, also those left behind");
    group->require_subcommand(1);
    group->footer(kSessionsFooter);

    addOpen(*group, options, chosen);
    addRun(*group, options, chosen, behindDashes);
    addFiles(
        *addKept(*group, options, chosen, "put", "Copy files into it", putFiles), *options,
        "SRC[:DEST]", "Below its working folder, or to DEST");
    addFiles(
        *addKept(*group, options, chosen, "get", "Copy files out of it", getFilesOfSession),
        *options, "PATH[:DEST]", "Here, or to DEST; replaces files of the same names");
    addKept(
        *group, options, chosen, "close", "End it, and remove what is left of it", closeSession);

    auto* list
        = addOne(*group, options, chosen, "list", "Show the sandboxes of this user", listSessions);
    list->add_flag("--all", options->all, "Also those of other users and machines");
    addJson(*list, options->json);

    auto* attach = addOne(
        *group, options, chosen, "attach",
        "Open a second session in a running sandbox, and leave it as it was", attachSession);
    attach->add_option("ID", options->ids, "A session or id, or how it begins; then -- COMMAND …")
        ->type_name("SANDBOX")
        ->required()
        ->expected(1);
    one(*attach, "--language,-l", options->run.language, "LANGUAGE",
        "Language of the interpreter (default: python)");
    addMember(
        *attach, options->run.sandbox, "user",
        "Who the second session is (default: whom the first one's programs belong to)");
    addMember(*attach, options->run.sandbox, "require_layers");
    attach->add_flag("--force", options->force, "Also somebody else's");
    addJson(*attach, options->json);
    attach->callback([&chosen, &behindDashes, options] {
        options->command = behindDashes;
        chosen = actionOf(attachSession, options);
    });

    auto* stop = addOne(
        *group, options, chosen, "stop", "End sandboxes and remove what is left of them",
        stopSessions);
    addIds(*stop, *options, "Sessions or ids, or how these begin");
    stop->add_flag("--force", options->force, "Also somebody else's");
    addJson(*stop, options->json);

    auto* prune = addOne(
        *group, options, chosen, "prune", "Remove what programs that are gone left behind",
        pruneSessions);
    prune->add_flag("--dry-run", options->dryRun, "Only say what would be removed");
    addJson(*prune, options->json);
}

} // namespace sandbench::cli
