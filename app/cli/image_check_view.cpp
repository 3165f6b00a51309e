// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/image_check_view.h"

#include "app/cli/text.h"
#include "core/base/units.h"

namespace sandbench::cli {
namespace {

using image_check::Finding;
using image_check::State;

std::string_view wordOf(State state)
{
    switch (state) {
    case State::Passed:
        return "pass  ";
    case State::Failed:
        return "FAIL  ";
    case State::NotChecked:
        break;
    }
    return "-     ";
}

std::string lineOf(const Finding& finding)
{
    auto text = "  " + std::string(wordOf(finding.state)) + printable(finding.name) + "\n";
    if (finding.state == State::Failed)
        text += "          expected: " + printable(finding.expected)
            + "\n          got:      " + printable(finding.got) + "\n";
    else if (finding.state == State::NotChecked)
        text += "          not checked: " + printable(finding.why) + "\n";
    return text;
}

std::string headOf(const image_check::ImageReport& report)
{
    auto text = printable(report.image) + " (" + report.engine
        + "): " + std::to_string(report.count(State::Passed)) + " passed, "
        + std::to_string(report.count(State::Failed)) + " failed, "
        + std::to_string(report.count(State::NotChecked)) + " not checked, "
        + formatSeconds(report.seconds) + "\n";
    if (report.problem)
        text += "  no sandbox: " + printable(report.problem->text()) + "\n";
    return text;
}

std::string factLine(std::string name, const std::string& value)
{
    name.resize(14, ' ');
    return "  " + name + (value.empty() ? "-" : printable(value)) + "\n";
}

std::string isolationText(const IsolationReport& isolation)
{
    auto text = factLine("isolation", joined(isolation.layers));
    for (const auto& missing : isolation.missing)
        text += factLine("", "missing: " + missing.layer + ": " + missing.reason);
    return text;
}

std::string probeText(const image_check::ImageProbe& probe)
{
    auto text = printable(probe.image) + " (" + probe.engine + "), " + formatSeconds(probe.seconds)
        + "\n";
    if (probe.problem)
        return text + "  no sandbox: " + printable(probe.problem->text()) + "\n"
            + factLine("platform", probe.platform);
    text += factLine("system", probe.os);
    text += factLine("platform", probe.platform);
    text += factLine("size", probe.bytes == 0 ? "" : formatSize(probe.bytes));
    text += factLine("user", probe.user);
    text += factLine("users", joined(probe.users));
    text += factLine("shells", joined(probe.shells));
    for (const auto& [name, version] : probe.interpreters)
        text += factLine(name, version);
    text += factLine("managers", joined(probe.packageManagers));
    text += factLine("packages", probe.packages ? std::to_string(*probe.packages) : "not known");
    text += factLine("our agent", probe.agentRuns ? "runs in it" : "does not run in it");
    text += isolationText(probe.isolation);
    for (const auto& line : probe.notes)
        text += factLine("note", line);
    for (const auto& finding : probe.trust)
        text += lineOf(finding);
    return text;
}

} // namespace

std::string imageChecksText(const std::vector<image_check::ImageReport>& reports)
{
    std::string text;
    for (const auto& report : reports) {
        text += headOf(report);
        for (const auto& finding : report.findings)
            text += lineOf(finding);
    }
    return text;
}

std::string imageProbesText(const std::vector<image_check::ImageProbe>& probes)
{
    std::string text;
    for (const auto& probe : probes)
        text += probeText(probe);
    return text;
}

} // namespace sandbench::cli
