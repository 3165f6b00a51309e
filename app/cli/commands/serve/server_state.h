// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/workspace/run_history.h"
#include "core/workspace/sandbox_store.h"

#include <memory>
#include <string>

namespace sandbench::cli {

/// What of a server is there after its end.
struct ServerState
{
    UniqueFd lock; ///< Two servers would take each other's sandboxes for left behind.
    std::unique_ptr<workspace::SandboxStore> sandboxes; ///< Null = nothing is kept.
    std::unique_ptr<workspace::RunHistory> history; ///< Null = none.
};

/// Files in @p folder, which is made (0700) when it is not there; "" = nowhere, nothing is kept.
/// Says on stderr when another server has the folder: then only the history is shared.
/// Errors: Io, PermissionDenied.
Result<ServerState> openServerState(const std::string& folder);

} // namespace sandbench::cli
