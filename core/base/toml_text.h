// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace sandbench {

/// toml++ 3.1 runs off the end of its tables of characters at some that are not ASCII: they become
/// question marks. For files in which such characters only stand in comments and descriptions.
inline std::string tomlText(std::string_view text)
{
    std::string ascii(text);
    std::replace_if(
        ascii.begin(), ascii.end(), [](char c) { return static_cast<unsigned char>(c) > 0x7f; },
        '?');
    return ascii;
}

} // namespace sandbench
