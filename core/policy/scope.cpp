// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/scope.h"

#include <utility>

namespace sandbench {

namespace {

constexpr std::pair<Scope, std::string_view> kScopes[]
    = {{Scope::Read, "read"},     {Scope::Run, "run"},         {Scope::Network, "network"},
       {Scope::Images, "images"}, {Scope::Metrics, "metrics"}, {Scope::Admin, "admin"}};

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

std::set<Scope> allScopes()
{
    std::set<Scope> all;
    for (const auto& [scope, name] : kScopes)
        all.insert(scope);
    return all;
}

} // namespace sandbench
