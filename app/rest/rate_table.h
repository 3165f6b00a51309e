// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace sandbench::rest {

/// How often whoever has a name may come: as many times at once as in a minute, and then evenly.
/// Thread: any.
class RateTable
{
public:
    /// Seconds until there is room; 0 = there is, and this time was counted. @p perMinute: 0 = no
    /// limit.
    long take(const std::string& name, std::uint64_t perMinute, Clock::time_point now);

    static constexpr std::size_t kMost = 10'000;

private:
    struct Bucket
    {
        double left = 0;
        Clock::time_point at;
    };
    void makeRoom(Clock::time_point now);

    std::mutex m_mutex;
    std::map<std::string, Bucket> m_buckets;
};

} // namespace sandbench::rest
