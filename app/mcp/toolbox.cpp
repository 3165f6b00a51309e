// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/toolbox.h"

#include "core/base/base64.h"
#include "core/base/text.h"
#include "core/workspace/requests.h"

#include <array>
#include <utility>

namespace sandbench::mcp {
namespace {

/// How the tools' arguments are called in workspace::openFields().
constexpr std::array<std::pair<const char*, const char*>, 9> kOpenNames
    = {{{"language", "lang"},
        {"packages", "libraries"},
        {"engine", "engine"},
        {"image", "image"},
        {"size", "size"},
        {"network", "network"},
        {"policy", "policy"},
        {"idle_seconds", "idle_seconds"},
        {"lifetime_seconds", "lifetime_seconds"}}};

std::vector<Tool> toolsOf(const Toolbox* box)
{
    std::vector<Tool> tools;
    for (const auto more :
         {runTools, sandboxTools, contextTools, fileTools, packageTools, artifactTools,
          catalogTools})
        for (auto& tool : more(box))
            tools.push_back(std::move(tool));
    return tools;
}

} // namespace

std::vector<Tool> makeTools(const Toolbox& box)
{
    return toolsOf(&box);
}

std::vector<Tool> describeTools()
{
    return toolsOf(nullptr);
}

std::function<Result<ToolResult>(const ToolCall&)>
with(const Toolbox* box, Result<ToolResult> (*work)(const Toolbox&, const ToolCall&))
{
    if (!box)
        return {};
    return [box, work](const ToolCall& call) { return work(*box, call); };
}

Result<std::string> contentOf(const Json& file)
{
    auto content = jsonString(file, "content");
    if (jsonString(file, "encoding") != "base64")
        return content;
    if (auto bytes = fromBase64(content))
        return *std::move(bytes);
    return Error(
        ErrorCode::InvalidArgument,
        "content: of " + oneLine(jsonString(file, "path"), 300) + ": not base64");
}

Result<std::shared_ptr<workspace::HostedSandbox>>
openSandbox(const Toolbox& box, const ToolCall& call, const Json& arguments)
{
    auto body = box.chosen;
    for (const auto& [ours, theirs] : kOpenNames) {
        const auto at = arguments.find(ours);
        if (at == arguments.end() || at->is_null())
            continue;
        if (const auto& chosen = jsonField(box.chosen, theirs); !chosen.is_null() && chosen != *at)
            return Error(
                ErrorCode::PermissionDenied,
                std::string(ours) + " is " + writeJson(chosen)
                    + " here, as whoever started this server chose; leave it out");
        body[theirs] = *at;
    }
    workspace::SandboxOpening opening;
    SANDBENCH_TRY(
        opening.request,
        workspace::readOpen(box.workspace.parts(), call.caller, body, box.defaults));
    opening.onNote = opening.request.session.sandbox.onWaiting = call.onProgress;
    return box.workspace.sandboxes().open(call.caller, std::move(opening), call.stop);
}

Result<std::shared_ptr<workspace::HostedSandbox>>
findSandbox(const Toolbox& box, const ToolCall& call)
{
    return box.workspace.sandboxes().find(call.caller, jsonString(call.arguments, "sandbox_id"));
}

} // namespace sandbench::mcp
