// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/gatekeeper.h"

#include "app/rest/wire/header_text.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cmath>
#include <optional>

namespace sandbench::rest {

namespace {

// "[::1]:80" and "[::1]" are "::1", "a:80" is "a".
std::string hostName(std::string_view authority)
{
    if (authority.starts_with('['))
        return lowered(authority.substr(1, authority.find(']') - 1));
    return lowered(authority.substr(0, authority.rfind(':')));
}

bool isNumeric(const std::string& host)
{
    in_addr v4 = {};
    in6_addr v6 = {};
    return ::inet_pton(AF_INET, host.c_str(), &v4) == 1
        || ::inet_pton(AF_INET6, host.c_str(), &v6) == 1;
}

// Scripts and styles of our pages hold no secrets, and /ui's frame, which asks for them, has no
// origin.
bool isAsset(const Call& call)
{
    return call.method == "GET" && call.path.starts_with("/web/");
}

// Whether the page that asks is one of this server: its origin is the Host that it called.
bool isOwn(const std::string& origin, const std::string& host)
{
    const auto scheme = origin.find("://");
    return scheme != std::string::npos && !host.empty()
        && lowered(std::string_view(origin).substr(scheme + 3)) == lowered(host);
}

std::optional<std::string> secretOf(const Call& call)
{
    const auto authorization = call.header("authorization");
    const auto space = authorization.find(' ');
    if (lowered(std::string_view(authorization).substr(0, space)) == "bearer")
        return space == std::string::npos
            ? std::string()
            : std::string(trimmed(std::string_view(authorization).substr(space)));
    // E2B's clients say it like this: to its API, and to the services of a sandbox.
    for (const auto* const name : {"x-api-key", "x-access-token", "e2b-traffic-access-token"})
        if (const auto key = call.header(name); !key.empty())
            return key;
    return std::nullopt;
}

// E2B's clients do not ask without a key, and theirs is of another server: where none is needed,
// it is as good as none.
bool isForeignKey(const Call& call)
{
    return call.path.starts_with("/e2b/")
        && !lowered(call.header("authorization")).starts_with("bearer");
}

// What E2B's clients ask a sandbox, not the server: there its own key is good.
bool isServiceOfSandbox(const Call& call)
{
    return call.path.starts_with("/e2b/") && call.path.find("/sandboxes") == std::string::npos;
}

Answer noContent()
{
    Answer answer;
    answer.status = 204;
    return answer;
}

Answer denied(std::string_view detail)
{
    return problemAnswer(403, errorCodeName(ErrorCode::PermissionDenied), detail);
}

Answer wrongToken(const Error& error)
{
    if (error.code() != ErrorCode::NotFound)
        return problemAnswer(Error(ErrorCode::Internal, error.text()));
    auto answer = problemAnswer(401, "unauthorized", error.message());
    answer.headers["www-authenticate"] = "Bearer error=\"invalid_token\"";
    return answer;
}

Answer tooOften(long seconds)
{
    auto answer = problemAnswer(
        429, errorCodeName(ErrorCode::ResourceExhausted), "too many requests in this minute");
    answer.headers["retry-after"] = std::to_string(seconds);
    return answer;
}

constexpr const char* kAny = "*";

Result<std::string> originOf(const std::string& text)
{
    const auto origin = lowered(text);
    const auto scheme = origin.find("://");
    const auto path = scheme == std::string::npos ? scheme : origin.find('/', scheme + 3);
    if (origin == kAny)
        return origin;
    if (path != std::string::npos)
        return Error(
            ErrorCode::InvalidArgument,
            "the origin '" + text + "' ends before its path: say '" + text.substr(0, path) + "'");
    if (scheme == std::string::npos || scheme == 0 || scheme + 3 == origin.size())
        return Error(
            ErrorCode::InvalidArgument,
            "'" + text + "' is no origin, such as https://app.example or *");
    return origin;
}

} // namespace

Gatekeeper::Gatekeeper(GateRules rules, TokenStore& tokens, SandboxKeys keys)
    : m_rules(std::move(rules))
    , m_tokens(tokens)
    , m_keys(std::move(keys))
{
}

std::variant<workspace::Caller, Answer> Gatekeeper::admit(const Call& call, For whom)
{
    if (!mayHost(call))
        return denied("the server does not answer to this Host; see --allow-host");
    const auto origin = call.header("origin");
    if (!origin.empty() && !isOwn(origin, call.header("host")) && !isForeignGuest(origin)
        && !isAsset(call))
        return denied("pages of this Origin may not call the server; see --allow-origin");
    if (call.method == "OPTIONS" && !call.header("access-control-request-method").empty())
        return noContent();
    if (whom == For::Everybody) {
        const auto seconds
            = m_public.take(peerAddress(call.peer), m_rules.publicPerMinute, Clock::now());
        if (seconds > 0)
            return tooOften(seconds);
        return workspace::Caller();
    }
    return callerOf(call);
}

std::variant<workspace::Caller, Answer> Gatekeeper::callerOf(const Call& call)
{
    workspace::Caller caller;
    std::optional<Error> wrong;
    if (const auto secret = secretOf(call)) {
        if (auto token = tokenOf(call, *secret))
            caller = {token->id, token->scopes, token->quotas, token->requiredLayers};
        else if (
            token.error().code() == ErrorCode::NotFound && !m_rules.needsToken
            && isForeignKey(call))
            caller = localCaller(call);
        else
            wrong = std::move(token.error());
    } else if (!m_rules.needsToken) {
        caller = localCaller(call);
    }
    const auto now = Clock::now();
    const auto seconds = caller.id.empty()
        ? m_strangers.take(peerAddress(call.peer), m_rules.strangersPerMinute, now)
        : m_callers.take(caller.id, caller.quotas.requestsPerMinute, now);
    if (seconds > 0)
        return tooOften(seconds);
    if (wrong)
        return wrongToken(*wrong);
    return caller;
}

/// Errors: those of TokenStore::check().
Result<Token> Gatekeeper::tokenOf(const Call& call, const std::string& secret)
{
    auto token = m_tokens.check(secret);
    if (token || token.error().code() != ErrorCode::NotFound || !isServiceOfSandbox(call))
        return token;
    const auto id = m_keys.callerOf(secret, call.header("e2b-sandbox-id"));
    return id.empty() ? std::move(token) : m_tokens.find(id);
}

workspace::Caller Gatekeeper::localCaller(const Call& call) const
{
    auto caller = workspace::localCaller();
    caller.quotas = m_rules.localQuotas;
    if (call.peerUser == m_rules.user)
        return caller;
    // Somebody else of this machine, with sandboxes and runs of their own.
    const auto whose = call.peerUser ? "uid " + std::to_string(*call.peerUser) : "an unknown user";
    caller.id = call.peerUser ? "uid-" + std::to_string(*call.peerUser) : "uid-unknown";
    caller.scopes = {workspace::Scope::Read, workspace::Scope::Run};
    caller.remedy = "without a token only uid " + std::to_string(m_rules.user)
        + ", who runs the server, has it, and this connection is of " + whose
        + ": make a token with 'sandbenchctl token create NAME --scopes SCOPES'";
    return caller;
}

Headers Gatekeeper::corsHeaders(const Call& call) const
{
    const auto origin = call.header("origin");
    if (origin.empty() || isOwn(origin, call.header("host")) || !isForeignGuest(origin))
        return {};
    Headers headers
        = {{"access-control-allow-origin", origin},
           {"access-control-expose-headers", "content-disposition, mcp-session-id, retry-after"},
           {"vary", "Origin"}};
    if (call.method == "OPTIONS") {
        headers["access-control-allow-methods"] = "GET, POST, PUT, PATCH, DELETE, OPTIONS";
        headers["access-control-max-age"] = "600";
        // Credentials are the token, which a page must know and say: cookies there are none.
        const auto asked = call.header("access-control-request-headers");
        if (!asked.empty())
            headers["access-control-allow-headers"] = asked;
    }
    return headers;
}

bool Gatekeeper::mayHost(const Call& call) const
{
    const auto host = call.header("host");
    // HTTP/1.0 has none, and no browser speaks it.
    if (host.empty() || m_rules.hosts.contains("*"))
        return true;
    const auto name = hostName(host);
    return isNumeric(name) || m_rules.hosts.contains(name);
}

bool Gatekeeper::isForeignGuest(const std::string& origin) const
{
    return m_rules.origins.contains("*") || m_rules.origins.contains(lowered(origin));
}

Result<GateRules> gateRules(const GateOptions& options)
{
    GateRules rules;
    for (const auto& host : options.hosts)
        rules.hosts.insert(lowered(host));
    for (const auto& text : options.origins) {
        SANDBENCH_TRY(auto origin, originOf(text));
        rules.origins.insert(std::move(origin));
    }
    rules.needsToken = options.needsToken || !options.isLocal || rules.hosts.contains(kAny)
        || rules.origins.contains(kAny);
    return rules;
}

long RateTable::take(const std::string& name, std::uint64_t perMinute, Clock::time_point now)
{
    if (perMinute == 0)
        return 0;
    const auto most = static_cast<double>(perMinute);
    const std::scoped_lock lock(m_mutex);
    if (m_buckets.size() >= kMost && !m_buckets.contains(name))
        makeRoom(now);
    auto& bucket = m_buckets.try_emplace(name, Bucket{most, now}).first->second;
    const auto seconds = std::chrono::duration<double>(now - bucket.at).count();
    bucket.left = std::min(most, bucket.left + seconds * most / 60);
    bucket.at = now;
    if (bucket.left < 1)
        return std::lround(std::ceil((1 - bucket.left) * 60 / most));
    bucket.left -= 1;
    return 0;
}

void RateTable::makeRoom(Clock::time_point now)
{
    // Who did not come for a minute has all its times again.
    std::erase_if(m_buckets, [now](const auto& entry) {
        return now - entry.second.at >= std::chrono::minutes(1);
    });
    if (m_buckets.size() >= kMost)
        m_buckets.clear();
}

} // namespace sandbench::rest
