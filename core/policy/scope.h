// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string_view>

namespace sandbench {

/// What a token allows; each is named in the API's document.
enum class Scope {
    Read, ///< Lists, states, results: nothing changes.
    Run, ///< Sandboxes, runs, files and packages of one's own.
    Network, ///< Sandboxes with a network; Admin includes it.
    Images, ///< Fetches and removes images of the engines.
    Metrics,
    Admin, ///< Other callers' sandboxes; more than a policy or a relaxation needs.
};

/// "read"
std::string_view scopeName(Scope scope);
std::optional<Scope> parseScope(std::string_view name);

/// All of them.
std::set<Scope> allScopes();

} // namespace sandbench
