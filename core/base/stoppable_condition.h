// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <stop_token>

namespace sandbench {

/// A condition variable whose waits end at a stop request. std::condition_variable_any does that
/// with a mutex of its own, for which whoever wakes and whoever is woken contend; this has none,
/// and a second notification before the first was heard costs no system call. The names are the
/// standard's. Must outlive each notification. Thread: any. Source: futex(2).
class StoppableCondition
{
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    StoppableCondition() = default;
    StoppableCondition(const StoppableCondition&) = delete;
    StoppableCondition& operator=(const StoppableCondition&) = delete;

    /// After the change of what waiters ask for, with or without their mutex.
    void notify_one() noexcept;
    void notify_all() noexcept;

    /// What @p isReady says at the end; false = a stop was requested first.
    template <typename IsReady>
    bool
    wait(std::unique_lock<std::mutex>& lock, const std::stop_token& stop, const IsReady& isReady)
    {
        return wait_until(lock, stop, TimePoint::max(), isReady);
    }
    template <typename IsReady>
    void wait(std::unique_lock<std::mutex>& lock, const IsReady& isReady)
    {
        sleepUntil(lock, {}, TimePoint::max(), isReady);
    }
    /// False = a stop was requested, or it is @p deadline. TimePoint::max() = never.
    template <typename IsReady>
    bool wait_until(
        std::unique_lock<std::mutex>& lock, const std::stop_token& stop, TimePoint deadline,
        const IsReady& isReady)
    {
        if (isReady())
            return true;
        if (stop.stop_requested())
            return false;
        const std::stop_callback onStop(stop, [this] { notify_all(); });
        return sleepUntil(lock, stop, deadline, isReady);
    }
    template <typename IsReady>
    bool wait_for(
        std::unique_lock<std::mutex>& lock, const std::stop_token& stop,
        std::chrono::nanoseconds time, const IsReady& isReady)
    {
        return wait_until(lock, stop, std::chrono::steady_clock::now() + time, isReady);
    }

private:
    template <typename IsReady>
    bool sleepUntil(
        std::unique_lock<std::mutex>& lock, const std::stop_token& stop, TimePoint deadline,
        const IsReady& isReady)
    {
        for (bool isInTime = true;;) {
            // First: a change from now on is one that ends the sleep.
            const auto seen = announce();
            if (isReady())
                return true;
            if (!isInTime || stop.stop_requested())
                return false;
            lock.unlock();
            isInTime = sleep(seen, deadline);
            lock.lock();
        }
    }

    /// Says that somebody sleeps from now on.
    std::uint32_t announce() noexcept;
    /// Until m_word is another one than @p seen. False at @p deadline; also ends without a reason.
    bool sleep(std::uint32_t seen, TimePoint deadline) noexcept;
    void wakeSleepers(int most) noexcept;

    /// The lowest bit: somebody may sleep; the others change with each notification that wakes.
    std::atomic<std::uint32_t> m_word{0};
};

/// Waits until then, or until a stop is requested.
void restUntil(StoppableCondition::TimePoint until, const std::stop_token& stop);
void restFor(std::chrono::nanoseconds time, const std::stop_token& stop);

} // namespace sandbench
