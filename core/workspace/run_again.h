// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/session/session.h"
#include "core/workspace/workspace.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::workspace {

/// A kept run as what it was asked for.
struct RunAgain
{
    Json sandbox; ///< For readSandbox(): engine, language, image, network, profile and limits.
    RunRequest request; ///< Without limits, which are the sandbox's.
    /// What the record does not have, a sentence each: with it the program may do something else.
    std::vector<std::string> unknown;
};

/// @p record: as of the history, untrusted. Errors: NotFound where it has no program, or only its
/// beginning. No I/O. Thread: any.
Result<RunAgain> runAgain(const Json& record);

/// Opens a sandbox of what was asked for.
using OpenSandbox = std::function<Result<std::shared_ptr<HostedSandbox>>(
    SandboxRequest request, const std::stop_token& stop)>;

/// Runs @p again in a sandbox of its own, which is closed then, and tells the id of the run, which
/// is in the history. @p open: empty = as SandboxTable::open(). Errors: readSandbox()'s,
/// SandboxTable::open()'s, Session::run()'s.
Result<std::string> repeatRun(
    Workspace& workspace, RunAgain again, const OpenSandbox& open, const std::stop_token& stop);

} // namespace sandbench::workspace
