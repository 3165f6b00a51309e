// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/project/line_diff.h"

#include "core/base/text.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace sandbench {

namespace {

using Line = std::uint32_t; // equal numbers = equal lines
using Lines = std::vector<Line>;

/// Of a part that has no lines of its own to hold on to.
constexpr std::ptrdiff_t kMostEdits = 400;
/// Of all such parts together, in steps along a diagonal.
constexpr std::size_t kMostSteps = 4'000'000;
/// Parts in parts; each costs n log n.
constexpr std::size_t kDeepest = 12;

/// By sorting: a table of hashes could be filled with lines that share one.
std::pair<Lines, Lines>
numbered(const std::vector<std::string_view>& before, const std::vector<std::string_view>& after)
{
    auto sorted = before;
    sorted.insert(sorted.end(), after.begin(), after.end());
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    const auto numbersOf = [&sorted](const std::vector<std::string_view>& lines) {
        Lines numbers;
        numbers.reserve(lines.size());
        for (const auto line : lines)
            numbers.push_back(static_cast<Line>(
                std::lower_bound(sorted.begin(), sorted.end(), line) - sorted.begin()));
        return numbers;
    };
    return {numbersOf(before), numbersOf(after)};
}

struct Part
{
    std::size_t before = 0, beforeEnd = 0, after = 0, afterEnd = 0;
    std::size_t depth = 0;

    bool isEmpty() const { return before == beforeEnd && after == afterEnd; }
};

/// A line that each side of a part has once.
struct Anchor
{
    std::size_t before = 0, after = 0;
};

class Differ
{
public:
    Differ(Lines before, Lines after)
        : m_before(std::move(before))
        , m_after(std::move(after))
    {
    }

    std::vector<DiffHunk> run()
    {
        // The last one is the next in order.
        std::vector<Part> parts = {{0, m_before.size(), 0, m_after.size(), 0}};
        while (!parts.empty()) {
            auto part = parts.back();
            parts.pop_back();
            trim(part);
            if (part.isEmpty())
                continue;
            if (part.before == part.beforeEnd || part.after == part.afterEnd) {
                add(part);
                continue;
            }
            const auto anchors = anchorsOf(part);
            if (!anchors.empty())
                split(part, anchors, parts);
            else if (!findShortest(part))
                add(part);
        }
        return std::move(m_hunks);
    }

private:
    void trim(Part& part) const
    {
        while (part.before < part.beforeEnd && part.after < part.afterEnd
               && m_before[part.before] == m_after[part.after])
            ++part.before, ++part.after;
        while (part.before < part.beforeEnd && part.after < part.afterEnd
               && m_before[part.beforeEnd - 1] == m_after[part.afterEnd - 1])
            --part.beforeEnd, --part.afterEnd;
    }

    void add(const Part& part)
    {
        addHunk(part.before, part.beforeEnd - part.before, part.after, part.afterEnd - part.after);
    }

    void
    addHunk(std::size_t before, std::size_t beforeCount, std::size_t after, std::size_t afterCount)
    {
        if (!m_hunks.empty()) {
            auto& last = m_hunks.back();
            if (last.before + last.beforeCount == before && last.after + last.afterCount == after) {
                last.beforeCount += beforeCount;
                last.afterCount += afterCount;
                return;
            }
        }
        m_hunks.push_back({before, beforeCount, after, afterCount});
    }

    /// Where the lines are that [from, to) has once, by line.
    static std::vector<std::pair<Line, std::size_t>>
    uniqueIn(const Lines& lines, std::size_t from, std::size_t to)
    {
        std::vector<std::pair<Line, std::size_t>> all, once;
        for (auto i = from; i < to; ++i)
            all.emplace_back(lines[i], i);
        std::sort(all.begin(), all.end());
        for (std::size_t i = 0; i < all.size();) {
            auto end = i + 1;
            while (end < all.size() && all[end].first == all[i].first)
                ++end;
            if (end == i + 1)
                once.push_back(all[i]);
            i = end;
        }
        return once;
    }

    /// The most of them that are in the same order on both sides.
    std::vector<Anchor> anchorsOf(const Part& part) const
    {
        if (part.depth >= kDeepest)
            return {};
        const auto before = uniqueIn(m_before, part.before, part.beforeEnd);
        const auto after = uniqueIn(m_after, part.after, part.afterEnd);
        std::vector<Anchor> common;
        for (auto a = before.begin(), b = after.begin(); a != before.end() && b != after.end();) {
            if (a->first == b->first)
                common.push_back({(a++)->second, (b++)->second});
            else
                ++(a->first < b->first ? a : b);
        }
        std::sort(common.begin(), common.end(), [](const Anchor& a, const Anchor& b) {
            return a.before < b.before;
        });
        return longestRising(common);
    }

