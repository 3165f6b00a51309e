// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

struct inflate_state;

namespace sandbench::render {

/// The rows of a PNG, some at a time, decompressed by ISA-L and, where their pixels have 3 or 4
/// bytes, without their filters. zlib and libpng, as they are packaged, take several times as long.
/// Source: PNG (third edition), 7.2 and 10.1.
class PngRows
{
public:
    /// @p header: of IHDR. @p data: of each IDAT; outlives it.
    PngRows(std::string_view header, std::vector<std::string_view> data);
    ~PngRows();

    /// Until the next call; nothing at the end, which may be one of damaged data.
    std::span<const std::uint8_t> next();

private:
    std::size_t inflate();

    std::vector<std::string_view> m_data; ///< Last one first.
    std::unique_ptr<inflate_state> m_inflater;
    std::size_t m_pixel = 0; ///< Units: bytes; 0 = libpng takes the filters away.
    std::size_t m_row = 0; ///< Units: bytes.
    std::size_t m_count = 1; ///< Rows in the room, behind the last one of those before.
    std::unique_ptr<std::uint8_t[]> m_room;
};

} // namespace sandbench::render
