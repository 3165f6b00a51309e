// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/commands/sessions/kept_session.h"
#include "app/cli/program.h"
#include "app/cli/run_plan.h"

namespace sandbench::cli {

/// Runs @p request in a kept sandbox to its end, with our streams as its own, and returns its
/// record. A signal goes to the program first, and then cancels it. Errors: those of the keeper,
/// where nothing ran; ConnectionLost when it went away.
Result<Json> runRemotely(
    const Program& program, const KeptSession& session, const RunOptions& options,
    const RunRequest& request);

} // namespace sandbench::cli
