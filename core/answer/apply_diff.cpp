// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/answer/apply_diff.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

namespace sandbench::answer {
namespace {

// So that a hostile pair of files, of one line a million times, ends.
constexpr std::size_t kMostComparisons = 2'000'000;

struct Hunk
{
    std::size_t line = 0; ///< Of the file before, from 1; 0 = not said.
    std::vector<std::pair<char, std::string_view>> lines; ///< By their signs: ' ', '+', '-'.
    std::vector<std::string_view> before; ///< Those without '+'.
    bool endsWithoutLineFeed = false; ///< Its last line after is the file's.
};

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty())
        lines.push_back(takeUpTo(text, '\n'));
    return lines;
}

std::size_t lineOf(std::string_view head)
{
    const auto sign = head.find('-');
    std::size_t line = 0;
    if (sign != std::string_view::npos)
        std::from_chars(head.data() + sign + 1, head.data() + head.size(), line);
    return line;
}

void add(Hunk& hunk, char sign, std::string_view line)
{
    hunk.lines.emplace_back(sign, line);
    if (sign != '+')
        hunk.before.push_back(line);
}

std::vector<Hunk> hunksOf(std::string_view diff)
{
    std::vector<Hunk> hunks;
    // Behind the last change they are those of the text that the diff stands in.
    std::size_t emptyLines = 0;
    for (const auto line : linesOf(diff)) {
        if (line.starts_with("@@")) {
            hunks.push_back({.line = lineOf(line), .lines = {}, .before = {}});
            emptyLines = 0;
            continue;
        }
        if (hunks.empty())
            continue; // names of files
        if (line.empty()) {
            ++emptyLines;
            continue;
        }
        Hunk& hunk = hunks.back();
        for (; emptyLines > 0; --emptyLines)
            add(hunk, ' ', {});
        const char sign = line.front();
        if (sign == '\\' && !hunk.lines.empty())
            hunk.endsWithoutLineFeed = hunk.lines.back().first != '-';
        else if (sign == ' ' || sign == '+' || sign == '-')
            add(hunk, sign, line.substr(1));
    }
    return hunks;
}

std::string_view withoutEnd(std::string_view line)
{
    const auto end = line.find_last_not_of(" \t\r");
    return line.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

class Patcher
{
public:
    explicit Patcher(std::string_view text)
        : m_lines(linesOf(text))
        , m_endsWithLineFeed(text.empty() || text.ends_with('\n'))
    {
    }

    bool apply(const Hunk& hunk)
    {
        const auto at = find(hunk);
        if (!at)
            return false;
        for (; m_done < *at; ++m_done)
            add(m_lines[m_done]);
        for (const auto& [sign, line] : hunk.lines) {
            if (sign != '-')
                add(sign == '+' ? line : m_lines[m_done]);
            m_done += sign == '+' ? 0 : 1;
        }
        m_shift = static_cast<std::ptrdiff_t>(*at) - saidOf(hunk);
        if (m_done == m_lines.size())
            m_endsWithLineFeed = !hunk.endsWithoutLineFeed;
        return true;
    }

    std::string take()
    {
        for (; m_done < m_lines.size(); ++m_done)
            add(m_lines[m_done]);
        if (!m_endsWithLineFeed && !m_text.empty())
            m_text.pop_back();
        return std::move(m_text);
    }

private:
    void add(std::string_view line)
    {
        m_text += line;
        m_text += '\n';
    }

    bool fits(const Hunk& hunk, std::size_t at)
    {
        for (std::size_t i = 0; i < hunk.before.size(); ++i) {
            if (++m_comparisons > kMostComparisons
                || withoutEnd(m_lines[at + i]) != withoutEnd(hunk.before[i]))
                return false;
        }
        return true;
    }

    /// Counted from 0. What only adds says behind which line.
    static std::ptrdiff_t saidOf(const Hunk& hunk)
    {
        return static_cast<std::ptrdiff_t>(hunk.line) - (hunk.before.empty() ? 0 : 1);
    }

    /// Nearest to where it says, behind what was changed already.
    std::optional<std::size_t> find(const Hunk& hunk)
    {
        if (m_done + hunk.before.size() > m_lines.size())
            return std::nullopt;
        const std::size_t last = m_lines.size() - hunk.before.size();
        const auto wanted = std::clamp(
            saidOf(hunk) + m_shift, static_cast<std::ptrdiff_t>(m_done),
            static_cast<std::ptrdiff_t>(last));
        const auto from = static_cast<std::size_t>(wanted);
        for (std::size_t step = 0; step <= last - m_done; ++step) {
            if (from + step <= last && fits(hunk, from + step))
                return from + step;
            if (step > 0 && from >= m_done + step && fits(hunk, from - step))
                return from - step;
            if (m_comparisons > kMostComparisons)
                break;
        }
        return std::nullopt;
    }

    std::vector<std::string_view> m_lines;
    std::size_t m_done = 0; ///< Lines that are in the text already, or gone.
    std::ptrdiff_t m_shift = 0; ///< How far the last change stood from where it said.
    std::size_t m_comparisons = 0;
    bool m_endsWithLineFeed;
    std::string m_text;
};

} // namespace

std::optional<std::string> applyDiff(std::string_view text, std::string_view diff)
{
    Patcher patcher(text);
    const auto hunks = hunksOf(diff);
    for (const auto& hunk : hunks)
        if (hunk.lines.empty() || (hunk.before.empty() && hunk.line == 0 && !text.empty())
            || !patcher.apply(hunk))
            return std::nullopt;
    if (hunks.empty())
        return std::nullopt;
    return patcher.take();
}

} // namespace sandbench::answer
