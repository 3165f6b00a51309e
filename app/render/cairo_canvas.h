// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/render/picture.h"

#include <cairo.h>
#include <memory>

namespace sandbench::render {

/// What cairo draws on: transparent at first.
class CairoCanvas
{
public:
    CairoCanvas(Size natural, Size target, PixelArea& area)
    {
        m_drawn.width = target.width;
        m_drawn.height = target.height;
        m_drawn.naturalWidth = natural.width;
        m_drawn.naturalHeight = natural.height;
        m_drawn.pixels = area.take(std::size_t{target.width} * target.height);
        m_surface.reset(cairo_image_surface_create_for_data(
            reinterpret_cast<unsigned char*>(m_drawn.pixels.data()), CAIRO_FORMAT_ARGB32,
            static_cast<int>(target.width), static_cast<int>(target.height),
            static_cast<int>(target.width * 4)));
        m_context.reset(cairo_create(m_surface.get()));
    }

    cairo_t* context() { return m_context.get(); }
    /// Once, at the end.
    Decoded take()
    {
        cairo_surface_flush(m_surface.get());
        return std::move(m_drawn);
    }

private:
    struct Release
    {
        void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
        void operator()(cairo_t* context) const { cairo_destroy(context); }
    };

    Decoded m_drawn;
    std::unique_ptr<cairo_surface_t, Release> m_surface;
    std::unique_ptr<cairo_t, Release> m_context;
};

} // namespace sandbench::render
