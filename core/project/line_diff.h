// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// What differs between two texts, line by line. No I/O. Thread: any.
namespace sandbench {

/// Lines of one text that stand where lines of the other stood. Units: lines, from 0.
struct DiffHunk
{
    std::size_t before = 0, beforeCount = 0; ///< What goes.
    std::size_t after = 0, afterCount = 0; ///< What comes.

    bool operator==(const DiffHunk&) const = default;
};

/// Larger ones are told as changed, and not compared. Units: bytes.
inline constexpr std::size_t kMostDiffBytes = 1U << 20;

/// Fit to be compared by lines: UTF-8 without NUL, at most kMostDiffBytes.
bool isDiffable(std::string_view bytes);

/// With the '\n' at their ends; the last one may have none.
std::vector<std::string_view> linesOf(std::string_view text);

/// In order, and apart: between two hunks is at least one line that both texts have. The smallest
/// difference where finding it is cheap; never takes more than n log n steps and a fixed number of
/// more, whatever the texts are: what is too different is one hunk.
std::vector<DiffHunk> diffLines(std::string_view before, std::string_view after);

/// @p before with some of its @p hunks done. Those that @p chosen has not are not.
std::string applyHunks(
    std::string_view before, std::string_view after, const std::vector<DiffHunk>& hunks,
    const std::vector<bool>& chosen);

/// Hunks that are shown together, as their contexts touch. Positions in the list of hunks.
struct HunkGroup
{
    std::size_t first = 0, count = 0;
};
std::vector<HunkGroup> groupHunks(const std::vector<DiffHunk>& hunks);

/// One group as patch(1) reads it, from "@@" on, with three lines around it.
std::string unifiedGroup(
    std::string_view before, std::string_view after, const std::vector<DiffHunk>& hunks,
    const HunkGroup& group);
/// All of them, or whole groups up to @p mostBytes; @p isCut: there was more. Units: bytes.
std::string
unifiedDiff(std::string_view before, std::string_view after, std::size_t mostBytes, bool& isCut);

} // namespace sandbench
