// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <sys/types.h>

namespace sandbench {

/// What tells one process from a later one with the same id, and what it used. Source:
/// proc_pid_stat(5).
struct ProcessStat
{
    bool hasEnded = false; ///< Nobody has waited for it yet, but it runs no more.
    std::uint64_t startTicks = 0; ///< Units: clock ticks after boot.
    std::uint64_t processorTicks = 0; ///< Used, by it and by the system for it. Units: clock ticks.
};

/// The text of /proc/PID/stat, whose second field may hold spaces and parentheses. No I/O.
std::optional<ProcessStat> parseProcessStat(std::string_view stat);

/// Nothing when there is no such process, or /proc does not show it to us.
std::optional<ProcessStat> readProcessStat(pid_t pid);

/// Whether the process with this id and start runs no more. False where that cannot be told.
bool isProcessGone(pid_t pid, std::uint64_t startTicks);

} // namespace sandbench
