// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/process_memory.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <unistd.h>

namespace sandbench::guest {

static constexpr std::size_t kPage = 4096;
static constexpr std::size_t kAtOnce = 256; // most texts are shorter

ProcessMemory::ProcessMemory(pid_t pid)
{
    char path[40];
    std::snprintf(path, sizeof path, "/proc/%d/mem", static_cast<int>(pid));
    m_fd.reset(::open(path, O_RDONLY | O_CLOEXEC));
}

std::string ProcessMemory::bytes(std::uint64_t address, std::size_t most) const
{
    std::string out;
    if (!m_fd || address == 0 || address > std::numeric_limits<std::int64_t>::max() - most)
        return out;
    out.resize(most);
    // Stops at the first page that is not there.
    const auto n = ::pread(m_fd.get(), out.data(), most, static_cast<off_t>(address));
    out.resize(static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
    return out;
}

std::string ProcessMemory::text(std::uint64_t address, std::size_t most) const
{
    std::string out;
    while (out.size() < most) {
        // Not beyond the page: the next one may not be there.
        const auto at = address + out.size();
        const auto chunk = bytes(at, std::min({kAtOnce, most - out.size(), kPage - at % kPage}));
        const auto end = chunk.find('\0');
        out.append(chunk, 0, end);
        if (chunk.empty() || end != std::string::npos)
            break;
    }
    return out;
}

std::vector<std::string> ProcessMemory::texts(
    std::uint64_t address, std::size_t most, std::size_t mostBytes, bool& isCut) const
{
    std::vector<std::string> out;
    const auto pointers = bytes(address, (most + 1) * sizeof(std::uint64_t));
    for (std::size_t i = 0; (i + 1) * sizeof(std::uint64_t) <= pointers.size(); ++i) {
        std::uint64_t pointer = 0;
        std::memcpy(&pointer, pointers.data() + i * sizeof pointer, sizeof pointer);
        if (pointer == 0)
            return out;
        if (i == most || mostBytes == 0)
            break;
        out.push_back(text(pointer, mostBytes));
        mostBytes -= out.back().size();
    }
    isCut = true;
    return out;
}

} // namespace sandbench::guest
