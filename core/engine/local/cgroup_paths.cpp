// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/cgroup_paths.h"

#include <algorithm>

namespace sandbench::local {

using namespace cgroup_text;

namespace {

constexpr std::string_view kGroupPrefix = "sandbench-";

} // namespace

bool mayHaveSubgroups(const std::optional<std::string>& type, std::string_view processes)
{
    return !type || (trimmed(*type) == "domain" && trimmed(processes).empty());
}

std::string groupName(const GroupOwner& owner, unsigned number, const std::string& sessionId)
{
    return std::string(kGroupPrefix) + std::to_string(owner.pid) + '-'
        + std::to_string(owner.startTime) + '-' + std::to_string(owner.pidNamespace) + '-'
        + std::to_string(number) + '-' + sessionId;
}

std::optional<GroupOwner> groupOwner(std::string_view name)
{
    if (!name.starts_with(kGroupPrefix))
        return std::nullopt;
    name.remove_prefix(kGroupPrefix.size());
    const auto parts = split(name, '-');
    if (parts.size() < 5 || !number<unsigned>(parts[3]))
        return std::nullopt;
    const auto pid = number<pid_t>(parts[0]);
    const auto start = number<std::uint64_t>(parts[1]);
    const auto space = number<std::uint64_t>(parts[2]);
    if (!pid || *pid <= 0 || !start || !space)
        return std::nullopt;
    return GroupOwner{*pid, *start, *space};
}

std::string groupSession(std::string_view name)
{
    for (int field = 0; field < 5; ++field)
        name.remove_prefix(std::min(name.size(), std::min(name.size(), name.find('-')) + 1));
    return std::string(name);
}

} // namespace sandbench::local
