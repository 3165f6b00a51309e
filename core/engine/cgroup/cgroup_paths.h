// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cgroup_text.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

/// Our groups and their names, without any I/O.
/// Source: kernel documentation cgroup-v2.
namespace sandbench::cgroup {

/// Whether a v2 group with this cgroup.type (the real root has none) and cgroup.procs can have
/// groups with processes below it. One with processes of its own accepts "+pids" without a word,
/// and then nobody may enter the groups below.
bool mayHaveSubgroups(const std::optional<std::string>& type, std::string_view processes);

/// Who made a group: a process id alone may have been given to somebody else since, and means
/// another process in another namespace.
struct GroupOwner
{
    pid_t pid = 0;
    std::uint64_t startTime = 0; ///< Units: clock ticks after boot.
    std::uint64_t pidNamespace = 0; ///< As in pid_namespaces(7); 0 = not known.

    bool operator==(const GroupOwner&) const = default;
};

/// Whose sandbox a group holds: an engine that starts processes itself.
inline constexpr std::string_view kEmbeddedEngine = "local";

/// "sandbench-<pid>-<start>-<pid namespace>-<number>-<session>", of another engine than the
/// embedded one "sandbench-<engine>-<pid>…".
std::string groupName(
    const GroupOwner& owner, unsigned number, const std::string& sessionId,
    std::string_view engine = kEmbeddedEngine);
/// Nothing for a name that we did not give.
std::optional<GroupOwner> groupOwner(std::string_view name);
/// Of a name that groupOwner() knows.
std::string groupEngine(std::string_view name);
std::string groupSession(std::string_view name);

} // namespace sandbench::cgroup
