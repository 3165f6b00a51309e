// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/process_table.h"

#include "core/base/fd.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace sandbench::guest {

std::optional<ProcessInfo> parseProcessStat(std::string_view text)
{
    const auto open = text.find('(');
    const auto close = text.rfind(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open
        || text.size() < close + 3)
        return std::nullopt;
    ProcessInfo info;
    const char* end = text.data() + text.size();
    if (std::from_chars(text.data(), text.data() + open, info.pid).ec != std::errc())
        return std::nullopt;
    info.state = text[close + 2];
    // Fields 4 … 24 of proc(5), counted from the parent's id.
    std::array<std::int64_t, 21> fields = {};
    const char* at = text.data() + close + 3;
    for (auto& field : fields) {
        while (at < end && *at == ' ')
            ++at;
        const auto parsed = std::from_chars(at, end, field);
        // Unsigned fields may be larger than our type; none of those that we use is.
        if (parsed.ec == std::errc::invalid_argument)
            return std::nullopt;
        at = parsed.ptr;
    }
    const auto number
        = [&fields](std::size_t i) { return static_cast<std::uint64_t>(fields[i - 4]); };
    info.parent = static_cast<pid_t>(fields[0]);
    info.session = static_cast<pid_t>(fields[2]);
    info.ownTicks = number(14) + number(15);
    info.childTicks = number(16) + number(17);
    info.threads = number(20);
    info.startTicks = number(22);
    info.residentPages = number(24);
    return info;
}

static std::string readSmallFile(const char* path)
{
    const UniqueFd fd(::open(path, O_RDONLY | O_CLOEXEC));
    std::string out;
    char chunk[4096];
    while (fd) {
        const auto n = ::read(fd.get(), chunk, sizeof chunk);
        if (n <= 0)
            break;
        out.append(chunk, static_cast<std::size_t>(n));
    }
    return out;
}

std::optional<ProcessIds> readProcessIds(pid_t thread)
{
    char path[40];
    std::snprintf(path, sizeof path, "/proc/%d/status", static_cast<int>(thread));
    const std::string text = readSmallFile(path);
    // Line ends in the name, which comes first, are escaped.
    const auto number = [&text](std::string_view key) {
        pid_t value = 0;
        const auto at = text.find(key);
        if (at != std::string::npos)
            std::from_chars(text.data() + at + key.size(), text.data() + text.size(), value);
        return value;
    };
    const ProcessIds ids{number("\nTgid:\t"), number("\nPPid:\t")};
    return ids.pid > 0 ? std::optional(ids) : std::nullopt;
}

bool procIsOurs()
{
    char target[32] = {};
    const auto n = ::readlink("/proc/self", target, sizeof target - 1);
    return n > 0 && std::string_view(target) == std::to_string(::getpid());
}

ProcessTable readProcessTable()
{
    ProcessTable table;
    DIR* folder = procIsOurs() ? ::opendir("/proc") : nullptr;
    if (!folder)
        return table;
    while (const dirent* entry = ::readdir(folder)) {
        if (entry->d_name[0] < '1' || entry->d_name[0] > '9')
            continue;
        char path[300];
        std::snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
        // Gone by now: not worth a word.
        if (const auto info = parseProcessStat(readSmallFile(path)))
            table.emplace(info->pid, *info);
    }
    ::closedir(folder);
    return table;
}

bool hasEnded(pid_t pid)
{
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/stat", static_cast<int>(pid));
    if (const auto info = parseProcessStat(readSmallFile(path)))
        return !info->isAlive();
    return ::kill(pid, 0) != 0 && errno == ESRCH;
}

bool catchesSignal(pid_t pid, int signal)
{
    constexpr std::string_view kField = "\nSigCgt:\t";
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/status", static_cast<int>(pid));
    const std::string text = readSmallFile(path);
    const auto at = text.find(kField);
    std::uint64_t caught = 0;
    if (at == std::string::npos)
        return false;
    std::from_chars(text.data() + at + kField.size(), text.data() + text.size(), caught, 16);
    return (caught >> (signal - 1) & 1) != 0;
}

std::optional<std::vector<pid_t>> readOwnChildren()
{
    char path[64];
    std::snprintf(path, sizeof path, "/proc/self/task/%d/children", static_cast<int>(::getpid()));
    if (::access(path, R_OK) != 0)
        return std::nullopt;
    const std::string text = readSmallFile(path);
    std::vector<pid_t> out;
    const char* at = text.data();
    const char* end = at + text.size();
    pid_t pid = 0;
    for (;;) {
        const auto parsed = std::from_chars(at, end, pid);
        if (parsed.ec != std::errc())
            return out;
        out.push_back(pid);
        at = parsed.ptr;
        while (at < end && *at == ' ')
            ++at;
    }
}

static std::uint64_t ticksPerSecond()
{
    return static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK));
}

std::uint64_t ticksSinceBoot()
{
    timespec now = {};
    ::clock_gettime(CLOCK_BOOTTIME, &now);
    const auto perSecond = ticksPerSecond();
    return static_cast<std::uint64_t>(now.tv_sec) * perSecond
        + static_cast<std::uint64_t>(now.tv_nsec) * perSecond / 1'000'000'000U;
}

double ticksToSeconds(std::uint64_t ticks)
{
    return static_cast<double>(ticks) / static_cast<double>(ticksPerSecond());
}

} // namespace sandbench::guest
