// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/rule_index.h"

#include <algorithm>

namespace sandbench::gate {
namespace {

void put(std::vector<const Rule*>& rules, const Rule* rule)
{
    if (std::find(rules.begin(), rules.end(), rule) == rules.end())
        rules.push_back(rule);
}

} // namespace

RuleIndex::RuleIndex(const CodePolicy& policy, std::string_view language)
    : m_language(language)
{
    for (const auto& rule : policy.rules()) {
        if (!rule.appliesTo(language))
            continue;
        if (rule.compiled)
            m_patterns.push_back(&rule);
        for (const auto& module : rule.modules) {
            auto parts = moduleParts(module, language);
            if (parts.empty())
                continue;
            if (language == "go")
                m_lastParts[parts.back()].push_back({parts, &rule});
            m_modules[parts.front()].push_back({std::move(parts), &rule});
        }
        for (const auto& name : rule.uses) {
            m_wanted.add(name);
            if (name.ends_with(".*"))
                m_members[name.substr(0, name.size() - 2)].push_back(&rule);
            else
                m_uses[name].push_back(&rule);
        }
    }
}

std::vector<const Rule*> RuleIndex::rulesFor(const Import& import) const
{
    std::vector<const Rule*> rules;
    const auto parts = moduleParts(import.module, m_language);
    if (parts.empty())
        return rules;
    if (const auto found = m_modules.find(parts.front()); found != m_modules.end())
        for (const auto& [wanted, rule] : found->second)
            if (wanted.size() > import.known && wanted.size() <= parts.size()
                && std::equal(wanted.begin(), wanted.end(), parts.begin()))
                put(rules, rule);
    if (const auto found = m_lastParts.find(parts.back()); found != m_lastParts.end())
        for (const auto& [wanted, rule] : found->second)
            if (wanted.size() <= parts.size()
                && std::equal(wanted.rbegin(), wanted.rend(), parts.rbegin()))
                put(rules, rule);
    return rules;
}

std::vector<const Rule*> RuleIndex::rulesFor(const Use& use) const
{
    std::vector<const Rule*> rules;
    const std::string_view name = use.name;
    // In R a dot is a letter.
    const auto first = m_language == "r" ? std::string_view::npos : name.find('.');
    for (auto end = first;; end = name.find('.', end + 1)) {
        const bool whole = end == std::string_view::npos;
        const auto prefix = name.substr(0, end);
        if (const auto found = m_uses.find(prefix); found != m_uses.end())
            for (const auto* rule : found->second)
                put(rules, rule);
        if (whole)
            return rules;
        if (const auto found = m_members.find(prefix); found != m_members.end())
            for (const auto* rule : found->second)
                put(rules, rule);
    }
}

} // namespace sandbench::gate
