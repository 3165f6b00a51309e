// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace sandbench {

/// What this process uses. Source: getrusage(2), proc_pid_statm(5), proc_pid_fd(5).
struct OwnUsage
{
    double cpuSeconds = 0; ///< Since it began, of all threads.
    std::uint64_t residentBytes = 0;
    std::size_t threads = 0;
    std::size_t files = 0, mostFiles = 0; ///< Open descriptors; SIZE_MAX = no limit.
};

/// Zero where /proc is not there. Thread: any.
OwnUsage ownUsage();

} // namespace sandbench
