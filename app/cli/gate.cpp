// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/gate.h"

#include "app/cli/line_reader.h"
#include "app/cli/text.h"
#include "core/base/fd.h"
#include "core/base/timestamp.h"
#include "core/policy/gate/policy_catalog.h"
#include "core/session/gate_check.h"
#include "core/session/session_core.h"
#include "core/workspace/composition.h"

#include <unistd.h>

namespace sandbench::cli {
namespace {

// The terminal must be free for an answer, and somebody must see the question.
bool canAsk(const RunOptions& options)
{
    return options.program != "-" && ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
}

bool askPerson(std::stop_token stop)
{
    (void)writeAll(STDERR_FILENO, "Run it anyway? [y/N] ");
    LineReader reader(std::move(stop));
    std::string answer;
    return reader.readLine("", answer) == LineReader::Outcome::Line
        && (answer == "y" || answer == "Y" || answer == "yes");
}

const char* meaningOf(GateDecision decision)
{
    switch (decision) {
    case GateDecision::Allow:
        return "would let it run";
    case GateDecision::Warn:
        return "would let it run, with a warning";
    case GateDecision::Ask:
        return "would ask before it runs";
    case GateDecision::Refuse:
        break;
    }
    return "would refuse it";
}

} // namespace

std::string gateText(const GateReport& report, const std::string& file)
{
    std::string text;
    for (const auto& finding : report.findings) {
        text += printable(finding.file.empty() ? file : finding.file) + ":"
            + std::to_string(finding.line) + ":" + std::to_string(finding.column) + ": "
            + std::string(severityName(finding.severity)) + ": " + printable(finding.description)
            + " [" + printable(finding.rule) + "]\n";
        if (!finding.why.empty())
            text += "    " + printable(finding.why) + "\n";
        if (!finding.suggestion.empty())
            text += "    " + printable(finding.suggestion) + "\n";
    }
    if (report.omitted > 0 || report.omittedMore)
        text += (report.omittedMore ? "more than " : "") + std::to_string(report.omitted)
            + " more findings are not shown\n";
    for (const auto& notice : report.notices)
        text += "note: " + printable(notice) + "\n";
    return text + "The policy " + printable(report.policy) + " " + meaningOf(report.decision) + ": "
        + printable(gateSentence(report)) + ".\n" + kGateIsAdvice + "\n";
}

Result<std::shared_ptr<const CodePolicy>> policyOf(const RunOptions& options)
{
    const auto name
        = options.policy.empty() ? jsonString(options.sandbox, "policy") : options.policy;
    if (name.empty())
        return std::shared_ptr<const CodePolicy>();
    SANDBENCH_TRY(const auto policies, PolicyCatalog::load(userPolicyFolder()));
    return policies.find(name);
}

std::optional<RunRecord> passGate(
    const CodePolicy& policy, const RunOptions& options, const LanguageCatalog& languages,
    const std::optional<ProjectFolder>& project, RunInvocation& plan, std::stop_token stop)
{
    const auto language = languages.find(plan.request.language);
    ProjectScan scan;
    if (project)
        scan = scanProject(*project, languages, policy, stop);
    auto report
        = language ? checkAgainstPolicy(&policy, plan.request, *language, &scan) : std::nullopt;
    if (!report)
        return std::nullopt;
    plan.request.gateConfirmed = options.yes;
    if (!report->findings.empty()) {
        const auto file = options.program == "-" ? "standard input" : options.program;
        (void)writeAll(STDERR_FILENO, gateText(*report, file));
    }
    if (report->decision == GateDecision::Ask && !options.yes && canAsk(options))
        plan.request.gateConfirmed = askPerson(std::move(stop));
    if (!isDenied(*report, plan.request.gateConfirmed))
        return std::nullopt;
    if (report->decision == GateDecision::Ask)
        note("to run it all the same, answer on a terminal or give --yes");
    RunRecord record;
    record.runId = makeId("r");
    record.engine = plan.sandbox.engine;
    record.language = plan.request.language;
    record.profile = plan.sandbox.session.profile;
    record.startedAt = utcNow();
    record.runLimits = plan.request.limits;
    record.sandboxLimits = plan.sandbox.session.sandbox.limits;
    writeDenied(record, *std::move(report));
    return record;
}

} // namespace sandbench::cli
