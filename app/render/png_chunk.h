// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace sandbench::render {

/// Units: bytes. Of length, type and check sum of a chunk, and of what is before the first one.
inline constexpr std::size_t kPngChunkFrame = 12, kPngSignature = 8;

/// A part of a PNG, in the bytes that were given.
struct PngChunk
{
    std::string_view type;
    std::string_view data;
    std::string_view whole; ///< With length and check sum.
};

/// Takes the first chunk away; nothing where it is not whole. The check sum is not looked at.
/// Source: PNG (third edition), 5.3.
std::optional<PngChunk> takePngChunk(std::string_view& rest);

} // namespace sandbench::render
