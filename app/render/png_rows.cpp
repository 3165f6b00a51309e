// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/png_rows.h"

#include "app/render/picture_header.h"
#include "app/render/png_filter.h"

#include <algorithm>
#include <cstring>
#include <isa-l/igzip_lib.h>
#include <system_error>

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
    for (Room& room : m_rooms) {
        room.bytes = std::make_unique_for_overwrite<std::uint8_t[]>(size);
        std::memset(room.bytes.get(), 0, m_row);
        room.bytes[size - 1] = 0; // read beside the last pixel
    }
    startThread();
}

PngRows::~PngRows()
{
    m_thread.request_stop();
    m_empty.release();
}

void PngRows::startThread()
{
    // Below, a thread costs more than it saves.
    constexpr std::size_t kLarge = 1 << 20;
    std::size_t size = 0;
    for (const std::string_view data : m_data)
        size += data.size();
    if (size < kLarge)
        return;
    try {
        m_thread = std::jthread([this](const std::stop_token& stop) { inflateAll(stop); });
    } catch (const std::system_error&) {
        // next() does it.
    }
}

void PngRows::inflateAll(const std::stop_token& stop)
{
    for (std::size_t i = 0;; ++i) {
        m_empty.acquire();
        if (stop.stop_requested())
            return;
        Room& room = m_rooms[i % kRooms];
        room.size = inflate(room.bytes.get() + m_row);
        m_full.release();
        if (room.size == 0)
            return;
    }
}

std::span<const std::uint8_t> PngRows::next()
{
    if (m_isEnded)
        return {};
    const std::uint8_t* const last = m_rooms[(m_next + 1) % kRooms].bytes.get() + m_count * m_row;
    Room& room = m_rooms[m_next % kRooms];
    std::uint8_t* const rows = room.bytes.get() + m_row;
    if (m_thread.joinable())
        m_full.acquire();
    else
        room.size = inflate(rows);
    m_isEnded = room.size == 0;
    if (m_pixel) {
        if (m_next > 0)
            std::memcpy(room.bytes.get(), last, m_row);
        for (std::size_t at = 0; at + m_row <= room.size; at += m_row)
            unfilterRow(rows + at, rows + at - m_row, m_row, m_pixel);
    }
    if (m_next++ > 0 && m_thread.joinable())
        m_empty.release(); // the room of the call before
    return {rows, room.size};
}

std::size_t PngRows::inflate(std::uint8_t* rows)
{
    const auto room = static_cast<std::uint32_t>(m_count * m_row);
    m_inflater->next_out = rows;
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
