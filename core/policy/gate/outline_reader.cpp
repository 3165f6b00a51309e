// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/outline_reader.h"

#include "core/base/text.h"
#include "core/policy/gate/lexical_rules.h"

#include <algorithm>
#include <array>

namespace sandbench::gate {
namespace {

constexpr std::size_t kTabColumns = 8;

struct Announcer
{
    std::string_view languages; ///< Separated by blanks, with one at each end.
    std::string_view word;
    bool isType = false;
};

constexpr std::array kAnnouncers = {
    Announcer{" python ruby ", "def", false},
    Announcer{" python ruby java c cpp php javascript typescript ", "class", true},
    Announcer{" ruby ", "module", true},
    Announcer{" javascript typescript php bash ", "function", false},
    Announcer{" typescript java php ", "interface", true},
    Announcer{" typescript java c cpp rust php ", "enum", true},
    Announcer{" typescript cpp php ", "namespace", true},
    Announcer{" java ", "record", true},
    Announcer{" c cpp rust ", "struct", true},
    Announcer{" c cpp ", "union", true},
    Announcer{" rust php ", "trait", true},
    Announcer{" rust ", "impl", true},
    Announcer{" rust ", "mod", true},
    Announcer{" rust ", "fn", false},
    Announcer{" go ", "func", false},
    Announcer{" go ", "type", true},
};

// What stands before a list in brackets and a body without being the name of a function.
constexpr std::array<std::string_view, 14> kControlWords
    = {"if",     "for",          "while", "switch", "catch", "return", "new",
       "sizeof", "synchronized", "with",  "else",   "do",    "try",    "function"};

bool isIn(std::string_view languages, std::string_view language)
{
    const auto at = languages.find(language);
    return !language.empty() && at != std::string_view::npos && at > 0 && languages[at - 1] == ' '
        && languages[at + language.size()] == ' ';
}

const Announcer* announcerOf(std::string_view word, std::string_view language)
{
    const auto* found
        = std::find_if(kAnnouncers.begin(), kAnnouncers.end(), [&](const Announcer& announcer) {
              return announcer.word == word && isIn(announcer.languages, language);
          });
    return found == kAnnouncers.end() ? nullptr : found;
}

} // namespace

std::string outlineName(std::string_view text)
{
    constexpr std::size_t kEllipsis = 3;
    return oneLine(text.substr(0, 2 * kLongestOutlineName), kLongestOutlineName - kEllipsis);
}

OutlineReader::OutlineReader(const LexedSource& source, std::string_view language)
    : m_source(source)
    , m_language(language)
{
}

std::string_view OutlineReader::textOf(std::size_t i) const
{
    return i < m_source.tokens.size() ? m_source.textOf(m_source.tokens[i]) : std::string_view();
}

bool OutlineReader::isPunct(std::size_t i, char c) const
{
    return i < m_source.tokens.size() && m_source.tokens[i].kind == TokenKind::Punct
        && m_source.text[m_source.tokens[i].begin] == c;
}

bool OutlineReader::isWord(std::size_t i) const
{
    return i < m_source.tokens.size() && m_source.tokens[i].kind == TokenKind::Word;
}

void OutlineReader::matchBrackets()
{
    std::vector<std::size_t> open;
    m_behind.assign(m_source.tokens.size(), m_source.tokens.size());
    for (std::size_t i = 0; i < m_source.tokens.size(); ++i) {
        if (isPunct(i, '(')) {
            open.push_back(i);
        } else if (isPunct(i, ')') && !open.empty()) {
            m_behind[open.back()] = i + 1;
            open.pop_back();
        }
    }
}

std::size_t OutlineReader::behindBrackets(std::size_t open) const
{
    return open < m_behind.size() ? m_behind[open] : m_source.tokens.size();
}

std::vector<OutlineItem> OutlineReader::read()
{
    matchBrackets();
    for (std::size_t i = 0; i < m_source.tokens.size(); ++i) {
        const Token& token = m_source.tokens[i];
        noteComments(token.begin);
        if (token.has(kNewLine))
            beginLine(i);
        trackBraces(i);
        if (token.kind == TokenKind::Word && m_items.size() < kMostOutlineItems && !declares(i)
            && !definesByBraces(i))
            definesByValue(i);
    }
    noteComments(m_source.text.size() + 1);
    return std::move(m_items);
}

void OutlineReader::noteComments(std::size_t before)
{
    for (; m_comment < m_source.comments.size(); ++m_comment) {
        if (m_source.comments[m_comment].begin >= before)
            return;
        noteCell(m_source.comments[m_comment]);
    }
}

// `# %% title` alone on its line.
void OutlineReader::noteCell(Range comment)
{
    const auto& rules = lexicalRulesOf(m_language);
    auto text = m_source.text.substr(comment.begin, comment.end - comment.begin);
    text = text.substr(0, text.find_first_of("\r\n"));
    const bool isAlone = comment.begin == 0 || m_source.text[comment.begin - 1] == '\n'
        || m_source.text[comment.begin - 1] == '\r';
    if (!isAlone || rules.lineComment.empty() || !text.starts_with(rules.lineComment))
        return;
    text.remove_prefix(rules.lineComment.size());
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    if (!text.starts_with("%%") || m_items.size() >= kMostOutlineItems)
        return;
    m_levels.clear();
    m_inCells = false;
    add(OutlineKind::Cell, text.substr(2), comment.begin);
    m_inCells = true;
}

void OutlineReader::beginLine(std::size_t i)
{
    const auto begin = m_source.tokens[i].begin;
    const auto end = m_source.text.find_last_of("\r\n", begin);
    const auto lineBegin = begin == 0 || end == std::string_view::npos ? 0 : end + 1;
    std::size_t indent = 0;
    for (auto at = std::min<std::size_t>(lineBegin, begin); at < begin; ++at)
        indent = m_source.text[at] == '\t' ? (indent / kTabColumns + 1) * kTabColumns : indent + 1;
    const bool isCloser = isPunct(i, '}') || isPunct(i, ')');
    while (!m_levels.empty() && !isCloser && m_levels.back().indent >= indent)
        m_levels.pop_back();
    m_indent = indent;
}

void OutlineReader::trackBraces(std::size_t i)
{
    if (isPunct(i, '{')) {
        m_braces.push_back(m_typePending);
        m_typePending = false;
    } else if (isPunct(i, '}') && !m_braces.empty()) {
        m_braces.pop_back();
    } else if (isPunct(i, ';')) {
        m_typePending = false;
    }
}

/// A word that announces a declaration, and its name.
bool OutlineReader::declares(std::size_t i)
{
    const auto* announcer = announcerOf(textOf(i), m_language);
    if (m_language == "cpp" && textOf(i) == "extern" && isPunct(i + 2, '{'))
        m_typePending = true;
    const bool isMember
        = i > 1 && (isPunct(i - 1, '.') || (isPunct(i - 1, '>') && isPunct(i - 2, '-')));
    if (!announcer || isMember || (i > 0 && textOf(i - 1) == "enum"))
        return false;
    const auto name = nameBehind(i, announcer->isType);
    const bool isC = m_language == "c" || m_language == "cpp";
    const bool isNamed = name && (!isC || isTypeWithBody(name->end));
    if (announcer->isType && (!isC || isNamed || announcer->word == "namespace"))
        m_typePending = true;
    if (!isNamed)
        return announcer->isType;
    const auto from = m_source.tokens[name->begin].begin;
    const auto to = m_source.tokens[name->end - 1].end;
    add(announcer->isType ? OutlineKind::Type : OutlineKind::Function,
        m_source.text.substr(from, to - from), m_source.tokens[i].begin);
    return true;
}

std::optional<OutlineReader::Name> OutlineReader::nameBehind(std::size_t keyword, bool isType) const
{
    auto i = keyword + 1;
    if (m_language == "rust" && textOf(keyword) == "impl") {
        auto end = i;
        while (end < m_source.tokens.size() && end < i + 60 && !isPunct(end, '{')
               && !isPunct(end, ';'))
            ++end;
        return isPunct(end, '{') && end > i ? std::optional(Name{i, end}) : std::nullopt;
    }
    if (m_language == "go" && isPunct(i, '('))
        i = behindBrackets(i); // of whom it is a method
    if (isType && (textOf(i) == "class" || textOf(i) == "struct")) // enum class
        ++i;
    if (isPunct(i, '*') || isPunct(i, '&')) // a generator; by reference
        ++i;
    if (!isWord(i) || m_source.tokens[i].has(kNewLine))
        return std::nullopt;
    auto end = i + 1; // self.name, a::b
    const bool hasDots = m_language == "ruby" || m_language == "typescript";
    for (const auto last = i + 20; end < last;) {
        if (hasDots && isPunct(end, '.') && isWord(end + 1))
            end += 2;
        else if (isPunct(end, ':') && isPunct(end + 1, ':') && isWord(end + 2))
            end += 3;
        else
            break;
    }
    return Name{i, end};
}

// Of C and C++, where `struct a b;` and `template <class T>` are other things.
bool OutlineReader::isTypeWithBody(std::size_t i) const
{
    for (const auto last = i + 60; i < m_source.tokens.size() && i < last; ++i) {
        if (isPunct(i, '{') || isPunct(i, ':'))
            return true;
        if (m_source.tokens[i].kind == TokenKind::Punct && !isPunct(i, '<'))
            return false;
    }
    return false;
}

/// `name(…) {` where no function's body is open: C, C++, Java and the methods of JavaScript.
bool OutlineReader::definesByBraces(std::size_t i)
{
    const bool isScript = m_language == "javascript" || m_language == "typescript";
    const bool isShell = m_language == "bash";
    const bool isC = m_language == "c" || m_language == "cpp";
    if (!(isScript || isShell || isC || m_language == "java") || !isPunct(i + 1, '('))
        return false;
    const bool isOpen = m_braces.empty() ? !isScript && m_language != "java" : m_braces.back();
    const auto name = textOf(i);
    if (!isOpen || (i > 0 && announcerOf(textOf(i - 1), m_language))
        || std::find(kControlWords.begin(), kControlWords.end(), name) != kControlWords.end()
        || (i > 0 && (isPunct(i - 1, '@') || isPunct(i - 1, '.') || isPunct(i - 1, '='))))
        return false;
    const bool isInitialiser = i > 1
        && (isPunct(i - 1, ',')
            || (isPunct(i - 1, ':') && !isPunct(i - 2, ':') && !m_source.tokens[i].has(kNewLine)));
    const auto behind = behindBrackets(i + 1);
    if (isInitialiser)
        return false;
    if (isShell ? behind != i + 3 || textOf(behind) != "{" : !hasBodyBehind(behind))
        return false;
    auto first = i;
    if (first > 0 && isPunct(first - 1, '~'))
        --first;
    while (first > 2 && isPunct(first - 1, ':') && isPunct(first - 2, ':') && isWord(first - 3)
           && i - first < 30)
        first -= 3;
    const auto begin = m_source.tokens[first].begin;
    add(OutlineKind::Function, m_source.text.substr(begin, m_source.tokens[i].end - begin), begin);
    return true;
}

// `const noexcept -> T {`, `throws A, B {`, `: a(1), b(2) {`; not `;`, `= default;`.
bool OutlineReader::hasBodyBehind(std::size_t i) const
{
    for (const auto last = i + 40; i < m_source.tokens.size() && i < last; ++i) {
        if (isPunct(i, '{'))
            return true;
        if (isPunct(i, '('))
            i = behindBrackets(i) - 1;
        else if (isPunct(i, ';') || isPunct(i, '=') || isPunct(i, ')') || isPunct(i, '}'))
            return false;
    }
    return false;
}

/// `const name = (…) =>`, `name <- function(`.
bool OutlineReader::definesByValue(std::size_t i)
{
    auto at = i + 1;
    if (m_language == "r") {
        if (isPunct(at, '<') && isPunct(at + 1, '-'))
            at += 2;
        else if (isPunct(at, '='))
            ++at;
        if (at == i + 1 || textOf(at) != "function" || !m_source.tokens[i].has(kNewLine))
            return false;
    } else if (m_language == "javascript" || m_language == "typescript") {
        const auto before = i > 0 ? textOf(i - 1) : std::string_view();
        if ((before != "const" && before != "let" && before != "var") || !isPunct(at, '='))
            return false;
        at += textOf(at + 1) == "async" ? 2 : 1;
        const auto arrow = isPunct(at, '(') ? behindBrackets(at) : at + 1;
        if (textOf(at) != "function" && !(isPunct(arrow, '=') && isPunct(arrow + 1, '>')))
            return false;
    } else {
        return false;
    }
    add(OutlineKind::Function, textOf(i), m_source.tokens[i].begin);
    return true;
}

void OutlineReader::add(OutlineKind kind, std::string_view name, std::size_t offset)
{
    for (; m_measured < offset && m_measured < m_source.text.size(); ++m_measured) {
        const char c = m_source.text[m_measured];
        const bool isPair = c == '\r' && m_measured + 1 < m_source.text.size()
            && m_source.text[m_measured + 1] == '\n';
        if (c == '\n' || (c == '\r' && !isPair)) {
            ++m_line;
            m_lineOffset = m_measured + 1;
        }
    }
    const bool isMethod
        = kind == OutlineKind::Function && !m_levels.empty() && m_levels.back().isType;
    m_items.push_back(
        {isMethod ? OutlineKind::Method : kind, outlineName(name), m_line,
         m_levels.size() + (m_inCells ? 1 : 0), m_lineOffset});
    if (kind != OutlineKind::Cell)
        m_levels.push_back({m_indent, kind == OutlineKind::Type});
}

} // namespace sandbench::gate
