// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

/// What the kernel's cgroup files say, without any I/O.
/// Source: cgroups(7), proc_pid_mountinfo(5), kernel documentation cgroup-v1 and cgroup-v2.
namespace sandbench::local {

/// Where our own process sits.
struct CgroupLayout
{
    std::map<std::string, std::string, std::less<>>
        v1; ///< "memory" → "/sys/fs/cgroup/memory/our/group"
    std::string v2; ///< Folder of our v2 group, or empty.
};

/// From the texts of /proc/self/mountinfo and /proc/self/cgroup.
CgroupLayout parseCgroupLayout(std::string_view mountInfo, std::string_view selfCgroup);

/// The number behind @p key in lines such as "oom_kill 3".
std::optional<std::uint64_t> cgroupField(std::string_view text, std::string_view key);
/// A file with one number; "max" is nothing.
std::optional<std::uint64_t> cgroupNumber(std::string_view text);
/// Process ids, one per line.
std::vector<pid_t> cgroupProcesses(std::string_view text);
/// Whether a v2 group with this cgroup.type (the real root has none) and cgroup.procs can have
/// groups with processes below it. One with processes of its own accepts "+pids" without a word,
/// and then nobody may enter the groups below.
bool mayHaveSubgroups(const std::optional<std::string>& type, std::string_view processes);

/// Who made a group: a process id alone may have been given to somebody else since.
struct GroupOwner
{
    pid_t pid = 0;
    std::uint64_t startTime = 0; ///< Units: clock ticks after boot.
};

/// "sandbench-<pid>-<start>-<number>-<session>"
std::string groupName(const GroupOwner& owner, unsigned number, const std::string& sessionId);
/// Nothing for a name that we did not give.
std::optional<GroupOwner> groupOwner(std::string_view name);
/// Of a name that groupOwner() knows.
std::string groupSession(std::string_view name);

} // namespace sandbench::local
