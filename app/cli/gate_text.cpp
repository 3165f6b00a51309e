// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/gate_text.h"

#include "app/cli/text.h"

namespace sandbench::cli {
namespace {

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
    return text + "The policy " + printable(report.policy) + " " + meaningOf(report.decision) + ": "
        + printable(gateSentence(report)) + ".\n" + kGateIsAdvice + "\n";
}

} // namespace sandbench::cli
