// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/png_chunk.h"

#include "app/render/picture_header.h"

namespace sandbench::render {

std::optional<PngChunk> takePngChunk(std::string_view& rest)
{
    if (rest.size() < kPngChunkFrame)
        return std::nullopt;
    const std::size_t length = bigEndian(rest);
    if (length > rest.size() - kPngChunkFrame)
        return std::nullopt;
    const PngChunk chunk{
        rest.substr(4, 4), rest.substr(8, length), rest.substr(0, length + kPngChunkFrame)};
    rest.remove_prefix(chunk.whole.size());
    return chunk;
}

} // namespace sandbench::render
