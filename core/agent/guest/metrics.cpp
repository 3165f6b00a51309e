// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/metrics.h"

#include "core/agent/guest/scratch.h"

#include <unistd.h>

namespace sandbench::guest {

/// Replaces what the processes add up to.
static void addGroups(Json& out, const GroupCounters& groups)
{
    const auto add = [&out](const char* key, const auto& value) {
        if (value)
            out[key] = *value;
    };
    add("memory_bytes", groups.memoryBytes);
    add("memory_limit_bytes", groups.memoryLimitBytes);
    add("memory_peak_bytes", groups.memoryPeakBytes);
    add("oom_kills", groups.oomKills);
    add("pids_denied", groups.pidsDenied);
    add("cpu_seconds", groups.cpuSeconds);
}

Json measureSandbox(Services& services)
{
    const auto pageBytes = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    std::uint64_t ticks = 0;
    std::uint64_t pages = 0;
    std::uint64_t count = 0;
    for (const ProcessInfo& process : services.tree.descendants(readProcessTable())) {
        ticks += process.ownTicks + process.childTicks;
        pages += process.residentPages;
        ++count;
    }
    Json scratch = Json::array();
    for (const std::string& path : services.scratchPaths) {
        if (const auto space = measureScratch(path))
            scratch.push_back(
                {{"path", path},
                 {"total_bytes", space->totalBytes},
                 {"free_bytes", space->freeBytes}});
    }
    Json out
        = {{"cpu_seconds", ticksToSeconds(ticks)},
           {"memory_bytes", pages * pageBytes},
           {"processes", count},
           {"scratch", std::move(scratch)}};
    addGroups(out, services.groups.read());
    return out;
}

} // namespace sandbench::guest
