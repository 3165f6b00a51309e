// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/toolbox.h"
#include "core/base/text.h"
#include "core/workspace/requests.h"

namespace sandbench::mcp {
namespace {

const Fields& sandboxOutput()
{
    static const Fields fields = {
        {"sandbox_id", FieldType::Text, "For the other tools", true},
        {"engine", FieldType::Text, "What runs it", true},
        {"image", FieldType::Text, "What it was made from; empty = this machine's programs", true},
        {"language", FieldType::Text, "Of runs that name none", true},
        {"network", FieldType::Text, "Which one it has", true},
        {"created_at", FieldType::Text, "RFC 3339", true},
        {"idle_seconds", FieldType::Integer, "After so long without a call it is closed", true},
        {"idle_for_seconds", FieldType::Integer, "Since the last call that used it", true},
        {"status",
         FieldType::Text,
         "lost = it went away; delete it",
         true,
         {workspace::kReady, workspace::kLost}},
        {"layers", FieldType::TextList, "Of isolation that really are there", true},
        {"missing_layers", FieldType::TextList, "Of isolation, and why", true},
        {"relaxations", FieldType::TextList, "Of the default, as they were asked for", true}};
    return fields;
}

Json sandboxJson(workspace::HostedSandbox& sandbox)
{
    auto& session = sandbox.session();
    const auto& isolation = session.isolation();
    auto missing = Json::array();
    for (const auto& layer : isolation.missing)
        missing.push_back(layer.layer + ": " + layer.reason);
    const auto view = workspace::sandboxView(sandbox);
    return {
        {"sandbox_id", sandbox.id()},
        {"engine", session.engineName()},
        {"image", session.image()},
        {"language", sandbox.asked().language},
        {"network", session.network()},
        {"created_at", view.at("created_at")},
        {"idle_seconds", view.at("idle_seconds")},
        {"idle_for_seconds", view.at("idle_for_seconds")},
        {"status", workspace::sandboxStatus(sandbox)},
        {"layers", isolation.layers},
        {"missing_layers", std::move(missing)},
        {"relaxations", isolation.relaxations}};
}

Result<ToolResult> createSandbox(const Toolbox& box, const ToolCall& call)
{
    SANDBENCH_TRY(const auto sandbox, openSandbox(box, call, call.arguments));
    const auto json = sandboxJson(*sandbox);
    return structuredResult("Sandbox " + sandbox->id() + " is open.\n" + writeJson(json), json);
}

Result<ToolResult> listSandboxes(const Toolbox& box, const ToolCall& call)
{
    Json json = {{"sandboxes", Json::array()}};
    for (const auto& sandbox : box.workspace.sandboxes().list(call.caller))
        json["sandboxes"].push_back(sandboxJson(*sandbox));
    return structuredResult(
        std::to_string(json["sandboxes"].size()) + " sandboxes.\n" + writeJson(json), json);
}

Result<ToolResult> remove(const Toolbox& box, const ToolCall& call)
{
    const auto id = jsonString(call.arguments, "sandbox_id");
    SANDBENCH_TRY_VOID(box.workspace.sandboxes().close(call.caller, id));
    return structuredResult(
        "Sandbox " + oneLine(id, 100) + " is closed.",
        {{"sandbox_id", id}, {"status", workspace::kClosed}});
}

Tool createTool(const Toolbox* box)
{
    return {
        .name = "create_sandbox",
        .title = "Create a sandbox",
        .description
        = "Opens a sandbox that stays: files, packages and contexts are there for later calls with "
          "its sandbox_id. It has no network unless one is named. It is closed by "
          "delete_sandbox, or when nobody has used it for half an hour.",
        .input = openArguments(),
        .output = sandboxOutput(),
        .handler = with(box, createSandbox)};
}

Tool listSandboxesTool(const Toolbox* box)
{
    return {
        .name = "list_sandboxes",
        .title = "List sandboxes",
        .description = "The sandboxes that are open, and how well each is isolated.",
        .output
        = {{.name = "sandboxes",
            .type = FieldType::ObjectList,
            .description = "The oldest first",
            .isRequired = true,
            .fields = sandboxOutput()}},
        .readOnly = true,
        .handler = with(box, listSandboxes)};
}

Tool removeTool(const Toolbox* box)
{
    return {
        .name = "delete_sandbox",
        .title = "Delete a sandbox",
        .description = "Ends all that runs in a sandbox and removes it with its files.",
        .input = {{"sandbox_id", FieldType::Text, "Of create_sandbox", true}},
        .output
        = {{"sandbox_id", FieldType::Text, "Which one it was", true},
           {"status", FieldType::Text, "It is closed", true, {workspace::kClosed}}},
        .destructive = true,
        .idempotent = true,
        .handler = with(box, remove)};
}

} // namespace

std::vector<Tool> sandboxTools(const Toolbox* box)
{
    return {createTool(box), listSandboxesTool(box), removeTool(box)};
}

} // namespace sandbench::mcp
