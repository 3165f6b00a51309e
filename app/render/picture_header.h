// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/render/picture.h"

#include <string_view>

namespace sandbench::render {

/// The size that the first bytes of a PNG promise, or a refusal. Nothing is decoded.
/// Errors: a wrong signature, a broken header, more than 16384 pixels on a side or 64 megapixels.
struct HeaderCheck
{
    Size size;
    std::string refusal;
};

/// Source: PNG (ISO/IEC 15948), 5.2 signature and 11.2.2 IHDR.
HeaderCheck checkPngHeader(std::string_view bytes);

/// Only the signature; libjpeg's own header reader gives the size. Source: ITU T.81, B.1.1.3.
bool looksLikeJpeg(std::string_view bytes);

/// Only the signature. Source: GIF89a specification, 17.
bool looksLikeGif(std::string_view bytes);
/// Only the signature. Source: WebP container specification (RFC 9649), 2.4.
bool looksLikeWebp(std::string_view bytes);
/// Only the signature, at the very begin. Source: PDF (ISO 32000-2), 7.5.2.
bool looksLikePdf(std::string_view bytes);

/// Of the first four bytes, which are there.
std::uint32_t bigEndian(std::string_view bytes);

/// A refusal when a picture of this size is too large, else "".
std::string refuseSize(std::uint64_t width, std::uint64_t height);

} // namespace sandbench::render
