// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/scratch.h"

#include <sys/statvfs.h>

namespace sandbench::guest {

// A write of whole blocks can fail with this much left.
static constexpr std::uint64_t kAsGoodAsNothing = 64U << 10;

std::optional<ScratchSpace> measureScratch(const std::string& path)
{
    struct statvfs info = {};
    if (::statvfs(path.c_str(), &info) != 0)
        return std::nullopt;
    ScratchSpace space;
    space.totalBytes = std::uint64_t(info.f_blocks) * info.f_frsize;
    space.freeBytes = std::uint64_t(info.f_bavail) * info.f_frsize;
    space.full = space.freeBytes < kAsGoodAsNothing || (info.f_files > 0 && info.f_favail == 0);
    return space;
}

void noteFullScratch(const std::vector<std::string>& paths, std::set<std::string>& full)
{
    for (const std::string& path : paths) {
        const auto space = measureScratch(path);
        if (space && space->full)
            full.insert(path);
    }
}

} // namespace sandbench::guest
