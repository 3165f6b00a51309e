// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/picture.h"

namespace sandbench::render {

std::string
decode(PictureKind kind, const ArrivingBytes& bytes, const Wanted& wanted, const FrameSink& sink)
{
    if (kind == PictureKind::Svg)
        return sendStill(decodeSvg(bytes.all(), wanted), sink);
    if (kind == PictureKind::Pdf)
        return sendStill(decodePdf(bytes.all(), wanted), sink);
    return "This reader knows drawings only.";
}

} // namespace sandbench::render
