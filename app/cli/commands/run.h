// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/program.h"
#include "app/cli/run_plan.h"

namespace sandbench::cli {

/// `run` and `repl`, also for other commands that end in one of them. Errors: what fail() tells.
Result<int> runCommand(const Program& program, const RunOptions& options);
Result<int> replCommand(const Program& program, const RunOptions& options);

} // namespace sandbench::cli
