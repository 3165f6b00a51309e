// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <sys/types.h>
#include <unordered_map>
#include <vector>

namespace sandbench::guest {

/// One line of /proc/PID/stat, as far as we need it. Units: clock ticks, pages.
struct ProcessInfo
{
    pid_t pid = 0;
    pid_t parent = 0;
    pid_t session = 0;
    char state = '?';
    std::uint64_t startTicks = 0; ///< Since boot.
    std::uint64_t ownTicks = 0; ///< CPU, user and system.
    std::uint64_t childTicks = 0; ///< CPU of the children that it waited for.
    std::uint64_t threads = 0;
    std::uint64_t residentPages = 0;

    /// A zombie whose other threads still run is alive.
    bool isAlive() const { return (state != 'Z' && state != 'X') || threads > 1; }
};

/// Source: proc(5). The name in it is chosen by the program, parentheses and line ends included.
std::optional<ProcessInfo> parseProcessStat(std::string_view text);

using ProcessTable = std::unordered_map<pid_t, ProcessInfo>;

/// A process, and who started it or has inherited it.
struct ProcessIds
{
    pid_t pid = 0, parent = 0;
};

/// Of a process, or of that of a thread. Nothing: it is gone.
std::optional<ProcessIds> readProcessIds(pid_t thread);

/// Whether ids in /proc are ours: those of another namespace's would name strangers.
bool procIsOurs();

/// All processes that can be seen; empty without /proc.
ProcessTable readProcessTable();

/// Whether @p pid has ended, waited for or not. False where that cannot be seen.
bool hasEnded(pid_t pid);

/// Whether @p pid has a handler of its own for a signal. Source: proc(5), SigCgt.
bool catchesSignal(pid_t pid, int signal);

/// The calling process's children. Cheaper than the table; nothing where the kernel cannot tell.
std::optional<std::vector<pid_t>> readOwnChildren();

/// Now, as ProcessInfo::startTicks counts. Units: clock ticks.
std::uint64_t ticksSinceBoot();
double ticksToSeconds(std::uint64_t ticks);

} // namespace sandbench::guest
