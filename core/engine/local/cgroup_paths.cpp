// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/cgroup_paths.h"

#include <algorithm>
#include <charconv>

namespace sandbench::local {

namespace {

constexpr std::string_view kGroupPrefix = "sandbench-";

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const auto at = text.find(separator);
        parts.push_back(text.substr(0, at));
        text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
    }
    return parts;
}

template <typename Number> std::optional<Number> number(std::string_view text)
{
    Number value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
        text.remove_suffix(1);
    return text;
}

} // namespace

bool mayHaveSubgroups(const std::optional<std::string>& type, std::string_view processes)
{
    return !type || (trimmed(*type) == "domain" && trimmed(processes).empty());
}

std::string groupName(const GroupOwner& owner, unsigned number, const std::string& sessionId)
{
    return std::string(kGroupPrefix) + std::to_string(owner.pid) + '-'
        + std::to_string(owner.startTime) + '-' + std::to_string(number) + '-' + sessionId;
}

std::optional<GroupOwner> groupOwner(std::string_view name)
{
    if (!name.starts_with(kGroupPrefix))
        return std::nullopt;
    name.remove_prefix(kGroupPrefix.size());
    const auto parts = split(name, '-');
    if (parts.size() < 4 || !number<unsigned>(parts[2]))
        return std::nullopt;
    const auto pid = number<pid_t>(parts[0]);
    const auto start = number<std::uint64_t>(parts[1]);
    if (!pid || *pid <= 0 || !start)
        return std::nullopt;
    return GroupOwner{*pid, *start};
}

std::string groupSession(std::string_view name)
{
    for (int field = 0; field < 4; ++field)
        name.remove_prefix(std::min(name.size(), std::min(name.size(), name.find('-')) + 1));
    return std::string(name);
}

} // namespace sandbench::local
