// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/run_text.h"
#include "app/mcp/toolbox.h"
#include "core/base/text.h"
#include "core/workspace/requests.h"

namespace sandbench::mcp {
namespace {

Fields contextOutput()
{
    return {
        {"sandbox_id", FieldType::Text, "Where it is", true},
        {"context_id", FieldType::Text, "For run_code", true},
        {"status", FieldType::Text, "open or reset", true}};
}

ToolResult contextResult(const ToolCall& call, const std::string& id, const std::string& status)
{
    return structuredResult(
        "Context " + oneLine(id, 100) + " is " + status + ".",
        {{"sandbox_id", jsonString(call.arguments, "sandbox_id")},
         {"context_id", id},
         {"status", status}});
}

Result<ToolResult> createContext(const Toolbox& box, const ToolCall& call)
{
    SANDBENCH_TRY(const auto sandbox, findSandbox(box, call));
    const workspace::HostedSandbox::Use use(*sandbox);
    const auto id = jsonString(call.arguments, "context_id", "context-" + newMark());
    SANDBENCH_TRY_VOID(workspace::checkContextName("context_id", id));
    const auto language = jsonString(call.arguments, "language", sandbox->asked().language);
    SANDBENCH_TRY_VOID(sandbox->session().openContext(id, language, call.stop));
    return contextResult(call, id, "open");
}

Result<ToolResult> resetContext(const Toolbox& box, const ToolCall& call)
{
    SANDBENCH_TRY(const auto sandbox, findSandbox(box, call));
    const workspace::HostedSandbox::Use use(*sandbox);
    const auto id = jsonString(call.arguments, "context_id");
    SANDBENCH_TRY_VOID(sandbox->session().resetContext(id, call.stop));
    return contextResult(call, id, "reset");
}

} // namespace

std::vector<Tool> contextTools(const Toolbox* box)
{
    return {
        {.name = "create_context",
         .title = "Create a context",
         .description
         = "Starts an interpreter in a sandbox whose variables stay: give its context_id to "
           "run_code. The last expression's value is then in the result.",
         .input
         = {{"sandbox_id", FieldType::Text, "Of create_sandbox", true},
            {"context_id", FieldType::Text, "How to call it; made up where it is not said"},
            {"language", FieldType::Text, "One that list_languages says has contexts"}},
         .output = contextOutput(),
         .handler = with(box, createContext)},
        {.name = "reset_context",
         .title = "Reset a context",
         .description = "Forgets a context's variables and ends what it runs.",
         .input
         = {{"sandbox_id", FieldType::Text, "Of create_sandbox", true},
            {"context_id", FieldType::Text, "Of create_context", true}},
         .output = contextOutput(),
         .destructive = true,
         .idempotent = true,
         .handler = with(box, resetContext)}};
}

} // namespace sandbench::mcp
