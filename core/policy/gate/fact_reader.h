// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/policy/gate/facts.h"
#include "core/policy/gate/lexical_rules.h"

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sandbench::gate {

/// Of a dotted name, in bytes: what is longer is read up to here.
inline constexpr std::size_t kLongestPath = 1000;

/// What the readers of all languages share: tokens, the names that things have here, texts that can
/// be computed, and the chains of names (`a.b.c`) through which programs reach things.
///
/// Goes through the tokens twice: first for the names, then for the facts, so that a function may
/// use what is imported below it.
class FactReader
{
public:
    FactReader(const LexedSource& source, std::string_view language, const WantedNames& wanted);
    virtual ~FactReader() = default;
    Facts read();

protected:
    /// A text that the program computes from constants.
    struct Constant
    {
        std::optional<std::string> value;
        std::size_t end = 0; ///< The first token behind it.
        Range at;
        bool exact = false;
    };

    /// `a.b.c`, resolved.
    struct Chain
    {
        std::string name;
        std::size_t end = 0;
        Range at;
    };

    /// `a.b.c` as written, with '.' for whatever joins the parts.
    struct Path
    {
        std::string name;
        std::size_t end = 0;
    };

    /// Looks at token @p i; returns the next one to look at, behind @p i.
    virtual std::size_t step(std::size_t i) = 0;
    /// A call of the function @p chain at its opening parenthesis: true = the chain goes on behind
    /// it as what the call gives.
    virtual bool resolveCall(Chain& chain, unsigned depth);
    /// A call such as chr(111) that gives a text.
    virtual Constant computedText(std::size_t i, unsigned depth);
    virtual std::string rootOf(std::string name) const { return name; }
    /// Names that are followed though no rule asks for them. Asked once.
    virtual std::span<const std::string_view> machinery() const { return {}; }
    bool isMachinery(std::string_view name) const { return m_machinery.contains(name); }

    std::size_t count() const { return m_source.tokens.size(); }
    const Token& token(std::size_t i) const { return m_source.tokens[i]; }
    std::string_view textOf(std::size_t i) const { return m_source.textOf(token(i)); }
    std::string_view textOf(const Token& of) const { return m_source.textOf(of); }
    std::string sourceText(Range at) const
    {
        return std::string(m_source.text.substr(at.begin, at.end - at.begin));
    }
    bool isPunct(std::size_t i, char c) const
    {
        return i < count() && token(i).kind == TokenKind::Punct
            && m_source.text[token(i).begin] == c;
    }
    bool isWord(std::size_t i) const { return i < count() && token(i).kind == TokenKind::Word; }
    bool isWord(std::size_t i, std::string_view text) const;
    bool isWordIn(std::size_t i, std::initializer_list<std::string_view> words) const;
    bool isString(std::size_t i) const { return i < count() && token(i).kind == TokenKind::String; }
    bool startsLine(std::size_t i) const { return i >= count() || token(i).has(kNewLine); }
    bool isGlued(std::size_t i) const { return i < count() && token(i).has(kGlued); }
    std::string nameOf(std::size_t i) const;
    Range rangeOf(std::size_t first, std::size_t end) const;

    /// Length in tokens of what joins names here: '.', '->', '::', '?.'; 0 = nothing does.
    std::size_t joinerAt(std::size_t i) const;
    /// The token behind the ')' that closes the '(' at @p i, or @p i where it is far.
    std::size_t behindCall(std::size_t i) const;
    Path pathAt(std::size_t i, char joiner) const;
    Chain chainAt(std::size_t i, unsigned depth = 0);
    /// Reads the chain at @p i and tells what it refers to; returns where it ends.
    std::size_t useAt(std::size_t i);
    /// `name = value` at @p i.
    bool assignAt(std::size_t i);
    Constant constantAt(std::size_t i, unsigned depth = 0);

    void bind(const std::string& name, const std::string& target);
    void addImport(std::string module, Range at, std::size_t known = 0, bool isOwn = false);
    void addUse(const std::string& name, Range at);
    void addProgram(std::string_view language, const Constant& text);
    void addObscure(Range at);
    bool isFirstPass() const { return m_firstPass; }
    const LexicalRules& rules() const { return m_rules; }
    const WantedNames& wanted() const { return m_wanted; }
    std::string_view language() const { return m_language; }

    std::vector<std::string> m_starModules; // all of whose names are known here without it

private:
    Constant partAt(std::size_t i, unsigned depth);
    Constant suffixed(Constant part, unsigned depth);
    /// False = nothing is known of the name of this word.
    bool mayBeKnown(std::size_t i) const
    {
        return token(i).has(kOdd) || m_namesVary || m_known.mayHold(textOf(i));
    }
    bool isReference(std::size_t i, const Chain& chain) const;
    void addStarUses(const Chain& chain);
    bool followChain(Chain& chain, unsigned depth);

    const LexedSource& m_source;
    const std::string_view m_language;
    const LexicalRules& m_rules;
    const WantedNames& m_wanted;
    const bool m_namesVary; // a name is not just its bytes, or a part of it is one too
    Facts m_facts;
    TextSet m_machinery;
    WordFilter m_known; // the names of all tables below, and the first parts of what is wanted
    std::unordered_map<std::string, std::vector<std::string>, TextHash, std::equal_to<>> m_names;
    std::unordered_map<std::string, Constant, TextHash, std::equal_to<>> m_constants;
    std::size_t m_evaluated = 0; // bytes of texts computed, which are bounded
    bool m_firstPass = true;
};

} // namespace sandbench::gate
