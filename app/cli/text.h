// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sandbench::cli {

/// @p text as one line that is safe on a terminal: control, bidirectional-override and non-UTF-8
/// bytes become visible escapes such as \x1b. For names and messages that a sandbox or a file
/// system made up.
std::string printable(std::string_view text);

/// Writes "sandbenchctl: @p line" and a newline to stderr in one piece.
void note(std::string_view line);

/// Writes @p text to stdout; where that fails, says so on stderr. False = it failed.
bool print(std::string_view text);

} // namespace sandbench::cli
