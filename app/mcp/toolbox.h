// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/offers.h"
#include "core/workspace/server_rules.h"
#include "core/workspace/workspace.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sandbench::mcp {

/// What the tools work with; it outlives them.
struct Toolbox
{
    workspace::Workspace& workspace;
    /// Members of a body for workspace::readOpen() that whoever started this server chose:
    /// {"engine": "docker"}. A call that says otherwise is refused.
    Json chosen = Json::object();
    /// The same, but a call may say otherwise.
    Json defaults = Json::object();
    workspace::ServerRules rules = {}; ///< For every caller.
};

/// All tools, always in this order.
std::vector<Tool> makeTools(const Toolbox& box);
/// Without handlers, for what is only said about them.
std::vector<Tool> describeTools();
/// "sandbox://languages", "sandbox://runs/{run_id}" and what else there is.
Resources makeResources(const Toolbox& box);
/// "Review this code" and the like.
std::vector<Prompt> makePrompts(const Toolbox& box);
/// Languages, engines, sandboxes, runs and their paths.
std::function<std::vector<std::string>(const Completing&, std::stop_token)>
makeCompletions(const Toolbox& box);
/// All of it.
Offers makeOffers(const Toolbox& box);

/// The bytes of a file that a call brings: "content", which "encoding" may say is base64. Errors:
/// InvalidArgument.
Result<std::string> contentOf(const Json& file);
/// What a new sandbox can be asked for: the members of workspace::modelFields().
Fields openArguments();
/// A new one, as @p arguments say. Errors: PermissionDenied for what is not the
/// caller's choice, those of workspace::readOpen() and SandboxTable::open().
Result<std::shared_ptr<workspace::HostedSandbox>>
openSandbox(const Toolbox& box, const ToolCall& call, const Json& arguments);
/// The one that the call names. Errors: NotFound.
Result<std::shared_ptr<workspace::HostedSandbox>>
findSandbox(const Toolbox& box, const ToolCall& call);

// Of tools/catalog_tools.cpp, for the resources as well.
/// [{id, name, extensions, contexts, packages, compiled}]
Json languagesJson(const LanguageCatalog& languages);
/// [{engine, usable, version, problem, remedy}], asked at once, 10 seconds at most. Why one is not
/// usable may say where this machine keeps its sockets: only with @p isWhole.
Json enginesJson(const EngineRegistry& engines, bool isWhole, const std::stop_token& stop);

/// A handler that does @p work with @p box; none without one.
std::function<Result<ToolResult>(const ToolCall&)>
with(const Toolbox* box, Result<ToolResult> (*work)(const Toolbox&, const ToolCall&));

// One file each in tools/. A null @p box gives them without handlers.
std::vector<Tool> runTools(const Toolbox* box);
std::vector<Tool> sandboxTools(const Toolbox* box);
std::vector<Tool> contextTools(const Toolbox* box);
std::vector<Tool> fileTools(const Toolbox* box);
std::vector<Tool> packageTools(const Toolbox* box);
std::vector<Tool> artifactTools(const Toolbox* box);
std::vector<Tool> catalogTools(const Toolbox* box);

} // namespace sandbench::mcp
