// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace sandbench::gate {

/// Peculiarities that the lexer knows; a set of bits.
enum LexicalQuirk : unsigned {
    kTripleQuotes = 1U << 0, ///< """text"""
    kPythonStrings = 1U << 1, ///< Prefixes such as rb"", holes in f"{code}".
    kTemplates = 1U << 2, ///< JavaScript's `text ${code}`.
    kRegexLiterals = 1U << 3, ///< /re/ where no value stands before it.
    kCppStrings = 1U << 4, ///< R"x(text)x", u8"text", 1'000.
    kRustStrings = 1U << 5, ///< r#"text"#, 'a' and the lifetime 'a.
    kRStrings = 1U << 6, ///< r"-(text)-", %operators%.
    kRubyText = 1U << 7, ///< %q(text), <<~TEXT, =begin, __END__, ?c.
    kPhpText = 1U << 8, ///< Code only within <?php ?>, <<<TEXT.
    kShell = 1U << 9, ///< Words, $(code), here-documents.
    kMultilineStrings = 1U << 10, ///< Ordinary strings may hold line ends.
    kBracketsJoinLines = 1U << 11, ///< A line end within brackets is white space.
    kSplices = 1U << 12, ///< A backslash at a line's end joins it with the next, also in a comment.
    kReturnEndsLine = 1U << 13, ///< A carriage return alone is a line end.
    kWideLineEnds = 1U << 14, ///< So are U+2028 and U+2029.
    kWordEscapes = 1U << 15, ///< \u0061 in a name is the letter.
    kFoldsNames = 1U << 16, ///< Full-width and mathematical letters in names are the plain ones.
    kAnyCase = 1U << 17, ///< Names are the same in upper and lower case.
    kRawQuotesProtect = 1U << 18, ///< In a raw string a backslash still protects the quote.
};

/// How a language's text divides into code, strings and comments.
struct LexicalRules
{
    std::string_view language;
    std::string_view lineComment; ///< "//"
    std::string_view otherLineComment; ///< A second one, or empty.
    std::string_view blockOpen, blockClose;
    bool blocksNest = false;
    std::string_view quotes; ///< Each begins a string with escapes that the same one ends.
    std::string_view rawQuotes; ///< The same, where a backslash means itself.
    std::string_view wordBytes; ///< In names besides letters, digits, _ and what is not ASCII.
    unsigned quirks = 0;

    bool has(LexicalQuirk quirk) const { return (quirks & quirk) != 0; }
};

/// The rules of a language by its id. An unknown one gets strings in quotes and no comments, so
/// that nothing of it is passed over.
const LexicalRules& lexicalRulesOf(std::string_view language);

} // namespace sandbench::gate
