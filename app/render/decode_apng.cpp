// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/apng.h"
#include "app/render/plain_png.h"

namespace sandbench::render {

static std::uint32_t over(std::uint32_t above, std::uint32_t below)
{
    const std::uint32_t seen = 255 - (above >> 24);
    std::uint32_t pixel = 0;
    for (int shift = 24; shift >= 0; shift -= 8) {
        const std::uint32_t sum
            = (above >> shift & 0xFF) + ((below >> shift & 0xFF) * seen + 127) / 255;
        pixel = pixel << 8 | std::min(sum, 255U);
    }
    return pixel;
}

static void draw(Canvas& canvas, const ApngFrame& frame, const Decoded& picture)
{
    const Area& area = frame.area;
    for (std::uint32_t y = 0; y < area.height; ++y) {
        const std::uint32_t* from = &picture.pixels[std::size_t{y} * area.width];
        std::uint32_t* to = canvas.row(area.y + y) + area.x;
        for (std::uint32_t x = 0; x < area.width; ++x)
            to[x] = frame.isBlended ? over(from[x], to[x]) : from[x];
    }
}

std::string decodePngFrames(const ArrivingBytes& bytes, const Wanted& wanted, const FrameSink& sink)
{
    if (const auto plain = findPlainPng(bytes))
        return sendStill(decodePlainPng(bytes, *plain, wanted), sink);
    const auto apng = splitApng(bytes.all());
    if (!apng)
        return sendStill(decodePng(bytes.all(), wanted), sink);
    FrameWriter writer(apng->size, static_cast<std::uint32_t>(apng->frames.size()), wanted, sink);
    if (std::string sentence = writer.refusal(); !sentence.empty())
        return sentence;
    Canvas canvas(apng->size);
    std::vector<std::uint32_t> pixels(std::size_t{apng->size.width} * apng->size.height);
    bool isFirst = true;
    for (const ApngFrame& frame : apng->frames) {
        PixelArea area(pixels);
        const Decoded picture
            = decodePng(plainPng(*apng, frame), {area, {frame.area.width, frame.area.height}});
        if (!picture.refusal.empty())
            return writer.ended("PNG");
        // There is nothing before the first frame to go back to.
        const bool restoresNothing = isFirst && frame.disposal == Disposal::Restore;
        canvas.begin(frame.area, restoresNothing ? Disposal::Clear : frame.disposal);
        draw(canvas, frame, picture);
        if (!writer.add(canvas.pixels(), frame.delay))
            return {};
        isFirst = false;
    }
    return apng->isCut ? writer.ended("PNG") : std::string();
}

} // namespace sandbench::render
