// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/policy/limits.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

/// What we ask systemd for and what the kernel's files say then, without any I/O.
/// Source: org.freedesktop.systemd1(5), busctl(1), kernel documentation cgroup-v2.
namespace sandbench::cgroup {

/// Whose systemd manager is asked.
enum class ScopeBus { User, System };

/// argv for busctl that asks for the scope @p unit around @p pids.
std::vector<std::string> scopeArguments(
    const std::string& unit, std::span<const pid_t> pids, const SandboxLimits& limits,
    ScopeBus bus = ScopeBus::User);

/// The folder of @p unit when a process with this /proc/PID/cgroup is in it.
std::optional<std::string>
scopeFolder(std::string_view mountInfo, std::string_view processCgroup, std::string_view unit);

/// The folder of the manager's own group, or empty.
std::string userManagerFolder(std::string_view mountInfo, uid_t uid);

/// Whether cpu.max allows @p cpus cores or less.
bool capsCpu(std::string_view cpuMax, double cpus);

} // namespace sandbench::cgroup
