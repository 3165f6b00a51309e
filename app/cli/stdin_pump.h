// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/workspace/run_board.h"

#include <memory>
#include <string>
#include <thread>

namespace sandbench::cli {

/// Carries a host file, a pipe or a terminal into a run's standard input as it comes, then ends it.
/// Owns one thread, joined on destruction; the run must have ended by then.
class StdinPump
{
public:
    /// @p path "-" = our own standard input. Errors: NotFound, PermissionDenied.
    static Result<std::unique_ptr<StdinPump>> open(const std::string& path);
    ~StdinPump();

    /// Once, from RunSink::onStarted().
    void start(std::shared_ptr<workspace::HostedRun> run);

private:
    explicit StdinPump(UniqueFd source);
    void carry(workspace::HostedRun& run);

    UniqueFd m_source;
    WakeEvent m_end;
    std::thread m_thread;
};

} // namespace sandbench::cli
