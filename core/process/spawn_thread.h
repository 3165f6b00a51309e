// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/process/child_process.h"

#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <thread>

namespace sandbench {

/// A thread that starts children and lives as long as they do.
///
/// The kernel sends a child's death signal when the *thread* that started it ends, not its process.
/// Callers of an engine come and go; children with diesWithSpawner are therefore started from here,
/// and whoever owns such a child also holds this. Thread: spawn() any; destroy it after the last
/// child. Source: prctl(2), PR_SET_PDEATHSIG.
class SpawnThread
{
public:
    SpawnThread();
    ~SpawnThread();
    SpawnThread(const SpawnThread&) = delete;
    SpawnThread& operator=(const SpawnThread&) = delete;

    Result<ChildProcess> spawn(SpawnSpec spec);

private:
    void serve();

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<std::packaged_task<Result<ChildProcess>()>> m_queue;
    bool m_ending = false;
    std::thread m_thread;
};

} // namespace sandbench
