// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/picture.h"

namespace sandbench::render {

std::string
decode(PictureKind kind, const ArrivingBytes& bytes, const Wanted& wanted, const FrameSink& sink)
{
    switch (kind) {
    case PictureKind::Png:
        return decodePngFrames(bytes, wanted, sink);
    case PictureKind::Gif:
        return decodeGif(bytes.all(), wanted, sink);
    case PictureKind::Webp:
        return decodeWebp(bytes.all(), wanted, sink);
    case PictureKind::Jpeg:
        return sendStill(decodeJpeg(bytes.all(), wanted), sink);
    case PictureKind::Svg:
    case PictureKind::Pdf:
        break;
    }
    return "This reader knows no drawings.";
}

} // namespace sandbench::render
