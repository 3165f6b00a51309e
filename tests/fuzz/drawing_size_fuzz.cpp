// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/artifact_store.h"
#include "core/artifact/drawing_size.h"
#include "core/artifact/picture_density.h"
#include "tests/fuzz/require.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

using namespace sandbench;

namespace {

void checkSize(PixelSize size)
{
    require(
        size.width >= 0 && size.height >= 0 && size.width <= 1'000'000 && size.height <= 1'000'000);
    require((size.width == 0) == (size.height == 0));
}

} // namespace

/// Whatever the bytes are: sizes that make sense, or none; and types that are known.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    checkSize(svgSize(bytes));
    checkSize(pdfSize(bytes));
    for (const auto* mime : {"image/png", "image/jpeg"}) {
        const auto density = pictureDensity(bytes, mime);
        require(density >= 0 && density <= 100'000);
    }
    for (const auto* declared : {"", "text/csv", "audio/mpeg", "video/ogg", "audio/mp4"})
        require(!sniffMime(bytes, declared).empty());
    return 0;
}
