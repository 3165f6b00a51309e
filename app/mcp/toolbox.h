// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/mcp_server.h"
#include "app/mcp/tool.h"
#include "core/workspace/workspace.h"

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
};

/// All tools, always in this order.
std::vector<Tool> makeTools(const Toolbox& box);
/// Without handlers, for what is only said about them.
std::vector<Tool> describeTools();
/// "sandbox://languages", "sandbox://runs/{run_id}" and what else there is.
Resources makeResources(const Toolbox& box);

/// A new one, as @p arguments say. Errors: PermissionDenied for what is not the
/// caller's choice, those of workspace::readOpen() and SandboxTable::open().
Result<std::shared_ptr<workspace::HostedSandbox>>
openSandbox(const Toolbox& box, const ToolCall& call, const Json& arguments);
/// The one that the call names. Errors: NotFound.
Result<std::shared_ptr<workspace::HostedSandbox>>
findSandbox(const Toolbox& box, const ToolCall& call);

// One file each in tools/. A null @p box gives them without handlers.
void addRunTools(const Toolbox* box, std::vector<Tool>& tools);
void addSandboxTools(const Toolbox* box, std::vector<Tool>& tools);
void addContextTools(const Toolbox* box, std::vector<Tool>& tools);
void addFileTools(const Toolbox* box, std::vector<Tool>& tools);
void addPackageTools(const Toolbox* box, std::vector<Tool>& tools);
void addArtifactTools(const Toolbox* box, std::vector<Tool>& tools);
void addCatalogTools(const Toolbox* box, std::vector<Tool>& tools);

} // namespace sandbench::mcp
