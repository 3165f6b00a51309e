// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/cgroup/user_scope_format.h"

#include "core/engine/cgroup/cgroup.h"
#include "core/engine/cgroup/cgroup_paths.h"

#include <algorithm>

namespace sandbench::cgroup {

namespace {

class Properties
{
public:
    void add(const char* name, const char* type, std::vector<std::string> value)
    {
        ++m_count;
        m_words.insert(m_words.end(), {name, type});
        m_words.insert(m_words.end(), value.begin(), value.end());
    }
    void appendTo(std::vector<std::string>& arguments) const
    {
        arguments.push_back(std::to_string(m_count));
        arguments.insert(arguments.end(), m_words.begin(), m_words.end());
    }

private:
    int m_count = 0;
    std::vector<std::string> m_words;
};

} // namespace

std::vector<std::string> scopeArguments(
    const std::string& unit, std::span<const pid_t> pids, const SandboxLimits& limits, ScopeBus bus)
{
    constexpr double kMicrosecondsEachSecond = 1e6;
    constexpr std::uint64_t kSmallestQuota = 10'000;
    Properties properties;
    std::vector<std::string> processes = {std::to_string(pids.size())};
    for (const auto pid : pids)
        processes.push_back(std::to_string(pid));
    properties.add("PIDs", "au", std::move(processes));
    properties.add("Description", "s", {"Sandbench sandbox"});
    properties.add("CollectMode", "s", {"inactive-or-failed"});
    // Gives us the counters of controllers without a limit, and keeps systemd from ending the
    // sandbox when the kernel ends one process in it for lack of memory.
    properties.add("Delegate", "b", {"true"});
    if (limits.memoryBytes != 0) {
        properties.add("MemoryMax", "t", {std::to_string(limits.memoryBytes)});
        properties.add("MemorySwapMax", "t", {"0"});
    }
    if (limits.pids != 0)
        properties.add("TasksMax", "t", {std::to_string(limits.pids + kMonitorProcesses)});
    if (limits.cpus > 0) {
        const auto quota = static_cast<std::uint64_t>(limits.cpus * kMicrosecondsEachSecond);
        properties.add(
            "CPUQuotaPerSecUSec", "t", {std::to_string(std::max(quota, kSmallestQuota))});
    }
    std::vector<std::string> arguments
        = {"busctl",
           bus == ScopeBus::User ? "--user" : "--system",
           "--quiet",
           "--auto-start=no",
           "call",
           "org.freedesktop.systemd1",
           "/org/freedesktop/systemd1",
           "org.freedesktop.systemd1.Manager",
           "StartTransientUnit",
           "ssa(sv)a(sa(sv))",
           unit,
           "fail"};
    properties.appendTo(arguments);
    arguments.emplace_back("0");
    return arguments;
}

std::optional<std::string>
scopeFolder(std::string_view mountInfo, std::string_view processCgroup, std::string_view unit)
{
    auto folder = parseCgroupLayout(mountInfo, processCgroup).v2;
    if (unit.empty() || folder.substr(folder.find_last_of('/') + 1) != unit)
        return std::nullopt;
    return folder;
}

std::string userManagerFolder(std::string_view mountInfo, uid_t uid)
{
    const auto id = std::to_string(uid);
    return parseCgroupLayout(
               mountInfo, "0::/user.slice/user-" + id + ".slice/user@" + id + ".service\n")
        .v2;
}

bool capsCpu(std::string_view cpuMax, double cpus)
{
    constexpr double kRounding = 1.01;
    const auto space = cpuMax.find(' ');
    if (space == std::string_view::npos)
        return false;
    const auto quota = cgroupNumber(cpuMax.substr(0, space));
    const auto period = cgroupNumber(cpuMax.substr(space + 1));
    return quota && period && *period != 0
        && static_cast<double>(*quota) <= cpus * static_cast<double>(*period) * kRounding;
}

} // namespace sandbench::cgroup
