// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/char_cells.h"

#include "ui/common/safe_text.h"

#include <QChar>

#include <algorithm>
#include <array>

namespace sandbench::ui {

namespace {

struct Range
{
    char32_t first;
    char32_t last;
};

// Wide and fullwidth, unassigned gaps merged (those are boxed before this table is asked).
constexpr auto kWide = std::to_array<Range>(
    {{0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},
     {0x23F0, 0x23F0},   {0x23F3, 0x23F3},   {0x25FD, 0x25FE},   {0x2614, 0x2615},
     {0x2648, 0x2653},   {0x267F, 0x267F},   {0x2693, 0x2693},   {0x26A1, 0x26A1},
     {0x26AA, 0x26AB},   {0x26BD, 0x26BE},   {0x26C4, 0x26C5},   {0x26CE, 0x26CE},
     {0x26D4, 0x26D4},   {0x26EA, 0x26EA},   {0x26F2, 0x26F3},   {0x26F5, 0x26F5},
     {0x26FA, 0x26FA},   {0x26FD, 0x26FD},   {0x2705, 0x2705},   {0x270A, 0x270B},
     {0x2728, 0x2728},   {0x274C, 0x274C},   {0x274E, 0x274E},   {0x2753, 0x2755},
     {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27B0, 0x27B0},   {0x27BF, 0x27BF},
     {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},   {0x2B55, 0x2B55},   {0x2E80, 0x3029},
     {0x302E, 0x303E},   {0x3041, 0x3096},   {0x309B, 0x3247},   {0x3250, 0x4DBF},
     {0x4E00, 0xA4C6},   {0xA960, 0xA97C},   {0xAC00, 0xD7A3},   {0xF900, 0xFAD9},
     {0xFE10, 0xFE19},   {0xFE30, 0xFE6B},   {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},
     {0x16FE0, 0x16FE3}, {0x16FF0, 0x1B2FB}, {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF},
     {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F320}, {0x1F32D, 0x1F335},
     {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393}, {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3},
     {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F3F4}, {0x1F3F8, 0x1F43E}, {0x1F440, 0x1F440},
     {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D}, {0x1F54B, 0x1F54E}, {0x1F550, 0x1F567},
     {0x1F57A, 0x1F57A}, {0x1F595, 0x1F596}, {0x1F5A4, 0x1F5A4}, {0x1F5FB, 0x1F64F},
     {0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC}, {0x1F6D0, 0x1F6D2}, {0x1F6D5, 0x1F6DF},
     {0x1F6EB, 0x1F6EC}, {0x1F6F4, 0x1F6FC}, {0x1F7E0, 0x1F7F0}, {0x1F90C, 0x1F93A},
     {0x1F93C, 0x1F945}, {0x1F947, 0x1F9FF}, {0x1FA70, 0x1FAF6}, {0x20000, 0x3134A}});

bool isWide(char32_t c)
{
    const auto it = std::lower_bound(
        kWide.begin(), kWide.end(), c, [](const Range& r, char32_t v) { return r.last < v; });
    return it != kWide.end() && it->first <= c;
}

// The emoji forms that ordinary programs print: a selector or joiner directly after a symbol.
bool joinsSymbol(char32_t c, char32_t previous)
{
    if ((c != 0xFE0F && c != 0x200D) || previous == 0)
        return false;
    if (c == 0xFE0F && ((previous >= U'0' && previous <= U'9') || previous == U'#'))
        return true;
    const auto category = QChar::category(previous);
    return category == QChar::Symbol_Other || category == QChar::Symbol_Math
        || category == QChar::Symbol_Modifier;
}

bool isMark(char32_t c)
{
    const auto category = QChar::category(c);
    return category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing;
}

CellPlacement boxed(char32_t c)
{
    const std::uint32_t digits = c < 0x100 ? 2 : c < 0x10000 ? 4 : c < 0x100000 ? 5 : 6;
    return {digits, true};
}

} // namespace

CellPlacement placeOnGrid(char32_t c, std::uint32_t column, char32_t previous)
{
    if (c >= 0x20 && c < 0x7F)
        return {1, false};
    if (c == U'\t')
        return {kTabWidth - column % kTabWidth, false};
    if (joinsSymbol(c, previous))
        return {0, false};
    if (SafeText::needsBox(c))
        return boxed(c);
    if (c < 0x300)
        return {1, false};
    if (isMark(c))
        return previous == 0 ? boxed(c) : CellPlacement{0, false};
    return {isWide(c) ? 2U : 1U, false};
}

char32_t decodeUtf8(std::string_view text, std::size_t& at)
{
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<char32_t>(static_cast<unsigned char>(text[i])) : 0;
    };
    const char32_t lead = byte(at);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    char32_t c = length == 1 ? lead : lead & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i)
        c = (c << 6) | (byte(at + i) & 0x3F);
    at = std::min(at + length, text.size());
    return c;
}

std::optional<CellCluster> ClusterWalker::next()
{
    if (m_at >= m_text.size())
        return std::nullopt;
    CellCluster cluster{m_at, m_at, m_column, 0, decodeUtf8(m_text, m_at), false};
    const auto placed = placeOnGrid(cluster.base, m_column, m_previous);
    cluster.width = placed.width;
    cluster.boxed = placed.boxed;
    m_previous = cluster.base;
    // ASCII never joins, which keeps the common case to one comparison.
    while (m_at < m_text.size() && (static_cast<unsigned char>(m_text[m_at]) & 0x80) != 0) {
        std::size_t after = m_at;
        const char32_t c = decodeUtf8(m_text, after);
        if (placeOnGrid(c, m_column + cluster.width, m_previous).width != 0)
            break;
        m_at = after;
    }
    cluster.end = m_at;
    m_column += cluster.width;
    return cluster;
}

} // namespace sandbench::ui
