// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/plain_png.h"

#include "app/render/picture_header.h"
#include "app/render/png_chunk.h"

#include <isa-l/crc.h>

namespace sandbench::render {

using namespace std::string_view_literals;

static constexpr std::size_t kHeader = 33, kChunkHead = 8;

// Units: bytes; 0 = the pixels are others.
static std::size_t pixelSize(std::string_view header)
{
    const auto at = [header](std::size_t i) { return static_cast<std::uint8_t>(header[i]); };
    constexpr std::uint8_t kRgb = 2, kRgba = 6;
    if (header.size() != 13 || at(8) != 8 || at(10) != 0 || at(11) != 0 || at(12) != 0)
        return 0;
    return at(9) == kRgb ? 3 : at(9) == kRgba ? 4 : 0;
}

static bool isSumRight(const PngChunk& chunk)
{
    const auto summed = chunk.whole.substr(4, chunk.data.size() + 4);
    return crc32_gzip_refl(0, reinterpret_cast<const unsigned char*>(summed.data()), summed.size())
        == bigEndian(chunk.whole.substr(chunk.whole.size() - 4));
}

// It may stand before the pixels and says nothing of their colours: not a key colour, not frames,
// not what a reader must understand.
static bool isHarmless(const PngChunk& chunk)
{
    constexpr char kLowerCase = 0x20;
    const bool isOptional = (chunk.type[0] & kLowerCase) != 0;
    return isSumRight(chunk) && isOptional && chunk.type != "tRNS"sv && chunk.type != "acTL"sv;
}

std::optional<PlainPng> findPlainPng(const ArrivingBytes& bytes)
{
    const HeaderCheck check = checkPngHeader(bytes.first(kHeader));
    if (!check.refusal.empty())
        return std::nullopt;
    PlainPng png{check.size, 0, kPngSignature};
    for (bool isFirst = true;; isFirst = false) {
        const std::string_view head = bytes.first(png.data + kChunkHead);
        if (head.size() < png.data + kChunkHead)
            return std::nullopt;
        if (head.substr(png.data + 4, 4) == "IDAT"sv)
            return png;
        const std::size_t length = bigEndian(head.substr(png.data));
        std::string_view rest = bytes.first(png.data + length + kPngChunkFrame).substr(png.data);
        const auto chunk = takePngChunk(rest);
        if (!chunk || !(isFirst ? isSumRight(*chunk) : isHarmless(*chunk)))
            return std::nullopt;
        if (isFirst)
            png.pixel = pixelSize(chunk->data);
        if (png.pixel == 0)
            return std::nullopt;
        png.data += chunk->whole.size();
    }
}

} // namespace sandbench::render
