// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/archive/ignore_rules.h"

#include "core/base/text.h"

#include <filesystem>

namespace sandbench {
namespace {

constexpr std::size_t kMaxRules = 10000;
constexpr std::size_t kMaxRule = 1024;

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kBlank = " \t\r\v\f";
    const auto begin = text.find_first_not_of(kBlank);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

// "/a//b/./c/../d/" is "a/b/d"; what would be above the folder is the folder itself.
std::string cleaned(std::string_view pattern)
{
    auto text = std::filesystem::path(pattern).relative_path().lexically_normal().string();
    while (text.starts_with("../"))
        text.erase(0, 3);
    while (text.ends_with('/'))
        text.pop_back();
    return text == "." || text == ".." ? "" : text;
}

// One element of a pattern and where the next one begins.
struct Element
{
    enum class Kind { Literal, AnyOne, Set, Star, Folders };
    Kind kind = Kind::Literal;
    char literal = 0;
    std::string_view set; // between the brackets
    std::size_t length = 1;
};

Element setAt(std::string_view pattern)
{
    auto end = std::size_t{1};
    if (end < pattern.size() && pattern[end] == '^')
        ++end;
    // A ']' that comes first means itself.
    if (end < pattern.size())
        ++end;
    while (end < pattern.size() && pattern[end] != ']')
        end += pattern[end] == '\\' ? 2 : 1;
    if (end >= pattern.size())
        return {Element::Kind::Literal, '[', {}, 1};
    return {Element::Kind::Set, 0, pattern.substr(1, end - 1), end + 1};
}

Element elementAt(std::string_view pattern)
{
    if (pattern.starts_with("**")) {
        const std::size_t length = pattern.starts_with("**/") ? 3 : 2;
        return {Element::Kind::Folders, 0, {}, length};
    }
    switch (pattern[0]) {
    case '*':
        return {Element::Kind::Star, 0, {}, 1};
    case '?':
        return {Element::Kind::AnyOne, 0, {}, 1};
    case '[':
        return setAt(pattern);
    case '\\':
        if (pattern.size() > 1)
            return {Element::Kind::Literal, pattern[1], {}, 2};
        break;
    default:
        break;
    }
    return {Element::Kind::Literal, pattern[0], {}, 1};
}

bool isInSet(std::string_view set, char c)
{
    const bool negated = set.starts_with('^');
    if (negated)
        set.remove_prefix(1);
    bool found = false;
    for (std::size_t i = 0; i < set.size();) {
        i += set[i] == '\\' && i + 1 < set.size() ? 1 : 0;
        const char low = set[i];
        char high = low;
        ++i;
        if (i + 1 < set.size() && set[i] == '-') {
            high = set[i + 1];
            i += 2;
        }
        found = found || (low <= c && c <= high);
    }
    return found != negated;
}

bool takesOne(const Element& element, char c)
{
    switch (element.kind) {
    case Element::Kind::Literal:
        return element.literal == c;
    case Element::Kind::AnyOne:
        return c != '/';
    case Element::Kind::Set:
        return c != '/' && isInSet(element.set, c);
    default:
        return false;
    }
}

} // namespace

// Keeps every place of the path that the pattern so far can end at, so that no pattern costs more
// than its length times the path's.
bool matchesGlob(std::string_view pattern, std::string_view path)
{
    std::vector<bool> ends(path.size() + 1, false);
    ends[0] = true;
    while (!pattern.empty()) {
        const auto element = elementAt(pattern);
        const bool last = element.length >= pattern.size();
        std::vector<bool> next(path.size() + 1, false);
        bool running = false;
        for (std::size_t i = 0; i <= path.size(); ++i) {
            if (element.kind == Element::Kind::Star) {
                running = (running && path[i - 1] != '/') || ends[i];
                next[i] = running;
            } else if (element.kind == Element::Kind::Folders) {
                running = running || ends[i];
                // "**/" stands for whole folders, none included; "**" alone for anything.
                const bool whole = element.length == 2 || ends[i] || (i > 0 && path[i - 1] == '/');
                next[i] = running && whole;
            } else if (i > 0) {
                next[i] = ends[i - 1] && takesOne(element, path[i - 1]);
            }
        }
        ends = std::move(next);
        pattern.remove_prefix(last ? pattern.size() : element.length);
    }
    return ends[path.size()];
}

Result<IgnoreRules> IgnoreRules::parse(std::string_view text)
{
    IgnoreRules rules;
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    for (int number = 1; !text.empty(); ++number) {
        auto line = takeUpTo(text, '\n');
        if (line.starts_with('#'))
            continue;
        line = trimmed(line);
        const bool takesBack = line.starts_with('!');
        if (takesBack)
            line = trimmed(line.substr(1));
        if (line.size() > kMaxRule || rules.m_rules.size() >= kMaxRules
            || (takesBack && line.empty()))
            return Error(
                ErrorCode::InvalidArgument,
                "line " + std::to_string(number) + " is no rule that can be followed");
        auto pattern = cleaned(line);
        if (pattern.empty())
            continue;
        rules.m_takesBack = rules.m_takesBack || takesBack;
        rules.m_rules.push_back({std::move(pattern), takesBack});
    }
    return rules;
}

bool IgnoreRules::excludes(std::string_view path) const
{
    bool excluded = false;
    for (const auto& rule : m_rules) {
        if (rule.takesBack != excluded)
            continue; // it could change nothing
        bool matches = matchesGlob(rule.pattern, path);
        for (auto slash = path.find('/'); !matches && slash != std::string_view::npos;
             slash = path.find('/', slash + 1))
            matches = matchesGlob(rule.pattern, path.substr(0, slash));
        if (matches)
            excluded = !rule.takesBack;
    }
    return excluded;
}

} // namespace sandbench
