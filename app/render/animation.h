// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/render/picture.h"

#include <vector>

namespace sandbench::render {

/// Part of a canvas, inside of it. Units: pixels.
struct Area
{
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

/// What becomes of a frame's area before the next one is drawn.
enum class Disposal { Keep, Clear, Restore };

/// What the frames of an animation are drawn on, one over the other.
class Canvas
{
public:
    explicit Canvas(Size size);

    /// Undoes the frame before as that one asked for; then @p area may be drawn on.
    void begin(const Area& area, Disposal afterwards);
    std::uint32_t* row(std::uint32_t y) { return &m_pixels[std::size_t{y} * m_size.width]; }
    const std::uint32_t* pixels() const { return m_pixels.data(); }
    Size size() const { return m_size; }

private:
    Size m_size;
    std::vector<std::uint32_t> m_pixels; ///< Premultiplied ARGB32.
    Area m_area; ///< Of the frame before.
    Disposal m_afterwards = Disposal::Keep;
    std::vector<std::uint32_t> m_kept; ///< What was in it, for Restore.
};

/// Passes on the frames that are wanted, all in one size that fits into the box and kMaxReplyBytes.
class FrameWriter
{
public:
    /// @p total: how many frames there are.
    FrameWriter(Size size, std::uint32_t total, const Wanted& wanted, const FrameSink& sink);

    /// @p pixels: the next frame, whole. @p delay: as it stands in the file. False when no further
    /// frame is wanted.
    bool add(const std::uint32_t* pixels, std::uint32_t delay);
    /// Frames before the first wanted one are drawn on, and nothing else.
    bool wantsMore() const { return m_index < m_end; }
    /// The reason why no frame comes at all, or "".
    std::string refusal() const;
    /// The sentence when the picture ends within what is wanted, else "".
    std::string ended(const std::string& kind) const;

private:
    Size m_size;
    Size m_target;
    std::uint32_t m_total;
    std::uint32_t m_index = 0; ///< Of the next frame.
    std::uint32_t m_first;
    std::uint64_t m_end; ///< Behind the last frame that is asked for, whether there is one or not.
    PixelArea& m_area;
    const FrameSink& m_sink;
};

} // namespace sandbench::render
