// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/wants.h"

#include "core/base/text.h"
#include "core/policy/gate/facts.h"
#include "core/policy/gate/lexer.h"
#include "core/policy/gate/places.h"
#include "core/policy/gate/want_names.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace sandbench {
namespace {

using namespace gate;

constexpr unsigned kDeepestWants = 3; // programs in programs
constexpr std::size_t kMostInner = 2000;
constexpr std::size_t kEllipsis = 3;

/// What each name of a language is wanted for.
class WantTable
{
public:
    explicit WantTable(std::string_view language)
    {
        if (language == "typescript")
            language = "javascript";
        if (language == "cpp")
            language = "c";
        m_hasDots = language != "r"; // where a dot is a letter
        for (const auto& [of, kind, names] : wantNames()) {
            if (of != language)
                continue;
            for (auto rest = names; !rest.empty();)
                if (const auto name = takeUpTo(rest, ' '); !name.empty())
                    add(name, kind);
        }
    }

    const WantedNames& wanted() const { return m_wanted; }
    std::optional<WantKind> ofUse(std::string_view name) const { return find(name, false); }
    /// @p module as an import has it: "net/http", "node:fs", "os.path".
    std::optional<WantKind> ofImport(std::string_view module) const
    {
        if (module.starts_with("node:"))
            module.remove_prefix(5);
        std::string name(module);
        std::replace(name.begin(), name.end(), '/', '.');
        return find(name, true);
    }

private:
    using Kinds = std::unordered_map<std::string, WantKind, TextHash, std::equal_to<>>;

    void add(std::string_view name, WantKind kind)
    {
        m_wanted.add(name);
        if (name.ends_with(".*"))
            m_modules.emplace(name.substr(0, name.size() - 2), kind);
        else
            m_uses.emplace(name, kind);
    }

    // A module is wanted by its import, but not by its bare name in the program.
    std::optional<WantKind> find(std::string_view name, bool isImport) const
    {
        for (auto end = m_hasDots ? name.find('.') : name.npos;; end = name.find('.', end + 1)) {
            const auto part = name.substr(0, end);
            if (const auto use = m_uses.find(part); !isImport && use != m_uses.end())
                return use->second;
            if (const auto module = m_modules.find(part);
                module != m_modules.end() && (isImport || end != name.npos))
                return module->second;
            if (end == name.npos)
                return std::nullopt;
        }
    }

    WantedNames m_wanted;
    Kinds m_uses, m_modules;
    bool m_hasDots = true;
};

/// What a program and the programs in it want, before it is put into order.
class WantReader
{
public:
    WantReader(std::string_view code, std::string_view language)
        : m_code(code)
        , m_language(language)
        , m_innerLeft(code.size())
    {
    }
    Wants read();

private:
    struct Found
    {
        std::string name;
        std::uint32_t at = 0;
    };

    void readText(
        std::string_view text, std::string_view language, std::optional<std::uint32_t> at,
        unsigned depth);
    void addImport(
        const Import& import, std::string_view language, const WantTable& table, std::uint32_t at);
    void addCommands(
        const std::vector<Import>& commands, std::string_view text, const WantTable& table,
        std::optional<std::uint32_t> at);
    void lookForVeils(const LexedSource& source, std::string_view language);
    void add(WantKind kind, std::string name, std::uint32_t at, bool isImport = false)
    {
        (isImport ? m_imports : m_uses)[static_cast<std::size_t>(kind)].push_back(
            {std::move(name), at});
    }
    void write(Wants& wants, std::size_t kind, std::vector<Found> found) const;

