// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/animation.h"
#include "app/render/picture_header.h"

#include <memory>
#include <utility>
#include <webp/decode.h>
#include <webp/demux.h>

namespace sandbench::render {

static const char* const kBrokenWebp = "The WebP picture is damaged or cut off.";

static const std::uint8_t* dataOf(std::string_view bytes)
{
    return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

// libwebp makes it smaller itself, so that a large one is never there whole in its colours.
static std::string
decodeStill(std::string_view bytes, Size size, const Wanted& wanted, const FrameSink& sink)
{
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config))
        return kBrokenWebp;
    const Size target = bitmapSize(size, wanted.box);
    Decoded still{target.width, target.height, size.width, size.height, {}, 0, 1, {}};
    still.pixels = wanted.area.take(std::size_t{target.width} * target.height);
    config.options.use_scaling = target.width != size.width || target.height != size.height;
    config.options.scaled_width = static_cast<int>(target.width);
    config.options.scaled_height = static_cast<int>(target.height);
    config.output.colorspace = MODE_bgrA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA
        = {reinterpret_cast<std::uint8_t*>(still.pixels.data()), static_cast<int>(target.width * 4),
           still.pixels.size_bytes()};
    if (WebPDecode(dataOf(bytes), bytes.size(), &config) != VP8_STATUS_OK)
        return kBrokenWebp;
    sink(still);
    return {};
}

static std::string
decodeAnimation(std::string_view bytes, const Wanted& wanted, const FrameSink& sink)
{
    const WebPData data{dataOf(bytes), bytes.size()};
    WebPAnimDecoderOptions options;
    WebPAnimInfo info;
    if (!WebPAnimDecoderOptionsInit(&options))
        return kBrokenWebp;
    options.color_mode = MODE_bgrA;
    options.use_threads = 0;
    const std::unique_ptr<WebPAnimDecoder, decltype(&WebPAnimDecoderDelete)> decoder(
        WebPAnimDecoderNew(&data, &options), &WebPAnimDecoderDelete);
    if (!decoder || !WebPAnimDecoderGetInfo(decoder.get(), &info))
        return kBrokenWebp;
    const Size size{info.canvas_width, info.canvas_height};
    if (std::string sentence = refuseSize(size.width, size.height); !sentence.empty())
        return sentence;
    FrameWriter writer(size, info.frame_count, wanted, sink);
    if (std::string sentence = writer.refusal(); !sentence.empty())
        return sentence;
    int before = 0;
    while (WebPAnimDecoderHasMoreFrames(decoder.get())) {
        std::uint8_t* pixels = nullptr;
        int shownUntil = 0;
        if (!WebPAnimDecoderGetNext(decoder.get(), &pixels, &shownUntil))
            return writer.ended("WebP");
        const int delay = std::max(shownUntil - std::exchange(before, shownUntil), 0);
        // Its buffer is one of the allocator, so it is aligned.
        const auto* frame = reinterpret_cast<const std::uint32_t*>(pixels);
        if (!writer.add(frame, static_cast<std::uint32_t>(delay)))
            break;
    }
    return {};
}

std::string decodeWebp(std::string_view bytes, const Wanted& wanted, const FrameSink& sink)
{
    if (!looksLikeWebp(bytes))
        return "The bytes are not a WebP picture.";
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(dataOf(bytes), bytes.size(), &features) != VP8_STATUS_OK)
        return kBrokenWebp;
    const Size size{
        static_cast<std::uint32_t>(features.width), static_cast<std::uint32_t>(features.height)};
    if (std::string sentence = refuseSize(size.width, size.height); !sentence.empty())
        return sentence;
    return features.has_animation ? decodeAnimation(bytes, wanted, sink)
                                  : decodeStill(bytes, size, wanted, sink);
}

} // namespace sandbench::render
