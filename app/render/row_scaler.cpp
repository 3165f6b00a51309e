// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/row_scaler.h"

namespace sandbench::render {

RowScaler::RowScaler(Size source, Size target, PixelArea& area)
    : m_source(source)
    , m_target(target)
    , m_pixels(area.take(std::size_t{target.width} * target.height))
{
    const bool isSame = source.width == target.width && source.height == target.height;
    m_spare.resize(source.width);
    m_row = isSame ? m_pixels.data() : m_spare.data();
    if (isSame)
        return;
    m_sums.resize(target.width);
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

// Two channels at a time in the halves of a number, which overflow after 257 pixels.
void RowScaler::addRow()
{
    constexpr std::uint32_t kLow = 0x00FF00FF, kMost = 256;
    const std::uint32_t* from = m_row;
    for (std::size_t x = 0; x < m_sums.size(); ++x) {
        const std::uint32_t* const end = m_row + m_ends[x];
        auto& sum = m_sums[x];
        while (from < end) {
            std::uint32_t redBlue = 0, alphaGreen = 0;
            for (const std::uint32_t* stop = std::min(end, from + kMost); from < stop; ++from) {
                redBlue += *from & kLow;
                alphaGreen += *from >> 8 & kLow;
            }
            sum[0] += alphaGreen >> 16;
            sum[1] += alphaGreen & 0xFFFF;
            sum[2] += redBlue >> 16;
            sum[3] += redBlue & 0xFFFF;
        }
    }
    ++m_rows;
}

void RowScaler::flushRow()
{
    std::uint32_t* out = &m_pixels[std::size_t{m_targetY} * m_target.width];
    std::uint32_t begin = 0;
    for (std::size_t x = 0; x < m_sums.size(); ++x) {
        const double share = 1 / (double(m_ends[x] - begin) * m_rows);
        const auto mean = [&](std::size_t channel) {
            return static_cast<std::uint32_t>(double(m_sums[x][channel]) * share + 0.5);
        };
        out[x] = mean(0) << 24 | mean(2) << 16 | mean(1) << 8 | mean(3);
        m_sums[x] = {};
        begin = m_ends[x];
    }
    m_rows = 0;
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
