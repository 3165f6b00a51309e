// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/run_control.h"
#include "core/base/clock.h"
#include "core/base/fd.h"

#include <functional>
#include <memory>
#include <string>
#include <thread>

namespace sandbench::cli {

/// Carries a host file, a pipe or a terminal into a run's standard input as it comes, then ends it.
/// Owns one thread, joined on destruction; the run must have ended by then.
class StdinPump
{
public:
    /// @p path "-" = our own standard input, of which a job in the background gets nothing.
    /// Errors: NotFound, PermissionDenied.
    static Result<std::unique_ptr<StdinPump>> open(const std::string& path);
    ~StdinPump();

    /// Once, from RunSink::onStarted(). @p onGivenUp: for a terminal whose Ctrl-C is a key like any
    /// other; called when it was pressed three times within a second.
    void start(std::shared_ptr<RunControl> run, std::function<void()> onGivenUp = {});

private:
    explicit StdinPump(UniqueFd source);
    void carry(RunControl& run);
    bool isGivenUp(std::string_view keys);

    UniqueFd m_source;
    std::function<void()> m_onGivenUp;
    int m_interrupts = 0; ///< Since m_firstInterrupt.
    Clock::time_point m_firstInterrupt;
    WakeEvent m_end;
    std::thread m_thread;
};

} // namespace sandbench::cli
