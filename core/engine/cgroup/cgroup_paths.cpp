// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/cgroup/cgroup_paths.h"

#include "core/base/text.h"

namespace sandbench::cgroup {

using namespace cgroup_text;

namespace {

constexpr std::string_view kGroupPrefix = "sandbench-";

/// "local" where the name begins with a number; @p name keeps what is behind prefix and engine.
std::string takeEngine(std::string_view& name)
{
    name.remove_prefix(kGroupPrefix.size());
    if (name.empty() || name.front() < 'a' || name.front() > 'z')
        return std::string(kEmbeddedEngine);
    return std::string(takeUpTo(name, '-'));
}

} // namespace

bool mayHaveSubgroups(const std::optional<std::string>& type, std::string_view processes)
{
    return !type || (trimmed(*type) == "domain" && trimmed(processes).empty());
}

std::string groupName(
    const GroupOwner& owner, unsigned number, const std::string& sessionId, std::string_view engine)
{
    const auto whose = engine == kEmbeddedEngine ? std::string() : std::string(engine) + '-';
    return std::string(kGroupPrefix) + whose + std::to_string(owner.pid) + '-'
        + std::to_string(owner.startTime) + '-' + std::to_string(owner.pidNamespace) + '-'
        + std::to_string(number) + '-' + sessionId;
}

std::optional<GroupOwner> groupOwner(std::string_view name)
{
    if (!name.starts_with(kGroupPrefix))
        return std::nullopt;
    (void)takeEngine(name);
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

std::string groupEngine(std::string_view name)
{
    return takeEngine(name);
}

std::string groupSession(std::string_view name)
{
    (void)takeEngine(name);
    for (int field = 0; field < 4; ++field)
        takeUpTo(name, '-');
    return std::string(name);
}

} // namespace sandbench::cgroup
