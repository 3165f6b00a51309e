// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/render/arriving_bytes.h"
#include "core/artifact/render_protocol.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <new>
#include <span>
#include <string>
#include <string_view>

namespace sandbench::render {

/// Where pixels are put, one frame behind the other.
class PixelArea
{
public:
    explicit PixelArea(std::span<std::uint32_t> room)
        : m_room(room)
    {
    }
    /// Throws std::bad_alloc where that many are not left.
    std::span<std::uint32_t> take(std::size_t count)
    {
        if (count > m_room.size())
            throw std::bad_alloc();
        const auto taken = m_room.first(count);
        m_room = m_room.subspan(count);
        return taken;
    }

private:
    std::span<std::uint32_t> m_room;
};

/// What a decoder made of the bytes: pixels, or a sentence for people that says why not.
struct Decoded
{
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint32_t naturalWidth = 0;
    std::uint32_t naturalHeight = 0;
    std::span<std::uint32_t> pixels; ///< Premultiplied ARGB32, rows without padding.
    std::uint32_t delay = 0; ///< How long a frame stays. Units: milliseconds.
    std::uint32_t total = 1; ///< Frames or pages that there are.
    std::string refusal; ///< Empty when there is a picture.
};

inline Decoded refuse(std::string sentence)
{
    Decoded decoded;
    decoded.refusal = std::move(sentence);
    return decoded;
}

struct Size
{
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

/// What of a picture is asked for; see RenderRequest.
struct Wanted
{
    PixelArea& area; ///< Where it goes. Zero at first.
    Size box; ///< 0 x 0 = the natural size.
    double ratio = 1;
    std::uint32_t first = 0;
    std::uint32_t frames = 1;
};

/// Takes one frame on its way to the window; false when nobody reads them any more.
using FrameSink = std::function<bool(const Decoded& frame)>;

inline std::string sendStill(const Decoded& still, const FrameSink& sink)
{
    if (still.refusal.empty())
        sink(still);
    return still.refusal;
}

/// What one of the two programs makes of the kinds that it knows. Returns why there is no (further)
/// frame, or "". Throws std::bad_alloc.
std::string
decode(PictureKind kind, const ArrivingBytes& bytes, const Wanted& wanted, const FrameSink& sink);

/// The largest size of the same shape that fits into @p box. Units: pixels, never 0.
inline Size fitInto(Size size, Size box)
{
    const double scale = std::min(double(box.width) / size.width, double(box.height) / size.height);
    const auto side = [scale](std::uint32_t length, std::uint32_t limit) {
        return std::clamp<std::uint32_t>(
            static_cast<std::uint32_t>(length * scale + 0.5), 1, std::max(limit, 1U));
    };
    return {side(size.width, box.width), side(size.height, box.height)};
}

/// The size at which a bitmap is shown: its own where it fits into the box.
Size bitmapSize(Size natural, Size box);

/// One colour with straight alpha to premultiplied ARGB32.
inline std::uint32_t
premultiplied(std::uint32_t a, std::uint32_t r, std::uint32_t g, std::uint32_t b)
{
    const auto scaled = [a](std::uint32_t value) { return (value * a + 127) / 255; };
    return a << 24 | scaled(r) << 16 | scaled(g) << 8 | scaled(b);
}

/// The size at which a drawing or a page is drawn: fills the box, or has its natural size times the
/// ratio, within kMaxReplySide.
Size drawnSize(Size natural, const Wanted& wanted);

/// Decodes a JPEG, made smaller while reading when it is larger than the box. Source: libjpeg API,
/// libjpeg.txt.
Decoded decodeJpeg(std::string_view bytes, const Wanted& wanted);

/// Decodes a PNG, made smaller while reading when it is larger than the box; of one with frames the
/// picture for those who know no frames. Source: libpng 1.6 manual.
Decoded decodePng(std::string_view bytes, const Wanted& wanted);

struct PlainPng;
/// The same of one whose data may be on its way.
Decoded decodePlainPng(const ArrivingBytes& bytes, const PlainPng& png, const Wanted& wanted);

/// Filters and draws an SVG or SVGZ. Source: librsvg 2.54 and cairo 1.16 references.
Decoded decodeSvg(std::string_view bytes, const Wanted& wanted);

/// Draws one page, the first wanted, on white. Nothing of the document is run and nothing that it
/// names is opened. Source: poppler-glib 22.12 and cairo 1.16 references.
Decoded decodePdf(std::string_view bytes, const Wanted& wanted);

// The frames of an animation, each as it is to be seen, and of a still its only one. They return
// why there is no (further) frame, or "".

/// Source: PNG (third edition), 11.3.1 and 13.8, and libpng as above.
std::string
decodePngFrames(const ArrivingBytes& bytes, const Wanted& wanted, const FrameSink& sink);

/// Source: GIF89a specification; giflib 5.2, gif_lib.html.
std::string decodeGif(std::string_view bytes, const Wanted& wanted, const FrameSink& sink);

/// Source: libwebp 1.2, decode.h and demux.h.
std::string decodeWebp(std::string_view bytes, const Wanted& wanted, const FrameSink& sink);

} // namespace sandbench::render
