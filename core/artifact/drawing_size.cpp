// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/drawing_size.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace sandbench {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t kSvgHead = 64U << 10;
constexpr std::size_t kPdfHead = 16U << 20;
constexpr int kMaxBoxes = 64;
constexpr std::string_view kSpace = " \t\r\n\f\0"sv;
constexpr double kMaxSide = 1'000'000;
constexpr double kPointInPixels = 96.0 / 72;

void skipSpace(std::string_view& text)
{
    text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
}

// What a person writes: no exponent of hundreds, no "inf".
std::optional<double> takeNumber(std::string_view& text)
{
    skipSpace(text);
    if (text.starts_with('+'))
        text.remove_prefix(1);
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc() || !std::isfinite(value))
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    return value;
}

PixelSize rounded(double width, double height)
{
    const bool isSane = width >= 0.5 && height >= 0.5 && width <= kMaxSide && height <= kMaxSide;
    return isSane
        ? PixelSize{static_cast<int>(std::lround(width)), static_cast<int>(std::lround(height))}
        : PixelSize();
}

/// The text of the root element's tag, after its name.
std::string_view rootTag(std::string_view text)
{
    while (true) {
        const auto begin = text.find('<');
        if (begin == std::string_view::npos)
            return {};
        text.remove_prefix(begin);
        if (text.starts_with("<!--")) {
            const auto end = text.find("-->");
            text.remove_prefix(std::min(end, text.size()));
        } else if (
            text.starts_with("<svg") && text.size() > 4
            && (kSpace.find(text[4]) != std::string_view::npos || text[4] == '>')) {
            return text.substr(4);
        } else {
            text.remove_prefix(1);
        }
    }
}

/// The value of an attribute of the tag that @p text begins within.
std::string_view attribute(std::string_view text, std::string_view wanted)
{
    while (true) {
        skipSpace(text);
        const auto nameEnd = text.find_first_of(" \t\r\n=/>"sv);
        if (nameEnd == std::string_view::npos || nameEnd == 0)
            return {};
        const auto name = text.substr(0, nameEnd);
        text.remove_prefix(nameEnd);
        skipSpace(text);
        if (!text.starts_with('='))
            return {};
        text.remove_prefix(1);
        skipSpace(text);
        const char quote = text.empty() ? '\0' : text.front();
        if (quote != '"' && quote != '\'')
            return {};
        text.remove_prefix(1);
        const auto end = text.find(quote);
        if (end == std::string_view::npos)
            return {};
        if (name == wanted)
            return text.substr(0, end);
        text.remove_prefix(end + 1);
    }
}

/// Units: pixels. Nothing for one that depends on where it is shown.
std::optional<double> length(std::string_view text)
{
    constexpr std::pair<std::string_view, double> kUnits[]
        = {{"", 1},    {"px", 1},         {"pt", kPointInPixels}, {"pc", 16},
           {"in", 96}, {"cm", 96 / 2.54}, {"mm", 96 / 25.4},      {"Q", 96 / 101.6}};
    const auto number = takeNumber(text);
    if (!number)
        return std::nullopt;
    const auto unit = text.substr(0, text.find_first_of(kSpace));
    for (const auto& [name, pixels] : kUnits)
        if (unit == name)
            return *number * pixels;
    return std::nullopt;
}

template <std::size_t N> std::optional<std::array<double, N>> takeNumbers(std::string_view text)
{
    std::array<double, N> numbers{};
    for (auto& number : numbers) {
        const auto read = takeNumber(text);
        if (!read)
            return std::nullopt;
        number = *read;
        skipSpace(text);
        if (text.starts_with(','))
            text.remove_prefix(1);
    }
    return numbers;
}

} // namespace

PixelSize svgSize(std::string_view bytes)
{
    const auto tag = rootTag(bytes.substr(0, kSvgHead));
    const auto width = length(attribute(tag, "width"));
    const auto height = length(attribute(tag, "height"));
    if (width && height)
        return rounded(*width, *height);
    const auto box = takeNumbers<4>(attribute(tag, "viewBox"));
    if (!box || (*box)[2] <= 0 || (*box)[3] <= 0)
        return {};
    const auto ratio = (*box)[3] / (*box)[2];
    if (width)
        return rounded(*width, *width * ratio);
    return height ? rounded(*height / ratio, *height) : rounded((*box)[2], (*box)[3]);
}

PixelSize pdfSize(std::string_view bytes)
{
    constexpr auto kKey = "/MediaBox"sv;
    auto text = bytes.substr(0, kPdfHead);
    for (int i = 0; i < kMaxBoxes; ++i) {
        const auto at = text.find(kKey);
        if (at == std::string_view::npos)
            return {};
        text.remove_prefix(at + kKey.size());
        skipSpace(text);
        if (!text.starts_with('['))
            continue;
        const auto box = takeNumbers<4>(text.substr(1, text.find(']') - 1));
        if (!box)
            continue;
        return rounded(
            std::abs((*box)[2] - (*box)[0]) * kPointInPixels,
            std::abs((*box)[3] - (*box)[1]) * kPointInPixels);
    }
    return {};
}

} // namespace sandbench
