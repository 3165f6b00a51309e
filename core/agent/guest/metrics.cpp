// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/metrics.h"

#include "core/agent/guest/scratch.h"

#include <charconv>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

namespace sandbench::guest {

// cgroup v1 says "no limit" with a number near 2^63.
static constexpr std::uint64_t kNoLimit = 1ULL << 60;

static std::string readText(const char* path)
{
    const UniqueFd fd(::open(path, O_RDONLY | O_CLOEXEC));
    char chunk[4096];
    const auto n = fd ? ::read(fd.get(), chunk, sizeof chunk) : 0;
    return n > 0 ? std::string(chunk, static_cast<std::size_t>(n)) : std::string();
}

static std::optional<std::uint64_t> readNumber(const char* path)
{
    const std::string text = readText(path);
    std::uint64_t value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    return parsed.ec == std::errc() ? std::optional(value) : std::nullopt;
}

/// The host's root group shows no memory.current, so a number here is the sandbox's own.
static void addUnifiedGroup(Json& out)
{
    const auto memory = readNumber("/sys/fs/cgroup/memory.current");
    if (!memory)
        return;
    out["memory_bytes"] = *memory;
    if (const auto limit = readNumber("/sys/fs/cgroup/memory.max"))
        out["memory_limit_bytes"] = *limit;
    const std::string cpu = readText("/sys/fs/cgroup/cpu.stat");
    std::uint64_t micros = 0;
    if (cpu.starts_with("usage_usec ")
        && std::from_chars(cpu.data() + 11, cpu.data() + cpu.size(), micros).ec == std::errc())
        out["cpu_seconds"] = static_cast<double>(micros) / 1e6;
}

/// Version 1 has numbers at its root as well; only a limit proves that the group is the sandbox's.
static void addLegacyGroup(Json& out)
{
    const auto limit = readNumber("/sys/fs/cgroup/memory/memory.limit_in_bytes");
    const auto memory = readNumber("/sys/fs/cgroup/memory/memory.usage_in_bytes");
    if (!limit || !memory || *limit >= kNoLimit)
        return;
    out["memory_bytes"] = *memory;
    out["memory_limit_bytes"] = *limit;
}

Json measureSandbox(const ProcessTree& tree, const std::vector<std::string>& scratchPaths)
{
    const auto pageBytes = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    std::uint64_t ticks = 0;
    std::uint64_t pages = 0;
    std::uint64_t count = 0;
    for (const ProcessInfo& process : tree.descendants(readProcessTable())) {
        ticks += process.ownTicks + process.childTicks;
        pages += process.residentPages;
        ++count;
    }
    Json scratch = Json::array();
    for (const std::string& path : scratchPaths) {
        if (const auto space = measureScratch(path))
            scratch.push_back(
                {{"path", path},
                 {"total_bytes", space->totalBytes},
                 {"free_bytes", space->freeBytes}});
    }
    Json out
        = {{"cpu_seconds", ticksToSeconds(ticks)},
           {"memory_bytes", pages * pageBytes},
           {"processes", count},
           {"scratch", std::move(scratch)}};
    addUnifiedGroup(out);
    addLegacyGroup(out);
    return out;
}

} // namespace sandbench::guest