    static std::vector<Anchor> longestRising(const std::vector<Anchor>& anchors)
    {
        constexpr auto kNone = static_cast<std::size_t>(-1);
        std::vector<std::size_t> ends, previous(anchors.size(), kNone); // ends[n]: of length n + 1
        for (std::size_t i = 0; i < anchors.size(); ++i) {
            const auto at = std::lower_bound(
                ends.begin(), ends.end(), anchors[i].after,
                [&](std::size_t end, std::size_t after) { return anchors[end].after < after; });
            if (at != ends.begin())
                previous[i] = *(at - 1);
            if (at == ends.end())
                ends.push_back(i);
            else
                *at = i;
        }
        std::vector<Anchor> rising;
        for (auto i = ends.empty() ? kNone : ends.back(); i != kNone; i = previous[i])
            rising.push_back(anchors[i]);
        std::reverse(rising.begin(), rising.end());
        return rising;
    }

    static void
    split(const Part& part, const std::vector<Anchor>& anchors, std::vector<Part>& parts)
    {
        auto beforeEnd = part.beforeEnd, afterEnd = part.afterEnd;
        for (auto anchor = anchors.rbegin(); anchor != anchors.rend(); ++anchor) {
            parts.push_back(
                {anchor->before + 1, beforeEnd, anchor->after + 1, afterEnd, part.depth + 1});
            beforeEnd = anchor->before;
            afterEnd = anchor->after;
        }
        parts.push_back({part.before, beforeEnd, part.after, afterEnd, part.depth + 1});
    }

    /// Myers' greedy search: how far down each diagonal one comes with so many edits.
    /// False = that would take too long.
    bool findShortest(const Part& part)
    {
        const auto rows = static_cast<std::ptrdiff_t>(part.beforeEnd - part.before);
        const auto columns = static_cast<std::ptrdiff_t>(part.afterEnd - part.after);
        const auto most = std::min(kMostEdits, rows + columns);
        std::vector<std::vector<std::ptrdiff_t>> history; // of each number of edits
        std::vector<std::ptrdiff_t> reach(static_cast<std::size_t>(2 * most + 3), 0);
        const auto at = [&reach, most](std::ptrdiff_t diagonal) -> std::ptrdiff_t& {
            return reach[static_cast<std::size_t>(diagonal + most + 1)];
        };
        for (std::ptrdiff_t edits = 0; edits <= most; ++edits) {
            history.emplace_back(
                reach.begin() + (most + 1 - edits), reach.begin() + (most + 2 + edits));
            for (auto diagonal = -edits; diagonal <= edits; diagonal += 2) {
                const bool down = diagonal == -edits
                    || (diagonal != edits && at(diagonal - 1) < at(diagonal + 1));
                auto row = down ? at(diagonal + 1) : at(diagonal - 1) + 1;
                while (row >= 0 && row < rows && row - diagonal >= 0 && row - diagonal < columns
                       && isSame(part, row, row - diagonal) && m_steps < kMostSteps)
                    ++row, ++m_steps;
                at(diagonal) = row;
                if (row >= rows && row - diagonal >= columns) {
                    walkBack(part, history, rows, columns);
                    return true;
                }
            }
            m_steps += static_cast<std::size_t>(edits) + 1;
            if (m_steps >= kMostSteps)
                return false;
        }
        return false;
    }

    bool isSame(const Part& part, std::ptrdiff_t row, std::ptrdiff_t column) const
    {
        return m_before[part.before + static_cast<std::size_t>(row)]
            == m_after[part.after + static_cast<std::size_t>(column)];
    }

    /// From the end of both to their beginning; @p history[n] has diagonals -n to n as they were
    /// before edit n.
    void walkBack(
        const Part& part, const std::vector<std::vector<std::ptrdiff_t>>& history,
        std::ptrdiff_t row, std::ptrdiff_t column)
    {
        std::vector<DiffHunk> edits; // the last first, one line each
        for (auto count = static_cast<std::ptrdiff_t>(history.size()) - 1; count > 0; --count) {
            const auto& reach = history[static_cast<std::size_t>(count)];
            const auto reached = [&](std::ptrdiff_t diagonal) {
                return reach[static_cast<std::size_t>(diagonal + count)];
            };
            const auto diagonal = row - column;
            const bool down = diagonal == -count
                || (diagonal != count && reached(diagonal - 1) < reached(diagonal + 1));
            row = reached(down ? diagonal + 1 : diagonal - 1);
            column = row - (down ? diagonal + 1 : diagonal - 1);
            edits.push_back(
                {part.before + static_cast<std::size_t>(row), down ? 0U : 1U,
                 part.after + static_cast<std::size_t>(column), down ? 1U : 0U});
        }
        for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit)
            addHunk(edit->before, edit->beforeCount, edit->after, edit->afterCount);
    }

