// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/code_policy.h"

#include <algorithm>

namespace sandbench {
namespace {

constexpr std::size_t kMostRules = 2000;

Error ruleError(const std::string& rule, const std::string& problem)
{
    return Error(
        ErrorCode::InvalidArgument,
        (rule.empty() ? "a rule" : "the rule '" + rule + "'") + ": " + problem);
}

bool startsWith(const std::vector<std::string>& parts, const std::vector<std::string>& first)
{
    return !first.empty() && first.size() <= parts.size()
        && std::equal(first.begin(), first.end(), parts.begin());
}

} // namespace

std::string_view gateDecisionName(GateDecision decision)
{
    switch (decision) {
    case GateDecision::Allow:
        return "allow";
    case GateDecision::Warn:
        return "warn";
    case GateDecision::Ask:
        return "ask";
    case GateDecision::Refuse:
        break;
    }
    return "refuse";
}

Result<void> CodePolicy::add(Rule rule)
{
    if (rule.id.empty() || rule.id.size() > 80)
        return ruleError(rule.id, "field 'id' has 1 to 80 characters");
    const int matchers = (rule.modules.empty() ? 0 : 1) + (rule.uses.empty() ? 0 : 1)
        + (rule.pattern.empty() ? 0 : 1);
    if (matchers != 1)
        return ruleError(
            rule.id, "it has exactly one of the fields 'module', 'uses' and 'pattern'");
    for (const auto& module : rule.modules)
        if (moduleParts(module, rule.languages.empty() ? "python" : rule.languages.front()).empty())
            return ruleError(rule.id, "field 'module' names no module");
    if (!rule.pattern.empty() && !rule.compiled) {
        auto compiled = compilePattern(rule.pattern);
        if (!compiled)
            return ruleError(rule.id, "field 'pattern': " + compiled.error().message());
        rule.compiled = *std::move(compiled);
    }
    const auto same = std::find_if(
        m_rules.begin(), m_rules.end(), [&](const Rule& other) { return other.id == rule.id; });
    if (same != m_rules.end())
        *same = std::move(rule);
    else if (m_rules.size() < kMostRules)
        m_rules.push_back(std::move(rule));
    else
        return ruleError(rule.id, "a policy has at most " + std::to_string(kMostRules) + " rules");
    return {};
}

Result<void>
CodePolicy::addPattern(std::string ruleId, std::string pattern, Severity severity, std::string text)
{
    Rule rule;
    rule.id = std::move(ruleId);
    rule.description = text.empty() ? "Matches " + pattern : std::move(text);
    rule.severity = severity;
    rule.pattern = std::move(pattern);
    if (rule.pattern.empty())
        return ruleError(rule.id, "field 'pattern' is empty");
    return add(std::move(rule));
}

Result<void> CodePolicy::addRestrictedModule(
    const std::string& module, Severity severity, std::vector<std::string> languages)
{
    const auto parts = moduleParts(module, "python");
    Rule rule;
    for (const auto& part : parts)
        rule.id += (rule.id.empty() ? "module." : ".") + part;
    rule.description = "Loads " + module;
    rule.severity = severity;
    rule.languages = std::move(languages);
    rule.modules = {module};
    rule.why = "This policy does not allow it.";
    return add(std::move(rule));
}

const Rule* CodePolicy::restrictedPackage(std::string_view language, std::string_view package) const
{
    const auto parts = moduleParts(package, language);
    const Rule* found = nullptr;
    for (const auto& rule : m_rules)
        for (const auto& module : rule.modules)
            if (rule.appliesTo(language) && (!found || found->severity < rule.severity)
                && startsWith(parts, moduleParts(module, language)))
                found = &rule;
    return found;
}

GateDecision CodePolicy::decide(std::optional<Severity> worst) const
{
    const auto reaches = [&](std::optional<Severity> threshold) {
        return worst && threshold && *worst >= *threshold;
    };
    if (reaches(thresholds.refuse))
        return GateDecision::Refuse;
    if (reaches(thresholds.ask))
        return GateDecision::Ask;
    return reaches(thresholds.warn) ? GateDecision::Warn : GateDecision::Allow;
}

} // namespace sandbench
