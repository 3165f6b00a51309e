// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/running.h"
#include "core/workspace/requests.h"

namespace sandbench::rest {

namespace {

using enum FieldType;
using workspace::Scope;

const Fields kPool
    = {{"name", Text, "Names the pool in later calls"},
       {"sandbox", Object, "What its sandboxes are"},
       {"min", Integer, "Kept ready"},
       {"max", Integer, "Most, ready and in use together"},
       {"uses", Integer, "Calls of a single run that one serves"},
       {"preload", Boolean, "Whether interpreters start before anybody asks"},
       {"exhausted", Text, "What a call gets when there are max and none is ready"},
       {"ready", Integer, "Open, and nobody has taken them"},
       {"opening", Integer, "Being opened"},
       {"in_use", Integer, "Taken"},
       {"waiting", Integer, "Calls that wait for one"},
       {"hits", Integer, "Calls since the start that got one that was ready"},
       {"misses", Integer, "Calls for which one was opened in the pool"},
       {"temporary", Integer, "Calls for which one was opened besides"},
       {"refused", Integer, "Calls that got none"},
       {"problem", Text, "Why none could be opened at last, or null"}};

Result<Answer> createPool(ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto pool, workspace::readPool(call.json));
    auto request = openRequest(parts, call, pool.sandbox);
    if (!request)
        return std::move(request.error()).within("sandbox");
    SANDBENCH_TRY(
        const auto made,
        parts.workspace.sandboxes().addPool(
            call.caller, pool.name, *std::move(request), pool.rules));
    auto answer = jsonAnswer(workspace::poolView(*made), 201);
    answer.headers["location"] = "/pools/" + pool.name;
    return answer;
}

Answer listPools(const ServerParts& parts)
{
    return jsonAnswer(
        {{"pools", jsonList(parts.workspace.sandboxes().pools().list(), [](const auto& pool) {
              return workspace::poolView(*pool);
          })}});
}

Result<Answer> showPool(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(
        const auto pool, parts.workspace.sandboxes().pools().find(parameter(call, "name")));
    return jsonAnswer(workspace::poolView(*pool));
}

Result<Answer> removePool(ServerParts& parts, const Call& call)
{
    const auto name = parameter(call, "name");
    SANDBENCH_TRY_VOID(parts.workspace.sandboxes().pools().remove(name));
    return jsonAnswer({{"name", name}, {"status", workspace::kClosed}});
}

} // namespace

void addPools(Routes& routes, ServerParts& parts)
{
    auto& making = add(
        routes, "pools", "POST /pools", "createPool",
        "Keeps sandboxes ready; whoever opens one like them gets one at once",
        with(parts, createPool));
    making.body = workspace::poolFields(workspace::openFields());
    making.answer = kPool;
    making.goodStatus = 201;
    add(routes, "pools", "GET /pools", "listPools", "All pools, by name",
        handling([&parts](const Call&) -> Result<Answer> { return listPools(parts); }))
        .answer
        = {{"pools", ObjectList, "The pools", true, {}, 0, 0, kPool}};
    add(routes, "pools", "GET /pools/{name}", "getPool", "One pool, with how often it helped",
        with(parts, showPool))
        .answer
        = kPool;
    auto& removing = add(
        routes, "pools", "DELETE /pools/{name}", "deletePool",
        "Ends a pool and closes its sandboxes that nobody uses", with(parts, removePool));
    removing.answer = {{"name", Text, "Its name"}, {"status", Text, "\"closed\""}};
    // They take memory of all, and their problems name what is on this machine.
    for (auto& route : routes)
        if (route.tag == "pools")
            route.scope = Scope::Admin;
}

} // namespace sandbench::rest
