// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/process_exit.h"

#include <cstdint>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sandbench::guest {

namespace {

// The kernel's interface, for it is newer than the headers of the oldest system that we build on.
struct ProcessDescription
{
    std::uint64_t mask = 0;
    std::uint64_t controlGroup = 0;
    std::uint32_t pid = 0, group = 0, parent = 0;
    std::uint32_t users[8] = {};
    std::int32_t exitCode = 0;
};
static_assert(sizeof(ProcessDescription) == 64);

constexpr unsigned long kGetInfo = _IOWR(0xff, 11, ProcessDescription);
constexpr std::uint64_t kWithExit = 1U << 3;

} // namespace

UniqueFd openProcess(pid_t pid)
{
    return UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

std::optional<ProcessIds> idsOf(int processDescriptor)
{
    ProcessDescription about;
    if (::ioctl(processDescriptor, kGetInfo, &about) != 0 || about.group == 0)
        return std::nullopt;
    return ProcessIds{static_cast<pid_t>(about.group), static_cast<pid_t>(about.parent)};
}

std::optional<ExitInfo> exitOf(int processDescriptor)
{
    ProcessDescription about;
    about.mask = kWithExit;
    if (::ioctl(processDescriptor, kGetInfo, &about) != 0 || (about.mask & kWithExit) == 0)
        return std::nullopt;
    return ExitInfo::fromStatus(about.exitCode, {});
}

} // namespace sandbench::guest
