// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/timestamp.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>

namespace sandbench {

namespace {

using namespace std::chrono_literals;

std::optional<int> digits(std::string_view text, std::size_t at, std::size_t count)
{
    int value = 0;
    if (at + count > text.size())
        return std::nullopt;
    const auto* begin = text.data() + at;
    const auto [end, error] = std::from_chars(begin, begin + count, value);
    return error == std::errc() && end == begin + count && value >= 0 ? std::optional(value)
                                                                      : std::nullopt;
}

std::string dateText(std::time_t seconds)
{
    std::tm parts = {};
    ::gmtime_r(&seconds, &parts);
    char date[32];
    std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
    return date;
}

} // namespace

std::int64_t secondsNow()
{
    return std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
}

std::string utcNow()
{
    using namespace std::chrono;
    const auto now = system_clock::now();
    const std::time_t seconds = system_clock::to_time_t(floor<std::chrono::seconds>(now));
    const auto millis = duration_cast<milliseconds>(now.time_since_epoch()).count() % 1000;
    char text[48];
    std::snprintf(
        text, sizeof text, "%s.%03dZ", dateText(seconds).c_str(), static_cast<int>(millis));
    return text;
}

std::string utcText(std::int64_t seconds)
{
    return dateText(static_cast<std::time_t>(seconds)) + "Z";
}

std::optional<std::int64_t> parseTimestamp(std::string_view text)
{
    const std::array<std::optional<int>, 6> fields
        = {digits(text, 0, 4),  digits(text, 5, 2),  digits(text, 8, 2),
           digits(text, 11, 2), digits(text, 14, 2), digits(text, 17, 2)};
    if (text.size() > 64 || std::any_of(fields.begin(), fields.end(), std::logical_not()))
        return std::nullopt;
    const std::chrono::year_month_day day{
        std::chrono::year{*fields[0]}, std::chrono::month{static_cast<unsigned>(*fields[1])},
        std::chrono::day{static_cast<unsigned>(*fields[2])}};
    if (!day.ok() || *fields[0] < 1970 || *fields[3] > 23 || *fields[4] > 59 || *fields[5] > 60)
        return std::nullopt;
    const auto seconds = std::chrono::sys_days(day).time_since_epoch() / 1s + *fields[3] * 3600
        + *fields[4] * 60 + *fields[5];
    const auto zone = text.find_first_of("Z+-", 19);
    if (zone == std::string_view::npos)
        return std::nullopt;
    if (text[zone] == 'Z')
        return seconds;
    const auto hours = digits(text, zone + 1, 2);
    const auto minutes = digits(text, zone + 4, 2);
    if (!hours || !minutes)
        return std::nullopt;
    const auto offset = *hours * 3600 + *minutes * 60;
    return text[zone] == '+' ? seconds - offset : seconds + offset;
}

} // namespace sandbench
