// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sandbench::cli {

/// Text for man(7) that is shown as it is: what roff would take for its own, or for a typographer's
/// quote or hyphen, is spelled as its name.
std::string roffText(std::string_view text);

std::string bold(std::string_view text);
std::string italic(std::string_view text);

/// Lines of which those that are indented keep their shape, and the others are filled.
std::string roffLines(std::string_view lines);

} // namespace sandbench::cli
