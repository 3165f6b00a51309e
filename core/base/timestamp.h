// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sandbench {

/// The wall clock's time. Units: seconds since 1970.
std::int64_t secondsNow();
/// The same as RFC 3339, UTC, with milliseconds.
std::string utcNow();
/// @p seconds since 1970 as RFC 3339, UTC.
std::string utcText(std::int64_t seconds);

/// "2026-11-21T16:26:39.123456789Z", also with an offset, in seconds since 1970. Nothing for the
/// year 1, by which engines say never. No I/O.
std::optional<std::int64_t> parseTimestamp(std::string_view text);

} // namespace sandbench
