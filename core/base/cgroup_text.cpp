// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/cgroup_text.h"

#include "core/base/text.h"

namespace sandbench {

namespace cgroup_text {

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    while (!text.empty())
        parts.push_back(takeUpTo(text, separator));
    return parts;
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
        text.remove_suffix(1);
    return text;
}

} // namespace cgroup_text

using namespace cgroup_text;

namespace {

struct Mount
{
    std::string root, point, type;
    std::vector<std::string> options;
};

std::optional<Mount> parseMount(std::string_view line)
{
    const auto fields = split(line, ' ');
    std::size_t dash = 6;
    while (dash < fields.size() && fields[dash] != "-")
        ++dash;
    if (dash + 3 >= fields.size())
        return std::nullopt;
    Mount mount{std::string(fields[3]), std::string(fields[4]), std::string(fields[dash + 1]), {}};
    for (const auto option : split(fields[dash + 3], ','))
        mount.options.emplace_back(option);
    return mount;
}

/// Our group's folder below a mount that may itself show only a part of the hierarchy.
std::string folderIn(const Mount& mount, std::string_view group)
{
    if (mount.root != "/" && group.starts_with(mount.root))
        group.remove_prefix(mount.root.size());
    if (group == "/" || group.empty())
        return mount.point;
    return mount.point + (group.starts_with('/') ? "" : "/") + std::string(group);
}

bool hasOption(const Mount& mount, std::string_view option)
{
    for (const auto& candidate : mount.options)
        if (candidate == option)
            return true;
    return false;
}

} // namespace

CgroupLayout parseCgroupLayout(std::string_view mountInfo, std::string_view selfCgroup)
{
    std::vector<Mount> mounts;
    for (const auto line : split(mountInfo, '\n'))
        if (auto mount = parseMount(line); mount && mount->type.starts_with("cgroup"))
            mounts.push_back(std::move(*mount));

    CgroupLayout layout;
    for (const auto line : split(selfCgroup, '\n')) {
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (first == std::string_view::npos || second == std::string_view::npos)
            continue;
        const auto controllers = line.substr(first + 1, second - first - 1);
        const auto group = line.substr(second + 1);
        for (const auto& mount : mounts) {
            if (controllers.empty() && mount.type == "cgroup2" && layout.v2.empty())
                layout.v2 = folderIn(mount, group);
            for (const auto controller : split(controllers, ','))
                if (mount.type == "cgroup" && hasOption(mount, controller))
                    layout.v1.emplace(std::string(controller), folderIn(mount, group));
        }
    }
    return layout;
}

std::optional<std::uint64_t> cgroupField(std::string_view text, std::string_view key)
{
    for (const auto line : split(text, '\n'))
        if (line.starts_with(key) && line.size() > key.size() && line[key.size()] == ' ')
            return number<std::uint64_t>(trimmed(line.substr(key.size() + 1)));
    return std::nullopt;
}

std::optional<std::uint64_t> cgroupNumber(std::string_view text)
{
    return number<std::uint64_t>(trimmed(text));
}

std::vector<pid_t> cgroupProcesses(std::string_view text)
{
    std::vector<pid_t> pids;
    for (const auto line : split(text, '\n'))
        if (const auto pid = number<pid_t>(trimmed(line)); pid && *pid > 0)
            pids.push_back(*pid);
    return pids;
}

} // namespace sandbench
