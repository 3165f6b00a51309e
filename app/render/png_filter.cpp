// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/png_filter.h"

#include <bit>
#include <cstring>

namespace sandbench::render {

// The channels of a pixel at once; libpng as it is packaged takes them one by one, which is half of
// the time that a large picture takes. Half of each vector is not used: smaller ones are compiled
// to slower code.
using Bytes = std::uint8_t __attribute__((vector_size(8)));
using Channels = std::int16_t __attribute__((vector_size(16)));

static Channels load(const std::uint8_t* from)
{
    std::uint32_t pixel;
    std::memcpy(&pixel, from, sizeof pixel);
    return __builtin_convertvector(std::bit_cast<Bytes>(std::uint64_t{pixel}), Channels);
}

template <std::size_t Pixel> static void store(std::uint8_t* to, Channels channels)
{
    const auto pixel = std::bit_cast<std::uint64_t>(__builtin_convertvector(channels, Bytes));
    std::memcpy(to, &pixel, Pixel);
}

static Channels distance(Channels difference)
{
    return difference > -difference ? difference : -difference;
}

static Channels paeth(Channels left, Channels above, Channels corner)
{
    const Channels toLeft = distance(above - corner), toAbove = distance(left - corner);
    const Channels toCorner = distance(left + above - corner - corner);
    const Channels nearer = toAbove < toLeft ? above : left;
    const Channels least = toAbove < toLeft ? toAbove : toLeft;
    return toCorner < least ? corner : nearer;
}

template <std::size_t Pixel, typename Predict>
static void add(std::uint8_t* row, const std::uint8_t* above, std::size_t size, Predict predict)
{
    Channels left{}, corner{};
    for (std::size_t i = 0; i + Pixel <= size; i += Pixel) {
        const Channels up = load(above + i);
        left = (load(row + i) + predict(left, up, corner)) & 0xFF;
        store<Pixel>(row + i, left);
        corner = up;
    }
}

template <std::size_t Pixel>
static bool unfilter(std::uint8_t* row, const std::uint8_t* above, std::size_t size)
{
    enum : std::uint8_t { Sub = 1, Up, Average, Paeth };
    const auto filter = *row;
    const auto undo = [&](auto predict) { add<Pixel>(row + 1, above + 1, size - 1, predict); };
    if (filter == Sub)
        undo([](Channels left, Channels, Channels) { return left; });
    else if (filter == Up)
        undo([](Channels, Channels up, Channels) { return up; });
    else if (filter == Average)
        undo([](Channels left, Channels up, Channels) { return (left + up) >> 1; });
    else if (filter == Paeth)
        undo(paeth);
    return filter <= Paeth;
}

bool unfilterRow(std::uint8_t* row, const std::uint8_t* above, std::size_t size, std::size_t pixel)
{
    if (pixel == 3)
        return unfilter<3>(row, above, size);
    return unfilter<4>(row, above, size);
}

} // namespace sandbench::render
