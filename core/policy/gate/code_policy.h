// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/policy/gate/rule.h"
#include "core/policy/isolation_layers.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// What a policy says to a program.
enum class GateDecision { Allow, Warn, Ask, Refuse };

/// "refuse"
std::string_view gateDecisionName(GateDecision decision);

/// From which severity on a finding has which consequence; nothing = never.
struct GateThresholds
{
    std::optional<Severity> warn = Severity::Low;
    std::optional<Severity> ask;
    std::optional<Severity> refuse;
};

/// Rules and what follows from their findings. Advice: a program can be written so that no scan
/// understands it. Isolation is the boundary.
///
/// Rules are made ready when they are added. Thread: any, once it is built (share it as const).
class CodePolicy
{
public:
    std::string id; ///< "development"
    std::string name;
    std::string description;
    GateThresholds thresholds;
    LayerNames requiredLayers; ///< A sandbox without one of them is not opened for its programs.

    const std::vector<Rule>& rules() const { return m_rules; }
    /// Replaces a rule of the same id. Errors: InvalidArgument naming the field.
    Result<void> add(Rule rule);
    /// A regular expression (RE2) that is looked for in code. Errors: as add().
    Result<void> addPattern(
        std::string id, std::string pattern, Severity severity, std::string description = {});
    /// A module that programs shall not load and that shall not be installed, in any language; also
    /// under names such as "Requests" and "requests==2". Errors: as add().
    Result<void> addRestrictedModule(
        const std::string& name, Severity severity, std::vector<std::string> languages = {});

    /// The most severe rule that speaks of a package of this name, or null. @p language: its id.
    const Rule* restrictedPackage(std::string_view language, std::string_view package) const;
    GateDecision decide(std::optional<Severity> worst) const;

private:
    std::vector<Rule> m_rules;
};

/// All rules that policies may choose from, by id.
using RuleBook = std::map<std::string, Rule, std::less<>>;

/// Checks and converts a file of rules, {"rules": […]}, into @p book. No I/O.
/// Errors: InvalidArgument naming rule and field.
Result<void> parseRules(std::string_view json, RuleBook& book);

/// Checks and converts a policy. No I/O. Errors: InvalidArgument naming rule and field.
Result<CodePolicy> parsePolicy(std::string_view json, const RuleBook& book);

} // namespace sandbench
