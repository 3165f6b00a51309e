// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/picture_header.h"
#include "app/render/svg_filter.h"
#include "core/artifact/render_protocol.h"

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

    RenderReplyDecoder whole(64, 64);
    const auto state = whole.feed(bytes);
    RenderReplyDecoder dripped(64, 64);
    for (const char& byte : bytes)
        dripped.feed({&byte, 1});
    if (dripped.state() != state || dripped.takePayload().size() > 64 * 64 * 4)
        std::abort();
    return 0;
}
