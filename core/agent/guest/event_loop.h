// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/fd.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

namespace sandbench::guest {

/// The agent's only thread waits here. Handlers may watch, forget, start and cancel anything,
/// themselves included. Thread: one. Source: epoll(7)
class EventLoop
{
public:
    using FdHandler = std::function<void(std::uint32_t events)>;
    using Task = std::function<void()>;
    using TimerId = std::uint64_t; ///< 0 is no timer.

    EventLoop();

    /// Level-triggered; @p fd is not owned. False where the kernel cannot poll it (regular files).
    bool watch(int fd, std::uint32_t events, FdHandler handler);
    /// 0 takes it out of the poll set altogether: a hang-up would otherwise be reported without
    /// end.
    void change(int fd, std::uint32_t events);
    void forget(int fd);

    TimerId after(std::chrono::milliseconds delay, Task task);
    void cancel(TimerId timer);

    /// Runs @p task when the current batch of events is done.
    void defer(Task task);

    /// Until stop().
    void run();
    void stop() { m_running = false; }

private:
    struct Watch
    {
        int fd;
        std::uint64_t id;
        std::uint32_t events;
        FdHandler handler;
    };

    void dispatch(std::uint64_t id, std::uint32_t events);
    void runDue();
    void runDeferred();
    int waitMilliseconds() const;

    UniqueFd m_epoll;
    std::unordered_map<int, std::shared_ptr<Watch>> m_byFd;
    std::unordered_map<std::uint64_t, std::shared_ptr<Watch>> m_byId;
    std::map<std::pair<Clock::time_point, TimerId>, Task> m_timers;
    std::unordered_map<TimerId, Clock::time_point> m_deadlines;
    std::vector<Task> m_deferred;
    std::uint64_t m_nextId = 1;
    bool m_running = true;
};

} // namespace sandbench::guest
