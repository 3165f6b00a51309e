// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cgroup_text.h"
#include "core/base/json.h"

#include <cstdint>
#include <optional>
#include <string>

namespace sandbench::guest {

/// What the sandbox's control groups counted. Absent = it cannot be told.
struct GroupCounters
{
    std::optional<std::uint64_t> memoryBytes, memoryLimitBytes, memoryPeakBytes;
    std::optional<std::uint64_t> oomKills, pidsDenied;
    std::optional<double> cpuSeconds;
};

/// The control groups that the agent and all that it starts are in, where it can see them and where
/// they are the sandbox's own: a group with a process in it that is outside of the sandbox tells
/// nothing. Only reads. Thread: one.
class ControlGroups
{
public:
    /// Looks where the groups are at its first call.
    GroupCounters read();

private:
    void find();

    bool m_isFound = false;
    CgroupLayout m_folders;
};

/// What changed since @p before, for the Reply of a run: oom_kills, pids_denied, and
/// memory_peak_bytes only where the peak is this run's.
void addCounterChanges(Json& reply, const GroupCounters& before, const GroupCounters& after);

} // namespace sandbench::guest
