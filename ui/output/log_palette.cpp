// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/log_palette.h"

#include <algorithm>
#include <cmath>

namespace sandbench::ui {

namespace {

constexpr double kReadable = 4.5;
constexpr int kMaxRemembered = 4096;

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& c)
{
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

QColor mix(const QColor& a, const QColor& b, double part)
{
    const auto channel = [part](float from, float to) {
        return static_cast<float>(from + (to - from) * static_cast<float>(part));
    };
    return QColor::fromRgbF(
        channel(a.redF(), b.redF()), channel(a.greenF(), b.greenF()),
        channel(a.blueF(), b.blueF()));
}

// The 6x6x6 cube and the grey ramp behind the 16 named colours.
QColor fixedColour(std::uint32_t index)
{
    if (index >= 232) {
        const int grey = 8 + 10 * static_cast<int>(index - 232);
        return {grey, grey, grey};
    }
    const auto level
        = [](std::uint32_t step) { return step == 0 ? 0 : 55 + 40 * static_cast<int>(step); };
    const auto cube = index - 16;
    return {level(cube / 36), level(cube / 6 % 6), level(cube % 6)};
}

constexpr std::array<QRgb, 16> kDarkTable{
    0xff3b4252, 0xffe5646e, 0xff8fce6f, 0xffe8c05a, 0xff6ea8fe, 0xffc792ea, 0xff56c7d8, 0xffd8dee9,
    0xff7b8699, 0xffff8b93, 0xffb0e694, 0xffffd97d, 0xff9cc5ff, 0xffdfb3ff, 0xff8be3f0, 0xffffffff};
constexpr std::array<QRgb, 16> kLightTable{
    0xff1f2430, 0xffb3232f, 0xff2c7a1f, 0xff8a6100, 0xff1d5fc4, 0xff8a2bb0, 0xff0b7285, 0xff6b7280,
    0xff4b5563, 0xffcf3742, 0xff338a24, 0xff9a6d00, 0xff2b6fd6, 0xff9c3cc4, 0xff0e8296, 0xffe5e7eb};

} // namespace

double contrastRatio(const QColor& a, const QColor& b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor readableOn(const QColor& colour, const QColor& background)
{
    const QColor white(Qt::white);
    const QColor black(Qt::black);
    const bool lighter = contrastRatio(white, background) > contrastRatio(black, background);
    for (double part = 0; part < 1; part += 0.08) {
        const QColor lifted = mix(colour, lighter ? white : black, part);
        if (contrastRatio(lifted, background) >= kReadable)
            return lifted;
    }
    return lighter ? white : black;
}

LogPalette::LogPalette(const QPalette& palette)
{
    base = palette.color(QPalette::Base);
    text = palette.color(QPalette::Text);
    dark = base.lightness() < 128;
    const auto& table = dark ? kDarkTable : kLightTable;
    std::transform(table.begin(), table.end(), m_table.begin(), [](QRgb c) { return QColor(c); });
    muted = readableOn(mix(text, base, 0.4), base);
    link = readableOn(palette.color(QPalette::Link), base);
    headerBand = mix(base, text, dark ? 0.10 : 0.07);
    headerLine = mix(base, text, 0.25);
    stderrBar = dark ? QColor(0xe5, 0x64, 0x6e) : QColor(0xc6, 0x28, 0x28);
    stderrTint = mix(base, stderrBar, dark ? 0.16 : 0.08);
    inputBar = dark ? QColor(0x56, 0xc7, 0xd8) : QColor(0x0b, 0x72, 0x85);
    inputText = readableOn(inputBar, base);
    noticeBar = dark ? QColor(0xe8, 0xc0, 0x5a) : QColor(0x9a, 0x6d, 0x00);
    noticeText = readableOn(noticeBar, base);
    selection = mix(base, palette.color(QPalette::Highlight), dark ? 0.55 : 0.35);
    hit = mix(base, QColor(0xff, 0xc1, 0x07), dark ? 0.35 : 0.40);
    currentHit = mix(base, QColor(0xff, 0x8f, 0x00), dark ? 0.85 : 0.90);
    good = readableOn(dark ? QColor(0x8f, 0xce, 0x6f) : QColor(0x2c, 0x7a, 0x1f), headerBand);
    bad = readableOn(stderrBar, headerBand);
    warning = readableOn(noticeBar, headerBand);
    running = readableOn(dark ? QColor(0x6e, 0xa8, 0xfe) : QColor(0x1d, 0x5f, 0xc4), headerBand);
}

QColor LogPalette::colour(std::uint32_t tagged, const QColor& fallback) const
{
    const auto value = tagged & 0xFFFFFF;
    if ((tagged & kRgbColour) != 0)
        return QColor::fromRgb(static_cast<QRgb>(value));
    if ((tagged & kIndexedColour) == 0)
        return fallback;
    return value < 16 ? m_table[value] : fixedColour(value);
}

LogPalette::Paint LogPalette::paint(const TextStyle& style) const
{
    const QColor plainText = style.stream == OutputStream::Input ? inputText
        : style.stream == OutputStream::Notice                   ? noticeText
                                                                 : text;
    const QColor under = style.stream == OutputStream::Stderr ? stderrTint : base;
    QColor foreground = colour(style.foreground, plainText);
    QColor background = colour(style.background, under);
    if ((style.attributes & Inverse) != 0)
        std::swap(foreground, background);
    Paint paint;
    const bool filled = style.background != 0 || (style.attributes & Inverse) != 0;
    if (filled || style.stream == OutputStream::Stderr)
        paint.background = background;
    paint.framed = (style.attributes & Conceal) != 0 || (filled && foreground == background);
    if ((style.attributes & Faint) != 0)
        foreground = mix(foreground, background, 0.35);
    const quint64 key = (quint64{foreground.rgb()} << 32) | background.rgb();
    auto known = m_readable.constFind(key);
    if (known == m_readable.constEnd()) {
        if (m_readable.size() >= kMaxRemembered)
            m_readable.clear();
        known = m_readable.insert(key, readableOn(foreground, background));
    }
    paint.foreground = *known;
    return paint;
}

QColor LogPalette::of(RunSummary::Tone tone) const
{
    switch (tone) {
    case RunSummary::Tone::Good:
        return good;
    case RunSummary::Tone::Bad:
        return bad;
    case RunSummary::Tone::Warning:
        return warning;
    case RunSummary::Tone::Neutral:
        break;
    }
    return muted;
}

} // namespace sandbench::ui
