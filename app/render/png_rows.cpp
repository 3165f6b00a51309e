// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/png_rows.h"

#include "app/render/png_filter.h"

#include <algorithm>
#include <cstring>
#include <isa-l/igzip_lib.h>
#include <system_error>

namespace sandbench::render {

// So much that it stays in the processor's cache.
static constexpr std::size_t kRoom = 256 << 10;

PngRows::PngRows(const ArrivingBytes& bytes, const PlainPng& png)
    : m_data(bytes, png.data)
    , m_inflater(std::make_unique<inflate_state>())
    , m_pixel(png.pixel)
    , m_row(png.size.width * png.pixel + 1)
    , m_count(std::max<std::size_t>(1, kRoom / m_row))
    , m_left(png.size.height)
{
    isal_inflate_init(m_inflater.get());
    m_inflater->crc_flag = ISAL_ZLIB;
    const std::size_t size = (m_count + 1) * m_row + 1;
    for (Room& room : m_rooms) {
        room.bytes = std::make_unique_for_overwrite<std::uint8_t[]>(size);
        std::memset(room.bytes.get(), 0, m_row);
        room.bytes[size - 1] = 0; // read beside the last pixel
    }
    startThread(bytes.size());
}

PngRows::~PngRows()
{
    m_isLeft = true;
    m_empty.release();
    if (m_thread.joinable())
        m_thread.join();
}

void PngRows::startThread(std::size_t size)
{
    constexpr std::size_t kLarge = 1 << 20; // below, a thread costs more than it saves
    if (size < kLarge)
        return;
    try {
        m_thread = std::thread([this] { inflateAll(); });
    } catch (const std::system_error&) {
        // next() does it.
    }
}

void PngRows::inflateAll()
{
    for (std::size_t i = 0;; ++i) {
        m_empty.acquire();
        if (m_isLeft)
            return;
        Room& room = m_rooms[i % kRooms];
        room.size = inflate(room.bytes.get() + m_row);
        m_full.release();
        if (room.size == 0)
            return;
    }
}

bool PngRows::unfilter(Room& room)
{
    std::uint8_t* const rows = room.bytes.get() + m_row;
    if (m_next > 0) {
        const Room& before = m_rooms[(m_next + 1) % kRooms];
        std::memcpy(room.bytes.get(), before.bytes.get() + m_count * m_row, m_row);
    }
    for (std::size_t at = 0; at < room.size; at += m_row) {
        if (!unfilterRow(rows + at, rows + at - m_row, m_row, m_pixel))
            return false;
    }
    return true;
}

std::span<const std::uint8_t> PngRows::next()
{
    if (m_isEnded)
        return {};
    Room& room = m_rooms[m_next % kRooms];
    std::uint8_t* const rows = room.bytes.get() + m_row;
    if (m_thread.joinable())
        m_full.acquire();
    else
        room.size = inflate(rows);
    const bool isRight = unfilter(room);
    m_isEnded = room.size == 0 || !isRight;
    m_isWhole = room.size == 0 && m_left == 0 && m_data.isRight();
    if (m_next++ > 0 && m_thread.joinable())
        m_empty.release(); // the room of the call before
    return {rows, isRight ? room.size : 0};
}

std::size_t PngRows::inflate(std::uint8_t* rows)
{
    const std::size_t count = std::min(m_count, m_left);
    inflate_state& inflater = *m_inflater;
    inflater.next_out = rows;
    inflater.avail_out = static_cast<std::uint32_t>(count * m_row);
    while (inflater.avail_out > 0) {
        if (inflater.avail_in == 0) {
            const std::string_view piece = m_data.next();
            inflater.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(piece.data()));
            inflater.avail_in = static_cast<std::uint32_t>(piece.size());
        }
        const bool isStarved = inflater.avail_in == 0;
        const std::uint32_t wanted = inflater.avail_out;
        const int outcome = isal_inflate(&inflater);
        if ((outcome != ISAL_DECOMP_OK && outcome != ISAL_END_INPUT)
            || (inflater.avail_out == wanted
                && (isStarved || inflater.block_state == ISAL_BLOCK_FINISH)))
            return 0;
    }
    m_left -= count;
    // After the last row: the check sums of what is left.
    while (count == 0 && !m_data.next().empty()) { }
    return count * m_row;
}

} // namespace sandbench::render
