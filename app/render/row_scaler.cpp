// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/row_scaler.h"

namespace sandbench::render {

RowScaler::RowScaler(Size source, Size target)
    : m_source(source)
    , m_target(target)
    , m_columns(source.width)
    , m_sums(target.width)
    , m_pixels(std::size_t{target.width} * target.height)
{
    for (std::uint32_t x = 0; x < source.width; ++x)
        m_columns[x] = static_cast<std::uint32_t>(std::uint64_t{x} * target.width / source.width);
}

void RowScaler::addRow(const std::uint32_t* row)
{
    if (m_y >= m_source.height)
        return;
    if (m_source.width == m_target.width && m_source.height == m_target.height) {
        std::copy_n(
            row, m_source.width,
            m_pixels.begin() + static_cast<std::ptrdiff_t>(std::size_t{m_y} * m_target.width));
        ++m_y;
        return;
    }
    const auto targetY
        = static_cast<std::uint32_t>(std::uint64_t{m_y} * m_target.height / m_source.height);
    if (targetY != m_targetY) {
        flushRow();
        m_targetY = targetY;
    }
    for (std::uint32_t x = 0; x < m_source.width; ++x) {
        auto& sum = m_sums[m_columns[x]];
        sum[0] += row[x] >> 24;
        sum[1] += row[x] >> 16 & 0xFF;
        sum[2] += row[x] >> 8 & 0xFF;
        sum[3] += row[x] & 0xFF;
        ++sum[4];
    }
    if (++m_y == m_source.height)
        flushRow();
}

void RowScaler::flushRow()
{
    auto* out = &m_pixels[std::size_t{m_targetY} * m_target.width];
    for (auto& sum : m_sums) {
        const std::uint64_t count = std::max<std::uint64_t>(sum[4], 1);
        std::uint32_t pixel = 0;
        for (unsigned channel = 0; channel < 4; ++channel)
            pixel = pixel << 8 | static_cast<std::uint32_t>((sum[channel] + count / 2) / count);
        *out++ = pixel;
        sum = {};
    }
}

Decoded RowScaler::take()
{
    Decoded decoded;
    decoded.width = m_target.width;
    decoded.height = m_target.height;
    decoded.naturalWidth = m_source.width;
    decoded.naturalHeight = m_source.height;
    decoded.pixels = std::move(m_pixels);
    return decoded;
}

} // namespace sandbench::render
