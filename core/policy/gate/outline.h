// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

enum class OutlineKind : std::uint8_t {
    Type, ///< Class, structure, interface, module, namespace.
    Function,
    Method, ///< A function in a Type.
    Cell, ///< From a line `# %% title` on.
    Heading, ///< Of Markdown.
};

/// A part of a document that has a name.
struct OutlineItem
{
    OutlineKind kind = OutlineKind::Function;
    std::string name; ///< Foreign, one line of valid UTF-8; of a cell without a title empty.
    std::size_t line = 1; ///< From 1.
    std::size_t depth = 0; ///< How many items it is in.
    std::size_t offset = 0; ///< Where its line begins. Units: bytes.
};

/// At most so many of one document, and of each at most so much of its name. Units: bytes.
inline constexpr std::size_t kMostOutlineItems = 5000;
inline constexpr std::size_t kLongestOutlineName = 200;

/// The parts of a program in @p language, or of "markdown", in their order. What is in what follows
/// from the indentation, in languages with braces too: code that is not indented is flat. Any bytes
/// are fine; what is past 16 MiB is not read. Linear. Of an unknown language nothing is known.
/// Thread: any.
std::vector<OutlineItem> outlineOf(std::string_view text, std::string_view language);

/// The lines of a cell, both included. Units: lines from 1.
struct CellLines
{
    std::size_t first = 1, last = 1;
};

/// The cells of a program that has any, and what is before the first one; nothing where there is
/// no `# %%` line. They leave out no line.
std::vector<CellLines> cellsOf(const std::vector<OutlineItem>& outline, std::size_t lines);

} // namespace sandbench
