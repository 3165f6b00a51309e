// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/place_gate.h"

#include "core/base/text.h"

#include <algorithm>
#include <cstdlib>

namespace sandbench::batch {
namespace {

using Clock = std::chrono::steady_clock;

/// Where there is less, no more lines are run at once. Units: bytes.
constexpr std::uint64_t kLeastMemory = 512ULL << 20;
constexpr std::chrono::hours kNever{24};

/// Whether this machine has memory for more. Source: proc(5), MemAvailable in kB.
bool hasMemory()
{
    constexpr std::string_view kLabel = "MemAvailable:";
    const auto text = readFile("/proc/meminfo", 64U << 10);
    const auto at = text ? text->find(kLabel) : std::string::npos;
    return at == std::string::npos
        || std::strtoull(text->c_str() + at + kLabel.size(), nullptr, 10) * 1024 > kLeastMemory;
}

/// Whether a place may take lines later.
bool mayPass(const Error& error)
{
    switch (error.code()) {
    case ErrorCode::Unavailable:
    case ErrorCode::Timeout:
    case ErrorCode::ConnectionLost:
    case ErrorCode::ResourceExhausted:
    case ErrorCode::Io:
    case ErrorCode::Protocol:
        return true;
    default:
        return false;
    }
}

} // namespace

PlaceGate::PlaceGate(const Plan& plan)
    : m_plan(plan)
    , m_placement(plan.places.size(), plan.jobs)
{
}

Result<Placement::Place>
PlaceGate::enter(const std::set<Placement::Place>& avoided, const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        const auto now = Clock::now();
        if (auto problem = m_placement.problem())
            return *std::move(problem);
        if (const auto place = m_placement.take(now, avoided))
            return *place;
        const auto until = m_placement.nextTry(now).value_or(now + kNever);
        m_changed.wait_until(
            lock, stop, until, [this, seen = m_changes] { return m_changes != seen; });
    }
    return Error(ErrorCode::Cancelled, "stopped before it began");
}

void PlaceGate::leave(Placement::Place place, const Try& tried, double seconds)
{
    const bool isGood = !tried.refusal && !tried.isLost;
    const bool hasRoom = !isGood || hasMemory();
    const std::lock_guard lock(m_mutex);
    if (isGood)
        m_placement.wentWell(
            place, seconds, std::max(0.0, seconds - tried.programSeconds), hasRoom);
    else if (tried.refusal && tried.refusal->code() != ErrorCode::Cancelled)
        leaveRefused(place, *tried.refusal);
    else
        m_placement.leave(place);
    ++m_changes;
    m_changed.notify_all();
}

void PlaceGate::leaveRefused(Placement::Place place, const Error& why)
{
    const bool isOne = m_plan.places.size() == 1;
    const bool mayTakeLater = mayPass(why);
    const bool isNews = mayTakeLater ? m_placement.refused(place, Clock::now(), why)
                                     : m_placement.giveUp(place, why);
    // Where it is the only place, its end is that of the batch, which says why.
    if (isNews && m_plan.onNote && (mayTakeLater || !isOne))
        m_plan.onNote(
            m_plan.places[place]->name()
            + (mayTakeLater ? " takes nothing for now: " : " is given up: ") + why.text());
}

} // namespace sandbench::batch
