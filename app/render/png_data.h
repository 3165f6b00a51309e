// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/render/arriving_bytes.h"

#include <cstdint>

namespace sandbench::render {

/// What is in the chunks IDAT of a PNG, while they arrive. Source: PNG (third edition), 5.3.
class PngData
{
public:
    /// @p at: where the first of them begins. @p bytes: outlives this.
    PngData(const ArrivingBytes& bytes, std::size_t at)
        : m_bytes(bytes)
        , m_at(at)
    {
    }

    /// The next piece, never an empty one; nothing at the end, which may be one of damaged data.
    std::string_view next();
    /// After the end: the last of them was whole, and all check sums were right.
    bool isRight() const { return m_isRight; }

private:
    bool beginChunk();
    bool endChunk();

    const ArrivingBytes& m_bytes;
    std::size_t m_at;
    std::size_t m_left = 0; ///< Of the data of this chunk. Units: bytes.
    std::uint32_t m_sum = 0;
    bool m_isInChunk = false;
    bool m_isRight = false;
};

} // namespace sandbench::render
