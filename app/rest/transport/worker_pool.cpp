// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/transport/worker_pool.h"

#include <system_error>

namespace sandbench::rest {

WorkerPool::WorkerPool(std::size_t most)
    : m_most(most)
{
}

WorkerPool::~WorkerPool()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_ends = true;
    }
    m_changed.notify_all();
    for (auto& thread : m_threads)
        thread.join();
}

bool WorkerPool::start(std::function<void()> job)
{
    const std::scoped_lock lock(m_mutex);
    if (m_jobs.size() >= m_idle) {
        if (m_threads.size() >= m_most)
            return false;
        try {
            m_threads.emplace_back([this] { work(); });
        } catch (const std::system_error&) {
            return false; // No more threads for this user.
        }
        ++m_idle;
    }
    m_jobs.push_back(std::move(job));
    m_changed.notify_one();
    return true;
}

void WorkerPool::work()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return m_ends || !m_jobs.empty(); });
        if (m_jobs.empty())
            return;
        const auto job = std::move(m_jobs.front());
        m_jobs.pop_front();
        --m_idle;
        lock.unlock();
        job();
        lock.lock();
        ++m_idle;
    }
}

} // namespace sandbench::rest
