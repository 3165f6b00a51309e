// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::render {

/// What a decoder made of the bytes: pixels, or a sentence for people that says why not.
struct Decoded
{
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint32_t naturalWidth = 0;
    std::uint32_t naturalHeight = 0;
    std::vector<std::uint32_t> pixels; ///< Premultiplied ARGB32, rows without padding.
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

/// One colour with straight alpha to premultiplied ARGB32.
inline std::uint32_t
premultiplied(std::uint32_t a, std::uint32_t r, std::uint32_t g, std::uint32_t b)
{
    const auto scaled = [a](std::uint32_t value) { return (value * a + 127) / 255; };
    return a << 24 | scaled(r) << 16 | scaled(g) << 8 | scaled(b);
}

/// Decodes a JPEG, made smaller while reading when it is larger than @p box. Source: libjpeg API,
/// libjpeg.txt.
Decoded decodeJpeg(std::string_view bytes, Size box);

/// Decodes a PNG, made smaller while reading when it is larger than @p box. Source: libpng 1.6
/// manual.
Decoded decodePng(std::string_view bytes, Size box);

/// Filters and draws an SVG or SVGZ so that it fills @p box; a box of 0 x 0 is the natural size
/// times @p ratio. Source: librsvg 2.54 and cairo 1.16 references.
Decoded decodeSvg(std::string_view bytes, Size box, double ratio);

} // namespace sandbench::render
