// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/config/settings.h"
#include "core/engine/engine_connection.h"

#include <string>
#include <string_view>
#include <vector>

/// Which machine the ssh engine uses, and what ssh says where it cannot. No I/O.
namespace sandbench::ssh {

/// The ways that the user keeps under names.
std::vector<EngineConnection> savedMachines(const Settings& settings);

/// @p wanted: a name of savedMachines(), "me@host:port", "ssh://me@host", or a host that ssh's own
/// configuration knows; empty = the first saved one. Errors: Unavailable (none is named),
/// InvalidArgument.
Result<EngineConnection> chooseMachine(const std::string& wanted, const Settings& settings);

/// Why there is no connection: @p said is what ssh and the shell over there wrote, untrusted.
/// PermissionDenied where the host is another one than ssh knows, or does not let us in.
Error connectionProblem(const net::Endpoint& machine, std::string_view said);

} // namespace sandbench::ssh
