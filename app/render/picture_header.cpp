// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/picture_header.h"

#include "core/artifact/render_protocol.h"

namespace sandbench::render {

using namespace std::string_view_literals;

std::uint32_t bigEndian(std::string_view bytes)
{
    std::uint32_t value = 0;
    for (const char byte : bytes.substr(0, 4))
        value = value << 8 | static_cast<std::uint8_t>(byte);
    return value;
}

std::string refuseSize(std::uint64_t width, std::uint64_t height)
{
    if (width == 0 || height == 0)
        return "The picture has no size.";
    if (width <= kMaxPictureSide && height <= kMaxPictureSide
        && width * height <= kMaxPicturePixels)
        return {};
    return "The picture is " + std::to_string(width) + " x " + std::to_string(height)
        + " pixels; at most 16384 on a side and 64 megapixels are shown. Save it to open it "
          "elsewhere.";
}

HeaderCheck checkPngHeader(std::string_view bytes)
{
    if (!bytes.starts_with("\x89PNG\r\n\x1a\n"sv))
        return {{}, "The bytes are not a PNG picture."};
    if (bytes.size() < 33 || bytes.substr(8, 8) != "\0\0\0\x0dIHDR"sv)
        return {{}, "The PNG picture has a broken header."};
    const Size size{bigEndian(bytes.substr(16)), bigEndian(bytes.substr(20))};
    return {size, refuseSize(size.width, size.height)};
}

bool looksLikeJpeg(std::string_view bytes)
{
    return bytes.starts_with("\xff\xd8\xff"sv);
}

bool looksLikeGif(std::string_view bytes)
{
    return bytes.starts_with("GIF87a"sv) || bytes.starts_with("GIF89a"sv);
}

bool looksLikeWebp(std::string_view bytes)
{
    return bytes.starts_with("RIFF"sv) && bytes.size() >= 12 && bytes.substr(8, 4) == "WEBP"sv;
}

bool looksLikePdf(std::string_view bytes)
{
    return bytes.starts_with("%PDF-"sv);
}

} // namespace sandbench::render
