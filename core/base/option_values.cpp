// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/option_values.h"

#include "core/base/units.h"

#include <charconv>
#include <cmath>

namespace sandbench {

Error optionError(std::string_view option, std::string_view problem)
{
    return Error(ErrorCode::InvalidArgument, std::string(option) + ": " + std::string(problem));
}

Result<void> readSeconds(std::string_view option, const std::string& text, double& into)
{
    if (text.empty())
        return {};
    const auto seconds = parseSeconds(text);
    if (!seconds)
        return optionError(option, seconds.error().message());
    into = *seconds;
    return {};
}

Result<void> readSize(std::string_view option, const std::string& text, std::uint64_t& into)
{
    if (text.empty())
        return {};
    const auto bytes = parseSize(text);
    if (!bytes)
        return optionError(option, bytes.error().message());
    into = *bytes;
    return {};
}

Result<void> readCount(std::string_view option, const std::string& text, std::uint64_t& into)
{
    if (text.empty())
        return {};
    const auto* end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, into);
    if (failure == std::errc() && stop == end)
        return {};
    return optionError(option, "'" + text + "' is not a whole number of zero or more");
}

Result<void> readNumber(std::string_view option, const std::string& text, double& into)
{
    if (text.empty())
        return {};
    const auto* end = text.data() + text.size();
    double value = 0;
    const auto [stop, failure] = std::from_chars(text.data(), end, value);
    if (failure != std::errc() || stop != end || !std::isfinite(value) || value < 0)
        return optionError(option, "'" + text + "' is not a number of zero or more");
    into = value;
    return {};
}

} // namespace sandbench
