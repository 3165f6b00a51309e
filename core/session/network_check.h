// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string_view>

namespace sandbench {

/// Whether a sandbox has no network but its own loopback, by what its kernel says: the texts of
/// /proc/net/dev, /proc/net/route and /proc/net/ipv6_route. Interfaces that the kernel makes in
/// every network namespace count for nothing as long as no route leads to them. No I/O.
/// Errors: Io naming the interface.
/// Source: proc_pid_net(5).
Result<void>
checkNoNetwork(std::string_view devices, std::string_view routes, std::string_view ipv6Routes);

} // namespace sandbench
