// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/program.h"
#include "app/cli/sandbox_defaults.h"

#include <string>
#include <vector>

namespace sandbench::cli {

/// What the command line says; texts as they were typed.
struct ServeOptions
{
    std::string address = "127.0.0.1", port = "8080", certificate, key;
    std::vector<std::string> hosts, origins;
    std::string state, tokens, audit, drain = "0", grace = "10", connections = "20000";
    std::string connectionsPerAddress; ///< Empty = half of them.
    std::string mostSandboxes = "16", mostRuns = "32"; ///< Of who needs no token.
    SandboxDefaults sandboxes = {};
    std::string ready = "0"; ///< Sandboxes as their callers usually ask for.
    std::string otlp; ///< Empty = as the environment says.
    bool needsToken = false, json = false;
};

/// Serves until a signal. Returns the exit status.
Result<int> serve(const Program& program, const ServeOptions& options);

} // namespace sandbench::cli
