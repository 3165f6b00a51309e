// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::gate {

/// Part of a text. Units: bytes.
struct Range
{
    std::uint32_t begin = 0, end = 0;
};

enum class TokenKind : std::uint8_t { Word, Number, String, Punct };

/// What one Token is besides its kind; a set of bits.
enum TokenFlag : std::uint8_t {
    kNewLine = 1, ///< A (logical) line of the language begins here.
    kGlued = 2, ///< Nothing is between this token and the one before.
    kRaw = 4, ///< String whose backslashes mean themselves.
    kPartial = 8, ///< Piece of a string with code in it: its value is not known.
    kRegex = 16,
    kDoc = 32, ///< String that is a statement of its own: a comment in effect.
    kOdd = 64, ///< Word whose name is not simply its bytes: escapes, look-alike letters.
    kCommand = 128, ///< String that the language hands to a shell: `ls`, %x(ls), a here-document.
};

/// A Punct is one byte. A String's range is what is between its quotes.
struct Token
{
    std::uint32_t begin = 0, end = 0;
    TokenKind kind = TokenKind::Punct;
    std::uint8_t flags = 0;

    bool has(TokenFlag flag) const { return (flags & flag) != 0; }
};

/// A program taken apart: tokens in order, and apart from them its comments (and what else no
/// interpreter looks at).
struct LexedSource
{
    std::string_view text; ///< The caller's.
    std::vector<Token> tokens;
    std::vector<Range> comments;
    /// Where strings with code in strings nest deeper than is followed; what is behind it is read
    /// as code without strings.
    std::vector<Range> obscure;
    /// What was taken for a comment or a regular expression, and is code in another reading.
    std::vector<Range> doubtful;

    std::string_view textOf(const Token& token) const
    {
        return text.substr(token.begin, token.end - token.begin);
    }
};

} // namespace sandbench::gate
