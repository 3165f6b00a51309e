// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/row_scaler.h"

#include <cstring>

namespace sandbench::render {

RowScaler::RowScaler(Size source, Size target, PixelArea& area)
    : m_source(source)
    , m_target(target)
    , m_pixels(area.take(std::size_t{target.width} * target.height))
{
    const bool isSame = source.width == target.width && source.height == target.height;
    m_spare.resize(source.width + std::size_t{1});
    m_row = isSame ? m_pixels.data() : m_spare.data();
    if (isSame)
        return;
    m_sums.resize(target.width);
    m_columns.resize((source.width + std::size_t{1}) * 4);
    m_ends.resize(target.width);
    for (std::uint64_t x = 0; x < target.width; ++x)
        m_ends[x] = static_cast<std::uint32_t>(
            ((x + 1) * source.width + target.width - 1) / target.width);
}

void RowScaler::endRow()
{
    if (m_y >= m_source.height)
        return;
    ++m_y;
    if (m_sums.empty()) {
        m_row = m_y < m_source.height ? m_row + m_source.width : m_spare.data();
        return;
    }
    addRow();
    const auto nextY
        = static_cast<std::uint32_t>(std::uint64_t{m_y} * m_target.height / m_source.height);
    if (nextY != m_targetY) {
        flushRow();
        m_targetY = nextY;
    }
}

// First below each other, where many are added at once. The sums of 256 rows fit.
void RowScaler::addRow()
{
    using Bytes = std::uint8_t __attribute__((vector_size(8)));
    using Sums = std::uint16_t __attribute__((vector_size(16)));
    const auto* from = reinterpret_cast<const std::uint8_t*>(m_row);
    for (std::size_t i = 0; i < std::size_t{m_source.width} * 4; i += 8) {
        Bytes two;
        Sums sums;
        std::memcpy(&two, from + i, sizeof two);
        std::memcpy(&sums, &m_columns[i], sizeof sums);
        sums += __builtin_convertvector(two, Sums);
        std::memcpy(&m_columns[i], &sums, sizeof sums);
    }
    constexpr std::uint32_t kMost = 256;
    if (++m_rows - m_gathered == kMost)
        gatherColumns();
}

void RowScaler::gatherColumns()
{
    using Column = std::uint16_t __attribute__((vector_size(8)));
    using Sums = std::int32_t __attribute__((vector_size(16)));
    std::size_t at = 0;
    for (std::size_t x = 0; x < m_sums.size(); ++x) {
        Sums sums{};
        for (; at < m_ends[x]; ++at) {
            Column column;
            std::memcpy(&column, &m_columns[at * 4], sizeof column);
            sums += __builtin_convertvector(column, Sums);
        }
        for (std::size_t channel = 0; channel < 4; ++channel)
            m_sums[x][channel] += static_cast<std::uint32_t>(sums[channel]);
    }
    std::fill(m_columns.begin(), m_columns.end(), std::uint16_t{0});
    m_gathered = m_rows;
}

void RowScaler::flushRow()
{
    gatherColumns();
    std::uint32_t* out = &m_pixels[std::size_t{m_targetY} * m_target.width];
    std::uint32_t begin = 0;
    for (std::size_t x = 0; x < m_sums.size(); ++x) {
        const double share = 1 / (double(m_ends[x] - begin) * m_rows);
        const auto mean = [&](std::size_t channel) {
            return static_cast<std::uint32_t>(double(m_sums[x][channel]) * share + 0.5);
        };
        out[x] = mean(3) << 24 | mean(2) << 16 | mean(1) << 8 | mean(0);
        m_sums[x] = {};
        begin = m_ends[x];
    }
    m_rows = m_gathered = 0;
}

Decoded RowScaler::take()
{
    Decoded decoded;
    decoded.width = m_target.width;
    decoded.height = m_target.height;
    decoded.naturalWidth = m_source.width;
    decoded.naturalHeight = m_source.height;
    decoded.pixels = m_pixels;
    return decoded;
}

} // namespace sandbench::render
