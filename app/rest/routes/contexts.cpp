// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/handling.h"
#include "core/workspace/member_names.h"
#include "core/workspace/requests.h"

namespace sandbench::rest {

namespace {

using workspace::Scope;

const Fields kContextMembers
    = {{"name", FieldType::Text, "Names it in runs"},
       {"language", FieldType::Text, "Of its interpreter"},
       {"busy", FieldType::Boolean, "A run is in it"}};

const Fields kStepMembers
    = {{"step", FieldType::Integer, "The cell, counted from 1"},
       {"text", FieldType::Text, "The first line of its code"},
       {"threads", FieldType::Integer, "That ran then; undoing does not bring them back"},
       {"sockets", FieldType::Integer, "That were open then; they stay as they are now"},
       {"files_known", FieldType::Boolean, "What cells changed of files since is known"},
       {"files_back", FieldType::Integer, "Of the working folder, changed since, that come back"},
       {"files_left", FieldType::Integer, "Those that stay as they are now"},
       {"paths_left", FieldType::TextList, "The first of these, once it was undone"}};
const Field kStep{"step", FieldType::Integer, "Before which cell; absent = the last one", false, {},
                  1,      1'000'000'000};

const Fields kVariableMembers
    = {{"name", FieldType::Text, "Its name"},
       {"type", FieldType::Text, "The name of its type"},
       {"size", FieldType::Text, "In words: 12 items, (1000, 3) float64; may be empty"},
       {"value", FieldType::Text,
        "At most 200 characters; empty where only the program's own code could say it"}};

/// Those, and what there is of a whole one.
Fields wholeVariable()
{
    Fields members = kVariableMembers;
    members.push_back({"text", FieldType::Text, "What it says of itself, 64 Ki characters"});
    members.push_back({"cut", FieldType::Boolean, "The text goes on"});
    const Fields series
        = {{"name", FieldType::Text, "Of the column"},
           {"values", FieldType::Any, "Numbers, null where there is none"}};
    Field chart{"chart", FieldType::Object, "Its numbers, 2,000 at most; absent = it has none"};
    chart.fields
        = {{"step", FieldType::Integer, "Every how many of them are here"},
           {"series", FieldType::ObjectList, "Columns, 8 at most", true, {}, 0, 0, series}};
    members.push_back(chart);
    const Fields row
        = {{"name", FieldType::Text, "Index or key"},
           {"cells", FieldType::TextList, "As many as columns"}};
    Field table{"table", FieldType::Object, "Its first 200 rows and 50 columns, if it has items"};
    table.fields
        = {{"columns", FieldType::TextList, "Their names"},
           {"rows", FieldType::ObjectList, "In order", true, {}, 0, 0, row},
           {"row_count", FieldType::Integer, "Of the whole value"},
           {"column_count", FieldType::Integer, "Of the whole value"}};
    members.push_back(table);
    return members;
}

Json stepView(const Session::ContextStep& step)
{
    return {
        {"step", step.number},
        {"text", step.text},
        {"threads", step.threads},
        {"sockets", step.sockets},
        {"files_known", step.filesKnown},
        {"files_back", step.filesBack},
        {"files_left", step.filesLeft},
        {"paths_left", step.pathsLeft}};
}

Json contextView(const Session::ContextInfo& context)
{
    return {{"name", context.name}, {"language", context.language}, {"busy", context.isBusy}};
}

Result<Answer> listContexts(const UsedSandbox& sandbox, const Call& call)
{
    SANDBENCH_TRY(const auto found, sandbox.session().listContexts(call.stop));
    return jsonAnswer({{"contexts", jsonList(found, contextView)}});
}

Result<Answer> openContext(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto sandbox, sandboxOf(parts, call));
    const auto name = jsonString(call.json, "name");
    SANDBENCH_TRY_VOID(workspace::checkContextName("name", name));
    SANDBENCH_TRY(
        const auto language,
        workspace::languageIn(
            parts.workspace.parts().languages(), call.json, sandbox->asked().language));
    SANDBENCH_TRY_VOID(sandbox.session().openContext(name, language.id, call.stop));
    return jsonAnswer(contextView({name, language.id, false}), 201);
}

Result<Answer> reset(const UsedSandbox& sandbox, const Call& call)
{
    SANDBENCH_TRY_VOID(sandbox.session().resetContext(parameter(call, "name"), call.stop));
    return Answer{.status = 204};
}

Result<Answer> closeContext(const UsedSandbox& sandbox, const Call& call)
{
    SANDBENCH_TRY_VOID(sandbox.session().closeContext(parameter(call, "name"), call.stop));
    return Answer{.status = 204};
}

int stepOf(const Call& call)
{
    return static_cast<int>(jsonInt(call.json, "step"));
}

Result<Answer> listSteps(const UsedSandbox& sandbox, const Call& call)
{
    SANDBENCH_TRY(
        const auto steps, sandbox.session().listContextSteps(parameter(call, "name"), call.stop));
    return jsonAnswer({{"steps", jsonList(steps, stepView)}});
}

Result<Answer> undo(const UsedSandbox& sandbox, const Call& call)
{
    SANDBENCH_TRY(
        const auto step,
        sandbox.session().undoContext(parameter(call, "name"), stepOf(call), call.stop));
    return jsonAnswer(stepView(step));
}

Result<Answer> branch(const UsedSandbox& sandbox, const Call& call)
{
    const auto to = jsonString(call.json, "name");
    SANDBENCH_TRY_VOID(workspace::checkContextName("name", to));
    SANDBENCH_TRY_VOID(
        sandbox.session().branchContext(parameter(call, "name"), to, stepOf(call), call.stop));
    return jsonAnswer(contextView({to, "python", false}), 201);
}

Json variableView(const Variable& variable)
{
    return variableJson(variable);
}

Result<Answer> listVariables(const UsedSandbox& sandbox, const Call& call)
{
    SANDBENCH_TRY(
        const auto list, sandbox.session().listVariables(parameter(call, "name"), call.stop));
    return jsonAnswer(
        {{"variables", jsonList(list.variables, variableView)}, {"total", list.total}});
}

Result<Answer> showVariable(const UsedSandbox& sandbox, const Call& call)
{
    SANDBENCH_TRY(
        const auto details,
        sandbox.session().showVariable(
            parameter(call, "name"), parameter(call, "variable"), call.stop));
    return jsonAnswer(variableJson(details));
}

void addVariables(Routes& routes, ServerParts& parts)
{
    add(routes, "contexts", "GET /sessions/{id}/contexts/{name}/variables", "listVariables",
        "What a Python context has defined, while no run is in it", inSandbox(parts, listVariables))
        .answer
        = {{"variables",
            FieldType::ObjectList,
            "The last 1,000 at most",
            true,
            {},
            0,
            0,
            kVariableMembers},
           {"total", FieldType::Integer, "How many there are"}};
    add(routes, "contexts", "GET /sessions/{id}/contexts/{name}/variables/{variable}",
        "showVariable", "All of one variable: text, numbers to draw, first rows",
        inSandbox(parts, showVariable))
        .answer
        = wholeVariable();
}

void addSteps(Routes& routes, ServerParts& parts)
{
    add(routes, "contexts", "GET /sessions/{id}/contexts/{name}/steps", "listContextSteps",
        "Cells of a Python context that can be undone, the last ten at most",
        inSandbox(parts, listSteps))
        .answer
        = {{"steps", FieldType::ObjectList, "The oldest first", true, {}, 0, 0, kStepMembers}};
    auto& undoing = add(
        routes, "contexts", "POST /sessions/{id}/contexts/{name}/undo", "undoContext",
        "Makes its variables and what its cells changed in the working folder what they were",
        inSandbox(parts, undo));
    undoing.body = {kStep};
    undoing.answer = kStepMembers;
    auto& branching = add(
        routes, "contexts", "POST /sessions/{id}/contexts/{name}/branch", "branchContext",
        "Opens another context with its variables", inSandbox(parts, branch));
    Field step = kStep;
    step.description = "As it was before which cell; absent = as it is";
    branching.body = {{"name", FieldType::Text, "Of the new context", true}, step};
    branching.answer = kContextMembers;
    branching.goodStatus = 201;
}

} // namespace

void addContexts(Routes& routes, ServerParts& parts)
{
    add(routes, "contexts", "GET /sessions/{id}/contexts", "listContexts",
        "Interpreters that keep their variables", inSandbox(parts, listContexts))
        .answer
        = {{"contexts", FieldType::ObjectList, "By name", true, {}, 0, 0, kContextMembers}};
    auto& opening = add(
        routes, "contexts", "POST /sessions/{id}/contexts", "createContext",
        "Opens one; a run that names one opens it too", with(parts, openContext));
    opening.body
        = {{"name", FieldType::Text, "Its name", true},
           {"language", FieldType::Text, "Absent = the session's"}};
    opening.answer = kContextMembers;
    opening.goodStatus = 201;
    add(routes, "contexts", "POST /sessions/{id}/contexts/{name}/reset", "resetContext",
        "Forgets its variables", inSandbox(parts, reset))
        .goodStatus
        = 204;
    add(routes, "contexts", "DELETE /sessions/{id}/contexts/{name}", "deleteContext", "Ends it",
        inSandbox(parts, closeContext))
        .goodStatus
        = 204;
    addSteps(routes, parts);
    addVariables(routes, parts);
}

} // namespace sandbench::rest
