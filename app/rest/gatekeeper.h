// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/message.h"
#include "app/rest/sandbox_keys.h"
#include "app/rest/token_store.h"
#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/workspace/caller.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <unistd.h>
#include <variant>
#include <vector>

namespace sandbench::rest {

struct GateRules
{
    bool needsToken = false; ///< Always beyond a loopback address.
    /// Names, without port and in lower case, that Host may say; "*" = any. Numeric addresses
    /// always may: a page of somebody else's cannot have one of ours as its own.
    std::set<std::string> hosts = {"localhost"};
    /// Besides the server's own, "https://app.example"; "*" = any. Empty = CORS off.
    std::set<std::string> origins = {};
    /// Of one address, without a token or with a wrong one.
    std::uint64_t strangersPerMinute = 6'000;
    std::uint64_t publicPerMinute = 60'000; ///< Of one address, to what is for everybody.
    workspace::Quotas localQuotas = workspace::localCaller().quotas; ///< Of who needs no token.
    uid_t user = ::geteuid(); ///< Who may do everything without a token; others read and run.
};

/// What whoever runs a server says, as it was typed.
struct GateOptions
{
    bool needsToken = false;
    bool isLocal = false; ///< Only this machine reaches the server.
    std::vector<std::string> hosts = {}, origins = {};
};

/// A token is needed beyond this machine, and where any page may call: with "*" for hosts or
/// origins. Errors: InvalidArgument for what cannot be an origin. No I/O.
Result<GateRules> gateRules(const GateOptions& options);

/// How often whoever has a name may come: as many times at once as in a minute, and then evenly.
/// Thread: any.
class RateTable
{
public:
    /// Seconds until there is room; 0 = there is, and this time was counted. @p perMinute: 0 = no
    /// limit.
    long take(const std::string& name, std::uint64_t perMinute, Clock::time_point now);

    static constexpr std::size_t kMost = 10'000;

private:
    struct Bucket
    {
        double left = 0;
        Clock::time_point at;
    };
    void makeRoom(Clock::time_point now);

    std::mutex m_mutex;
    std::map<std::string, Bucket> m_buckets;
};

/// Who may come in, before a handler sees anything: Host and Origin (DNS rebinding), the token, the
/// rate of requests. Thread: any.
class Gatekeeper
{
public:
    /// @p tokens: outlives it. @p keys: of sandboxes, good in place of a token for E2B's services
    /// of one.
    Gatekeeper(GateRules rules, TokenStore& tokens, SandboxKeys keys = {});
    /// Whom a call's route is for.
    enum class For {
        Callers,
        Everybody, ///< No token is looked at; the rate is by address.
    };
    /// The caller, or the answer: 403 for Host and Origin, 401 with WWW-Authenticate for a wrong
    /// token, 429 with Retry-After, 204 for what a browser asks before a call (CORS). Without a
    /// token, where one is needed, the caller has no id and no scopes: Router refuses what is not
    /// for everybody. Rates are by caller; without one by the peer's address.
    /// The token is the Authorization header's (Bearer) or X-API-Key.
    std::variant<workspace::Caller, Answer> admit(const Call& call, For whom = For::Callers);
    /// What CORS adds to an answer; nothing for origins that are not allowed.
    Headers corsHeaders(const Call& call) const;

private:
    bool mayHost(const Call& call) const;
    /// Of another site than the server itself, and allowed.
    bool isForeignGuest(const std::string& origin) const;
    std::variant<workspace::Caller, Answer> callerOf(const Call& call);
    Result<Token> tokenOf(const Call& call, const std::string& secret);
    workspace::Caller localCaller(const Call& call) const;

    const GateRules m_rules;
    TokenStore& m_tokens;
    const SandboxKeys m_keys;
    RateTable m_callers, m_strangers, m_public;
};

} // namespace sandbench::rest
