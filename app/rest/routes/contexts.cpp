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
}

} // namespace sandbench::rest
