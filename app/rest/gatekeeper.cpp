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

constexpr std::size_t kMostBuckets = 10'000;

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
    for (const auto* const name : {"x-api-key", "x-access-token"})
        if (const auto key = call.header(name); !key.empty())
            return key;
    return std::nullopt;
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

service::Caller callerOf(const Token& token)
{
    return {token.id, token.scopes, token.quotas};
}

} // namespace

Gatekeeper::Gatekeeper(GateRules rules, TokenStore& tokens)
    : m_rules(std::move(rules))
    , m_tokens(tokens)
{
}

std::variant<service::Caller, Answer> Gatekeeper::admit(const Call& call)
{
    if (!mayHost(call))
        return denied("the server does not answer to this Host; see --allow-host");
    const auto origin = call.header("origin");
    if (!origin.empty() && !isOwn(origin, call.header("host")) && !isForeignGuest(origin)
        && !isAsset(call))
        return denied("pages of this Origin may not call the server; see --allow-origin");
    if (call.method == "OPTIONS" && !call.header("access-control-request-method").empty())
        return noContent();
    service::Caller caller;
    if (const auto secret = secretOf(call)) {
        const auto token = m_tokens.check(*secret);
        if (!token)
            return wrongToken(token.error());
        caller = callerOf(*token);
    } else if (!m_rules.needsToken) {
        caller = service::localCaller();
    }
    if (const auto seconds = takeFromRate(caller); seconds > 0) {
        auto answer = problemAnswer(
            429, errorCodeName(ErrorCode::ResourceExhausted), "too many requests in this minute");
        answer.headers["retry-after"] = std::to_string(seconds);
        return answer;
    }
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

long Gatekeeper::takeFromRate(const service::Caller& caller)
{
    const auto most = static_cast<double>(caller.quotas.requestsPerMinute);
    if (most <= 0)
        return 0;
    const auto now = std::chrono::steady_clock::now();
    const std::scoped_lock lock(m_mutex);
    if (m_buckets.size() > kMostBuckets)
        m_buckets.clear(); // Revoked tokens leave theirs behind.
    const auto [at, isNew] = m_buckets.try_emplace(caller.id, Bucket{most, now});
    auto& bucket = at->second;
    const auto seconds = std::chrono::duration<double>(now - bucket.at).count();
    bucket.left = std::min(most, bucket.left + seconds * most / 60);
    bucket.at = now;
    if (bucket.left < 1)
        return std::lround(std::ceil((1 - bucket.left) * 60 / most));
    bucket.left -= 1;
    return 0;
}

} // namespace sandbench::rest
