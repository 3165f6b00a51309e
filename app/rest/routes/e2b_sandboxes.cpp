// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b.h"
#include "app/rest/routes/e2b_requests.h"
#include "app/rest/routes/running.h"
#include "core/base/text.h"
#include "core/base/timestamp.h"
#include "core/engine/embedded_engines.h"
#include "core/workspace/defaults.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <utility>

namespace sandbench::rest {

namespace {

using workspace::Scope;

/// Old enough not to promise what is not there, new enough for users and the end of standard input.
constexpr const char* kEnvdVersion = "0.5.2";
constexpr const char* kTemplate = "base";
/// What their clients ask for without being asked.
constexpr std::string_view kUsualTemplates[] = {kTemplate, "code-interpreter-v1"};
/// Their getHost() makes "3000-ID.DOMAIN" of it. Source: RFC 6761, .invalid: no name of anybody's.
constexpr const char* kNoPorts = "no-ports.invalid";
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

constexpr std::pair<const char*, std::string_view> kRefusedWishes[]
    = {{"autoPause", "sandboxes are not paused here; they end after their timeout"},
       {"mcp", "there are no servers of tools in sandboxes; this server's own are at /mcp"},
       {"network", "addresses are not allowed or denied one by one here"},
       {"iam", "sandboxes get no identities here"},
       {"volumeMounts", "there are no volumes here; write files into the sandbox"}};

Json view(const ServerParts& parts, const workspace::HostedSandbox& sandbox)
{
    const auto& asked = sandbox.asked();
    const auto& image = asked.session.sandbox.image;
    const auto usual
        = workspace::withDefaults(parts.workspace.parts().settings().defaults, parts.openDefaults);
    const bool isUsual = image.empty() || image == jsonString(usual, "image");
    const auto& limits = asked.session.sandbox.limits;
    return {
        {"sandboxID", sandbox.id()},
        {"templateID", isUsual ? kTemplate : image},
        {"clientID", "sandbench"},
        {"domain", kNoPorts},
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

Answer shown(const ServerParts& parts, const workspace::HostedSandbox& sandbox, int status)
{
    auto made = view(parts, sandbox);
    const auto key = parts.keys.of(sandbox.caller(), sandbox.id());
    made["envdAccessToken"] = key;
    // Of some calls their clients say nothing else.
    made["trafficAccessToken"] = key;
    return jsonAnswer(made, status);
}

bool isWished(const Json& value)
{
    return !value.is_null() && value != Json(false) && !(value.is_structured() && value.empty());
}

/// What a sandbox would silently not be. Errors: Unsupported.
Result<void> checkWishes(const Json& body)
{
    for (const auto& [wish, why] : kRefusedWishes)
        if (isWished(jsonField(body, wish)))
            return Error(ErrorCode::Unsupported, std::string(wish) + ": " + std::string(why));
    return {};
}

/// An image of this server's engine by its name, or empty = its usual sandbox.
std::string imageOf(const Json& body)
{
    const auto name = jsonString(body, "templateID", kTemplate);
    const bool isUsual = std::find(std::begin(kUsualTemplates), std::end(kUsualTemplates), name)
        != std::end(kUsualTemplates);
    return isUsual ? std::string() : name;
}

/// With a network where they ask for the internet. Errors: Unsupported where there is none;
/// NotFound for a template where there are no images.
Result<workspace::SandboxRequest> requestOf(const ServerParts& parts, const Call& call, Json asked)
{
    const auto image = imageOf(call.json);
    if (!image.empty()) {
        SANDBENCH_TRY(const auto usual, openRequest(parts, call));
        if (isEmbedded(usual.engine))
            return Error(
                ErrorCode::NotFound,
                "template '" + oneLine(image, 200)
                    + "' not found: templates are images, which this server's engine does not "
                      "have");
        asked["image"] = image;
    }
    auto request = openRequest(parts, call, asked);
    if (!request || !isWished(jsonField(call.json, "allow_internet_access")))
        return request;
    if (isEmbedded(request->engine))
        return Error(
            ErrorCode::Unsupported,
            "allow_internet_access: sandboxes of this server's engine have no internet access; "
            "leave it out");
    asked["network"] = request->engine == "kubernetes" ? "pod" : "bridge";
    return openRequest(parts, call, asked);
}

Result<Answer> create(ServerParts& parts, const Call& call)
{
    Json asked = Json::object();
    if (const auto& env = jsonField(call.json, "envVars"); env.is_object() && !env.empty())
        asked["env"] = env;
    SANDBENCH_TRY_VOID(checkWishes(call.json));
    SANDBENCH_TRY(auto request, requestOf(parts, call, std::move(asked)));
    SANDBENCH_TRY(request.metadata, readE2bMetadata(jsonField(call.json, "metadata")));
    request.idle = timeoutOf(call).value_or(request.idle);
    SANDBENCH_TRY(const auto sandbox, openSandbox(parts, call, std::move(request)));
    return shown(parts, *sandbox, 201);
}

Result<Answer> listSandboxes(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto wanted, e2bMetadataFilter(jsonString(call.options, "metadata")));
    auto views = Json::array();
    for (const auto& sandbox : parts.workspace.sandboxes().list(call.caller))
        if (hasAll(sandbox->asked().metadata, wanted))
            views.push_back(view(parts, *sandbox));
    return jsonAnswer(views);
}

Result<Answer> showSandbox(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(
        const auto sandbox, parts.workspace.sandboxes().look(call.caller, parameter(call, "id")));
    return shown(parts, *sandbox, 200);
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
    return shown(parts, *sandbox.sandbox, 200);
}

Fields viewFields()
{
    return {
        {"sandboxID", FieldType::Text, "Its id", true},
        {"templateID", FieldType::Text, "Its image, or base", true},
        {"clientID", FieldType::Text, "Always the same", true},
        {"envdVersion", FieldType::Text, "What its services are like", true},
        {"domain", FieldType::Text, "No machine's: ports of sandboxes cannot be reached"},
        {"envdAccessToken", FieldType::Text, "Its own key, for its services and signatures"},
        {"trafficAccessToken", FieldType::Text, "The same"},
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
        auto& made = addE2bSandboxRoute(routes, call, id, "Opens a sandbox", with(parts, create));
        made.body->push_back({"envVars", FieldType::Any, "Environment of its programs"});
        made.body->push_back({"metadata", FieldType::Any, "Texts by name, to find it again"});
        made.body->push_back(
            {"templateID", FieldType::Text,
             "base: this server's usual sandbox; others are images of its engine, by name"});
        made.body->push_back(
            {"allow_internet_access", FieldType::Any, "True: with the engine's usual network"});
        for (const auto& [wish, why] : kRefusedWishes)
            made.body->push_back({wish, FieldType::Any, "Refused where it is asked for"});
        made.members = *made.body;
        made.members[1].type = made.members[2].type = FieldType::TextMap;
        made.answer = viewFields();
        made.goodStatus = 201;
    }
    for (const auto& [call, id] :
         {std::pair{"POST /e2b/sandboxes/{id}/connect", "e2bConnect"},
          {"POST /e2b/v2/sandboxes/{id}/connect", "e2bConnectV2"}})
        addE2bSandboxRoute(routes, call, id, "Prolongs a sandbox", with(parts, connectToSandbox))
            .answer
            = viewFields();
}

void addListing(Routes& routes, ServerParts& parts)
{
    for (const auto& [call, id] :
         {std::pair{"GET /e2b/sandboxes", "e2bList"}, {"GET /e2b/v2/sandboxes", "e2bListV2"}}) {
        auto& made = addE2bSandboxRoute(
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
    addE2bSandboxRoute(
        routes, "GET /e2b/sandboxes/{id}", "e2bGet", "One sandbox", with(parts, showSandbox))
        .answer
        = viewFields();
    addE2bSandboxRoute(
        routes, "DELETE /e2b/sandboxes/{id}", "e2bKill", "Ends a sandbox",
        with(parts, closeSandbox))
        .goodStatus
        = 204;
    auto& timeout = addE2bSandboxRoute(
        routes, "POST /e2b/sandboxes/{id}/timeout", "e2bTimeout",
        "How long a sandbox lives on without a call", with(parts, setTimeout));
    timeout.members = *timeout.body;
    timeout.members[0].isRequired = true;
    timeout.goodStatus = 204;
}

} // namespace sandbench::rest
