// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/engine.h"

#include <string>

namespace sandbench::node {

/// A line from @p fd, without its end, and nothing of what follows it. Errors: Protocol (too long),
/// ConnectionLost.
Result<std::string> readLine(int fd);

/// Hands on what the standard input says to the agent, and what the agent says to the standard
/// output in frames, until either ends or this program is told to (SIGTERM, SIGINT, SIGHUP, which
/// are blocked).
Result<void> relay(Instance& instance);

} // namespace sandbench::node
