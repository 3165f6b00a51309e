// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/options.h"
#include "app/cli/sandbox_defaults.h"
#include "app/cli/text.h"
#include "app/mcp/stdio_server.h"
#include "app/mcp/toolbox.h"
#include "core/workspace/requests.h"
#include "core/workspace/workspace.h"

#include <CLI/CLI.hpp>

#include <fcntl.h>
#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr const char* kMcpFooter
    = R"(Speaks the Model Context Protocol with the program that started it: messages on standard input and
output, anything else on standard error. Clients start it; in their settings it is

  {"mcpServers": {"sandbench": {"command": "sandbenchctl", "args": ["mcp"]}}}

Without a sandbox_id each run has a fresh sandbox that is closed after it. All sandboxes are closed
when the client closes standard input, or on SIGTERM. 'sandbenchctl serve' offers the same over HTTP.

Examples:
  sandbenchctl mcp
  sandbenchctl mcp --engine docker --policy strict)";

constexpr const char* kToolsFooter
    = R"(Prints the tools of 'sandbenchctl mcp' for programs that call a model themselves.

Examples:
  sandbenchctl tools --format openai
  sandbenchctl tools --format anthropic)";

/// A model at the other end: not the person who started us, and nothing that takes one.
workspace::Caller modelCaller()
{
    auto caller = workspace::localCaller();
    caller.scopes = {workspace::Scope::Read, workspace::Scope::Run};
    caller.remedy = "a model gets what the options of 'sandbenchctl mcp' name, such as --network";
    return caller;
}

Result<int> mcpCommand(const Program& program, const SandboxDefaults& options)
{
    // Messages only: what a library may print goes to standard error.
    const UniqueFd out(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3));
    if (!out || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return Error::fromErrno(errno, "cannot use standard output");
    SANDBENCH_TRY(
        auto parts,
        Composition::create(options.connection, options.engine, allowedEngines(options)));
    SANDBENCH_TRY_VOID(parts->policies());
    // A wrong option is told at once, not at the first call.
    const auto chosen = openDefaults(options);
    SANDBENCH_TRY(const auto rules, rulesOf(options));
    SANDBENCH_TRY_VOID(
        workspace::readOpen(*parts, workspace::localCaller(), chosen, Json::object(), rules));
    SANDBENCH_TRY(
        const auto workspace,
        workspace::Workspace::open(
            *parts, {.folder = stateFolder(), .tell = note, .rules = rules}));
    const mcp::Toolbox box{*workspace, chosen, Json::object(), rules};
    const mcp::McpServer server(mcp::makeOffers(box), SANDBENCH_VERSION, rules);
    mcp::StdioServer(server, modelCaller(), STDIN_FILENO, out.get())
        .serve(program.signals.stopToken());
    return 0;
}

Result<int> toolsCommand(const Program&, const std::string& format)
{
    SANDBENCH_TRY(const auto schemas, mcp::toolSchemas(mcp::describeTools(), format));
    return print(writeJson(schemas, 2) + "\n") ? 0 : 1;
}

} // namespace

void addMcpCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<SandboxDefaults>();
    CLI::App* command = addSubcommand(
        root, options, chosen, "mcp", "Offer sandboxes to a model's client over standard input",
        mcpCommand);
    one(*command, "--engine,-e", options->engine, "ENGINE", "Of sandboxes (default: local)");
    one(*command, "--connection", options->connection, "NAME",
        "How to reach the engine: a connection's name or its address");
    one(*command, "--image", options->image, "IMAGE", "Of sandboxes, where the engine has images");
    one(*command, "--size", options->size, "SIZE", "Memory and CPUs of sandboxes, by name");
    one(*command, "--policy,-p", options->policy, "POLICY",
        "What every program is held against, by its name");
    addRuleOptions(*command, *options);
    command->footer(kMcpFooter);
}

void addToolsCommand(CLI::App& root, Action& chosen)
{
    const auto format = std::make_shared<std::string>("mcp");
    CLI::App* command = addSubcommand(
        root, format, chosen, "tools", "Print the tools' schemas for a model's client",
        toolsCommand);
    one(*command, "--format", *format, "FORMAT", "openai, anthropic or mcp (default: mcp)");
    command->footer(kToolsFooter);
}

} // namespace sandbench::cli
