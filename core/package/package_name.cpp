// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/package/package_name.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace sandbench {

namespace {

constexpr std::size_t kLongestRequirement = 256;
constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kLower = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kUpper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

struct GrammarFacts
{
    NameGrammar grammar;
    const char* id;
    const char* rightForms;
};

constexpr std::array kGrammars = {
    GrammarFacts{
        NameGrammar::Pip, "pip", "a name such as numpy, 'numpy>=1.26,<2' or 'requests[socks]'"},
    GrammarFacts{NameGrammar::Npm, "npm", "a name such as lodash, lodash@4.17.21 or @types/node"},
    GrammarFacts{NameGrammar::Gem, "gem", "a name such as rake or rake:13.0.6"},
    GrammarFacts{
        NameGrammar::Go, "go",
        "a module such as golang.org/x/text or github.com/google/uuid@v1.6.0"},
    GrammarFacts{NameGrammar::Cargo, "cargo", "a crate such as serde or serde@1.0"},
    GrammarFacts{NameGrammar::Cran, "cran", "a package such as ggplot2"},
    GrammarFacts{
        NameGrammar::Composer, "composer", "a package such as monolog/monolog or a/b:^3.0"},
    GrammarFacts{NameGrammar::Apt, "apt", "a package such as libfmt-dev or libfmt-dev=9.1.0"},
    GrammarFacts{NameGrammar::Conda, "conda", "a package such as numpy, 'numpy>=1.26' or numpy=1"}};

const GrammarFacts& factsOf(NameGrammar grammar)
{
    return *std::find_if(kGrammars.begin(), kGrammars.end(), [&](const GrammarFacts& facts) {
        return facts.grammar == grammar;
    });
}

bool contains(std::string_view set, char c)
{
    return set.find(c) != std::string_view::npos;
}

/// Takes a word apart from its beginning.
class Reader
{
public:
    explicit Reader(std::string_view text)
        : m_left(text)
    {
    }

