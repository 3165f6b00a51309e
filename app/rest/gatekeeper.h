// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/message.h"
#include "app/rest/token_store.h"
#include "app/service/caller.h"

#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <variant>

namespace sandbench::rest {

struct GateRules
{
    bool needsToken = false; ///< Always beyond a loopback address.
    /// Names, without port and in lower case, that Host may say; "*" = any. Numeric addresses
    /// always may: a page of somebody else's cannot have one of ours as its own.
    std::set<std::string> hosts = {"localhost"};
    /// Besides the server's own, "https://app.example"; "*" = any. Empty = CORS off.
    std::set<std::string> origins = {};
};

/// Who may come in, before a handler sees anything: Host and Origin (DNS rebinding), the token, the
/// rate of requests. Thread: any.
class Gatekeeper
{
public:
    /// @p tokens: outlives it.
    Gatekeeper(GateRules rules, TokenStore& tokens);
    /// The caller, or the answer: 403 for Host and Origin, 401 with WWW-Authenticate for a wrong
    /// token, 429 with Retry-After, 204 for what a browser asks before a call (CORS). Without a
    /// token, where one is needed, the caller has no id and no scopes: Router refuses what is not
    /// for everybody.
    /// The token is the Authorization header's (Bearer) or X-API-Key.
    std::variant<service::Caller, Answer> admit(const Call& call);
    /// What CORS adds to an answer; nothing for origins that are not allowed.
    Headers corsHeaders(const Call& call) const;

private:
    struct Bucket
    {
        double left = 0;
        std::chrono::steady_clock::time_point at;
    };
    bool mayHost(const Call& call) const;
    /// Of another site than the server itself, and allowed.
    bool isForeignGuest(const std::string& origin) const;
    /// Seconds until there is room; 0 = there is, and this call took it.
    long takeFromRate(const service::Caller& caller);

    const GateRules m_rules;
    TokenStore& m_tokens;
    std::mutex m_mutex;
    std::map<std::string, Bucket> m_buckets; ///< By caller.
};

} // namespace sandbench::rest
