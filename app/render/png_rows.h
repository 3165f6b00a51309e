// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <semaphore>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

struct inflate_state;

namespace sandbench::render {

/// The rows of a PNG, some at a time, decompressed by ISA-L and, where their pixels have 3 or 4
/// bytes, without their filters. zlib and libpng, as they are packaged, take several times as long.
/// Of a large picture a thread decompresses the next rows while the caller has these.
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
    struct Room
    {
        std::unique_ptr<std::uint8_t[]> bytes; ///< The last row of the room before, then the rows.
        std::size_t size = 0; ///< Of the rows. Units: bytes.
    };
    static constexpr std::ptrdiff_t kRooms = 2;

    void startThread();
    void inflateAll(const std::stop_token& stop);
    /// Returns how many bytes came.
    std::size_t inflate(std::uint8_t* rows);

    std::vector<std::string_view> m_data; ///< Last one first.
    std::unique_ptr<inflate_state> m_inflater;
    std::size_t m_pixel = 0; ///< Units: bytes; 0 = libpng takes the filters away.
    std::size_t m_row = 0; ///< Units: bytes.
    std::size_t m_count = 1; ///< Rows of a room.
    std::array<Room, kRooms> m_rooms;
    std::size_t m_next = 0; ///< Rooms that next() gave.
    bool m_isEnded = false;

    std::counting_semaphore<kRooms + 1> m_empty{kRooms}, m_full{0};
    std::jthread m_thread; ///< None for a small picture, or where no thread could be had.
};

} // namespace sandbench::render
