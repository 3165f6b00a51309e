// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace sandbench::gate {

/// A finding's length is measured no further. Units: bytes.
inline constexpr std::size_t kLongestMeasured = 4096;

/// How many Unicode code points; a byte that is no UTF-8 counts as one.
std::size_t countCharacters(std::string_view bytes);

struct Place
{
    std::size_t line = 1, column = 1;
};

/// Turns offsets into lines and columns, in one pass over the text for offsets that never decrease.
class PlaceFinder
{
public:
    explicit PlaceFinder(std::string_view text)
        : m_text(text)
    {
    }
    Place at(std::size_t offset);

private:
    std::string_view m_text;
    std::size_t m_offset = 0;
    Place m_place;
};

} // namespace sandbench::gate
