// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/workspace/server_rules.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sandbench::cli {

/// What a server's options say of sandboxes whose caller names nothing. Empty = nothing is said.
struct SandboxDefaults
{
    std::string engine, connection, image, size, policy;
    // What holds for every caller.
    std::string engines; ///< "local,docker"
    std::vector<std::string> networks; ///< As workspace::networksOf() takes them.
    std::string runtime;
    std::vector<std::string> layers; ///< As readLayerNames() takes them.
};

/// --engines, --network, --runtime and --require-layers, which `serve` and `mcp` have alike.
void addRuleOptions(CLI::App& command, SandboxDefaults& options);
/// Of --engines. Empty = all.
std::vector<std::string> allowedEngines(const SandboxDefaults& options);
/// Errors: InvalidArgument naming the option.
Result<workspace::ServerRules> rulesOf(const SandboxDefaults& options);

/// As workspace::readOpen() takes them: all but the connection, which is the server's own.
Json openDefaults(const SandboxDefaults& options);

} // namespace sandbench::cli
