// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>

namespace sandbench {

struct TarEntry
{
    std::string path; ///< Relative.
    unsigned mode = 0755;
    std::string_view bytes;
    bool isFolder = false;
    std::string link = {}; ///< Non-empty: a symbolic link to there.
};

/// A small tar archive in memory; everything in it belongs to root. Errors: Io.
/// Source: libarchive 3, archive_write(3), GNU tar format.
Result<std::string> makeTar(std::span<const TarEntry> entries);

} // namespace sandbench
