// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/gate.h"
#include "app/cli/options.h"
#include "app/cli/text.h"
#include "core/base/json.h"
#include "core/policy/gate/policy_catalog.h"
#include "core/workspace/composition.h"

#include <CLI/CLI.hpp>

namespace sandbench::cli {
namespace {

std::string footer()
{
    return R"(A policy is a list of rules and the severities from which on it warns, asks or refuses. Your own are
files in the policies folder of your configuration, or named by their path; they may take any rule
that is listed with --json by its id, and hold rules of their own:
  {"id": "mine", "name": "Mine", "thresholds": {"warn": "low", "refuse": "high"},
   "rules": ["python.shell", "text.*", {"rule": "python.module.os", "severity": "low"},
             {"id": "mine.no-flask", "description": "Imports flask", "severity": "high",
              "module": "flask"}]}
)" + std::string(kGateIsAdvice)
        + "\n\nExample:\n  sandbenchctl policies --json | jq '.policies[] | {id, thresholds}'";
}

std::string thresholdName(std::optional<Severity> severity)
{
    return severity ? std::string(severityName(*severity)) : "never";
}

Json policyJson(const CodePolicy& policy)
{
    auto rules = Json::array();
    for (const auto& rule : policy.rules())
        rules.push_back({{"id", rule.id}, {"severity", severityName(rule.severity)}});
    return {
        {"id", policy.id},
        {"name", policy.name},
        {"description", policy.description},
        {"thresholds",
         {{"warn", thresholdName(policy.thresholds.warn)},
          {"ask", thresholdName(policy.thresholds.ask)},
          {"refuse", thresholdName(policy.thresholds.refuse)}}},
        {"require_layers", policy.requiredLayers},
        {"rules", std::move(rules)}};
}

Result<int> policiesCommand(const Program&, const JsonOption& options)
{
    SANDBENCH_TRY(const auto catalog, PolicyCatalog::load(userPolicyFolder()));
    if (options.json) {
        Json list
            = {{"schema", "sandbench.policies/1"},
               {"policies", Json::array()},
               {"rules", Json::array()}};
        for (const auto& policy : catalog.all())
            list["policies"].push_back(policyJson(*policy));
        for (const auto& [id, rule] : catalog.book())
            list["rules"].push_back(
                {{"id", id},
                 {"description", rule.description},
                 {"severity", severityName(rule.severity)},
                 {"languages", rule.languages},
                 {"why", rule.why},
                 {"suggestion", rule.suggestion}});
        return print(writeJson(list) + "\n") ? 0 : 1;
    }
    std::vector<std::vector<std::string>> rows
        = {{"POLICY", "WARNS", "ASKS", "REFUSES", "RULES", "FOR"}};
    for (const auto& policy : catalog.all())
        rows.push_back(
            {policy->id, thresholdName(policy->thresholds.warn),
             thresholdName(policy->thresholds.ask), thresholdName(policy->thresholds.refuse),
             std::to_string(policy->rules().size()), policy->description});
    return print(tableText(rows) + kGateIsAdvice + "\n") ? 0 : 1;
}

} // namespace

void addPoliciesCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<JsonOption>();
    CLI::App* command = addSubcommand(
        root, options, chosen, "policies", "List the policies that scan and run can follow",
        policiesCommand);
    addJson(*command, options->json, "Print one JSON object with all rules instead");
    command->footer(footer());
}

} // namespace sandbench::cli
