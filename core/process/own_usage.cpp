// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/process/own_usage.h"

#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <system_error>
#include <unistd.h>

namespace sandbench {

namespace {

double secondsOf(const timeval& time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

std::size_t entriesOf(const char* folder)
{
    std::error_code problem;
    std::size_t count = 0;
    for (std::filesystem::directory_iterator at(folder, problem), end; !problem && at != end;
         at.increment(problem))
        ++count;
    return count;
}

} // namespace

OwnUsage ownUsage()
{
    OwnUsage usage;
    rusage used = {};
    ::getrusage(RUSAGE_SELF, &used);
    usage.cpuSeconds = secondsOf(used.ru_utime) + secondsOf(used.ru_stime);
    std::ifstream statm("/proc/self/statm");
    std::uint64_t all = 0, resident = 0;
    statm >> all >> resident;
    usage.residentBytes = resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    usage.threads = entriesOf("/proc/self/task");
    usage.files = entriesOf("/proc/self/fd");
    rlimit files = {};
    ::getrlimit(RLIMIT_NOFILE, &files);
    usage.mostFiles = files.rlim_cur;
    return usage;
}

} // namespace sandbench
