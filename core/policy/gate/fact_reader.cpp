// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/fact_reader.h"

#include "core/policy/gate/literal.h"

#include <algorithm>

namespace sandbench::gate {
namespace {

constexpr std::size_t kMostFacts = 20000;
constexpr std::size_t kMostPrograms = 2000;
constexpr std::size_t kMostNames = 20000;
constexpr std::size_t kMostTargets = 8;
constexpr std::size_t kLongestName = 256;
constexpr unsigned kDeepestChain = 6;
constexpr std::size_t kMostCallTokens = 64;

} // namespace

void WantedNames::add(std::string_view name)
{
    if (name.ends_with(".*")) {
        name.remove_suffix(2);
        m_modules.emplace(name);
    }
    for (auto end = name.find('.'); end != std::string_view::npos; end = name.find('.', end + 1))
        m_prefixes.emplace(name.substr(0, end));
    m_prefixes.emplace(name);
    m_heads.add(name.substr(0, name.find('.')));
}

bool WantedNames::leadsTo(std::string_view name) const
{
    if (m_prefixes.contains(name))
        return true;
    for (auto end = name.find('.'); end != std::string_view::npos; end = name.find('.', end + 1))
        if (m_modules.contains(name.substr(0, end)) || m_prefixes.contains(name.substr(0, end)))
            return true;
    return false;
}

FactReader::FactReader(
    const LexedSource& source, std::string_view language, const WantedNames& wanted)
    : m_source(source)
    , m_language(language)
    , m_rules(lexicalRulesOf(language))
    , m_wanted(wanted)
    , m_namesVary(m_rules.has(kAnyCase) || m_rules.wordBytes.find('.') != std::string_view::npos)
    , m_known(wanted.heads())
{
}

Facts FactReader::read()
{
    for (const auto name : machinery()) {
        m_machinery.emplace(name);
        m_known.add(name);
    }
    for (const bool first : {true, false}) {
        m_firstPass = first;
        m_evaluated = 0;
        for (std::size_t i = 0; i < count();)
            i = std::max(step(i), i + 1);
    }
    return std::move(m_facts);
}

bool FactReader::resolveCall(Chain&, unsigned)
{
    return false;
}

FactReader::Constant FactReader::computedText(std::size_t, unsigned)
{
    return {};
}

bool FactReader::isWord(std::size_t i, std::string_view text) const
{
    if (!isWord(i))
        return false;
    return token(i).has(kOdd) || m_rules.has(kAnyCase) ? nameOf(i) == text : textOf(i) == text;
}

bool FactReader::isWordIn(std::size_t i, std::initializer_list<std::string_view> words) const
{
    return isWord(i) && std::any_of(words.begin(), words.end(), [&](std::string_view word) {
               return isWord(i, word);
           });
}

std::string FactReader::nameOf(std::size_t i) const
{
    auto name = token(i).has(kOdd) ? decodeName(textOf(i), m_rules) : std::string(textOf(i));
    if (m_rules.has(kAnyCase))
        for (char& c : name)
            c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c;
    return name;
}

Range FactReader::rangeOf(std::size_t first, std::size_t end) const
{
    return {token(first).begin, token(std::max(end, first + 1) - 1).end};
}

std::size_t FactReader::joinerAt(std::size_t i) const
{
    if (isPunct(i, '.'))
        return isPunct(i + 1, '.') ? 0 : 1;
    if (isPunct(i, '?') && isPunct(i + 1, '.'))
        return 2;
    return (isPunct(i, '-') && isPunct(i + 1, '>')) || (isPunct(i, ':') && isPunct(i + 1, ':')) ? 2
                                                                                                : 0;
}

std::size_t FactReader::behindCall(std::size_t i) const
{
    std::size_t depth = 0;
    for (auto at = i; at < std::min(count(), i + kMostCallTokens); ++at) {
        if (isPunct(at, '(') || isPunct(at, '[') || isPunct(at, '{'))
            ++depth;
        else if ((isPunct(at, ')') || isPunct(at, ']') || isPunct(at, '}')) && --depth == 0)
            return at + 1;
    }
    return i;
}

FactReader::Path FactReader::pathAt(std::size_t i, char joiner) const
{
    Path path = {{}, i};
    while (isWord(path.end) && path.name.size() < kLongestPath) {
        path.name += (path.name.empty() ? "" : ".") + nameOf(path.end);
        ++path.end;
        if (!isPunct(path.end, joiner) || !isWord(path.end + 1))
            break;
        ++path.end;
    }
    return path;
}

FactReader::Chain FactReader::chainAt(std::size_t i, unsigned depth)
{
    Chain chain = {{}, i + 1, rangeOf(i, i + 1)};
    if (!mayBeKnown(i))
        return chain;
    const bool plain = !token(i).has(kOdd) && !m_rules.has(kAnyCase);
    const auto decoded = plain ? std::string() : nameOf(i);
    const std::string_view head = plain ? textOf(i) : std::string_view(decoded);
    if (const auto known = m_names.find(head); known != m_names.end())
        chain.name = known->second.front();
    else if (m_wanted.leadsTo(head) || isMachinery(head))
        chain.name = rootOf(std::string(head));
    else
        return chain;
    while (depth < kDeepestChain && chain.name.size() <= kLongestName
           && followChain(chain, depth)) { }
    chain.at = rangeOf(i, chain.end);
    return chain;
}

// One part further: .name, ["name"], or what a call gives.
bool FactReader::followChain(Chain& chain, unsigned depth)
{
    const auto i = chain.end;
    if (const auto joiner = joinerAt(i); joiner > 0 && isWord(i + joiner)) {
        const auto part = nameOf(i + joiner);
        chain.end = i + joiner + 1;
        if (part != "__dict__")
            chain.name = rootOf(chain.name.empty() ? part : chain.name + "." + part);
        return true;
    }
    const auto bracket = isPunct(i, '[')                                ? i
        : isPunct(i, '?') && isPunct(i + 1, '.') && isPunct(i + 2, '[') ? i + 2
                                                                        : 0;
    if (bracket > 0 && !startsLine(bracket)) {
        const auto key = constantAt(bracket + 1, depth + 1);
        if (!key.value || !isPunct(key.end, ']'))
            return false;
        chain.name = rootOf(chain.name.empty() ? *key.value : chain.name + "." + *key.value);
        chain.end = key.end + 1;
        return true;
    }
    if (isPunct(i, '?') && isPunct(i + 1, '.') && isPunct(i + 2, '('))
        chain.end = i + 2;
    if (!isPunct(chain.end, '('))
        return false;
    return resolveCall(chain, depth + 1);
}

// A name without a module is only meant where it is called or handed on.
bool FactReader::isReference(std::size_t i, const Chain& chain) const
{
    if (i > 0 && isWordIn(i - 1, {"def", "function", "func", "fn", "class", "fun", "sub"}))
        return false;
    if (chain.name.find('.') != std::string::npos || isPunct(chain.end, '('))
        return true;
    if (m_names.contains(textOf(i)))
        return false; // told where it got its name
    const bool handedOn
        = i > 0 && (isPunct(i - 1, '=') || isPunct(i - 1, '(') || isPunct(i - 1, ','));
    const bool ends = startsLine(chain.end) || isPunct(chain.end, ';') || isPunct(chain.end, ')')
        || isPunct(chain.end, ',');
    return handedOn && ends && !(chain.end < count() && isPunct(chain.end, '='));
}

std::size_t FactReader::useAt(std::size_t i)
{
    if (i > 0
        && (isPunct(i - 1, '.') || (isPunct(i - 1, '>') && i > 1 && isPunct(i - 2, '-'))
            || (isPunct(i - 1, ':') && i > 1 && isPunct(i - 2, ':'))))
        return i + 1;
    if (m_facts.uses.size() >= kMostFacts)
        return i + 1; // which is told already
    const auto chain = chainAt(i);
    if (!chain.name.empty()) {
        if (isReference(i, chain))
            addUse(chain.name, chain.at);
        // More than one thing may have this name.
        const auto known = m_names.find(textOf(i));
        if (known != m_names.end() && known->second.size() > 1)
            for (const auto& other : known->second) {
                const auto rest = chain.name.starts_with(known->second.front())
                    ? chain.name.substr(known->second.front().size())
                    : std::string();
                addUse(other + rest, chain.at);
            }
    } else if (!m_starModules.empty() && isPunct(i + 1, '(')) {
        addStarUses(chain);
    }
    return i + 1; // what a chain holds in its brackets is looked at too
}

void FactReader::addStarUses(const Chain& chain)
{
    const auto name = m_source.text.substr(chain.at.begin, chain.at.end - chain.at.begin);
    if (name.size() > kLongestName)
        return;
    for (const auto& module : m_starModules)
        addUse(module + "." + std::string(name), chain.at);
}

bool FactReader::assignAt(std::size_t i)
{
    const bool walrus = isPunct(i + 1, ':') && isPunct(i + 2, '=');
    const auto equals = walrus ? i + 2 : i + 1;
    if (!isPunct(equals, '=') || isPunct(equals + 1, '=') || isPunct(equals + 1, '>')
        || (i > 0 && joinerAt(i - 1)))
        return false;
    const auto value = equals + 1;
    auto constant = constantAt(value);
    if (constant.value) {
        const auto name = nameOf(i);
        if (m_constants.size() < kMostNames || m_constants.contains(name)) {
            m_known.add(name);
            m_constants[name] = std::move(constant);
        } else {
            addObscure(rangeOf(i, i + 1));
        }
        return true;
    }
    if (!isFirstPass() && !isPunct(value, '(') && mayBeKnown(i))
        m_constants.erase(nameOf(i));
    if (isWord(value) && isFirstPass())
        if (const auto chain = chainAt(value); !chain.name.empty() && !isPunct(chain.end, '('))
            bind(nameOf(i), chain.name);
    return true;
}

void FactReader::bind(const std::string& name, const std::string& target)
{
    if (!isFirstPass() || name.size() > kLongestName
        || !(m_wanted.leadsTo(target) || isMachinery(target)))
        return;
    if (m_names.size() >= kMostNames && !m_names.contains(name))
        return addObscure({});
    m_known.add(name);
    auto& targets = m_names[name];
    if (std::find(targets.begin(), targets.end(), target) != targets.end())
        return;
    if (targets.size() < kMostTargets)
        targets.push_back(target);
    else
        addObscure({});
}

void FactReader::addImport(std::string module, Range at, std::size_t known, bool isOwn)
{
    if (m_firstPass || module.empty())
        return;
    if (m_facts.imports.size() < kMostFacts)
        m_facts.imports.push_back({std::move(module), known, at, isOwn});
    else
        addObscure(at);
}

void FactReader::addUse(const std::string& name, Range at)
{
    if (m_firstPass || !m_wanted.leadsTo(name))
        return;
    m_facts.uses.push_back({name, at});
    if (m_facts.uses.size() >= kMostFacts)
        addObscure(at);
}

void FactReader::addProgram(std::string_view language, const Constant& text)
{
    if (m_firstPass || !text.value)
        return;
    if (m_facts.programs.size() < kMostPrograms)
        m_facts.programs.push_back({std::string(language), *text.value, text.at, text.exact});
    else
        addObscure(text.at);
}

void FactReader::addObscure(Range at)
{
    if (m_facts.obscure.empty())
        m_facts.obscure.push_back(at);
}

} // namespace sandbench::gate
