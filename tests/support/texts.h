// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sandbench::test {

inline bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

/// With a blank behind each.
inline std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const auto& word : words)
        text += word + " ";
    return text;
}

} // namespace sandbench::test
