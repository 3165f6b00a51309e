// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/toolbox.h"

#include "core/base/base64.h"
#include "core/base/text.h"
#include "core/workspace/requests.h"

#include <string_view>

namespace sandbench::mcp {
namespace {

/// The one member that the tools call otherwise, as models know it.
constexpr std::string_view kPackages = "packages", kLibraries = "libraries";

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

Offers makeOffers(const Toolbox& box)
{
    return {
        .tools = makeTools(box),
        .resources = makeResources(box),
        .tasks = makeTasks(box),
        .prompts = makePrompts(box),
        .complete = makeCompletions(box)};
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

Fields openArguments()
{
    auto fields = workspace::modelFields();
    for (auto& field : fields)
        if (field.name == kLibraries)
            field.name = kPackages;
    return fields;
}

Result<std::shared_ptr<workspace::HostedSandbox>>
openSandbox(const Toolbox& box, const ToolCall& call, const Json& arguments)
{
    auto body = box.chosen;
    for (const auto& field : openArguments()) {
        const auto& asked = jsonField(arguments, field.name);
        if (asked.is_null())
            continue;
        const auto name = field.name == kPackages ? kLibraries : field.name;
        if (const auto& chosen = jsonField(box.chosen, name); !chosen.is_null() && chosen != asked)
            return Error(
                ErrorCode::PermissionDenied,
                std::string(field.name) + " is " + writeJson(chosen)
                    + " here, as whoever started this server chose; leave it out");
        body[std::string(name)] = asked;
    }
    workspace::SandboxOpening opening;
    SANDBENCH_TRY(
        opening.request,
        workspace::readOpen(box.workspace.parts(), call.caller, body, box.defaults, box.rules));
    opening.onNote = opening.request.session.sandbox.onWaiting = call.onProgress;
    return box.workspace.sandboxes().open(call.caller, std::move(opening), call.stop);
}

Result<std::shared_ptr<workspace::HostedSandbox>>
findSandbox(const Toolbox& box, const ToolCall& call)
{
    return box.workspace.sandboxes().find(call.caller, jsonString(call.arguments, "sandbox_id"));
}

} // namespace sandbench::mcp