    const Lines m_before, m_after;
    std::vector<DiffHunk> m_hunks;
    std::size_t m_steps = 0;
};

constexpr std::size_t kContext = 3;

void addLines(
    std::string& out, char mark, const std::vector<std::string_view>& lines, std::size_t from,
    std::size_t to)
{
    for (auto i = from; i < to; ++i) {
        out.append(1, mark).append(lines[i]);
        if (!lines[i].ends_with('\n'))
            out += "\n\\ No newline at end of file\n";
    }
}

/// "12,3"; of no lines, the number of the one before them.
std::string rangeOf(std::size_t from, std::size_t count)
{
    return std::to_string(count == 0 ? from : from + 1) + "," + std::to_string(count);
}

std::string unified(
    const std::vector<std::string_view>& before, const std::vector<std::string_view>& after,
    const std::vector<DiffHunk>& hunks, const HunkGroup& group)
{
    const auto& first = hunks[group.first];
    const auto& last = hunks[group.first + group.count - 1];
    const auto lead = std::min({kContext, first.before, first.after});
    const auto lastEnd = last.before + last.beforeCount;
    const auto trail = std::min(kContext, before.size() - lastEnd);
    const auto from = first.before - lead, afterFrom = first.after - lead;
    std::string out = "@@ -" + rangeOf(from, lastEnd + trail - from) + " +"
        + rangeOf(afterFrom, last.after + last.afterCount + trail - afterFrom) + " @@\n";
    auto at = from;
    for (auto i = group.first; i < group.first + group.count; ++i) {
        const auto& hunk = hunks[i];
        addLines(out, ' ', before, at, hunk.before);
        addLines(out, '-', before, hunk.before, hunk.before + hunk.beforeCount);
        addLines(out, '+', after, hunk.after, hunk.after + hunk.afterCount);
        at = hunk.before + hunk.beforeCount;
    }
    addLines(out, ' ', before, at, lastEnd + trail);
    return out;
}

} // namespace

bool isDiffable(std::string_view bytes)
{
    return bytes.size() <= kMostDiffBytes && bytes.find('\0') == std::string_view::npos
        && isValidUtf8(bytes);
}

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        lines.push_back(text.substr(0, end == std::string_view::npos ? end : end + 1));
        text.remove_prefix(lines.back().size());
    }
    return lines;
}

std::vector<DiffHunk> diffLines(std::string_view before, std::string_view after)
{
    auto [first, second] = numbered(linesOf(before), linesOf(after));
    return Differ(std::move(first), std::move(second)).run();
}

std::string applyHunks(
    std::string_view before, std::string_view after, const std::vector<DiffHunk>& hunks,
    const std::vector<bool>& chosen)
{
    const auto old = linesOf(before), fresh = linesOf(after);
    std::string out;
    const auto take = [&out](const auto& lines, std::size_t from, std::size_t to) {
        for (auto i = from; i < to; ++i)
            out.append(lines[i]);
    };
    std::size_t at = 0;
    for (std::size_t i = 0; i < hunks.size(); ++i) {
        const auto& hunk = hunks[i];
        take(old, at, hunk.before);
        at = hunk.before + hunk.beforeCount;
        if (i < chosen.size() && chosen[i])
            take(fresh, hunk.after, hunk.after + hunk.afterCount);
        else
            take(old, hunk.before, at);
    }
    take(old, at, old.size());
    return out;
}

std::vector<HunkGroup> groupHunks(const std::vector<DiffHunk>& hunks)
{
    std::vector<HunkGroup> groups;
    for (std::size_t i = 0; i < hunks.size(); ++i) {
        const bool touches = i > 0
            && hunks[i].before - (hunks[i - 1].before + hunks[i - 1].beforeCount) <= 2 * kContext;
        if (touches)
            ++groups.back().count;
        else
            groups.push_back({i, 1});
    }
    return groups;
}

std::string unifiedGroup(
    std::string_view before, std::string_view after, const std::vector<DiffHunk>& hunks,
    const HunkGroup& group)
{
    return unified(linesOf(before), linesOf(after), hunks, group);
}

std::string
unifiedDiff(std::string_view before, std::string_view after, std::size_t mostBytes, bool& isCut)
{
    const auto hunks = diffLines(before, after);
    const auto old = linesOf(before), fresh = linesOf(after);
    std::string out;
    isCut = false;
    for (const auto& group : groupHunks(hunks)) {
        const auto text = unified(old, fresh, hunks, group);
        isCut = out.size() + text.size() > mostBytes;
        if (isCut)
            break;
        out += text;
    }
    return out;
}

} // namespace sandbench
