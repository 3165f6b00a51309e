// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/cairo_canvas.h"
#include "app/render/picture_header.h"
#include "core/artifact/render_protocol.h"

#include <cmath>
#include <memory>
#include <poppler.h>

namespace sandbench::render {

// The natural size of a page is that on a screen, as for a drawing.
static constexpr double kPixelsPerPoint = 96.0 / 72;

namespace {
using Document = std::unique_ptr<PopplerDocument, decltype(&g_object_unref)>;
using Page = std::unique_ptr<PopplerPage, decltype(&g_object_unref)>;
} // namespace

static std::string whyNotOpened(GError* error)
{
    const bool isEncrypted = g_error_matches(error, POPPLER_ERROR, POPPLER_ERROR_ENCRYPTED);
    g_clear_error(&error);
    return isEncrypted ? "The PDF document is encrypted, and its reader knows no password. Save it "
                         "to open it elsewhere."
                       : "The PDF document is damaged or cut off.";
}

static Size naturalSize(double width, double height)
{
    const double scale = kPixelsPerPoint
        * std::min(1.0, kMaxPictureSide / (std::max(width, height) * kPixelsPerPoint));
    const auto side = [scale](double points) {
        return std::isfinite(points) && points > 0 ? static_cast<std::uint32_t>(
                   std::clamp(std::ceil(points * scale), 1.0, double(kMaxPictureSide)))
                                                   : 0U;
    };
    return {side(width), side(height)};
}

static Decoded
draw(PopplerPage* page, Size natural, const Wanted& wanted, double width, double height)
{
    const Size target = drawnSize(natural, wanted);
    CairoCanvas canvas(natural, target, wanted.area);
    cairo_t* context = canvas.context();
    cairo_set_source_rgb(context, 1, 1, 1);
    cairo_paint(context);
    cairo_scale(context, target.width / width, target.height / height);
    poppler_page_render(page, context);
    return canvas.take();
}

Decoded decodePdf(std::string_view bytes, const Wanted& wanted)
{
    if (!looksLikePdf(bytes))
        return refuse("The bytes are not a PDF document.");
    const std::unique_ptr<GBytes, decltype(&g_bytes_unref)> data(
        g_bytes_new_static(bytes.data(), bytes.size()), &g_bytes_unref);
    GError* error = nullptr;
    const Document document(
        poppler_document_new_from_bytes(data.get(), nullptr, &error), &g_object_unref);
    if (!document)
        return refuse(whyNotOpened(error));
    const int total = poppler_document_get_n_pages(document.get());
    if (total < 1)
        return refuse("The PDF document has no pages that can be read.");
    if (wanted.first >= static_cast<std::uint32_t>(total))
        return refuse(
            "There is no page " + std::to_string(std::uint64_t{wanted.first} + 1)
            + ": the document has " + std::to_string(total) + ".");
    const Page page(
        poppler_document_get_page(document.get(), static_cast<int>(wanted.first)), &g_object_unref);
    if (!page)
        return refuse("The page is damaged.");
    double width = 0;
    double height = 0;
    poppler_page_get_size(page.get(), &width, &height);
    const Size natural = naturalSize(width, height);
    if (natural.width == 0 || natural.height == 0)
        return refuse("The page has no size.");
    Decoded drawn = draw(page.get(), natural, wanted, width, height);
    drawn.total = static_cast<std::uint32_t>(total);
    return drawn;
}

} // namespace sandbench::render
