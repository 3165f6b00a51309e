// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/engine/reaper/reaper_protocol.h"

#include <chrono>
#include <functional>
#include <stop_token>

namespace sandbench::reaper {

/// Removes what a dead program left in one engine, and tries again while the engine is away, until
/// nothing is left or the longest lease is over. Something that is not there may still come: the
/// program may have died while the engine was making it.
class LeftBehind
{
public:
    enum class Answer { Removed, Absent, Failed };
    /// One try.
    using Remove = std::function<Answer(const Thing&)>;

    LeftBehind(std::map<Thing, std::chrono::seconds> left, Clock::time_point death);

    /// Tries everything once.
    void attempt(const Remove& remove, Clock::time_point now);
    /// Nothing is left, or the time is over.
    bool isDone(Clock::time_point now) const;
    /// How long to wait before the next attempt.
    std::chrono::milliseconds pause();

private:
    std::map<Thing, std::chrono::seconds> m_left;
    Clock::time_point m_settled, m_end;
    std::chrono::milliseconds m_pause;
};

/// Does so until it is done. @p connect: before each round, since another engine may answer there
/// by now; how one thing is removed, nothing while the engine is away. Blocks.
void removeLeftBehind(
    const std::map<Thing, std::chrono::seconds>& left,
    const std::function<LeftBehind::Remove()>& connect, const std::stop_token& stop);

} // namespace sandbench::reaper
