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
        {"status", FieldType::Text, "open, reset or undone", true}};
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

int stepOf(const ToolCall& call)
{
    return static_cast<int>(jsonInt(call.arguments, "step"));
}

Result<ToolResult> undoContext(const Toolbox& box, const ToolCall& call)
{
    SANDBENCH_TRY(const auto sandbox, findSandbox(box, call));
    const workspace::HostedSandbox::Use use(*sandbox);
    const auto id = jsonString(call.arguments, "context_id");
    SANDBENCH_TRY_VOID(sandbox->session().undoContext(id, stepOf(call), call.stop));
    return contextResult(call, id, "undone");
}

Result<ToolResult> branchContext(const Toolbox& box, const ToolCall& call)
{
    SANDBENCH_TRY(const auto sandbox, findSandbox(box, call));
    const workspace::HostedSandbox::Use use(*sandbox);
    const auto id = jsonString(call.arguments, "new_context_id", "context-" + newMark());
    SANDBENCH_TRY_VOID(workspace::checkContextName("new_context_id", id));
    SANDBENCH_TRY_VOID(sandbox->session().branchContext(
        jsonString(call.arguments, "context_id"), id, stepOf(call), call.stop));
    return contextResult(call, id, "open");
}

std::string lineOf(const Variable& variable)
{
    constexpr std::size_t kMostBytes = 300;
    const std::string about = variable.type + (variable.size.empty() ? "" : ", " + variable.size);
    return oneLine(variable.name, kMostBytes) + " (" + oneLine(about, kMostBytes) + ")"
        + (variable.value.empty() ? "" : ": " + oneLine(variable.value, kMostBytes));
}

/// As much of it as a model reads with profit.
VariableDetails abridged(VariableDetails details)
{
    constexpr std::size_t kMostText = 16U << 10; // bytes
    constexpr std::size_t kMostRows = 20;
    details.isCut = details.isCut || details.text.size() > kMostText;
    details.text.resize(cutAtCharacter(details.text, kMostText).size());
    details.chart.series.clear();
    if (details.table.rows.size() > kMostRows)
        details.table.rows.resize(kMostRows);
    return details;
}

Result<ToolResult> listVariables(const Toolbox& box, const ToolCall& call)
{
    SANDBENCH_TRY(const auto sandbox, findSandbox(box, call));
    const workspace::HostedSandbox::Use use(*sandbox);
    const auto context = jsonString(call.arguments, "context_id");
    if (const auto name = jsonString(call.arguments, "name"); !name.empty()) {
        SANDBENCH_TRY(const auto whole, sandbox->session().showVariable(context, name, call.stop));
        const auto details = abridged(whole);
        return structuredResult(
            lineOf(details.variable),
            {{"variables", Json::array({variableJson(details)})}, {"total", 1}});
    }
    SANDBENCH_TRY(const auto list, sandbox->session().listVariables(context, call.stop));
    std::string text;
    Json variables = Json::array();
    for (const auto& variable : list.variables) {
        text += lineOf(variable) + "\n";
        variables.push_back(variableJson(variable));
    }
    return structuredResult(
        text.empty() ? "Nothing is defined." : text,
        {{"variables", std::move(variables)}, {"total", list.total}});
}

Tool variableTool(const Toolbox* box)
{
    const Fields members{
        {"name", FieldType::Text, "Its name"},
        {"type", FieldType::Text, "Of its value"},
        {"size", FieldType::Text, "In words"},
        {"value", FieldType::Text, "At most 200 characters"},
        {"text", FieldType::Text, "With name: what it says of itself"},
        {"cut", FieldType::Boolean, "With name: the text goes on"},
        {"table", FieldType::Object, "With name: its first 20 rows, 50 columns at most"}};
    return {
        .name = "list_variables",
        .title = "List variables",
        .description = "Says what a Python context has defined: names, types, sizes and short "
                       "values, or all of the one called name. Nothing of the program changes; "
                       "not while code runs in the context.",
        .input
        = {{"sandbox_id", FieldType::Text, "Of create_sandbox", true},
           {"context_id", FieldType::Text, "Of create_context", true},
           {"name", FieldType::Text, "Of one variable; absent = all"}},
        .output
        = {{"variables", FieldType::ObjectList, "The last 1,000 at most", true, {}, 0, 0, members},
           {"total", FieldType::Integer, "How many there are", true}},
        .readOnly = true,
        .handler = with(box, listVariables)};
}

Fields stepInput(std::string_view description)
{
    return {
        {"sandbox_id", FieldType::Text, "Of create_sandbox", true},
        {"context_id", FieldType::Text, "Of create_context", true},
        {"step", FieldType::Integer, description, false, {}, 1, 1'000'000'000}};
}

std::vector<Tool> stepTools(const Toolbox* box)
{
    auto branchInput = stepInput("As it was before this cell, counted from 1; absent = as it is");
    branchInput.push_back(
        {"new_context_id", FieldType::Text, "How to call it; made up where it is not said"});
    return {
        {.name = "undo_context",
         .title = "Undo a cell",
         .description
         = "Makes the variables of a Python context what they were before a cell, at once and "
           "without running anything again, also where the cell ended the interpreter. The last "
           "ten cells can be undone. Files that its cells changed in the working folder come back, "
           "but "
           "for large ones; threads do not.",
         .input = stepInput("The cell, counted from 1; absent = the last one"),
         .output = contextOutput(),
         .destructive = true,
         .handler = with(box, undoContext)},
        {.name = "branch_context",
         .title = "Branch a context",
         .description
         = "Opens another Python context that has the variables of this one, now or before one of "
           "its last ten cells: to try several ways from one state, without running anything "
           "again.",
         .input = branchInput,
         .output = contextOutput(),
         .handler = with(box, branchContext)}};
}

} // namespace

std::vector<Tool> contextTools(const Toolbox* box)
{
    std::vector<Tool> tools{
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
    for (auto& tool : stepTools(box))
        tools.push_back(std::move(tool));
    tools.push_back(variableTool(box));
    return tools;
}

} // namespace sandbench::mcp
