// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/caller.h"

namespace sandbench::workspace {

Caller localCaller()
{
    Caller caller;
    caller.id = "local";
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

} // namespace sandbench::workspace
