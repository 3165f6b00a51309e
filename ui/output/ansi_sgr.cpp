// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/ansi_line_discipline.h"

#include <algorithm>

namespace sandbench::ui {

namespace {

std::uint32_t indexed(int index)
{
    return kIndexedColour | static_cast<std::uint32_t>(index & 0xFF);
}

// 38/48 in either form: "38;5;n", "38:5:n", "38;2;r;g;b", "38:2::r:g:b". Returns how many values
// the colour took; @p colour stays when they make no sense.
std::size_t extendedColour(const CsiSequence& s, std::size_t at, std::uint32_t& colour)
{
    const int kind = s.value(at + 1, -1);
    const bool colons = at + 1 < s.count && s.sub[at + 1];
    std::size_t end = at + 1;
    while (colons && end < s.count && s.sub[end])
        ++end;
    if (kind == 5) {
        if (const int index = s.value(at + 2, 0); index <= 255)
            colour = indexed(index);
        return colons ? end - at : 3;
    }
    if (kind != 2)
        return colons ? end - at : 2;
    // With colons a colour space stands before the three values, unless it was left out entirely.
    const std::size_t first = colons && end - at >= 6 ? at + 3 : at + 2;
    std::uint32_t rgb = 0;
    for (std::size_t i = 0; i < 3; ++i)
        rgb = (rgb << 8) | static_cast<std::uint32_t>(std::clamp(s.value(first + i, 0), 0, 255));
    colour = kRgbColour | rgb;
    return colons ? end - at : 5;
}

void set(TextStyle& style, int attributes, bool on)
{
    const int now = style.attributes;
    style.attributes = static_cast<std::uint16_t>(on ? now | attributes : now & ~attributes);
}

bool applyAttribute(int value, TextStyle& style)
{
    switch (value) {
    case 1:
        set(style, Bold, true);
        return true;
    case 2:
        set(style, Faint, true);
        return true;
    case 3:
        set(style, Italic, true);
        return true;
    case 4:
    case 21:
        set(style, Underline, true);
        return true;
    case 7:
        set(style, Inverse, true);
        return true;
    case 8:
        set(style, Conceal, true);
        return true;
    case 9:
        set(style, Strike, true);
        return true;
    case 22:
        set(style, Bold | Faint, false);
        return true;
    case 23:
        set(style, Italic, false);
        return true;
    case 24:
        set(style, Underline, false);
        return true;
    case 27:
        set(style, Inverse, false);
        return true;
    case 28:
        set(style, Conceal, false);
        return true;
    case 29:
        set(style, Strike, false);
        return true;
    default:
        return false;
    }
}

void applyColour(int value, TextStyle& style)
{
    if (value >= 30 && value <= 37)
        style.foreground = indexed(value - 30);
    else if (value == 39)
        style.foreground = 0;
    else if (value >= 40 && value <= 47)
        style.background = indexed(value - 40);
    else if (value == 49)
        style.background = 0;
    else if (value >= 90 && value <= 97)
        style.foreground = indexed(value - 90 + 8);
    else if (value >= 100 && value <= 107)
        style.background = indexed(value - 100 + 8);
}

} // namespace

void applySgr(const CsiSequence& s, TextStyle& style)
{
    if (s.count == 0) {
        style = TextStyle{0, 0, 0, style.stream};
        return;
    }
    for (std::size_t i = 0; i < s.count;) {
        const int value = s.value(i, 0);
        if (value == 38 || value == 48) {
            i += extendedColour(s, i, value == 38 ? style.foreground : style.background);
            continue;
        }
        if (value == 0)
            style = TextStyle{0, 0, 0, style.stream};
        else if (value == 4 && i + 1 < s.count && s.sub[i + 1])
            set(style, Underline, s.value(i + 1, 1) != 0);
        else if (!applyAttribute(value, style))
            applyColour(value, style);
        // Values after a colon belong to this one.
        for (++i; i < s.count && s.sub[i]; ++i) { }
    }
}

} // namespace sandbench::ui
