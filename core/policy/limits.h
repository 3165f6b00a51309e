// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace sandbench {

/// What one sandbox may use. 0 = no limit of that kind.
struct SandboxLimits
{
    std::uint64_t memoryBytes = 1ULL << 30; ///< Everything in the sandbox together, swap included.
    std::uint64_t pids = 256; ///< Processes and threads.
    double cpus = 0; ///< Cores' worth of CPU time per second.
    std::uint64_t diskBytes = 512ULL
        << 20; ///< Scratch space in the working folder; /tmp, /home/user and /dev/shm get a quarter
               ///< each. Less than the memory, which files count against in the embedded engine.

    bool operator==(const SandboxLimits&) const = default;
};

/// Most that a limit of time may say. Units: seconds.
inline constexpr double kLongestSeconds = 30.0 * 24 * 3600;

/// What one run may use. 0 = no limit of that kind.
struct RunLimits
{
    double wallSeconds = 60;
    double cpuSeconds = 0;
    std::uint64_t outputBytes = 16ULL << 20; ///< Per stream; the run is ended when it prints more.
    std::uint64_t fileBytes = 0; ///< Largest file that it may write.
    std::uint64_t openFiles = 1024;
};

} // namespace sandbench
