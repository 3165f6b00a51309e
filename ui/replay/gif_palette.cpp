// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/replay/gif_palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace sandbench::ui {

namespace {

constexpr std::size_t kPaletteColours = 256;
constexpr std::size_t kExactColours = kPaletteColours / 2;
constexpr int kBinBits = 5; // of each channel

struct Weighted
{
    std::array<double, 3> channels = {}; ///< The mean.
    double pixels = 0;
};
using Box = std::vector<Weighted>;

Weighted meanOf(const Box& box)
{
    Weighted mean;
    for (const auto& colour : box) {
        mean.pixels += colour.pixels;
        for (std::size_t i = 0; i < 3; ++i)
            mean.channels[i] += colour.channels[i] * colour.pixels;
    }
    for (double& channel : mean.channels)
        channel /= mean.pixels;
    return mean;
}

struct Width
{
    std::size_t channel = 0;
    double width = 0;
};
Width widest(const Box& box)
{
    Width most;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto [low, high]
            = std::ranges::minmax(box, {}, [i](const auto& colour) { return colour.channels[i]; });
        if (high.channels[i] - low.channels[i] > most.width)
            most = {i, high.channels[i] - low.channels[i]};
    }
    return most;
}

/// In two, with as many pixels in each; the second one is returned. @p box has more than one.
Box split(Box& box)
{
    const auto channel = widest(box).channel;
    std::ranges::sort(box, {}, [channel](const auto& colour) { return colour.channels[channel]; });
    const double half = meanOf(box).pixels / 2;
    double before = box.front().pixels;
    std::size_t at = 1;
    while (at + 1 < box.size() && before + box[at].pixels <= half)
        before += box[at++].pixels;
    Box second(box.begin() + static_cast<std::ptrdiff_t>(at), box.end());
    box.resize(at);
    return second;
}

/// Colours that are nearly the same as one, so that there are not too many to sort.
Box binned(const std::vector<std::pair<QRgb, double>>& colours, std::size_t from)
{
    std::unordered_map<std::uint32_t, Box> bins;
    for (std::size_t i = from; i < colours.size(); ++i) {
        const auto& [colour, pixels] = colours[i];
        const auto part
            = [](int channel) { return static_cast<std::uint32_t>(channel) >> (8 - kBinBits); };
        const auto key = part(qRed(colour)) << (2 * kBinBits) | part(qGreen(colour)) << kBinBits
            | part(qBlue(colour));
        bins[key].push_back(
            {{double(qRed(colour)), double(qGreen(colour)), double(qBlue(colour))}, pixels});
    }
    Box box;
    for (const auto& [key, bin] : bins)
        box.push_back(meanOf(bin));
    return box;
}

std::vector<Box> medianCut(Box all, std::size_t most)
{
    std::vector<Box> boxes;
    boxes.push_back(std::move(all));
    while (boxes.size() < most) {
        const auto largest = std::ranges::max_element(boxes, {}, [](const Box& box) {
            return box.size() < 2 ? 0.0 : widest(box).width * std::sqrt(meanOf(box).pixels);
        });
        if (largest->size() < 2)
            break;
        auto second = split(*largest); // before the boxes move
        boxes.push_back(std::move(second));
    }
    return boxes;
}

std::vector<std::pair<QRgb, double>> coloursOf(const QImage& image)
{
    std::unordered_map<QRgb, double> pixels;
    for (int y = 0; y < image.height(); ++y) {
        const auto* row = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        for (int x = 0; x < image.width(); ++x)
            ++pixels[row[x]];
    }
    std::vector<std::pair<QRgb, double>> colours(pixels.begin(), pixels.end());
    std::ranges::sort(colours, [](const auto& left, const auto& right) {
        return left.second != right.second ? left.second > right.second : left.first < right.first;
    });
    return colours;
}

} // namespace

QList<QRgb> gifPalette(const QImage& image)
{
    const auto colours = coloursOf(image);
    const auto exact = colours.size() <= kPaletteColours ? colours.size() : kExactColours;
    QList<QRgb> palette;
    for (std::size_t i = 0; i < exact; ++i)
        palette << colours[i].first;
    if (exact == colours.size())
        return palette;
    for (const auto& box : medianCut(binned(colours, exact), kPaletteColours - exact)) {
        const auto mean = meanOf(box);
        palette << qRgb(
            qRound(mean.channels[0]), qRound(mean.channels[1]), qRound(mean.channels[2]));
    }
    return palette;
}

} // namespace sandbench::ui
