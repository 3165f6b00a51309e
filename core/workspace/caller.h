// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/ownership.h"
#include "core/policy/isolation_layers.h"
#include "core/policy/scope.h"

#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace sandbench::workspace {

using sandbench::Scope;

/// What one caller may use at once. 0 = no limit of that kind.
struct Quotas
{
    std::size_t sandboxes = 16;
    std::uint64_t memoryBytes = 32ULL << 30; ///< The limits of all its sandboxes together.
    std::size_t runs = 32; ///< At the same time.
    std::size_t calls = 128; ///< At the same time: streams and waits for a run's end count.
    std::uint64_t requestsPerMinute = 60'000;
    std::uint64_t uploadBytes = 2ULL << 30; ///< One file.
    std::chrono::seconds idle = std::chrono::minutes(30); ///< A sandbox without a call is closed.
    std::chrono::seconds lifetime = std::chrono::hours(24); ///< Of a sandbox.
};

/// Who asks. Sandboxes and runs belong to a caller; others do not find them.
struct Caller
{
    std::string id; ///< Of a token, never the token itself; "local" without one.
    std::set<Scope> scopes;
    Quotas quotas;
    LayerNames requiredLayers = {}; ///< Of every sandbox that it opens, whatever else is said.
    /// Why it has no more scopes, and what to do: for the end of a refusal. Empty = it has a token,
    /// which may get more.
    std::string remedy = {};

    bool may(Scope scope) const
    {
        return scopes.contains(scope) || (scope == Scope::Network && scopes.contains(Scope::Admin));
    }
};

/// "mounts takes the scope admin; …", with what to do. PermissionDenied.
Error scopeError(const Caller& caller, std::string_view what, Scope scope);

/// As the engines' images know them. What the program's own user makes is everybody's.
ImageTenant tenantOf(const Caller& caller);

/// Of a program's own user, known by the connection: everything, and any number of
/// calls.
Caller localCaller();
/// The person who works with this program: the same, and nothing of theirs is bounded or closed for
/// being old. Their runs are localCaller()'s.
Caller userCaller();

} // namespace sandbench::workspace
