// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b.h"
#include "app/rest/routes/e2b_requests.h"
#include "app/rest/routes/running.h"
#include "core/base/timestamp.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace sandbench::rest {

namespace {

using workspace::Scope;

/// Old enough not to promise what is not there, new enough for users and the end of standard input.
constexpr const char* kEnvdVersion = "0.5.2";
constexpr const char* kTemplate = "base";
constexpr std::int64_t kNoEnd = 24 * 3600;

/// When it is closed if no call comes any more. Units: seconds since 1970.
std::int64_t endOf(const workspace::HostedSandbox& sandbox)
{
    const auto idle = std::chrono::duration_cast<std::chrono::seconds>(sandbox.idleFor()).count();
    const auto limit = sandbox.idleLimit().count();
    const auto lifetime = sandbox.asked().lifetime.count();
    const auto atRest = secondsNow() + std::max<std::int64_t>(limit - idle, 0);
    const auto atMost = sandbox.createdAt() + lifetime;
    if (limit > 0)
        return lifetime > 0 ? std::min(atRest, atMost) : atRest;
    // Where nothing ends it they want a time all the same.
    return lifetime > 0 ? atMost : secondsNow() + kNoEnd;
}

Json view(const workspace::HostedSandbox& sandbox)
{
    const auto& asked = sandbox.asked();
    const auto& limits = asked.session.sandbox.limits;
    return {
        {"sandboxID", sandbox.id()},
        {"templateID", kTemplate},
        {"clientID", "sandbench"},
        {"envdVersion", kEnvdVersion},
        {"state", "running"},
        {"startedAt", e2bDate(sandbox.createdAt())},
        {"endAt", e2bDate(endOf(sandbox))},
        {"cpuCount", limits.cpus > 0 ? limits.cpus : 1},
        {"memoryMB", limits.memoryBytes >> 20},
        {"diskSizeMB", limits.diskBytes >> 20},
        {"metadata", asked.metadata}};
}

/// Theirs ends after that time; ours after that time without a call. Their 0 ends it soon, here 0
/// would be no limit.
std::optional<std::chrono::seconds> timeoutOf(const Call& call)
{
    constexpr auto kLongest = static_cast<std::int64_t>(workspace::kLongestSeconds);
    const auto asked = jsonInt(call.json, "timeout", -1);
    if (asked < 0)
        return std::nullopt;
    const std::chrono::seconds wanted(std::clamp<std::int64_t>(asked, 1, kLongest));
    return workspace::withinQuota(wanted, call.caller.quotas.idle);
}

Answer shown(const Call& call, const workspace::HostedSandbox& sandbox, int status)
{
    auto made = view(sandbox);
    // What its services are asked with: the key that this call came with.
    if (const auto key = call.header("x-api-key"); !key.empty())
        made["envdAccessToken"] = key;
    return jsonAnswer(made, status);
}

Result<Answer> create(ServerParts& parts, const Call& call)
{
    Json asked = Json::object();
    if (const auto& env = jsonField(call.json, "envVars"); env.is_object() && !env.empty())
        asked["env"] = env;
    SANDBENCH_TRY(auto request, openRequest(parts, call, asked));
    SANDBENCH_TRY(request.metadata, readE2bMetadata(jsonField(call.json, "metadata")));
    request.idle = timeoutOf(call).value_or(request.idle);
    SANDBENCH_TRY(const auto sandbox, openSandbox(parts, call, std::move(request)));
    return shown(call, *sandbox, 201);
}

Result<Answer> listSandboxes(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto wanted, e2bMetadataFilter(jsonString(call.options, "metadata")));
    auto views = Json::array();
    for (const auto& sandbox : parts.workspace.sandboxes().list(call.caller))
        if (hasAll(sandbox->asked().metadata, wanted))
            views.push_back(view(*sandbox));
    return jsonAnswer(views);
}

Result<Answer> showSandbox(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(
        const auto sandbox, parts.workspace.sandboxes().look(call.caller, parameter(call, "id")));
    return shown(call, *sandbox, 200);
}

Result<Answer> closeSandbox(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY_VOID(parts.workspace.sandboxes().close(call.caller, parameter(call, "id")));
    return Answer{.status = 204};
}

Result<Answer> setTimeout(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto sandbox, sandboxOf(parts, call));
    const auto timeout = timeoutOf(call);
    if (!timeout)
        return Error(ErrorCode::InvalidArgument, "timeout: must be 0 or more");
    sandbox->setIdleLimit(*timeout);
    SANDBENCH_TRY_VOID(parts.workspace.sandboxes().remember(*sandbox.sandbox));
    return Answer{.status = 204};
}

