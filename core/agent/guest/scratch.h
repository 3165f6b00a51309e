// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sandbench::guest {

/// Units: bytes.
struct ScratchSpace
{
    std::uint64_t totalBytes = 0;
    std::uint64_t freeBytes = 0;
    bool full = false; ///< Out of bytes or of inodes.
};

std::optional<ScratchSpace> measureScratch(const std::string& path);

/// Adds those of @p paths that are full now.
void noteFullScratch(const std::vector<std::string>& paths, std::set<std::string>& full);

} // namespace sandbench::guest
