// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/policy/gate/policy_catalog.h"
#include "core/policy/gate/scan.h"

#include <algorithm>
#include <string>
#include <vector>

namespace sandbench {

/// A policy that refuses programs which load @p module.
inline CodePolicy restricting(const std::string& module)
{
    CodePolicy policy;
    policy.id = "test";
    policy.thresholds = {Severity::Low, {}, Severity::High};
    const bool added = policy.addRestrictedModule(module, Severity::High).has_value();
    return added ? policy : CodePolicy();
}

/// A policy that refuses programs which refer to @p name.
inline CodePolicy forbidding(const std::string& name)
{
    CodePolicy policy;
    policy.id = "test";
    policy.thresholds = {Severity::Low, {}, Severity::High};
    Rule rule;
    rule.id = "use";
    rule.description = "Uses " + name;
    rule.severity = Severity::High;
    rule.uses = {name};
    const bool added = policy.add(std::move(rule)).has_value();
    return added ? policy : CodePolicy();
}

inline bool refuses(const CodePolicy& policy, std::string_view code, std::string_view language)
{
    return scanCode(code, language, policy).decision == GateDecision::Refuse;
}

} // namespace sandbench
