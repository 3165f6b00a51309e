// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

/// What the kernel's cgroup files say, without any I/O.
/// Source: cgroups(7), proc_pid_mountinfo(5), kernel documentation cgroup-v1 and cgroup-v2.
namespace sandbench {

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

/// Pieces of such files.
namespace cgroup_text {
std::vector<std::string_view> split(std::string_view text, char separator);
/// Without spaces and line ends behind it.
std::string_view trimmed(std::string_view text);
/// Only when all of @p text is one.
template <typename Number> std::optional<Number> number(std::string_view text)
{
    Number value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}
} // namespace cgroup_text

} // namespace sandbench
