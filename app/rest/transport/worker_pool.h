// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace sandbench::rest {

/// Threads that are made when they are needed and kept. Joins them when it goes, after all jobs.
/// Thread: any.
class WorkerPool
{
public:
    explicit WorkerPool(std::size_t most);
    ~WorkerPool();

    /// False = all threads have work; nothing waits behind others.
    bool start(std::function<void()> job);

private:
    void work();

    const std::size_t m_most;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::function<void()>> m_jobs;
    std::size_t m_idle = 0;
    bool m_ends = false;
    std::vector<std::thread> m_threads;
};

} // namespace sandbench::rest
