// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/render/animation.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::render {

struct ApngFrame
{
    Area area; ///< Inside of the picture.
    std::uint32_t delay = 0; ///< Units: milliseconds.
    Disposal disposal = Disposal::Keep;
    bool isBlended = false; ///< Drawn over the frames before, instead of in their place.
    std::string_view chunks; ///< Its data, in the file; other chunks may lie between.
};

/// The parts of a PNG with frames, in the bytes that were given.
struct Apng
{
    Size size;
    std::string_view format; ///< What IHDR says after the size.
    std::string colours; ///< The chunks PLTE and tRNS as they are.
    std::vector<ApngFrame> frames; ///< Whole ones only.
    bool isCut = false; ///< There should be more.
};

/// Takes a PNG apart; nothing when it has no frames (it may be a still one) or its header is
/// refused. No decoding, no I/O. Source: PNG (third edition), 11.3.1 (acTL, fcTL, fdAT).
std::optional<Apng> splitApng(std::string_view bytes);

/// One frame as a PNG of its own.
std::string plainPng(const Apng& apng, const ApngFrame& frame);

} // namespace sandbench::render
