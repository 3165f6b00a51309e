// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/sessions/find_sandboxes.h"
#include "app/cli/commands/sessions/sessions.h"
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
    if (sandbox.engine == "local")
        return Error(
            ErrorCode::Unsupported,
            name
                + " is a sandbox of the embedded engine, which only the program that opened it "
                  "can use; open another one with 'sandbenchctl repl'");
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

/// @p options of a session in the sandbox that they name.
Result<RunOptions> planAttach(const SessionsOptions& options, std::stop_token stop)
{
    SANDBENCH_TRY(const auto composition, Composition::create(options.connection, options.engine));
    SANDBENCH_TRY(
        const auto search, findSandboxes(composition->engines(), options.engine, std::move(stop)));
    SANDBENCH_TRY(const auto chosen, chooseSandbox(search, options.ids.front()));
    SANDBENCH_TRY_VOID(checkAttachable(chosen.info, options.force));
    auto run = options.run;
    run.sandbox["engine"] = chosen.info.engine;
    run.sandbox["connection"] = options.connection;
    if (const auto slash = chosen.info.id.find('/'); chosen.info.engine == "kubernetes") {
        run.sandbox["namespace"] = chosen.info.id.substr(0, slash);
        run.sandbox["pod"] = chosen.info.id.substr(slash + 1);
    } else {
        run.sandbox["container"] = chosen.info.id;
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
    SANDBENCH_TRY(const auto run, planAttach(options, program.signals.stopToken()));
    return run.command.empty() ? replCommand(program, run) : runCommand(program, run);
}

} // namespace sandbench::cli
