// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <cstdint>
#include <vector>

namespace sandbench::ui {

/// Where a replay is: it plays, pauses, goes faster or slower and past what nothing happens in. It
/// has no clock of its own: each call is told what time it is, and none is earlier than the last.
/// Units of positions: milliseconds since the run began. Thread: one.
class ReplayPlayer
{
public:
    static constexpr double kSlowest = 0.25, kFastest = 16;
    /// Of a longer pause, this much is played where pauses are skipped.
    static constexpr std::uint64_t kLongestPauseMs = 2000;

    /// @p moments: when something happens, rising; the last is the end.
    explicit ReplayPlayer(std::vector<std::uint64_t> moments = {});

    std::uint64_t endMs() const { return m_moments.back(); }
    bool isPlaying() const { return m_isPlaying; }
    bool isAtEnd() const { return m_position >= static_cast<double>(endMs()); }
    double speed() const { return m_speed; }

    /// Where it is at @p now. At the end it pauses.
    std::uint64_t positionAt(Clock::time_point now);
    /// From where it is; at the end from the beginning.
    void play(Clock::time_point now);
    void pause(Clock::time_point now);
    /// Goes on from there if it plays.
    void seek(std::uint64_t position, Clock::time_point now);
    void setSpeed(double speed, Clock::time_point now);
    void setSkipsPauses(bool skips, Clock::time_point now);

private:
    void advance(double ms);

    std::vector<std::uint64_t> m_moments; ///< Never empty; the first is 0.
    double m_position = 0;
    double m_speed = 1;
    bool m_isPlaying = false;
    bool m_skipsPauses = false;
    Clock::time_point m_asOf = {};
};

} // namespace sandbench::ui
