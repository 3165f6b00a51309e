// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/render/plain_png.h"
#include "app/render/png_data.h"

#include <array>
#include <atomic>
#include <memory>
#include <semaphore>

struct inflate_state;

namespace sandbench::render {

/// The rows of a PNG, some at a time, decompressed by ISA-L and without their filters. zlib and
/// libpng, as they are packaged, take several times as long. Of a large picture a thread
/// decompresses the next rows while the caller has these.
/// Source: PNG (third edition), 7.2 and 10.1.
class PngRows
{
public:
    /// @p bytes: outlives it.
    PngRows(const ArrivingBytes& bytes, const PlainPng& png);
    ~PngRows();

    /// Whole rows, each behind a byte that says nothing, until the next call; nothing at the end,
    /// which comes too early where the data is damaged.
    std::span<const std::uint8_t> next();
    /// After the end: all rows came, and every check sum was right.
    bool isWhole() const { return m_isWhole; }
    /// With the byte before it. Units: bytes.
    std::size_t rowSize() const { return m_row; }

private:
    struct Room
    {
        std::unique_ptr<std::uint8_t[]> bytes; ///< The last row of the room before, then the rows.
        std::size_t size = 0; ///< Of the rows. Units: bytes.
    };
    static constexpr std::ptrdiff_t kRooms = 2;

    void startThread(std::size_t size);
    void inflateAll();
    /// Returns how many bytes came.
    std::size_t inflate(std::uint8_t* rows);
    bool unfilter(Room& room);

    PngData m_data;
    std::unique_ptr<inflate_state> m_inflater;
    std::size_t m_pixel; ///< Units: bytes.
    std::size_t m_row; ///< Units: bytes.
    std::size_t m_count; ///< Rows of a room.
    std::size_t m_left; ///< Rows that are not inflated yet.
    std::array<Room, kRooms> m_rooms;
    std::size_t m_next = 0; ///< Rooms that next() gave.
    bool m_isEnded = false;
    bool m_isWhole = false;

    std::counting_semaphore<kRooms + 1> m_empty{kRooms}, m_full{0};
    std::atomic<bool> m_isLeft = false;
    std::thread m_thread; ///< None for a small picture, or where no thread could be had.
};

} // namespace sandbench::render