    const std::string_view m_code, m_language;
    std::size_t m_innerLeft; ///< Units: bytes.
    std::size_t m_inner = 0;
    bool m_isPlain = true; ///< Nothing in it reaches further than its names tell.
    std::array<std::vector<Found>, kWantKinds> m_uses, m_imports;
};

Wants WantReader::read()
{
    readText(m_code.substr(0, kMaxSourceBytes), m_language, std::nullopt, 0);
    Wants wants;
    // Where something is called, its import says nothing new.
    for (std::size_t kind = 0; kind < kWantKinds; ++kind)
        write(wants, kind, std::move(m_uses[kind].empty() ? m_imports[kind] : m_uses[kind]));
    wants.isUnderstood
        = m_isPlain && reachesByNames(m_language) && m_code.size() <= kMaxSourceBytes;
    return wants;
}

// @p at: where all of it stands in the program, of a program in it.
void WantReader::readText(
    std::string_view text, std::string_view language, std::optional<std::uint32_t> at,
    unsigned depth)
{
    const WantTable table(language);
    const auto source = lex(text, language);
    const auto facts = collectFacts(source, language, table.wanted());
    lookForVeils(source, language);
    std::unordered_set<std::uint32_t> imported;
    if (language == "bash") {
        addCommands(facts.imports, text, table, at);
    } else {
        for (const auto& import : facts.imports) {
            imported.insert(import.at.begin);
            addImport(import, language, table, at.value_or(import.at.begin));
        }
        for (const auto& use : facts.uses)
            if (const auto kind = table.ofUse(use.name)) {
                // "from os import system" is told as a use as well
                const bool isImport = language == "python" && imported.contains(use.at.begin);
                add(*kind, use.name, at.value_or(use.at.begin), isImport);
            }
    }
    for (const auto* obscure : {&facts.obscure, &source.obscure})
        for (const auto& range : *obscure)
            add(WantKind::Code, {}, at.value_or(range.begin));
    for (const auto& inner : facts.programs) {
        const auto place = at.value_or(inner.at.begin);
        if (depth >= kDeepestWants || inner.text.size() > m_innerLeft || m_inner == kMostInner) {
            add(WantKind::Code, {}, place);
            continue;
        }
        ++m_inner;
        m_innerLeft -= inner.text.size();
        readText(inner.text, inner.language, place, depth + 1);
    }
}

void WantReader::addImport(
    const Import& import, std::string_view language, const WantTable& table, std::uint32_t at)
{
    m_isPlain = m_isPlain && (import.known > 0 || isHarmlessImport(language, import.module));
    if (import.isOwn)
        return;
    if (const auto kind = table.ofImport(import.module))
        add(*kind, import.module, at, true);
    const auto package = packageOfImport(language, import.module);
    if (!package.empty() && import.known == 0 && !isOwnModule(language, package))
        add(WantKind::Packages, std::string(package), at);
}

// What a script runs: its own functions are none of it, and what no table knows is a program.
void WantReader::addCommands(
    const std::vector<Import>& commands, std::string_view text, const WantTable& table,
    std::optional<std::uint32_t> at)
{
    std::unordered_set<std::string_view> functions;
    for (const auto& command : commands) {
        const auto behind = text.find_first_not_of(" \t", command.at.end);
        if (behind != text.npos && text[behind] == '(')
            functions.insert(command.module);
    }
    for (const auto& command : commands) {
        if (functions.contains(command.module))
            continue;
        const auto kind = table.ofUse(command.module);
        if (kind || !isOwnModule("bash", command.module))
            add(kind.value_or(WantKind::Programs), command.module, at.value_or(command.at.begin));
    }
}

void WantReader::lookForVeils(const LexedSource& source, std::string_view language)
{
    TextSet veils;
    for (auto rest = hidingWords(language); !rest.empty();)
        veils.emplace(takeUpTo(rest, ' '));
    m_isPlain = m_isPlain
        && std::none_of(source.tokens.begin(), source.tokens.end(), [&](const Token& token) {
                    const bool isWord = token.kind == TokenKind::Word;
                    return (isWord && token.has(kOdd))
                        || ((isWord || token.kind == TokenKind::String)
                            && veils.contains(source.textOf(token)));
                });
}

void WantReader::write(Wants& wants, std::size_t kind, std::vector<Found> found) const
{
    std::stable_sort(
        found.begin(), found.end(), [](const Found& a, const Found& b) { return a.at < b.at; });
    std::unordered_set<std::string_view> seen;
    PlaceFinder places(m_code);
    for (const auto& [name, at] : found) {
        if (!seen.insert(name).second)
            continue;
        if (seen.size() > kMostWants)
            ++wants.omitted[kind];
        else
            wants.items.push_back(
                {static_cast<WantKind>(kind),
                 oneLine(name.substr(0, 2 * kLongestWant), kLongestWant - kEllipsis),
                 places.at(at).line});
    }
}

} // namespace

Wants wantsOf(std::string_view code, std::string_view language)
{
    if (code.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return {}; // there is no program that anything could be said of
    return WantReader(code, language).read();
}

} // namespace sandbench
