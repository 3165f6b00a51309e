// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/sessions/find_sandboxes.h"
#include "app/cli/commands/sessions/kept_session.h"
#include "app/cli/commands/sessions/sessions.h"
#include "app/cli/commands/sessions/talk_in_session.h"
#include "app/cli/failure.h"
#include "app/cli/options.h"
#include "app/cli/text.h"
#include "core/workspace/composition.h"

namespace sandbench::cli {

namespace {

/// Whether a second session may be opened in it, and can be.
Result<void> checkAttachable(const SandboxInfo& sandbox, bool force)
{
    const auto name = printable(sandbox.sessionId);
    if (!isOurs(sandbox) && !force)
        return Error(
            ErrorCode::PermissionDenied,
            name + " belongs to " + ownerWords(sandbox) + "; --force attaches nevertheless");
    if (sandbox.state != "running")
        return Error(
            ErrorCode::Unavailable,
            name + " does not run (" + printable(sandbox.state)
                + "); see 'sandbenchctl sessions list' for those that do");
    return {};
}

Result<SandboxInfo> findAttachable(const SessionsOptions& options, std::stop_token stop)
{
    SANDBENCH_TRY(const auto composition, Composition::create(options.connection, options.engine));
    SANDBENCH_TRY(
        const auto search, findSandboxes(composition->engines(), options.engine, std::move(stop)));
    SANDBENCH_TRY(const auto chosen, chooseSandbox(search, options.ids.front()));
    SANDBENCH_TRY_VOID(checkAttachable(chosen.info, options.force));
    return chosen.info;
}

/// What only its own program can enter: a keeper does it for us.
Result<int>
attachByKeeper(const Program& program, const SessionsOptions& options, const std::string& id)
{
    const auto session = KeptSession::find(id);
    if (!session)
        return Error(
            ErrorCode::Unsupported,
            printable(id)
                + " is a sandbox of the embedded engine, which only the program that opened it "
                  "can use; open one for several with 'sandbenchctl sessions open'");
    auto asked = options;
    asked.kept = id;
    asked.run.json = options.json;
    return options.command.empty() ? talkInSession(program, *session, asked.run)
                                   : runInSession(program, asked);
}

/// @p options of a session in the sandbox that they name.
RunOptions planAttach(const SessionsOptions& options, const SandboxInfo& sandbox)
{
    auto run = options.run;
    run.sandbox["engine"] = sandbox.engine;
    run.sandbox["connection"] = options.connection;
    if (const auto slash = sandbox.id.find('/'); sandbox.engine == "kubernetes") {
        run.sandbox["namespace"] = sandbox.id.substr(0, slash);
        run.sandbox["pod"] = sandbox.id.substr(slash + 1);
    } else {
        run.sandbox["container"] = sandbox.id;
    }
    run.sandbox["workdir"] = "/work";
    run.program = "-";
    run.command = options.command;
    run.json = options.json;
    return run;
}

} // namespace

Result<int> attachSession(const Program& program, const SessionsOptions& options)
{
    SANDBENCH_TRY(const auto sandbox, findAttachable(options, program.signals.stopToken()));
    const bool isPrivate = sandbox.engine == "local" || sandbox.engine == "apptainer"
        || sandbox.engine == "slurm" || sandbox.engine == "ssh";
    if (isPrivate)
        return attachByKeeper(program, options, sandbox.sessionId);
    const auto run = planAttach(options, sandbox);
    return run.command.empty() ? replCommand(program, run) : runCommand(program, run);
}

} // namespace sandbench::cli
