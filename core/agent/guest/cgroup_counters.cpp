// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/cgroup_counters.h"

#include "core/base/fd.h"

#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

namespace sandbench::guest {

// Version 1 says "no limit" with a number near 2^63.
static constexpr std::uint64_t kNoLimit = 1ULL << 60;
static constexpr std::size_t kMostBytes = 1U << 20;

static std::string readText(const std::string& path)
{
    const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    std::string text;
    char chunk[4096];
    while (fd && text.size() < kMostBytes) {
        const auto n = ::read(fd.get(), chunk, sizeof chunk);
        if (n <= 0)
            break;
        text.append(chunk, static_cast<std::size_t>(n));
    }
    return text;
}

/// The kernel lists processes outside of our process namespace as 0, and ourselves where we are.
static bool isOurs(const std::string& folder)
{
    const std::string listed = "\n" + readText(folder + "/cgroup.procs");
    return listed.find("\n0\n") == std::string::npos
        && listed.find("\n" + std::to_string(::getpid()) + "\n") != std::string::npos;
}

void ControlGroups::find()
{
    m_isFound = true;
    m_folders = parseCgroupLayout(readText("/proc/self/mountinfo"), readText("/proc/self/cgroup"));
    if (!m_folders.v2.empty() && !isOurs(m_folders.v2))
        m_folders.v2.clear();
    std::erase_if(m_folders.v1, [](const auto& item) { return !isOurs(item.second); });
}

GroupCounters ControlGroups::read()
{
    if (!m_isFound)
        find();
    GroupCounters out;
    const auto number = [](const std::string& folder, const char* name) {
        return cgroupNumber(readText(folder + name));
    };
    if (const auto& folder = m_folders.v2; !folder.empty()) {
        out.memoryBytes = number(folder, "/memory.current");
        out.memoryLimitBytes = number(folder, "/memory.max");
        out.memoryPeakBytes = number(folder, "/memory.peak");
        out.oomKills = cgroupField(readText(folder + "/memory.events"), "oom_kill");
        out.pidsDenied = cgroupField(readText(folder + "/pids.events"), "max");
        if (const auto micros = cgroupField(readText(folder + "/cpu.stat"), "usage_usec"))
            out.cpuSeconds = static_cast<double>(*micros) / 1e6;
    }
    if (const auto memory = m_folders.v1.find("memory"); memory != m_folders.v1.end()) {
        out.memoryBytes = number(memory->second, "/memory.usage_in_bytes");
        out.memoryLimitBytes = number(memory->second, "/memory.limit_in_bytes");
        out.memoryPeakBytes = number(memory->second, "/memory.max_usage_in_bytes");
        out.oomKills = cgroupField(readText(memory->second + "/memory.oom_control"), "oom_kill");
    }
    if (const auto pids = m_folders.v1.find("pids"); pids != m_folders.v1.end())
        out.pidsDenied = cgroupField(readText(pids->second + "/pids.events"), "max");
    if (const auto cpu = m_folders.v1.find("cpuacct"); cpu != m_folders.v1.end())
        if (const auto nanos = number(cpu->second, "/cpuacct.usage"))
            out.cpuSeconds = static_cast<double>(*nanos) / 1e9;
    if (out.memoryLimitBytes.value_or(0) >= kNoLimit)
        out.memoryLimitBytes.reset();
    return out;
}

void addCounterChanges(Json& reply, const GroupCounters& before, const GroupCounters& after)
{
    const auto addIncrease = [&reply](
                                 const char* key, const std::optional<std::uint64_t>& from,
                                 const std::optional<std::uint64_t>& to) {
        if (from && to)
            reply[key] = *to - std::min(*from, *to);
    };
    addIncrease("oom_kills", before.oomKills, after.oomKills);
    addIncrease("pids_denied", before.pidsDenied, after.pidsDenied);
    // A peak that did not grow may be an earlier run's.
    if (before.memoryPeakBytes && after.memoryPeakBytes.value_or(0) > *before.memoryPeakBytes)
        reply["memory_peak_bytes"] = *after.memoryPeakBytes;
}

} // namespace sandbench::guest
