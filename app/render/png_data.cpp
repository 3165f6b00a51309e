// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/png_data.h"

#include "app/render/picture_header.h"
#include "app/render/png_chunk.h"

#include <algorithm>
#include <isa-l/crc.h>

namespace sandbench::render {

using namespace std::string_view_literals;

static constexpr std::size_t kNumber = 4, kChunkHead = 8;

static std::uint32_t sumOf(std::string_view bytes, std::uint32_t before)
{
    return crc32_gzip_refl(
        before, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
}

// False where another kind of chunk begins, or nothing.
bool PngData::beginChunk()
{
    const std::string_view bytes = m_bytes.first(m_at + kChunkHead);
    if (bytes.size() < m_at + kChunkHead || bytes.substr(m_at + kNumber, kNumber) != "IDAT"sv)
        return false;
    m_left = bigEndian(bytes.substr(m_at));
    m_sum = sumOf("IDAT"sv, 0);
    m_at += kChunkHead;
    m_isInChunk = true;
    return true;
}

bool PngData::endChunk()
{
    const std::string_view bytes = m_bytes.first(m_at + kNumber);
    m_isInChunk = false;
    m_isRight = bytes.size() >= m_at + kNumber && bigEndian(bytes.substr(m_at)) == m_sum;
    m_at += kNumber;
    return m_isRight;
}

std::string_view PngData::next()
{
    while (m_left == 0) {
        if ((m_isInChunk && !endChunk()) || !beginChunk())
            return {};
    }
    m_isRight = false;
    constexpr std::size_t kMost = 256 << 10; // stays in the processor's cache until it is inflated
    const std::string_view there = m_bytes.first(m_at + 1).substr(0, m_at + m_left);
    const std::string_view piece = there.substr(std::min(m_at, there.size()), kMost);
    m_sum = sumOf(piece, m_sum);
    m_at += piece.size();
    m_left -= piece.size();
    return piece;
}

} // namespace sandbench::render
