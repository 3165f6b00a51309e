// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/workspace/caller.h"

#include <cstdint>
#include <set>
#include <string>
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
    workspace::Quotas localQuotas = workspace::localCaller().quotas; ///< Of who needs no token.
};

/// What whoever runs a server says, as it was typed.
struct GateWishes
{
    bool needsToken = false;
    bool isLocal = false; ///< Only this machine reaches the server.
    std::vector<std::string> hosts = {}, origins = {};
};

/// A token is needed beyond this machine, and where any page may call: with "*" for hosts or
/// origins. Errors: InvalidArgument for what cannot be an origin. No I/O.
Result<GateRules> gateRules(const GateWishes& wishes);

} // namespace sandbench::rest
