// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/commands/sessions/sessions.h"

namespace sandbench::cli {

/// `sessions keep`, which no help tells of: reads {sandbox, language, env, policy, yes, verbose,
/// idle} on standard input, opens that sandbox, writes {"opened"} or {"problem", "code"} to
/// standard output, and then serves the REST API at keeperSocket() until the sandbox is closed,
/// unused for "idle" seconds, or a signal comes.
Result<int> keepSession(const Program& program, const SessionsOptions& options);

} // namespace sandbench::cli
