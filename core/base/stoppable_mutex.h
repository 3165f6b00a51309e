// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/stoppable_condition.h"

#include <mutex>
#include <stop_token>
#include <utility>

namespace sandbench {

/// A mutex for slow work: whoever waits for it obeys a stop request. Thread: any.
class StoppableMutex
{
public:
    /// Gives the mutex back when it goes; it must not outlive it.
    class Guard
    {
    public:
        explicit Guard(StoppableMutex& mutex)
            : m_mutex(&mutex)
        {
        }
        Guard(Guard&& other) noexcept
            : m_mutex(std::exchange(other.m_mutex, nullptr))
        {
        }
        Guard& operator=(Guard&&) = delete;
        ~Guard()
        {
            if (m_mutex)
                m_mutex->unlock();
        }

    private:
        StoppableMutex* m_mutex;
    };

    /// Errors: Cancelled.
    Result<Guard> lock(const std::stop_token& stop)
    {
        std::unique_lock lock(m_mutex);
        if (!m_freed.wait(lock, stop, [this] { return !m_isLocked; }))
            return Error(ErrorCode::Cancelled, "stopped while waiting for another one's work");
        m_isLocked = true;
        return Guard(*this);
    }

private:
    void unlock()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isLocked = false;
        }
        m_freed.notify_one();
    }

    std::mutex m_mutex;
    StoppableCondition m_freed;
    bool m_isLocked = false;
};

} // namespace sandbench
