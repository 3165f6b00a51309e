// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/message.h"
#include "app/service/caller.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>

namespace sandbench::rest {

/// A token as it is kept: never its secret.
struct Token
{
    std::string id, name;
    std::string hash; ///< SHA-256 of the secret, hex. It has 256 random bits, so no salt is needed.
    std::set<service::Scope> scopes;
    service::Quotas quotas;
    std::int64_t createdAt = 0, expiresAt = 0, lastUsedAt = 0; ///< Units: seconds since 1970; 0 =
                                                               ///< never.
};

/// `sandbenchctl token`'s, in the user's state folder (0600). A change counts at once in a server
/// that runs. Thread: any.
class TokenStore
{
public:
    virtual ~TokenStore() = default;
    /// Returns what the user keeps, said once: "sbt_…".
    virtual Result<std::string> create(Token token) = 0;
    virtual Result<std::vector<Token>> list() = 0;
    virtual Result<void> revoke(const std::string& idOrName) = 0;
    /// Errors: PermissionDenied for an unknown, revoked or expired one.
    virtual Result<Token> check(std::string_view secret) = 0;
};

struct GateRules
{
    bool needsToken = false; ///< Always beyond a loopback address.
    std::set<std::string> hosts; ///< Names and addresses, without port, that Host may say.
    std::set<std::string> origins; ///< Besides the server's own; empty = CORS off.
};

/// Who may come in, before a handler sees anything: Host and Origin (DNS rebinding), the token, the
/// rate of requests. Thread: any.
class Gatekeeper
{
public:
    Gatekeeper(GateRules rules, TokenStore& tokens);
    /// The caller, or the refusal: 403 for Host and Origin, 401 with WWW-Authenticate, 429 with
    /// Retry-After.
    std::variant<service::Caller, Answer> admit(const Call& call);
    /// What CORS adds to an answer; nothing for origins that are not allowed.
    Headers corsHeaders(const Call& call) const;

private:
    GateRules m_rules;
    TokenStore& m_tokens;
};

} // namespace sandbench::rest
