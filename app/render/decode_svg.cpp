// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/cairo_canvas.h"
#include "app/render/picture_header.h"
#include "app/render/svg_filter.h"
#include "core/artifact/render_protocol.h"

#include <cmath>
#include <librsvg/rsvg.h>
#include <memory>

namespace sandbench::render {

static constexpr double kCssDotsPerInch = 96;

static Size naturalSize(RsvgHandle* handle)
{
    double width = 0;
    double height = 0;
    if (!rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height)) {
        gboolean hasWidth = FALSE;
        gboolean hasHeight = FALSE;
        gboolean hasViewBox = FALSE;
        RsvgRectangle viewBox{};
        rsvg_handle_get_intrinsic_dimensions(
            handle, &hasWidth, nullptr, &hasHeight, nullptr, &hasViewBox, &viewBox);
        width = hasViewBox ? viewBox.width : 640;
        height = hasViewBox ? viewBox.height : 480;
    }
    const auto side = [](double length) {
        return std::isfinite(length) && length > 0 ? static_cast<std::uint32_t>(
                   std::clamp(std::ceil(length), 1.0, double(kMaxPictureSide)))
                                                   : 0U;
    };
    return {side(width), side(height)};
}

static Decoded draw(RsvgHandle* handle, Size natural, const Wanted& wanted)
{
    const Size target = drawnSize(natural, wanted);
    CairoCanvas canvas(natural, target, wanted.area);
    const RsvgRectangle viewport{0, 0, double(target.width), double(target.height)};
    if (!rsvg_handle_render_document(handle, canvas.context(), &viewport, nullptr))
        return refuse("The drawing could not be drawn: it has broken or too many references.");
    return canvas.take();
}

Decoded decodeSvg(std::string_view bytes, const Wanted& wanted)
{
    const FilteredSvg filtered = filterSvg(bytes);
    if (!filtered.refusal.empty())
        return refuse(filtered.refusal);
    const std::unique_ptr<RsvgHandle, decltype(&g_object_unref)> handle(
        rsvg_handle_new_from_data(
            reinterpret_cast<const guint8*>(filtered.svg.data()), filtered.svg.size(), nullptr),
        &g_object_unref);
    if (!handle)
        return refuse("The bytes are not an SVG drawing that can be read.");
    rsvg_handle_set_dpi(handle.get(), kCssDotsPerInch);
    const Size natural = naturalSize(handle.get());
    if (natural.width == 0 || natural.height == 0)
        return refuse("The drawing has no size.");
    return draw(handle.get(), natural, wanted);
}

} // namespace sandbench::render
