// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/caller.h"

#include <utility>

namespace sandbench::workspace {

namespace {

constexpr std::pair<Scope, std::string_view> kScopes[]
    = {{Scope::Read, "read"},
       {Scope::Run, "run"},
       {Scope::Images, "images"},
       {Scope::Metrics, "metrics"},
       {Scope::Admin, "admin"}};

} // namespace

std::string_view scopeName(Scope scope)
{
    for (const auto& [known, name] : kScopes)
        if (known == scope)
            return name;
    return "read";
}

std::optional<Scope> parseScope(std::string_view name)
{
    for (const auto& [scope, known] : kScopes)
        if (known == name)
            return scope;
    return std::nullopt;
}

Caller localCaller()
{
    Caller caller;
    caller.id = "local";
    for (const auto& [scope, name] : kScopes)
        caller.scopes.insert(scope);
    caller.quotas.memoryBytes = 0;
    caller.quotas.calls = 0;
    return caller;
}

} // namespace sandbench::workspace
