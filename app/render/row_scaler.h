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
    RowScaler(Size source, Size target);

    /// @p row: one source row of premultiplied ARGB32.
    void addRow(const std::uint32_t* row);
    /// Valid after the last row.
    Decoded take();

private:
    void flushRow();

    Size m_source;
    Size m_target;
    std::uint32_t m_y = 0;
    std::uint32_t m_targetY = 0;
    std::vector<std::uint32_t> m_columns; ///< Where each source pixel of a row counts.
    std::vector<std::array<std::uint64_t, 5>> m_sums; ///< a, r, g, b, count
    std::vector<std::uint32_t> m_pixels;
};

} // namespace sandbench::render