/// As theirs, it prolongs a sandbox and never cuts it short.
Result<Answer> connectToSandbox(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto sandbox, sandboxOf(parts, call));
    const auto timeout = timeoutOf(call);
    const auto limit = sandbox->idleLimit();
    if (timeout && limit.count() > 0 && *timeout > limit) {
        sandbox->setIdleLimit(*timeout);
        SANDBENCH_TRY_VOID(parts.workspace.sandboxes().remember(*sandbox.sandbox));
    }
    return shown(call, *sandbox.sandbox, 200);
}

Answer problemOf(int status, const std::string& message)
{
    return jsonAnswer({{"code", status}, {"message", message}}, status);
}

Route& addSandboxRoute(
    Routes& routes, std::string_view call, std::string_view id, std::string_view summary,
    Handler handler)
{
    auto& made = add(routes, "E2B", call, id, summary, std::move(handler));
    made.takesUnknown = true;
    made.refusal = [](int status, const std::string&, const std::string& detail) {
        return problemOf(status, detail);
    };
    made.problem
        = {{"code", FieldType::Integer, "The status", true},
           {"message", FieldType::Text, "What is wrong", true}};
    if (made.method == "POST")
        made.body = {{"timeout", FieldType::Integer, "Seconds without a call until it ends"}};
    return made;
}

Fields viewFields()
{
    return {
        {"sandboxID", FieldType::Text, "Its id", true},
        {"templateID", FieldType::Text, "Always the same", true},
        {"clientID", FieldType::Text, "Always the same", true},
        {"envdVersion", FieldType::Text, "What its services are like", true},
        {"envdAccessToken", FieldType::Text, "For its services: the call's own key"},
        {"state", FieldType::Text, "running"},
        {"startedAt", FieldType::Text, "RFC 3339, UTC"},
        {"endAt", FieldType::Text, "When it ends if no call comes any more"},
        {"cpuCount", FieldType::Number, "At most"},
        {"memoryMB", FieldType::Integer, "At most"},
        {"diskSizeMB", FieldType::Integer, "At most"},
        {"metadata", FieldType::TextMap, "As it was created with"}};
}

void addOpening(Routes& routes, ServerParts& parts)
{
    for (const auto& [call, id] :
         {std::pair{"POST /e2b/sandboxes", "e2bCreate"},
          {"POST /e2b/v2/sandboxes", "e2bCreateV2"}}) {
        auto& made = addSandboxRoute(routes, call, id, "Opens a sandbox", with(parts, create));
        made.body->push_back({"envVars", FieldType::Any, "Environment of its programs"});
        made.body->push_back({"metadata", FieldType::Any, "Texts by name, to find it again"});
        made.members = *made.body;
        made.members[1].type = made.members[2].type = FieldType::TextMap;
        made.answer = viewFields();
        made.goodStatus = 201;
    }
    for (const auto& [call, id] :
         {std::pair{"POST /e2b/sandboxes/{id}/connect", "e2bConnect"},
          {"POST /e2b/v2/sandboxes/{id}/connect", "e2bConnectV2"}})
        addSandboxRoute(routes, call, id, "Prolongs a sandbox", with(parts, connectToSandbox))
            .answer
            = viewFields();
}

void addListing(Routes& routes, ServerParts& parts)
{
    for (const auto& [call, id] :
         {std::pair{"GET /e2b/sandboxes", "e2bList"}, {"GET /e2b/v2/sandboxes", "e2bListV2"}}) {
        auto& made = addSandboxRoute(
            routes, call, id, "The caller's sandboxes", with(parts, listSandboxes));
        made.query = {{"metadata", FieldType::Text, "name=value&…: only those that have it"}};
        made.answer = viewFields();
        made.isList = true;
    }
}

} // namespace

void addE2bSandboxes(Routes& routes, ServerParts& parts)
{
    addOpening(routes, parts);
    addListing(routes, parts);
    addSandboxRoute(
        routes, "GET /e2b/sandboxes/{id}", "e2bGet", "One sandbox", with(parts, showSandbox))
        .answer
        = viewFields();
    addSandboxRoute(
        routes, "DELETE /e2b/sandboxes/{id}", "e2bKill", "Ends a sandbox",
        with(parts, closeSandbox))
        .goodStatus
        = 204;
    auto& timeout = addSandboxRoute(
        routes, "POST /e2b/sandboxes/{id}/timeout", "e2bTimeout",
        "How long a sandbox lives on without a call", with(parts, setTimeout));
    timeout.members = *timeout.body;
    timeout.members[0].isRequired = true;
    timeout.goodStatus = 204;
}

} // namespace sandbench::rest
