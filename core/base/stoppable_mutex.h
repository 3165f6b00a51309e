// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <condition_variable>
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
    Result<Guard> lock(std::stop_token stop)
    {
        std::unique_lock lock(m_mutex);
        if (!m_freed.wait(lock, std::move(stop), [this] { return !m_isLocked; }))
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
    std::condition_variable_any m_freed;
    bool m_isLocked = false;
};

/// Waits until then, or until a stop is requested.
inline void restUntil(std::chrono::steady_clock::time_point until, const std::stop_token& stop)
{
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_until(lock, stop, until, [] { return false; });
}

} // namespace sandbench
