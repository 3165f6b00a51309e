// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/handling.h"
#include "app/rest/routes/topics.h"
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
    auto contexts = Json::array();
    for (const auto& context : found)
        contexts.push_back(contextView(context));
    return jsonAnswer({{"contexts", std::move(contexts)}});
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
    routes.push_back(
        {.method = "GET",
         .path = "/sessions/{id}/contexts",
         .id = "listContexts",
         .tag = "contexts",
         .summary = "Interpreters that keep their variables",
         .scope = Scope::Read,
         .answer
         = {{"contexts", FieldType::ObjectList, "By name", true, {}, 0, 0, kContextMembers}},
         .handler = inSandbox(parts, listContexts)});
    routes.push_back(
        {.method = "POST",
         .path = "/sessions/{id}/contexts",
         .id = "createContext",
         .tag = "contexts",
         .summary = "Opens one; a run that names one opens it too",
         .scope = Scope::Run,
         .body
         = {{{"name", FieldType::Text, "Its name", true},
             {"language", FieldType::Text, "Absent = the session's"}}},
         .answer = kContextMembers,
         .goodStatus = 201,
         .handler = with(parts, openContext)});
    routes.push_back(
        {.method = "POST",
         .path = "/sessions/{id}/contexts/{name}/reset",
         .id = "resetContext",
         .tag = "contexts",
         .summary = "Forgets its variables",
         .scope = Scope::Run,
         .goodStatus = 204,
         .handler = inSandbox(parts, reset)});
    routes.push_back(
        {.method = "DELETE",
         .path = "/sessions/{id}/contexts/{name}",
         .id = "deleteContext",
         .tag = "contexts",
         .summary = "Ends it",
         .scope = Scope::Run,
         .goodStatus = 204,
         .handler = inSandbox(parts, closeContext)});
}

} // namespace sandbench::rest
