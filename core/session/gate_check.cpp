// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/gate_check.h"

#include <algorithm>
#include <array>

namespace sandbench {

namespace {

/// Whose rules speak of a manager's packages.
std::string_view languageOfManager(std::string_view manager)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kLanguages
        = {{{"pip", "python"},
            {"micromamba", "python"},
            {"npm", "javascript"},
            {"gem", "ruby"},
            {"go", "go"},
            {"cargo", "rust"},
            {"cran", "r"},
            {"composer", "php"},
            {"apt", "bash"}}};
    for (const auto& [id, language] : kLanguages)
        if (id == manager)
            return language;
    return {};
}

} // namespace

std::optional<GateReport> checkAgainstPolicy(
    const CodePolicy* policy, const RunRequest& request, const Language& language,
    const ProjectScan* project)
{
    if (!policy || !request.command.empty())
        return std::nullopt;
    auto report = scanCode(request.code, language.id, *policy);
    for (const auto& file : request.files) {
        const auto isSource
            = [&](const std::string& extension) { return file.destination.ends_with(extension); };
        if (std::any_of(language.extensions.begin(), language.extensions.end(), isSource))
            addReport(report, scanCode(file.bytes, language.id, *policy), file.destination);
    }
    if (!project || request.projectFile.empty())
        return report;
    for (const auto& [path, found] : *project)
        if (path != request.projectFile)
            addReport(report, found, path);
    return report;
}

bool isDenied(const GateReport& report, bool confirmed)
{
    return report.decision == GateDecision::Refuse
        || (report.decision == GateDecision::Ask && !confirmed);
}

void writeDenied(RunRecord& record, GateReport report)
{
    record.verdict = Verdict::PolicyDenied;
    record.evidence = "The scan of the program: " + gateSentence(report);
    record.language = report.language;
    record.gate = std::move(report);
}

bool isDeniedByPolicy(
    const CodePolicy* policy, const RunRequest& request, const Language& language,
    const ProjectScan* project, RunRecord& record)
{
    auto report = checkAgainstPolicy(policy, request, language, project);
    if (!report)
        return false;
    if (!report->findings.empty())
        record.warnings.push_back("The policy " + report->policy + ": " + gateSentence(*report));
    const bool denied = isDenied(*report, request.gateConfirmed);
    if (denied)
        writeDenied(record, *std::move(report));
    else
        record.gate = std::move(report);
    return denied;
}

PackageRefusal packageRule(std::shared_ptr<const CodePolicy> policy, bool confirmed)
{
    if (!policy)
        return {};
    return [policy = std::move(policy), confirmed](
               const std::string& manager, const std::string& key) -> std::optional<std::string> {
        const auto* rule = policy->restrictedPackage(languageOfManager(manager), key);
        if (!rule)
            return std::nullopt;
        const auto decision = policy->decide(rule->severity);
        const bool asks = decision == GateDecision::Ask && !confirmed;
        if (decision != GateDecision::Refuse && !asks)
            return std::nullopt;
        return "the policy " + policy->id + (asks ? " asks first: " : " refuses it: ")
            + rule->description + (asks ? "; --yes is a yes" : "");
    };
}

} // namespace sandbench
