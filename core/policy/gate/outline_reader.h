// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/policy/gate/outline.h"
#include "core/policy/gate/token.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::gate {

/// Of foreign text, as an item has it.
std::string outlineName(std::string_view text);

/// The declarations of a program, from its tokens: words that announce one (`def`, `class`, `fn`),
/// and in languages with braces a name with a list in brackets and a body. See outlineOf().
class OutlineReader
{
public:
    OutlineReader(const LexedSource& source, std::string_view language);
    std::vector<OutlineItem> read();

private:
    struct Level
    {
        std::size_t indent = 0;
        bool isType = false;
    };
    struct Name
    {
        std::size_t begin = 0, end = 0; // tokens
    };

    std::string_view textOf(std::size_t i) const;
    bool isPunct(std::size_t i, char c) const;
    bool isWord(std::size_t i) const;
    std::size_t behindBrackets(std::size_t open) const;
    void matchBrackets();
    void noteComments(std::size_t before);
    void noteCell(Range comment);
    void beginLine(std::size_t i);
    void trackBraces(std::size_t i);
    bool declares(std::size_t i);
    std::optional<Name> nameBehind(std::size_t keyword, bool isType) const;
    bool isTypeWithBody(std::size_t i) const;
    bool definesByBraces(std::size_t i);
    bool hasBodyBehind(std::size_t i) const;
    bool definesByValue(std::size_t i);
    void add(OutlineKind kind, std::string_view name, std::size_t offset);

    const LexedSource& m_source;
    const std::string_view m_language;
    std::vector<std::size_t> m_behind; // of each '(' : the token behind its ')'
    std::vector<Level> m_levels;
    std::vector<bool> m_braces; // whether each open '{' is a type's
    std::vector<OutlineItem> m_items;
    std::size_t m_comment = 0; // the next one
    std::size_t m_indent = 0; // of the line at hand
    std::size_t m_line = 1, m_lineOffset = 0, m_measured = 0;
    bool m_typePending = false;
    bool m_inCells = false;
};

} // namespace sandbench::gate
