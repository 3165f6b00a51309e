// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/animation.h"

#include "app/render/row_scaler.h"
#include "core/artifact/render_protocol.h"

#include <cmath>

namespace sandbench::render {

Canvas::Canvas(Size size)
    : m_size(size)
    , m_pixels(std::size_t{size.width} * size.height)
{
}

void Canvas::begin(const Area& area, Disposal afterwards)
{
    for (std::uint32_t y = 0; y < m_area.height && m_afterwards != Disposal::Keep; ++y) {
        std::uint32_t* to = row(m_area.y + y) + m_area.x;
        if (m_afterwards == Disposal::Clear)
            std::fill_n(to, m_area.width, 0U);
        else
            std::copy_n(&m_kept[std::size_t{y} * m_area.width], m_area.width, to);
    }
    m_area = area;
    m_afterwards = area.width > 0 ? afterwards : Disposal::Keep;
    if (m_afterwards != Disposal::Restore)
        return;
    m_kept.resize(std::size_t{area.width} * area.height);
    for (std::uint32_t y = 0; y < area.height; ++y)
        std::copy_n(row(area.y + y) + area.x, area.width, &m_kept[std::size_t{y} * area.width]);
}

// Browsers show a frame that says "at once" for a tenth of a second, and animations are made for
// browsers.
static std::uint32_t shownDelay(std::uint32_t delay)
{
    return delay <= 10 ? 100 : std::min(delay, kMaxFrameDelay);
}

static Size frameSize(Size size, Size box, std::uint32_t frames)
{
    const Size target = bitmapSize(size, box);
    const double room = double(kMaxReplyBytes / 4) / std::max(frames, 1U);
    const double area = double(target.width) * target.height;
    if (area <= room)
        return target;
    const auto side = [scale = std::sqrt(room / area)](std::uint32_t length) {
        return std::max(static_cast<std::uint32_t>(length * scale), 1U);
    };
    return {side(target.width), side(target.height)};
}

FrameWriter::FrameWriter(
    Size size, std::uint32_t total, const Wanted& wanted, const FrameSink& sink)
    : m_size(size)
    , m_target(frameSize(
          size, wanted.box, std::min(wanted.frames, total - std::min(total, wanted.first))))
    , m_total(total)
    , m_first(wanted.first)
    , m_end(std::uint64_t{wanted.first} + wanted.frames)
    , m_area(wanted.area)
    , m_sink(sink)
{
}

bool FrameWriter::add(const std::uint32_t* pixels, std::uint32_t delay)
{
    if (m_index++ < m_first)
        return true;
    RowScaler scaler(m_size, m_target, m_area);
    for (std::uint32_t y = 0; y < m_size.height; ++y) {
        std::copy_n(pixels + std::size_t{y} * m_size.width, m_size.width, scaler.nextRow());
        scaler.endRow();
    }
    Decoded frame = scaler.take();
    frame.delay = shownDelay(delay);
    frame.total = m_total;
    return m_sink(frame) && wantsMore();
}

std::string FrameWriter::refusal() const
{
    if (m_first < m_total)
        return {};
    return "There is no frame " + std::to_string(std::uint64_t{m_first} + 1) + ": the picture has "
        + std::to_string(m_total) + ".";
}

std::string FrameWriter::ended(const std::string& kind) const
{
    if (!wantsMore())
        return {};
    const std::string where = m_index > 0 ? " after frame " + std::to_string(m_index) : "";
    return "The " + kind + " picture is damaged or cut off" + where + ".";
}

} // namespace sandbench::render
