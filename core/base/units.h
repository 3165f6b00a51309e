// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace sandbench {

/// Parses "512m", "1.5g", "64KiB", "1000" into bytes; suffixes are powers of 1024,
/// case-insensitive. Errors: InvalidArgument.
Result<std::uint64_t> parseSize(std::string_view text);

/// Parses "60", "1.5", "1.5s", "200ms", "2m" into seconds. Errors: InvalidArgument (also for
/// negative ones).
Result<double> parseSeconds(std::string_view text);

/// "1.5 MiB", "12 B".
std::string formatSize(std::uint64_t bytes);

/// "0.25 s", "3.1 s", "2 min 5 s".
std::string formatSeconds(double seconds);

} // namespace sandbench
