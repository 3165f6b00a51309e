// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/command_words.h"

namespace sandbench {

namespace {

/// Takes one word off @p rest, which begins with it.
Result<std::string> takeWord(std::string_view& rest)
{
    std::string word;
    char quote = 0;
    for (; !rest.empty(); rest.remove_prefix(1)) {
        const char c = rest.front();
        if (quote == 0 && (c == ' ' || c == '\t' || c == '\n'))
            break;
        if (c == '\\' && quote != '\'') {
            if (rest.size() == 1)
                return Error(ErrorCode::InvalidArgument, "nothing is behind its last backslash");
            rest.remove_prefix(1);
            // Between double quotation marks only what would mean something is escaped.
            if (quote == '"' && rest.front() != '"' && rest.front() != '\\')
                word += '\\';
            word += rest.front();
        } else if (quote != 0 ? c == quote : (c == '"' || c == '\'')) {
            quote = quote == 0 ? c : '\0';
        } else {
            word += c;
        }
    }
    if (quote != 0)
        return Error(ErrorCode::InvalidArgument, "a quotation mark is not closed");
    return word;
}

} // namespace

Result<std::vector<std::string>> commandWords(std::string_view line)
{
    std::vector<std::string> words;
    for (;;) {
        const auto begin = line.find_first_not_of(" \t\n");
        if (begin == std::string_view::npos)
            return words;
        line.remove_prefix(begin);
        SANDBENCH_TRY(auto word, takeWord(line));
        words.push_back(std::move(word));
    }
}

} // namespace sandbench
