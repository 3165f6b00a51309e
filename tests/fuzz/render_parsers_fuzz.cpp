// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/apng.h"
#include "app/render/picture_header.h"
#include "app/render/png_rows.h"
#include "app/render/svg_filter.h"
#include "core/artifact/render_protocol.h"

#include <array>
#include <cstdlib>

using namespace sandbench;
using namespace sandbench::render;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const HeaderCheck header = checkPngHeader(bytes);
    if (header.refusal.empty()
        && std::uint64_t{header.size.width} * header.size.height > kMaxPicturePixels)
        std::abort();

    const FilteredSvg once = filterSvg(bytes);
    // What passed passes again, and has nothing left to drop.
    if (once.refusal.empty()) {
        const FilteredSvg twice = filterSvg(once.svg);
        if (twice.refusal.empty() && twice.svg != once.svg)
            std::abort();
    }

    if (const auto apng = splitApng(bytes)) {
        for (const ApngFrame& frame : apng->frames) {
            const HeaderCheck plain = checkPngHeader(plainPng(*apng, frame));
            if (!plain.refusal.empty() || plain.size.width != frame.area.width
                || frame.area.x + frame.area.width > apng->size.width
                || frame.area.y + frame.area.height > apng->size.height)
                std::abort();
        }
    }

    const ArrivingBytes arriving(bytes);
    if (const auto plain = findPlainPng(arriving)) {
        PngRows rows(arriving, *plain);
        std::size_t count = 0;
        for (auto some = rows.next(); !some.empty(); some = rows.next())
            count += some.size() / rows.rowSize();
        if (count > plain->size.height || (rows.isWhole() && count < plain->size.height))
            std::abort();
    }

    RenderReplyDecoder whole(64, 64, 3);
    const auto state = whole.feed(bytes);
    RenderReplyDecoder dripped(64, 64, 3);
    for (const char& byte : bytes)
        dripped.feed({&byte, 1});
    const auto frames = dripped.takeFrames();
    if (dripped.state() != state || dripped.sentence() != whole.sentence() || frames.size() > 3
        || frames.size() != whole.takeFrames().size())
        std::abort();
    for (const RenderFrame& frame : frames) {
        const auto& [head, offset] = frame;
        if (offset > kMaxReplyBytes
            || std::size_t{head.width} * head.height * 4 > kMaxReplyBytes - offset)
            std::abort();
    }
    return 0;
}
