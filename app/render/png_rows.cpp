// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/png_rows.h"

#include "app/render/picture_header.h"
#include "app/render/png_filter.h"

#include <algorithm>
#include <cstring>
#include <isa-l/igzip_lib.h>

namespace sandbench::render {

// So much that it stays in the processor's cache.
static constexpr std::size_t kRoom = 256 << 10;

// Units: bytes; 0 = none that is worth it.
static std::size_t pixelSize(std::string_view header)
{
    const auto at = [header](std::size_t i) { return static_cast<std::uint8_t>(header[i]); };
    constexpr std::uint8_t kRgb = 2, kRgba = 6;
    if (header.size() != 13 || at(8) != 8 || at(12) != 0)
        return 0;
    return at(9) == kRgb ? 3 : at(9) == kRgba ? 4 : 0;
}

PngRows::PngRows(std::string_view header, std::vector<std::string_view> data)
    : m_data(std::move(data))
    , m_inflater(std::make_unique<inflate_state>())
    , m_pixel(pixelSize(header))
    , m_row(m_pixel ? bigEndian(header) * m_pixel + 1 : kRoom)
    , m_count(std::max<std::size_t>(1, kRoom / m_row))
{
    isal_inflate_init(m_inflater.get());
    m_inflater->crc_flag = ISAL_ZLIB;
    const std::size_t size = (m_count + 1) * m_row + 1;
    m_room = std::make_unique_for_overwrite<std::uint8_t[]>(size);
    std::memset(m_room.get(), 0, m_row);
    m_room[size - 1] = 0; // read beside the last pixel
}

PngRows::~PngRows() = default;

std::span<const std::uint8_t> PngRows::next()
{
    const std::size_t size = inflate();
    std::uint8_t* const rows = m_room.get() + m_row;
    if (m_pixel) {
        for (std::size_t at = 0; at + m_row <= size; at += m_row)
            unfilterRow(rows + at, rows + at - m_row, m_row, m_pixel);
        std::memcpy(m_room.get(), rows + (m_count - 1) * m_row, m_row);
    }
    return {rows, size};
}

// Returns how many bytes came.
std::size_t PngRows::inflate()
{
    const auto room = static_cast<std::uint32_t>(m_count * m_row);
    m_inflater->next_out = m_room.get() + m_row;
    m_inflater->avail_out = room;
    while (m_inflater->avail_out > 0 && m_inflater->block_state != ISAL_BLOCK_FINISH) {
        if (m_inflater->avail_in == 0) {
            if (m_data.empty())
                break;
            m_inflater->next_in
                = reinterpret_cast<std::uint8_t*>(const_cast<char*>(m_data.back().data()));
            m_inflater->avail_in = static_cast<std::uint32_t>(m_data.back().size());
            m_data.pop_back();
        }
        const int outcome = isal_inflate(m_inflater.get());
        if (outcome != ISAL_DECOMP_OK && outcome != ISAL_END_INPUT)
            return 0;
    }
    return room - m_inflater->avail_out;
}

} // namespace sandbench::render
