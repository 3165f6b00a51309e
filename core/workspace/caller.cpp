// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/caller.h"

namespace sandbench::workspace {

namespace {

constexpr const char* kLocal = "local";

} // namespace

ImageTenant tenantOf(const Caller& caller)
{
    return {caller.id == kLocal ? std::string() : caller.id, caller.may(Scope::Admin)};
}

Caller localCaller()
{
    Caller caller;
    caller.id = kLocal;
    caller.scopes = allScopes();
    caller.quotas.memoryBytes = 0;
    caller.quotas.calls = 0;
    return caller;
}

Caller userCaller()
{
    auto caller = localCaller();
    using std::chrono::seconds;
    caller.quotas = {0, 0, 0, 0, 0, 0, seconds(0), seconds(0)};
    return caller;
}

Error scopeError(const Caller& caller, std::string_view what, Scope scope)
{
    const auto name = std::string(scopeName(scope));
    return Error(
        ErrorCode::PermissionDenied,
        std::string(what) + " takes the scope " + name + "; "
            + (caller.remedy.empty() ? "use a token whose --scopes name " + name : caller.remedy));
}

} // namespace sandbench::workspace
