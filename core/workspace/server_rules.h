// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/workspace/caller.h"
#include "core/workspace/sandbox_request.h"

#include <optional>
#include <string>
#include <vector>

namespace sandbench::workspace {

/// What whoever started a server says of all its sandboxes. It holds for every caller,
/// administrators too. Which engines there are the EngineRegistry knows: see allowOnly().
struct ServerRules
{
    /// The networks that every caller may choose, and nobody another one; without any, packages are
    /// not fetched either. Nothing said = as the callers' scopes allow.
    std::optional<std::vector<std::string>> networks = {};
    std::string runtime = {}; ///< Of every sandbox; empty = as the engine does.
    LayerNames requiredLayers = {}; ///< Of every sandbox; see SandboxSpec.

    /// Whether a caller may choose any network.
    bool mayHaveNetwork(const Caller& caller) const
    {
        return networks ? !networks->empty() : caller.may(Scope::Network);
    }
};

/// From what --network was given: "none" is no network.
std::vector<std::string> networksOf(std::vector<std::string> names);

/// Whether @p rules allow what was @p said, before it is read. Errors: PermissionDenied naming the
/// member and the server's option.
Result<void> checkRules(const ServerRules& rules, const Json& said);

/// Whether @p rules allow a sandbox that an earlier server kept, with the runtime that it was made
/// with and Session::network() of it. Errors: as checkRules().
Result<void>
checkKept(const ServerRules& rules, const std::string& runtime, const std::string& network);

/// Whether @p caller may have the network that was read from @p said: one that programs can use,
/// the installation's own commands too. One that only fetches packages needs no scope: names are
/// checked, and it is gone before the first program. Errors:
/// PermissionDenied, saying which scope or option it takes.
Result<void> checkNetwork(
    const ServerRules& rules, const Caller& caller, const Json& said,
    const SandboxRequest& request);

} // namespace sandbench::workspace
