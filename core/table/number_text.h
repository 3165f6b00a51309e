// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace sandbench::table {

/// The number that the whole of @p cell is, but for spaces around it; "nan" is none.
inline std::optional<double> numberOf(std::string_view cell)
{
    constexpr std::string_view kSpaces = " \t\r";
    const auto first = cell.find_first_not_of(kSpaces);
    if (first == std::string_view::npos)
        return std::nullopt;
    cell = cell.substr(first, cell.find_last_not_of(kSpaces) - first + 1);
    if (cell.starts_with('+') && !cell.starts_with("+-"))
        cell.remove_prefix(1);
    double number = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    const bool isWhole = error == std::errc() && end == cell.data() + cell.size();
    return isWhole && number == number ? std::optional(number) : std::nullopt;
}

} // namespace sandbench::table
