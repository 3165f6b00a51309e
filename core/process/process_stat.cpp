// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/process/process_stat.h"

#include "core/base/fd.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <string>

namespace sandbench {

namespace {

constexpr std::size_t kLargestStat = 1U << 16;
// Behind the name comes field 3.
constexpr std::size_t kUserIndex = 14 - 3, kSystemIndex = 15 - 3;
constexpr std::size_t kThreadsIndex = 20 - 3;
constexpr std::size_t kStartIndex = 22 - 3;

std::optional<std::uint64_t> number(std::string_view text)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

} // namespace

std::optional<ProcessStat> parseProcessStat(std::string_view stat)
{
    const auto nameEnd = stat.rfind(')');
    if (nameEnd == std::string_view::npos || nameEnd + 2 > stat.size())
        return std::nullopt;
    auto rest = stat.substr(nameEnd + 2);
    std::array<std::string_view, kStartIndex + 1> fields;
    for (auto& field : fields) {
        const auto end = rest.find_first_of(" \n");
        field = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    const auto threads = number(fields[kThreadsIndex]);
    const auto start = number(fields[kStartIndex]);
    if (!threads || !start)
        return std::nullopt;
    // A process whose first thread has ended is a zombie by its letter, but its others run on.
    const bool zombie = fields[0] == "Z" || fields[0] == "X";
    const auto used
        = number(fields[kUserIndex]).value_or(0) + number(fields[kSystemIndex]).value_or(0);
    return ProcessStat{zombie && *threads <= 1, *start, used};
}

std::optional<ProcessStat> readProcessStat(pid_t pid)
{
    const auto text = readFile("/proc/" + std::to_string(pid) + "/stat", kLargestStat);
    return text ? parseProcessStat(*text) : std::nullopt;
}

bool isProcessGone(pid_t pid, std::uint64_t startTicks)
{
    if (const auto process = readProcessStat(pid))
        return process->hasEnded || process->startTicks != startTicks;
    // /proc may be mounted so that it hides other users' processes; this call still finds them.
    return ::kill(pid, 0) != 0 && errno == ESRCH;
}

} // namespace sandbench
