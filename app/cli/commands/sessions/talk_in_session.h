// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/commands/sessions/kept_session.h"
#include "app/cli/program.h"
#include "app/cli/run_plan.h"

namespace sandbench::cli {

/// Reads inputs as `repl` does, without its commands, until their end. Returns the exit status.
Result<int> talkInSession(const Program& program, const KeptSession& session, RunOptions options);

} // namespace sandbench::cli
