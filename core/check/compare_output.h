// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/checks.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// What a program printed, held against what is expected. No I/O. Thread: any.
namespace sandbench::check {

/// Where they differ first. Both texts are pieces of a line, UTF-8, and as foreign as the output.
struct Difference
{
    std::size_t line = 0; ///< Of the output, from 1; 0 = nowhere in particular.
    std::size_t column = 0; ///< From 1. Units: characters.
    std::string expected, got; ///< Empty = nothing: one of them ends before the other.

    /// "line 2, column 5: expected '42', got '43'". Safe in a message.
    std::string sentence() const;
};

/// Nothing = @p output is what @p expected says. Linear. Of Match::Numbers: numbers are compared as
/// doubles, whatever else there is byte by byte.
std::optional<Difference>
firstDifference(std::string_view expected, std::string_view output, Match match, double tolerance);

} // namespace sandbench::check
