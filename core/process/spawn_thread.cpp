// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/process/spawn_thread.h"

#include <csignal>
#include <pthread.h>

namespace sandbench {

SpawnThread::SpawnThread()
{
    // Signals belong to the program's own threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    m_thread = std::thread([this] { serve(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

SpawnThread::~SpawnThread()
{
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    m_wake.notify_one();
    m_thread.join();
}

Result<ChildProcess> SpawnThread::spawn(SpawnSpec spec)
{
    std::packaged_task<Result<ChildProcess>()> task(
        [spec = std::move(spec)] { return ChildProcess::spawn(spec); });
    auto child = task.get_future();
    {
        const std::lock_guard lock(m_mutex);
        m_queue.push_back(std::move(task));
    }
    m_wake.notify_one();
    return child.get();
}

void SpawnThread::serve()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_wake.wait(lock, [this] { return m_ending || !m_queue.empty(); });
        if (m_queue.empty())
            return;
        auto task = std::move(m_queue.front());
        m_queue.pop_front();
        lock.unlock();
        task();
        lock.lock();
    }
}

} // namespace sandbench
