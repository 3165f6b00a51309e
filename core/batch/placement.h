// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <set>
#include <vector>

namespace sandbench::batch {

/// How much may go on at a place at once: it begins with little, is raised step by step as long as
/// what sandboxes cost there does not get worse, and lowered where it does. No burst ever. No I/O.
/// Thread: one.
class Admission
{
public:
    /// @p most: it is never more.
    explicit Admission(std::size_t most);

    std::size_t limit() const { return m_limit; }
    /// Something went well there. @p seconds: what it took besides the program itself. @p hasRoom:
    /// whether this machine has memory for more.
    void wentWell(double seconds, bool hasRoom);
    /// The place had no room, or no answer.
    void refused();

private:
    std::size_t m_most, m_limit;
    std::size_t m_count = 0; ///< Of this round: as many as the limit is.
    double m_sum = 0; ///< Of this round. Units: seconds.
    std::optional<double> m_best; ///< The mean of the best round.
};

/// Where the next line is run: of the places that take more, the one whose work is done soonest.
/// No I/O. Thread: one.
class Placement
{
public:
    using Time = std::chrono::steady_clock::time_point;
    using Place = std::size_t; ///< Its number, from 0.

    Placement(std::size_t places, std::size_t mostAtOnce);

    /// Takes room for one line. @p avoided: only where there is no other that could be. Nothing =
    /// none has room at @p now.
    std::optional<Place> take(Time now, const std::set<Place>& avoided = {});
    /// The line of take() is over. @p seconds: all that it took. @p besides: of that, what was not
    /// the program.
    void wentWell(Place place, double seconds, double besides, bool hasRoom);
    /// It ended without saying anything of the place.
    void leave(Place place);
    /// The place did not take it: it gets none for a while, and after kPatience without anything
    /// that went well none any more. Returns whether that is news.
    bool refused(Place place, Time now, Error why);
    /// It is none for this batch. Returns whether that is news.
    bool giveUp(Place place, Error why);

    /// When a place that gets none for a while is tried again; nothing = there is no such place.
    std::optional<Time> nextTry(Time now) const;
    /// Why nothing can be run any more: the first place's reason.
    std::optional<Error> problem() const;
    std::size_t running() const { return m_running; }
    std::size_t runningAt(Place place) const { return m_places[place].running; }
    std::size_t limitOf(Place place) const { return m_places[place].admission.limit(); }

    static constexpr std::chrono::seconds kPatience{60}, kLongestPause{15};

private:
    struct State
    {
        Admission admission;
        std::size_t running = 0;
        double seconds = 0; ///< Of a line there, about; 0 = not known.
        int refusals = 0; ///< In a row.
        Time firstRefusal = {}, pausedUntil = {};
        std::optional<Error> problem = {}; ///< It was given up.
    };

    std::vector<State> m_places;
    std::size_t m_most, m_running = 0;
};

} // namespace sandbench::batch
