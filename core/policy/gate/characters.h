// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sandbench {

// Characters of a program that a reader does not see, or takes for others. Thread: any.

/// Code points, both included.
struct CodePoints
{
    std::uint32_t first = 0, last = 0;
};

/// What draws nothing or only a blank, or reorders its neighbours: format characters, variation
/// selectors, tags, fillers, and all spaces but the ordinary one. Controls are not here.
/// Source: Unicode 15, general categories Cf, Zs, Zl and Zp, and Default_Ignorable_Code_Point.
std::span<const CodePoints> hiddenCharacters();
bool isHiddenCharacter(std::uint32_t codePoint);

/// The character at byte @p offset of @p text is a joiner (U+200D) or the variation selector 16 and
/// belongs to an emoji: it stands behind one, or a digit of a keycap, and a joiner before another.
bool joinsEmoji(std::string_view text, std::size_t offset);

/// Some joiner or variation selector 16 belongs to no emoji. Linear.
bool hasStrayJoiner(std::string_view text);

/// The spaces among the hidden characters, and the separators of lines and paragraphs.
bool isOddSpace(std::uint32_t codePoint);

enum class Script : std::uint8_t {
    Latin,
    Greek,
    Cyrillic,
    Armenian,
    Cherokee,
    FullWidth,
    Mathematical,
    Symbol,
};

/// A character that looks like a plain one of ASCII. Units: bytes.
struct LookAlike
{
    std::size_t offset = 0, bytes = 0;
    std::uint32_t codePoint = 0;
    char plain = 0; ///< The ASCII character that it looks like.
    Script script = Script::Symbol; ///< What it is.
};

/// At most so many are found in one text.
inline constexpr std::size_t kMostLookAlikes = 2000;

/// Look-alikes in whole lines of a program; any bytes are fine. Full-width and mathematical
/// letters, and signs that look like those of a program, count everywhere. A letter of another
/// script counts in a word that has ASCII letters too, and in a word of nothing else on a line
/// whose other words are ASCII, so that Greek formulas and comments in Russian stay as they are.
/// Linear.
std::vector<LookAlike> findLookAlikes(std::string_view lines);

/// The lines (from 1) that have a hidden character or a look-alike; at most kMostLookAlikes. Lines
/// end at LF. A byte order mark at the very begin is none, nor is what joins an emoji. Linear.
std::vector<std::size_t> linesWithOddCharacters(std::string_view text);

} // namespace sandbench
