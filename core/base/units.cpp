// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/units.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace sandbench {

// The number at the start of text, which is cut to what follows it.
static Result<double> takeNumber(std::string_view& text, std::string_view whole)
{
    double value = 0;
    const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (ec != std::errc() || !std::isfinite(value) || value < 0)
        return Error(
            ErrorCode::InvalidArgument,
            "'" + std::string(whole) + "' is not a number of zero or more");
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

Result<std::uint64_t> parseSize(std::string_view text)
{
    std::string_view rest = text;
    SANDBENCH_TRY(double value, takeNumber(rest, text));
    std::string suffix = lowerCase(rest);
    if (suffix.ends_with("ib"))
        suffix.resize(suffix.size() - 2);
    else if (suffix.ends_with("b"))
        suffix.pop_back();
    static constexpr std::string_view kUnits = "kmgt";
    double scale = 1;
    if (suffix.size() == 1 && kUnits.find(suffix[0]) != std::string_view::npos)
        scale = std::pow(1024.0, static_cast<double>(kUnits.find(suffix[0]) + 1));
    else if (!suffix.empty())
        return Error(
            ErrorCode::InvalidArgument,
            "'" + std::string(text) + "' is not a size; write for example 512m, 1.5g or 65536");
    value *= scale;
    if (value >= 9.2e18)
        return Error(ErrorCode::InvalidArgument, "'" + std::string(text) + "' is too large a size");
    return static_cast<std::uint64_t>(value);
}

Result<double> parseSeconds(std::string_view text)
{
    std::string_view rest = text;
    SANDBENCH_TRY(const double value, takeNumber(rest, text));
    const std::string suffix = lowerCase(rest);
    if (suffix.empty() || suffix == "s")
        return value;
    if (suffix == "ms")
        return value / 1000;
    if (suffix == "m" || suffix == "min")
        return value * 60;
    if (suffix == "h")
        return value * 3600;
    return Error(
        ErrorCode::InvalidArgument,
        "'" + std::string(text) + "' is not a duration; write for example 60, 1.5s, 200ms or 2m");
}

std::string formatSize(std::uint64_t bytes)
{
    static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (value >= 1024 && unit + 1 < std::size(kUnits)) {
        value /= 1024;
        ++unit;
    }
    char out[32];
    const bool whole = unit == 0 || value >= 100 || value == std::floor(value);
    std::snprintf(out, sizeof out, whole ? "%.0f %s" : "%.1f %s", value, kUnits[unit]);
    return out;
}

std::string formatSeconds(double seconds)
{
    char out[48];
    // Rounded first, or 119.6 s would read "1 min 60 s".
    const double whole = std::round(seconds);
    if (seconds >= 59.95)
        std::snprintf(
            out, sizeof out, "%.0f min %.0f s", std::floor(whole / 60), std::fmod(whole, 60));
    else
        std::snprintf(out, sizeof out, seconds < 1 ? "%.2f s" : "%.1f s", seconds);
    return out;
}

} // namespace sandbench
