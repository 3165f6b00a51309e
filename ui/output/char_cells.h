// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace sandbench::ui {

/// How one code point sits on the cell grid. Width 0: it joins the character before it.
struct CellPlacement
{
    std::uint32_t width = 1;
    bool boxed = false;
};

constexpr std::uint32_t kTabWidth = 8;
constexpr std::uint32_t kMaxMarks = 8; ///< Joined marks per character; more are dropped.

/// @p previous is the last code point that had cells of its own, 0 at the start of a line.
/// Source: Unicode 15 East Asian Width; boxes as SafeText::needsBox().
CellPlacement placeOnGrid(char32_t codePoint, std::uint32_t column, char32_t previous);

/// Decodes one code point of well-formed UTF-8 and moves @p at behind it.
char32_t decodeUtf8(std::string_view text, std::size_t& at);

/// A character with its joined marks, as painted, selected and copied together.
struct CellCluster
{
    std::size_t begin = 0; ///< Bytes in the line.
    std::size_t end = 0;
    std::uint32_t column = 0;
    std::uint32_t width = 0;
    char32_t base = 0;
    bool boxed = false;
};

/// Walks the characters of one stored line from its start. Units: cells, bytes.
class ClusterWalker
{
public:
    explicit ClusterWalker(std::string_view text)
        : m_text(text)
    {
    }
    std::optional<CellCluster> next();

private:
    std::string_view m_text;
    std::size_t m_at = 0;
    std::uint32_t m_column = 0;
    char32_t m_previous = 0;
};

} // namespace sandbench::ui
