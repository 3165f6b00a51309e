// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/render/png_rows.h"

#include <optional>
#include <string>

namespace sandbench::render {

/// A PNG as libpng is to read it: with the data that PngRows makes of it, in blocks that are
/// stored, one in a chunk. Where a check sum is wrong or the data is cut off, all is passed on as
/// it is, and libpng says what is wrong. No I/O. Source: PNG (third edition), 5.3; RFC 1950, 2.2;
/// RFC 1951, 3.2.4.
class PngStream
{
public:
    /// @p png: outlives it, and begins as checkPngHeader() wants it.
    explicit PngStream(std::string_view png);

    /// All check sums were right, and those that read() gives are not.
    bool isChecked() const { return m_rows.has_value(); }
    /// False where less is left. Units: bytes.
    bool read(std::uint8_t* to, std::size_t size);

private:
    bool check(std::string_view png);
    bool frameBlock();

    std::optional<PngRows> m_rows;
    std::span<const std::uint8_t> m_data; ///< Rows that are not in a block yet.
    bool m_isFirst = true;
    bool m_isEnded = false;
    std::string m_frames; ///< What stands before and behind it.
    std::vector<std::string_view> m_pieces; ///< Not read yet, last one first.
};

} // namespace sandbench::render
