// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/engine.h"

#include <csignal>

namespace sandbench::outpost {

/// SIGTERM, SIGINT, SIGHUP.
sigset_t endingSignals();

/// Hands on what the standard input says to the agent, and what the agent says to the standard
/// output, both in frames (core/engine/outpost/frames.h), until either ends or this program is told
/// to (endingSignals(), which are blocked). Errors: Instance::close()'s.
Result<void> relay(Instance& instance);

} // namespace sandbench::outpost
