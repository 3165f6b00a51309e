// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/replay/replay_player.h"

#include <algorithm>

namespace sandbench::ui {

ReplayPlayer::ReplayPlayer(std::vector<std::uint64_t> moments)
    : m_moments(std::move(moments))
{
    if (m_moments.empty() || m_moments.front() > 0)
        m_moments.insert(m_moments.begin(), 0);
}

std::uint64_t ReplayPlayer::positionAt(Clock::time_point now)
{
    const std::chrono::duration<double, std::milli> passed = now - m_asOf;
    m_asOf = now;
    if (m_isPlaying)
        advance(passed.count() * m_speed);
    m_isPlaying = m_isPlaying && !isAtEnd();
    return static_cast<std::uint64_t>(m_position);
}

void ReplayPlayer::advance(double ms)
{
    while (ms > 0 && !isAtEnd()) {
        const auto at = std::ranges::upper_bound(m_moments, static_cast<std::uint64_t>(m_position));
        const auto next = static_cast<double>(*at);
        const auto enough = static_cast<double>(*std::prev(at) + kLongestPauseMs);
        const double until = m_skipsPauses ? std::min(next, enough) : next;
        const double step = std::min(ms, until - m_position);
        if (step > 0) {
            m_position += step;
            ms -= step;
        }
        if (m_position >= until)
            m_position = next; // what is left of a pause takes no time
    }
}

void ReplayPlayer::play(Clock::time_point now)
{
    positionAt(now);
    if (isAtEnd())
        m_position = 0;
    m_isPlaying = endMs() > 0;
}

void ReplayPlayer::pause(Clock::time_point now)
{
    positionAt(now);
    m_isPlaying = false;
}

void ReplayPlayer::seek(std::uint64_t position, Clock::time_point now)
{
    positionAt(now);
    m_position = static_cast<double>(std::min(position, endMs()));
}

void ReplayPlayer::setSpeed(double speed, Clock::time_point now)
{
    positionAt(now);
    m_speed = std::clamp(speed, kSlowest, kFastest);
}

void ReplayPlayer::setSkipsPauses(bool skips, Clock::time_point now)
{
    positionAt(now);
    m_skipsPauses = skips;
}

} // namespace sandbench::ui
