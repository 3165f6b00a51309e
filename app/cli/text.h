// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sandbench::cli {

/// @p text as one line that is safe on a terminal: control, bidirectional-override and non-UTF-8
/// bytes become visible escapes such as \x1b. For names and messages that a sandbox or a file
/// system made up.
std::string printable(std::string_view text);

/// Writes "sandbenchctl: @p line" and a newline to stderr in one piece.
void note(std::string_view line);

/// Writes @p text to stdout; where that fails, says so on stderr. False = it failed.
bool print(std::string_view text);

/// @p words with @p between them.
std::string joined(const std::vector<std::string>& words, std::string_view between = ", ");

/// @p rows as lines with columns of one width, two spaces between them; the first row is the heads.
/// Every cell comes out printable; an empty one is "-".
std::string tableText(const std::vector<std::vector<std::string>>& rows);

} // namespace sandbench::cli
