// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace sandbench {

/// One step through bytes that should be UTF-8.
struct Utf8Step
{
    std::size_t length = 1; ///< Bytes of the character, or of the part to replace by one U+FFFD.
    std::uint32_t codePoint = 0xfffd;
    bool valid = false;
    bool truncated = false; ///< Right so far, but the bytes end inside the character.
};

/// Looks at the start of @p bytes, which must not be empty. Source: Unicode 15, 3.9, table 3-7.
Utf8Step utf8Step(std::string_view bytes);

/// @p allowCutEnd: a last character that is cut off by the end is fine.
bool isValidUtf8(std::string_view bytes, bool allowCutEnd = false);

/// Every part that is not UTF-8 becomes one U+FFFD.
std::string replaceInvalidUtf8(std::string_view bytes);

/// Foreign text for a message: valid UTF-8 on one line, control characters and runs of white space
/// as one space, none at the ends, cut to @p maxBytes with "…". Units: bytes.
std::string oneLine(std::string_view bytes, std::size_t maxBytes);
/// Foreign text as a message shows it: one line, at most 200 bytes, between quotation marks.
std::string inQuotes(std::string_view text);

/// A to Z as small letters; all other bytes stay.
std::string lowerCase(std::string_view text);

/// What is before the first @p separator, or everything; @p text keeps what is behind it.
inline std::string_view takeUpTo(std::string_view& text, char separator)
{
    const auto at = text.find(separator);
    const auto part = text.substr(0, at);
    text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
    return part;
}

/// "docker, local": a list for a message. @p textOf: how one of @p items is shown, also a member.
template <typename Items, typename TextOf = std::identity>
std::string listed(const Items& items, TextOf textOf = {})
{
    std::string list;
    for (const auto& item : items) {
        if (!list.empty())
            list += ", ";
        list += std::invoke(textOf, item);
    }
    return list;
}

/// @p text without more than @p maxBytes, which end with a whole character.
std::string_view cutAtCharacter(std::string_view text, std::size_t maxBytes);

} // namespace sandbench
