// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/event_loop.h"

#include <cstdint>
#include <sys/resource.h>
#include <sys/types.h>

namespace sandbench::guest {

/// How a process ended. Units: seconds, bytes.
struct ExitInfo
{
    bool signaled = false;
    int number = 0; ///< Exit code or signal.
    bool coreDumped = false;
    double cpuSeconds = 0; ///< With the children that it waited for.
    std::uint64_t maxRssBytes = 0;

    static ExitInfo fromStatus(int status, const rusage& usage);
};

/// Waits for every child, ours and the orphans that the kernel gives us, so that none stays a
/// zombie. Thread: one.
class Reaper
{
public:
    using ExitHandler = std::function<void(const ExitInfo&)>;
    using StrayHandler = std::function<void(pid_t, const ExitInfo&)>;

    /// @p onTerminate: somebody outside the sandbox asks us to end.
    Reaper(EventLoop& loop, std::function<void()> onTerminate);
    ~Reaper();

    /// Calls @p handler once, from the loop.
    void expect(pid_t pid, ExitHandler handler);
    void forget(pid_t pid) { m_expected.erase(pid); }
    void setStrayHandler(StrayHandler handler) { m_onStray = std::move(handler); }
    /// An exit that somebody else waited for and told us.
    void deliver(pid_t pid, const ExitInfo& exit);
    /// Reaps what is dead already.
    void reap();
    /// No process of ours is left at all.
    static bool hasNoChildren();

private:
    void readSignals();

    EventLoop& m_loop;
    UniqueFd m_signals;
    std::function<void()> m_onTerminate;
    std::unordered_map<pid_t, ExitHandler> m_expected;
    StrayHandler m_onStray;
};

} // namespace sandbench::guest
