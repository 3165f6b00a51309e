// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/placement.h"

#include <algorithm>

namespace sandbench::batch {
namespace {

constexpr std::size_t kFirstLimit = 2;
/// A round that costs up to so much more than the best one is no worse; past the other, it is.
constexpr double kAsGood = 2, kWorse = 4;
/// What nobody would notice. Units: seconds.
constexpr double kNoticed = 0.02;
constexpr double kNewShare = 0.2; ///< Of the last value in an average.

} // namespace

Admission::Admission(std::size_t most)
    : m_most(std::max<std::size_t>(most, 1))
    , m_limit(std::min(kFirstLimit, m_most))
{
}

void Admission::wentWell(double seconds, bool hasRoom)
{
    m_sum += seconds;
    if (++m_count < m_limit)
        return;
    const double mean = m_sum / static_cast<double>(m_count);
    m_count = 0;
    m_sum = 0;
    m_best = std::min(m_best.value_or(mean), mean);
    if (!hasRoom || mean > kWorse * *m_best + kNoticed)
        m_limit = std::max<std::size_t>(1, m_limit - std::max<std::size_t>(1, m_limit / 4));
    else if (mean <= kAsGood * *m_best + kNoticed)
        m_limit = std::min(m_limit + 1, m_most);
}

void Admission::refused()
{
    m_limit = std::max<std::size_t>(1, m_limit / 2);
    m_count = 0;
    m_sum = 0;
}

Placement::Placement(std::size_t places, std::size_t mostAtOnce)
    : m_places(places, State{Admission(mostAtOnce)})
    , m_most(mostAtOnce)
{
}

std::optional<Placement::Place> Placement::take(Time now, const std::set<Place>& avoided)
{
    if (m_running >= m_most)
        return std::nullopt;
    const auto takes = [&](Place place) { return !m_places[place].problem; };
    bool isOther = false;
    for (Place place = 0; place < m_places.size(); ++place)
        isOther = isOther || (takes(place) && !avoided.contains(place));
    std::optional<Place> best;
    double least = 0;
    for (Place place = 0; place < m_places.size(); ++place) {
        const auto& state = m_places[place];
        if (!takes(place) || (isOther && avoided.contains(place)) || state.pausedUntil > now
            || state.running >= state.admission.limit())
            continue;
        // Where nothing is known yet, what runs there already counts.
        const double wait = static_cast<double>(state.running + 1) * std::max(state.seconds, 1e-6);
        if (!best || wait < least) {
            best = place;
            least = wait;
        }
    }
    if (best) {
        ++m_places[*best].running;
        ++m_running;
    }
    return best;
}

void Placement::leave(Place place)
{
    --m_places[place].running;
    --m_running;
}

void Placement::wentWell(Place place, double seconds, double besides, bool hasRoom)
{
    leave(place);
    auto& state = m_places[place];
    state.refusals = 0;
    state.seconds
        = state.seconds == 0 ? seconds : state.seconds + kNewShare * (seconds - state.seconds);
    state.admission.wentWell(besides, hasRoom);
}

bool Placement::refused(Place place, Time now, Error why)
{
    leave(place);
    auto& state = m_places[place];
    // Those that began beside the first one say nothing new.
    if (state.problem || state.pausedUntil > now)
        return false;
    state.admission.refused();
    if (state.refusals == 0)
        state.firstRefusal = now;
    const std::chrono::seconds pause(1 << std::min(state.refusals, 4));
    state.pausedUntil = now + std::min(pause, kLongestPause);
    if (now - state.firstRefusal >= kPatience)
        state.problem = std::move(why);
    return state.refusals++ == 0;
}

bool Placement::giveUp(Place place, Error why)
{
    leave(place);
    auto& problem = m_places[place].problem;
    const bool isNews = !problem;
    if (isNews)
        problem = std::move(why);
    return isNews;
}

std::optional<Placement::Time> Placement::nextTry(Time now) const
{
    std::optional<Time> next;
    for (const auto& state : m_places)
        if (!state.problem && state.pausedUntil > now)
            next = std::min(next.value_or(state.pausedUntil), state.pausedUntil);
    return next;
}

std::optional<Error> Placement::problem() const
{
    for (const auto& state : m_places)
        if (!state.problem)
            return std::nullopt;
    return m_places.empty() ? std::nullopt : m_places.front().problem;
}

} // namespace sandbench::batch