    bool atEnd() const { return m_left.empty(); }
    bool skip(std::string_view word)
    {
        if (!m_left.starts_with(word))
            return false;
        m_left.remove_prefix(word.size());
        return true;
    }
    /// The characters that are letters, digits or in @p more.
    std::string_view word(std::string_view more)
    {
        std::size_t length = 0;
        while (length < m_left.size()
               && (contains(kLower, m_left[length]) || contains(kUpper, m_left[length])
                   || contains(kDigits, m_left[length]) || contains(more, m_left[length])))
            ++length;
        const auto taken = m_left.substr(0, length);
        m_left.remove_prefix(length);
        return taken;
    }
    void skipBlanks()
    {
        while (skip(" ") || skip("\t"))
            ;
    }
    std::string_view rest() const { return m_left; }

private:
    std::string_view m_left;
};

bool beginsAndEndsPlain(std::string_view word)
{
    const auto plain
        = [](char c) { return contains(kLower, c) || contains(kUpper, c) || contains(kDigits, c); };
    return !word.empty() && plain(word.front()) && plain(word.back());
}

/// "==1.2", ">= 1, < 2", with a version behind every operator; "" = it is none.
std::string specifiers(
    Reader& reader, const std::vector<std::string_view>& operators, std::string_view characters)
{
    std::string text;
    do {
        reader.skipBlanks();
        std::string_view found;
        for (const auto candidate : operators)
            if (found.empty() && reader.skip(candidate))
                found = candidate;
        reader.skipBlanks();
        const auto version = reader.word(characters);
        if (found.empty() || version.empty())
            return {};
        text += (text.empty() ? "" : ",") + std::string(found) + std::string(version);
        reader.skipBlanks();
    } while (reader.skip(","));
    return text;
}

/// Source: PEP 508, without markers and addresses.
std::optional<PackageName> parsePip(Reader reader)
{
    PackageName package;
    package.name = reader.word("._-");
    if (!beginsAndEndsPlain(package.name))
        return std::nullopt;
    package.text = package.name;
    reader.skipBlanks();
    if (reader.skip("[")) {
        std::string extras;
        do {
            reader.skipBlanks();
            const auto extra = reader.word("._-");
            if (!beginsAndEndsPlain(extra))
                return std::nullopt;
            extras += (extras.empty() ? "" : ",") + std::string(extra);
            reader.skipBlanks();
        } while (reader.skip(","));
        if (!reader.skip("]"))
            return std::nullopt;
        package.text += "[" + extras + "]";
    }
    reader.skipBlanks();
    if (!reader.atEnd()) {
        static const std::vector<std::string_view> operators
            = {"===", "==", "~=", "!=", "<=", ">=", "<", ">"};
        package.version = specifiers(reader, operators, "._*+!-");
        if (package.version.empty() || !reader.atEnd())
            return std::nullopt;
    }
    package.text += package.version;
    return package;
}

/// name, then perhaps @p separator and a version.
std::optional<PackageName> withVersion(
    std::string name, Reader reader, std::string_view separator, std::string_view versionCharacters)
{
    PackageName package;
    package.name = std::move(name);
    package.text = package.name;
    if (reader.atEnd())
        return package;
    if (!reader.skip(separator))
        return std::nullopt;
    package.version = reader.word(versionCharacters);
    if (package.version.empty() || package.version.front() == '-' || !reader.atEnd())
        return std::nullopt;
    package.text += std::string(separator) + package.version;
    return package;
}

/// Source: validate-npm-package-name, and npm's package specs without addresses and aliases.
std::optional<PackageName> parseNpm(Reader reader)
{
    std::string name;
    if (reader.skip("@")) {
        const auto scope = reader.word("._~-");
        if (scope.empty() || scope.front() == '.' || !reader.skip("/"))
            return std::nullopt;
        name = "@" + std::string(scope) + "/";
    }
    const auto own = reader.word("._~-");
    if (own.empty() || contains("._~-", own.front()))
        return std::nullopt;
    name += own;
    return withVersion(std::move(name), reader, "@", ".^~<>=*+-_");
}

std::optional<PackageName> parsePlain(
    Reader reader, std::string_view nameCharacters, std::string_view separator,
    std::string_view versionCharacters)
{
    std::string name(reader.word(nameCharacters));
    if (name.empty() || !beginsAndEndsPlain(name.substr(0, 1)))
        return std::nullopt;
    return withVersion(std::move(name), reader, separator, versionCharacters);
}

std::optional<PackageName> parseGem(Reader reader)
{
    auto package = parsePlain(reader, "._-", ":", ".-");
    const bool isVersion
        = package && (package->version.empty() || contains(kDigits, package->version.front()));
    return isVersion ? package : std::nullopt;
}

/// Source: Writing R Extensions, "The DESCRIPTION file".
std::optional<PackageName> parseCran(Reader reader)
{
    PackageName package;
    package.name = reader.word(".");
    package.text = package.name;
    if (!reader.atEnd() || !beginsAndEndsPlain(package.name)
        || contains(kDigits, package.name.front()))
        return std::nullopt;
    return package;
}

/// Source: Go's module reference, "Module paths": the first element is a domain.
std::optional<PackageName> parseGo(Reader reader)
{
    std::string path;
    do {
        const auto element = reader.word("._~-");
        if (element.empty() || element.front() == '.' || element.front() == '-'
            || element.back() == '.')
            return std::nullopt;
        if (path.empty() && !contains(element, '.'))
            return std::nullopt;
        path += (path.empty() ? "" : "/") + std::string(element);
    } while (reader.skip("/"));
    return withVersion(std::move(path), reader, "@", ".+-_");
}

std::optional<PackageName> parseComposer(Reader reader)
{
    const auto vendor = reader.word("._-");
    if (!beginsAndEndsPlain(vendor) || !reader.skip("/"))
        return std::nullopt;
    const auto own = reader.word("._-");
    if (!beginsAndEndsPlain(own))
        return std::nullopt;
    return withVersion(std::string(vendor) + "/" + std::string(own), reader, ":", ".^~<>=!*+-_@,|");
}

std::optional<PackageName> parseConda(Reader reader)
{
    PackageName package;
    package.name = reader.word("._-");
    if (package.name.empty() || contains(".-", package.name.front()))
        return std::nullopt;
    package.text = package.name;
    if (!reader.atEnd()) {
        static const std::vector<std::string_view> operators
            = {"==", "!=", "<=", ">=", "~=", "=", "<", ">"};
        package.version = specifiers(reader, operators, "._*+!=-");
        if (package.version.empty() || !reader.atEnd())
            return std::nullopt;
    }
    package.text += package.version;
    return package;
}

std::optional<PackageName> parse(NameGrammar grammar, std::string_view text)
{
    switch (grammar) {
    case NameGrammar::Pip:
        return parsePip(Reader(text));
    case NameGrammar::Npm:
        return parseNpm(Reader(text));
    case NameGrammar::Gem:
        return parseGem(Reader(text));
    case NameGrammar::Go:
        return parseGo(Reader(text));
    case NameGrammar::Cargo:
        return parsePlain(Reader(text), "_-", "@", ".^~<>=*+-");
    case NameGrammar::Cran:
        return parseCran(Reader(text));
    case NameGrammar::Composer:
        return parseComposer(Reader(text));
    case NameGrammar::Apt:
        return text.size() < 2 ? std::nullopt : parsePlain(Reader(text), "+.-", "=", ".+~:-");
    case NameGrammar::Conda:
        return parseConda(Reader(text));
    }
    return std::nullopt;
}

} // namespace

std::optional<NameGrammar> nameGrammar(std::string_view id)
{
    for (const auto& facts : kGrammars)
        if (id == facts.id)
            return facts.grammar;
    return std::nullopt;
}

Result<PackageName> parsePackageName(NameGrammar grammar, std::string_view text)
{
    const auto wrong = [&](const std::string& why) {
        return Error(
            ErrorCode::InvalidArgument,
            "'" + oneLine(text, 100) + "' " + why + "; write " + factsOf(grammar).rightForms);
    };
    if (text.empty())
        return wrong("names no package");
    if (text.size() > kLongestRequirement)
        return wrong("is too long for the name of a package");
    if (text.front() == '-')
        return wrong("is an option, not the name of a package");
    auto package = parse(grammar, text);
    if (!package)
        return wrong("is not the name of a package");
    package->key = packageKey(grammar, package->name);
    return *std::move(package);
}

std::string packageKey(NameGrammar grammar, std::string_view name)
{
    if (grammar == NameGrammar::Go || grammar == NameGrammar::Cran)
        return std::string(name);
    const auto low = lowerCase(name);
    const bool isCargo = grammar == NameGrammar::Cargo;
    if (grammar != NameGrammar::Pip && !isCargo)
        return low;
    std::string key;
    for (const char c : low) {
        const bool separates = contains(isCargo ? "_-" : "-_.", c);
        if (!separates || isCargo || !key.ends_with('-'))
            key += separates ? '-' : c;
    }
    return key;
}

} // namespace sandbench
