// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

namespace sandbench::batch {

/// How fast lines end, and when the last one will. No I/O. Thread: one at a time.
class Pace
{
public:
    using Time = std::chrono::steady_clock::time_point;

    /// @p all: lines. @p done: of them, before @p now.
    Pace(std::uint64_t all, std::uint64_t done, Time now);

    /// A line is over.
    void add(Time now);
    std::uint64_t all() const { return m_all; }
    std::uint64_t done() const { return m_done; }
    /// Of the last minute. Units: lines a second.
    double rate(Time now) const;
    /// Units: seconds; nothing = not known, or all are over.
    std::optional<double> secondsLeft(Time now) const;

private:
    std::uint64_t m_all, m_done;
    std::deque<std::pair<Time, std::uint64_t>> m_marks; ///< How many were done when.
};

} // namespace sandbench::batch
