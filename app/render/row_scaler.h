// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/render/picture.h"

#include <array>

namespace sandbench::render {

/// Makes a picture smaller while its rows arrive, so that a large one is never held whole.
/// Every source pixel counts in exactly one target pixel.
class RowScaler
{
public:
    /// @p target is at most @p source on both sides.
    RowScaler(Size source, Size target, PixelArea& area);

    /// Room for the next source row of premultiplied ARGB32, and after the last for one more.
    std::uint32_t* nextRow() { return m_row; }
    /// It is there.
    void endRow();
    /// Valid after the last row.
    Decoded take();

private:
    void addRow();
    void gatherColumns();
    void flushRow();

    Size m_source;
    Size m_target;
    std::uint32_t m_y = 0;
    std::uint32_t m_targetY = 0;
    std::uint32_t m_rows = 0; ///< Source rows that are in the sums,
    std::uint32_t m_gathered = 0; ///< and how many of them in those of target pixels.
    std::vector<std::uint32_t> m_ends; ///< Behind the source pixels of each target pixel of a row.
    // Their channels as they lie in memory: b, g, r, a.
    std::vector<std::array<std::uint64_t, 4>> m_sums; ///< Of each target pixel of a row.
    std::vector<std::uint16_t> m_columns; ///< Of some rows: four of each source pixel.
    std::vector<std::uint32_t> m_spare; ///< A row that is made smaller, and a pixel more.
    std::span<std::uint32_t> m_pixels;
    std::uint32_t* m_row = nullptr;
};

} // namespace sandbench::render
