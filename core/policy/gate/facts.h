// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/policy/gate/token.h"
#include "core/policy/gate/word_filter.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace sandbench::gate {

/// Something that a program loads: a module, package, header, or (bash) a command that it runs.
struct Import
{
    std::string module; ///< As written, without quotes and "node:": "os.path", "net/http".
    /// Parts of the name that another Import of the same statement has told already.
    std::size_t known = 0;
    Range at;
    bool isOwn = false; ///< Said to be of the program's own package: "from .os import path".
};

/// A function or object that a program refers to, by the name that its module gives it however it
/// is called here: "os.system" for `o.system` after `import os as o`.
struct Use
{
    std::string name;
    Range at;
};

/// Text that the program runs as a program: exec("…"), bash -c '…'.
struct InnerProgram
{
    std::string language;
    std::string text;
    Range at;
    bool exact = false; ///< Byte n of text is byte n of the range.
};

/// What a program does, as far as its text tells.
struct Facts
{
    std::vector<Import> imports;
    std::vector<Use> uses; ///< Of wanted names only.
    std::vector<InnerProgram> programs;
    std::vector<Range> obscure; ///< More was computed, renamed or loaded than is followed.
};

struct TextHash
{
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const
    {
        return std::hash<std::string_view>()(text);
    }
};
using TextSet = std::unordered_set<std::string, TextHash, std::equal_to<>>;

/// Names that somebody asks for: "os.system", or all of a module with "subprocess.*".
class WantedNames
{
public:
    void add(std::string_view name);
    /// Whether @p name is wanted, or what is in it may be.
    bool leadsTo(std::string_view name) const;
    /// Of the first parts of all names: "os".
    const WordFilter& heads() const { return m_heads; }

private:
    WordFilter m_heads;
    TextSet m_prefixes;
    TextSet m_modules; // all that is in them
};

/// Reads a program of any language. Linear. Thread: any.
Facts collectFacts(const LexedSource& source, std::string_view language, const WantedNames& wanted);

} // namespace sandbench::gate
