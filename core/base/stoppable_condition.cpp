// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/stoppable_condition.h"

#include <cerrno>
#include <climits>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sandbench {
namespace {

constexpr std::uint32_t kSomebodySleeps = 1;
constexpr std::uint32_t kOneChange = 2;

} // namespace

static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));

std::uint32_t StoppableCondition::announce() noexcept
{
    return m_word.fetch_or(kSomebodySleeps) | kSomebodySleeps;
}

bool StoppableCondition::sleep(std::uint32_t seen, TimePoint deadline) noexcept
{
    timespec until{};
    const bool hasDeadline = deadline != TimePoint::max();
    if (hasDeadline) {
        // steady_clock is CLOCK_MONOTONIC, by which the kernel reads this.
        const auto since = std::chrono::nanoseconds(deadline.time_since_epoch());
        const auto seconds = std::chrono::floor<std::chrono::seconds>(since);
        if (seconds.count() < 0)
            return false;
        until.tv_sec = static_cast<std::time_t>(seconds.count());
        until.tv_nsec = static_cast<long>((since - seconds).count());
    }
    const auto result = ::syscall(
        SYS_futex, &m_word, FUTEX_WAIT_BITSET_PRIVATE, seen, hasDeadline ? &until : nullptr,
        nullptr, FUTEX_BITSET_MATCH_ANY);
    return result == 0 || errno != ETIMEDOUT;
}

void StoppableCondition::wakeSleepers(int most) noexcept
{
    ::syscall(SYS_futex, &m_word, FUTEX_WAKE_PRIVATE, most, nullptr, nullptr, 0);
}

// A notification changes the word by nothing before it looks, and a sleeper marks it before it
// looks: of the two, the one that came second sees what the first had done until then.
void StoppableCondition::notify_one() noexcept
{
    if ((m_word.fetch_add(0) & kSomebodySleeps) != 0) {
        m_word.fetch_add(kOneChange); // the others go on sleeping
        wakeSleepers(1);
    }
}

void StoppableCondition::notify_all() noexcept
{
    auto before = m_word.fetch_add(0);
    while ((before & kSomebodySleeps) != 0) {
        // Carries the lowest bit into the others: who sleeps next says so again.
        if (m_word.compare_exchange_weak(before, before + kSomebodySleeps))
            return wakeSleepers(INT_MAX);
    }
}

void restUntil(StoppableCondition::TimePoint until, const std::stop_token& stop)
{
    std::mutex mutex;
    std::unique_lock lock(mutex);
    StoppableCondition().wait_until(lock, stop, until, [] { return false; });
}

void restFor(std::chrono::nanoseconds time, const std::stop_token& stop)
{
    restUntil(std::chrono::steady_clock::now() + time, stop);
}

} // namespace sandbench
