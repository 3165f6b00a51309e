// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/program.h"
#include "app/cli/run_plan.h"

#include <string>
#include <vector>

namespace sandbench::cli {

/// `sandbenchctl sessions` as it was typed.
struct SessionsOptions
{
    std::string engine; ///< Empty = all.
    std::string connection;
    std::vector<std::string> ids;
    bool all = false; ///< Also those of other users and machines.
    bool force = false;
    bool dryRun = false;
    bool json = false;
    RunOptions run; ///< Of attach.
    /// Of attach; empty = an interpreter. Of run: a command, or what its programs are given.
    std::vector<std::string> command;
    std::string kept; ///< Of run, put, get and close: its id, or how that begins.
    std::vector<std::string> files; ///< Of run, put and get.
    std::string idle = "30m"; ///< Of open.
};

/// Those that a keeper has, see keeper.h.
Result<int> openSession(const Program& program, const SessionsOptions& options);
Result<int> runInSession(const Program& program, const SessionsOptions& options);
Result<int> putFiles(const Program& program, const SessionsOptions& options);
Result<int> getFilesOfSession(const Program& program, const SessionsOptions& options);
Result<int> closeSession(const Program& program, const SessionsOptions& options);

Result<int> listSessions(const Program& program, const SessionsOptions& options);
Result<int> stopSessions(const Program& program, const SessionsOptions& options);
Result<int> pruneSessions(const Program& program, const SessionsOptions& options);
Result<int> attachSession(const Program& program, const SessionsOptions& options);

} // namespace sandbench::cli
