// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/reaper/left_behind.h"

#include "core/base/fd.h"

#include <algorithm>
#include <poll.h>

namespace sandbench::reaper {

namespace {

using namespace std::chrono_literals;

/// How long an engine may take to make what it was asked for before the program died.
constexpr auto kSettling = 10s;
/// Beyond the lease, by which a sandbox with a stream of its own has ended itself.
constexpr auto kGrace = 30s;
constexpr auto kFirstPause = 200ms;
constexpr auto kLongestPause = 2000ms;

} // namespace

LeftBehind::LeftBehind(std::map<Thing, std::chrono::seconds> left, Clock::time_point death)
    : m_left(std::move(left))
    , m_settled(death + kSettling)
    , m_end(death + kGrace)
    , m_pause(kFirstPause)
{
    for (const auto& [thing, lease] : m_left)
        m_end = std::max(m_end, death + lease + kGrace);
}

void LeftBehind::attempt(const Remove& remove, Clock::time_point now)
{
    std::erase_if(m_left, [&](const auto& entry) {
        const auto answer = remove(entry.first);
        return answer == Answer::Removed || (answer == Answer::Absent && now >= m_settled);
    });
}

bool LeftBehind::isDone(Clock::time_point now) const
{
    return m_left.empty() || now >= m_end;
}

std::chrono::milliseconds LeftBehind::pause()
{
    return std::exchange(m_pause, std::min<std::chrono::milliseconds>(m_pause * 2, kLongestPause));
}

void removeLeftBehind(
    const std::map<Thing, std::chrono::seconds>& left,
    const std::function<LeftBehind::Remove()>& connect, const std::stop_token& stop)
{
    const WakeEvent wake;
    const std::stop_callback onStop(stop, [&wake] { wake.signal(); });
    LeftBehind things(left, Clock::now());
    while (!stop.stop_requested() && !things.isDone(Clock::now())) {
        if (const auto remove = connect())
            things.attempt(remove, Clock::now());
        if (things.isDone(Clock::now()))
            return;
        pollfd polled = {wake.fd(), POLLIN, 0};
        (void)::poll(&polled, 1, static_cast<int>(things.pause().count()));
    }
}

} // namespace sandbench::reaper
