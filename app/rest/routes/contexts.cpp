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
       {"sockets", FieldType::Integer, "That were open then; they stay as they are now"}};
const Field kStep{"step", FieldType::Integer, "Before which cell; absent = the last one", false, {},
                  1,      1'000'000'000};

Json stepView(const Session::ContextStep& step)
{
    return {
        {"step", step.number},
        {"text", step.text},
        {"threads", step.threads},
        {"sockets", step.sockets}};
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

void addSteps(Routes& routes, ServerParts& parts)
{
    add(routes, "contexts", "GET /sessions/{id}/contexts/{name}/steps", "listContextSteps",
        "Cells of a Python context that can be undone, the last ten at most",
        inSandbox(parts, listSteps))
        .answer
        = {{"steps", FieldType::ObjectList, "The oldest first", true, {}, 0, 0, kStepMembers}};
    auto& undoing = add(
        routes, "contexts", "POST /sessions/{id}/contexts/{name}/undo", "undoContext",
        "Makes its variables what they were before a cell; files stay as they are",
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
}

} // namespace sandbench::rest
