// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/lexical_rules.h"

#include <algorithm>
#include <array>

namespace sandbench::gate {
namespace {

constexpr unsigned kScript
    = kTemplates | kRegexLiterals | kReturnEndsLine | kWideLineEnds | kWordEscapes;

// language, line comments, block comment, nests, quotes, raw quotes, name bytes, quirks
constexpr std::array<LexicalRules, 12> kRules = {{
    {"python", "#", "", "", "", false, "\"'", "", "",
     kTripleQuotes | kPythonStrings | kBracketsJoinLines | kReturnEndsLine | kFoldsNames},
    {"javascript", "//", "", "/*", "*/", false, "\"'", "", "$", kScript},
    {"typescript", "//", "", "/*", "*/", false, "\"'", "", "$", kScript},
    {"java", "//", "", "/*", "*/", false, "\"'", "", "$",
     kTripleQuotes | kReturnEndsLine | kWordEscapes},
    {"c", "//", "", "/*", "*/", false, "\"'", "", "$", kSplices | kCppStrings},
    {"cpp", "//", "", "/*", "*/", false, "\"'", "", "$", kSplices | kCppStrings},
    {"go", "//", "", "/*", "*/", false, "\"'", "`", "", 0},
    {"rust", "//", "", "/*", "*/", true, "\"", "", "", kRustStrings | kMultilineStrings},
    {"ruby", "#", "", "", "", false, "\"`", "'", "",
     kRubyText | kRegexLiterals | kMultilineStrings | kRawQuotesProtect},
    {"r", "#", "", "", "", false, "\"'", "", ".", kRStrings | kMultilineStrings},
    {"php", "//", "#", "/*", "*/", false, "\"`", "'", "",
     kPhpText | kMultilineStrings | kReturnEndsLine | kAnyCase | kRawQuotesProtect},
    {"bash", "#", "", "", "", false, "\"", "'", "", kShell | kMultilineStrings},
}};

constexpr LexicalRules kUnknown = {"", "", "", "", "", false, "\"'", "", "", 0};

} // namespace

const LexicalRules& lexicalRulesOf(std::string_view language)
{
    const auto found = std::find_if(kRules.begin(), kRules.end(), [&](const LexicalRules& rules) {
        return rules.language == language;
    });
    return found == kRules.end() ? kUnknown : *found;
}

} // namespace sandbench::gate
