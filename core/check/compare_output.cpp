// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/check/compare_output.h"

#include "core/base/text.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace sandbench::check {

namespace {

/// Of a line that is shown: before the place where it differs, and in all. Units: bytes.
constexpr std::size_t kShownBefore = 40, kShown = 160;
constexpr std::string_view kBlanks = " \t\r\f\v";
constexpr std::string_view kSpaces = " \t\r\f\v\n";

std::string_view withoutEndOf(std::string_view text, std::string_view characters)
{
    const auto last = text.find_last_not_of(characters);
    return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

/// Units: characters.
std::size_t lengthOf(std::string_view text)
{
    std::size_t length = 0;
    for (; !text.empty(); ++length)
        text.remove_prefix(utf8Step(text).length);
    return length;
}

bool isMiddleOfCharacter(char c)
{
    return (static_cast<unsigned char>(c) & 0xc0U) == 0x80;
}

/// What of @p line is around byte @p at.
std::string pieceOf(std::string_view line, std::size_t at)
{
    at = std::min(at, line.size());
    auto first = at > kShownBefore ? at - kShownBefore : 0;
    while (first > 0 && isMiddleOfCharacter(line[first]))
        --first;
    const auto piece = cutAtCharacter(line.substr(first), kShown);
    return (first > 0 ? "…" : "") + replaceInvalidUtf8(piece)
        + (first + piece.size() < line.size() ? "…" : "");
}

/// Both lines, which are not the same.
Difference differenceOf(std::string_view expected, std::string_view got, std::size_t line)
{
    const auto ends = std::mismatch(expected.begin(), expected.end(), got.begin(), got.end());
    auto at = static_cast<std::size_t>(ends.first - expected.begin());
    while (at > 0 && at < got.size() && isMiddleOfCharacter(got[at]))
        --at;
    return {line, lengthOf(got.substr(0, at)) + 1, pieceOf(expected, at), pieceOf(got, at)};
}

std::optional<Difference>
differentLine(std::string_view expected, std::string_view output, bool isExact)
{
    if (!isExact) {
        expected = withoutEndOf(expected, kSpaces);
        output = withoutEndOf(output, kSpaces);
    }
    if (expected == output)
        return std::nullopt;
    for (std::size_t line = 1;; ++line) {
        const bool isLastWanted = expected.find('\n') == std::string_view::npos;
        const bool isLastGot = output.find('\n') == std::string_view::npos;
        auto wanted = takeUpTo(expected, '\n'), got = takeUpTo(output, '\n');
        if (!isExact) {
            wanted = withoutEndOf(wanted, kBlanks);
            got = withoutEndOf(got, kBlanks);
        }
        if (wanted != got)
            return differenceOf(wanted, got, line);
        if (isLastWanted && isLastGot) // only blanks were different
            return std::nullopt;
        if (isLastWanted || isLastGot)
            return Difference{
                line + 1, 1, pieceOf(takeUpTo(expected, '\n'), 0),
                pieceOf(takeUpTo(output, '\n'), 0)};
    }
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isWord(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'
        || static_cast<unsigned char>(c) >= 0x80;
}

/// Words, numbers and single other characters of a text, and where they stand.
class TokenReader
{
public:
    explicit TokenReader(std::string_view text)
        : m_text(text)
    {
    }

    /// Empty = there is none any more.
    std::string_view next()
    {
        const auto start = m_text.find_first_not_of(kSpaces, m_end);
        m_start = std::min(start, m_text.size());
        m_end = m_start + lengthAt(m_start);
        return m_text.substr(m_start, m_end - m_start);
    }

    /// Of the last token, or the end.
    Difference place() const
    {
        const auto before = m_text.substr(0, m_start);
        const auto lineStart = before.rfind('\n') + 1; // npos + 1 = 0
        const auto lines = std::count(before.begin(), before.end(), '\n');
        return {
            static_cast<std::size_t>(lines) + 1, lengthOf(before.substr(lineStart)) + 1, {}, {}};
    }

private:
    std::size_t lengthAt(std::size_t at) const
    {
        if (at == m_text.size())
            return 0;
        if (const auto length = numberLengthAt(at); length > 0)
            return length;
        std::size_t end = at;
        while (end < m_text.size() && isWord(m_text[end]))
            ++end;
        return std::max<std::size_t>(end - at, 1);
    }

    std::size_t numberLengthAt(std::size_t at) const
    {
        const bool isBehindWord = at > 0 && isWord(m_text[at - 1]) && at == m_end;
        auto digits = at + (m_text[at] == '-' || m_text[at] == '+' ? 1 : 0);
        digits += digits < m_text.size() && m_text[digits] == '.' ? 1 : 0;
        if (digits >= m_text.size() || !isDigit(m_text[digits]) || (isBehindWord && digits > at))
            return 0;
        const auto first = at + (m_text[at] == '+' ? 1 : 0);
        double number = 0;
        const auto [end, error]
            = std::from_chars(m_text.data() + first, m_text.data() + m_text.size(), number);
        return static_cast<std::size_t>(end - (m_text.data() + at));
    }

    std::string_view m_text;
    std::size_t m_start = 0, m_end = 0;
};

bool isSame(std::string_view expected, std::string_view got, double tolerance)
{
    if (expected == got)
        return true;
    const auto wanted = table::numberOf(expected), number = table::numberOf(got);
    if (!wanted || !number || expected.empty() || got.empty())
        return false;
    const auto apart = std::abs(*wanted - *number);
    if (!std::isfinite(apart)) // an infinite tolerance would take any number for it
        return *wanted == *number;
    return apart <= tolerance || apart <= tolerance * std::abs(*wanted);
}

std::optional<Difference>
differentToken(std::string_view expected, std::string_view output, double tolerance)
{
    TokenReader wanted(expected), got(output);
    for (;;) {
        const auto wantedToken = wanted.next(), gotToken = got.next();
        if (wantedToken.empty() && gotToken.empty())
            return std::nullopt;
        if (isSame(wantedToken, gotToken, tolerance))
            continue;
        auto difference = got.place();
        difference.expected = pieceOf(wantedToken, 0);
        difference.got = pieceOf(gotToken, 0);
        return difference;
    }
}

std::optional<Difference> missingPart(std::string_view expected, std::string_view output)
{
    expected = withoutEndOf(expected, "\r\n");
    if (output.find(expected) != std::string_view::npos)
        return std::nullopt;
    return Difference{0, 0, pieceOf(expected.substr(0, expected.find('\n')), 0), {}};
}

} // namespace

std::string Difference::sentence() const
{
    if (line == 0)
        return "the output does not have " + inQuotes(expected);
    const auto place = "line " + std::to_string(line) + ", column " + std::to_string(column) + ": ";
    if (expected.empty() && got.empty())
        return place + "the output and what is expected end differently";
    if (got.empty())
        return place + "expected " + inQuotes(expected) + ", got nothing";
    if (expected.empty())
        return place + "expected nothing, got " + inQuotes(got);
    return place + "expected " + inQuotes(expected) + ", got " + inQuotes(got);
}

std::optional<Difference>
firstDifference(std::string_view expected, std::string_view output, Match match, double tolerance)
{
    switch (match) {
    case Match::Trimmed:
    case Match::Exact:
        return differentLine(expected, output, match == Match::Exact);
    case Match::Numbers:
        return differentToken(expected, output, tolerance);
    case Match::Contains:
        break;
    }
    return missingPart(expected, output);
}

} // namespace sandbench::check
