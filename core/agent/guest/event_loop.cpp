// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/event_loop.h"

#include <algorithm>
#include <sys/epoll.h>

namespace sandbench::guest {

EventLoop::EventLoop()
    : m_epoll(::epoll_create1(EPOLL_CLOEXEC))
{
}

bool EventLoop::watch(int fd, std::uint32_t events, FdHandler handler)
{
    auto entry = std::make_shared<Watch>(Watch{fd, m_nextId++, 0, std::move(handler)});
    m_byFd[fd] = entry;
    m_byId[entry->id] = entry;
    change(fd, events);
    if (entry->events == events)
        return true;
    forget(fd);
    return false;
}

void EventLoop::change(int fd, std::uint32_t events)
{
    const auto found = m_byFd.find(fd);
    if (found == m_byFd.end() || found->second->events == events)
        return;
    Watch& entry = *found->second;
    epoll_event event = {};
    event.events = events;
    event.data.u64 = entry.id;
    const int op = events == 0 ? EPOLL_CTL_DEL : entry.events == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
    if (::epoll_ctl(m_epoll.get(), op, fd, &event) == 0)
        entry.events = events;
}

void EventLoop::forget(int fd)
{
    const auto found = m_byFd.find(fd);
    if (found == m_byFd.end())
        return;
    change(fd, 0);
    m_byId.erase(found->second->id);
    m_byFd.erase(found);
}

EventLoop::TimerId EventLoop::after(std::chrono::milliseconds delay, Task task)
{
    const TimerId id = m_nextId++;
    const auto due = Clock::now() + delay;
    m_timers.emplace(std::pair(due, id), std::move(task));
    m_deadlines.emplace(id, due);
    return id;
}

void EventLoop::cancel(TimerId timer)
{
    const auto found = m_deadlines.find(timer);
    if (found == m_deadlines.end())
        return;
    m_timers.erase({found->second, timer});
    m_deadlines.erase(found);
}

void EventLoop::defer(Task task)
{
    m_deferred.push_back(std::move(task));
}

void EventLoop::dispatch(std::uint64_t id, std::uint32_t events)
{
    const auto found = m_byId.find(id);
    if (found == m_byId.end())
        return;
    // A handler may forget itself; its closure must outlive the call.
    const std::shared_ptr<Watch> keep = found->second;
    keep->handler(events);
}

void EventLoop::runDue()
{
    const auto now = Clock::now();
    while (!m_timers.empty() && m_timers.begin()->first.first <= now) {
        auto node = m_timers.extract(m_timers.begin());
        m_deadlines.erase(node.key().second);
        node.mapped()();
    }
}

void EventLoop::runDeferred()
{
    // Deferred tasks may defer more; those run too, before the next wait.
    while (!m_deferred.empty()) {
        std::vector<Task> batch;
        batch.swap(m_deferred);
        for (Task& task : batch)
            task();
    }
}

int EventLoop::waitMilliseconds() const
{
    if (m_timers.empty())
        return -1;
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(
        m_timers.begin()->first.first - Clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(wait.count(), 0, 60'000));
}

void EventLoop::run()
{
    epoll_event events[64];
    runDeferred();
    while (m_running) {
        const int count = ::epoll_wait(m_epoll.get(), events, 64, waitMilliseconds());
        for (int i = 0; i < count && m_running; ++i)
            dispatch(events[i].data.u64, events[i].events);
        runDue();
        runDeferred();
    }
}

} // namespace sandbench::guest
