// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sandbench::render {

/// A drawing rewritten so that it can name nothing outside of itself, or a sentence that says why
/// not.
struct FilteredSvg
{
    std::string svg;
    std::string refusal; ///< Empty when svg is usable.
};

/// Units: bytes, elements, levels.
inline constexpr std::size_t kMaxSvgBytes = std::size_t{16} << 20;
inline constexpr std::size_t kMaxSvgRatio = 200;
inline constexpr int kMaxSvgElements = 200'000;
inline constexpr int kMaxSvgDepth = 256;
inline constexpr std::size_t kMaxSvgAttribute = std::size_t{1} << 20;
inline constexpr std::size_t kMaxSvgPathData = std::size_t{8} << 20;

/// Expands gzip when the bytes are that (limits: size and ratio), parses the XML and writes it anew
/// with only SVG elements and attributes. Refused: a DTD that declares or names anything (the plain
/// PUBLIC one of SVG 1.1 is skipped), anything past a limit, a root other than svg, broken XML.
/// Dropped: scripts, foreign objects, animations, events, style sheets of other files, and every
/// reference that is neither
/// "#id" nor a PNG or JPEG data URL. No I/O. Source: SVG 1.1 and 2; CSS Syntax 3 for url() and
/// escapes.
FilteredSvg filterSvg(std::string_view bytes);

} // namespace sandbench::render
