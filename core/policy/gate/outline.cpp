// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/outline.h"

#include "core/base/text.h"
#include "core/policy/gate/lexer.h"
#include "core/policy/gate/outline_reader.h"

#include <algorithm>
#include <utility>

namespace sandbench {
namespace {

constexpr std::size_t kDeepestHeading = 6;

/// Headings of Markdown: `# one`, and a line that is underlined with = or -; not within fences.
class HeadingReader
{
public:
    std::vector<OutlineItem> read(std::string_view text);

private:
    void takeLine(std::string_view line);
    bool takeFence(std::string_view line);
    void add(std::size_t level, std::string_view name, std::size_t line, std::size_t offset);

    std::vector<OutlineItem> m_items;
    std::vector<std::size_t> m_levels;
    std::string_view m_fence, m_before;
    std::size_t m_line = 0, m_offset = 0, m_offsetBefore = 0;
};

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r");
    const auto last = text.find_last_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, last - first + 1);
}

std::vector<OutlineItem> HeadingReader::read(std::string_view text)
{
    const auto* const begin = text.data();
    while (!text.empty() && m_items.size() < kMostOutlineItems) {
        m_offsetBefore = std::exchange(m_offset, static_cast<std::size_t>(text.data() - begin));
        ++m_line;
        const auto line = takeUpTo(text, '\n');
        takeLine(line.substr(line.find_first_not_of(' ') <= 3 ? line.find_first_not_of(' ') : 0));
    }
    return std::move(m_items);
}

bool HeadingReader::takeFence(std::string_view line)
{
    const char mark = line.empty() ? '\0' : line.front();
    if (mark != '`' && mark != '~')
        return !m_fence.empty();
    const auto length = std::min(line.find_first_not_of(mark), line.size());
    if (m_fence.empty() && length >= 3)
        m_fence = line.substr(0, length);
    else if (
        !m_fence.empty() && mark == m_fence.front() && length >= m_fence.size()
        && trimmed(line.substr(length)).empty())
        m_fence = {};
    else
        return !m_fence.empty();
    m_before = {};
    return true;
}

void HeadingReader::takeLine(std::string_view line)
{
    if (takeFence(line))
        return;
    const auto level = std::min(line.find_first_not_of('#'), line.size());
    const auto rest = line.substr(level);
    const auto whole = trimmed(line);
    if (level > 0 && level <= kDeepestHeading
        && (rest.empty() || rest[0] == ' ' || rest[0] == '\t'))
        return add(level, trimmed(rest), m_line, m_offset);
    const bool isUnderline = !whole.empty() && (whole[0] == '=' || whole[0] == '-')
        && whole.find_first_not_of(whole[0]) == std::string_view::npos;
    if (isUnderline && !m_before.empty())
        return add(whole[0] == '=' ? 1 : 2, m_before, m_line - 1, m_offsetBefore);
    const bool isText = !whole.empty() && std::string_view("->*+|").find(whole[0]) == whole.npos;
    m_before = isText ? whole : std::string_view();
}

void HeadingReader::add(
    std::size_t level, std::string_view name, std::size_t line, std::size_t offset)
{
    m_before = {};
    while (!m_levels.empty() && m_levels.back() >= level)
        m_levels.pop_back();
    m_items.push_back(
        {OutlineKind::Heading, gate::outlineName(name), line, m_levels.size(), offset});
    m_levels.push_back(level);
}

} // namespace

std::vector<OutlineItem> outlineOf(std::string_view text, std::string_view language)
{
    text = text.substr(0, gate::kMaxSourceBytes);
    if (language == "markdown")
        return HeadingReader().read(text);
    const auto source = gate::lex(text, language);
    return gate::OutlineReader(source, language).read();
}

std::vector<CellLines> cellsOf(const std::vector<OutlineItem>& outline, std::size_t lines)
{
    std::vector<CellLines> cells;
    std::size_t first = 1;
    bool hasCells = false;
    for (const auto& item : outline) {
        if (item.kind != OutlineKind::Cell)
            continue;
        hasCells = true;
        if (item.line > first)
            cells.push_back({first, item.line - 1});
        first = item.line;
    }
    if (hasCells)
        cells.push_back({first, std::max(first, lines)});
    return cells;
}

} // namespace sandbench
