// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/rate_table.h"

#include <algorithm>
#include <cmath>

namespace sandbench::rest {

long RateTable::take(const std::string& name, std::uint64_t perMinute, Clock::time_point now)
{
    if (perMinute == 0)
        return 0;
    const auto most = static_cast<double>(perMinute);
    const std::scoped_lock lock(m_mutex);
    if (m_buckets.size() >= kMost && !m_buckets.contains(name))
        makeRoom(now);
    auto& bucket = m_buckets.try_emplace(name, Bucket{most, now}).first->second;
    const auto seconds = std::chrono::duration<double>(now - bucket.at).count();
    bucket.left = std::min(most, bucket.left + seconds * most / 60);
    bucket.at = now;
    if (bucket.left < 1)
        return std::lround(std::ceil((1 - bucket.left) * 60 / most));
    bucket.left -= 1;
    return 0;
}

void RateTable::makeRoom(Clock::time_point now)
{
    // Who did not come for a minute has all its times again.
    std::erase_if(m_buckets, [now](const auto& entry) {
        return now - entry.second.at >= std::chrono::minutes(1);
    });
    if (m_buckets.size() >= kMost)
        m_buckets.clear();
}

} // namespace sandbench::rest
