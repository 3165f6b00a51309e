// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/batch_pace.h"

namespace sandbench::batch {

static constexpr std::chrono::seconds kMarkEvery{1}, kPaceWindow{60};

Pace::Pace(std::uint64_t all, std::uint64_t done, Time now)
    : m_all(all)
    , m_done(done)
    , m_marks{{now, done}}
{
}

void Pace::add(Time now)
{
    ++m_done;
    if (now - m_marks.back().first < kMarkEvery)
        return;
    m_marks.emplace_back(now, m_done);
    while (m_marks.size() > 2 && now - m_marks.front().first > kPaceWindow)
        m_marks.pop_front();
}

double Pace::rate(Time now) const
{
    const auto& [since, done] = m_marks.front();
    const double seconds = std::chrono::duration<double>(now - since).count();
    return seconds > 0 ? static_cast<double>(m_done - done) / seconds : 0;
}

std::optional<double> Pace::secondsLeft(Time now) const
{
    const double perSecond = rate(now);
    if (perSecond <= 0 || m_done >= m_all)
        return std::nullopt;
    return static_cast<double>(m_all - m_done) / perSecond;
}

} // namespace sandbench::batch
