// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/stoppable_condition.h"
#include "core/batch/placement.h"
#include "core/batch/run_batch.h"
#include "core/batch/run_item.h"

#include <cstdint>
#include <mutex>
#include <set>

namespace sandbench::batch {

/// Where lines wait for a place that takes them. Thread: any.
class PlaceGate
{
public:
    explicit PlaceGate(const Plan& plan);

    /// Waits for room at a place. Errors: Cancelled; where no place takes anything any more, the
    /// first one's reason.
    Result<Placement::Place>
    enter(const std::set<Placement::Place>& avoided, const std::stop_token& stop);
    /// What came of it there. @p seconds: of all.
    void leave(Placement::Place place, const Try& tried, double seconds);

private:
    void leaveRefused(Placement::Place place, const Error& why);

    const Plan& m_plan;
    std::mutex m_mutex; ///< Of the rest.
    StoppableCondition m_changed;
    std::uint64_t m_changes = 0;
    Placement m_placement;
};

} // namespace sandbench::batch
