// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/picture.h"
#include "core/artifact/render_protocol.h"

namespace sandbench::render {

Size drawnSize(Size natural, const Wanted& wanted)
{
    if (wanted.box.width != 0 && wanted.box.height != 0)
        return fitInto(natural, wanted.box);
    const Size size{
        static_cast<std::uint32_t>(natural.width * wanted.ratio + 0.5),
        static_cast<std::uint32_t>(natural.height * wanted.ratio + 0.5)};
    const Size limit{kMaxReplySide, kMaxReplySide};
    return size.width <= limit.width && size.height <= limit.height ? size
                                                                    : fitInto(natural, limit);
}

Size bitmapSize(Size natural, Size box)
{
    if (box.width == 0 || box.height == 0)
        box = {kMaxReplySide, kMaxReplySide};
    return natural.width <= box.width && natural.height <= box.height ? natural
                                                                      : fitInto(natural, box);
}

} // namespace sandbench::render
