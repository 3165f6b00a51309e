// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/gate_check.h"

#include "core/session/notebook_lines.h"

#include <algorithm>
#include <array>
#include <tuple>

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

/// What runs text that it is given; empty = nothing that we know. Versions at the end do not count.
std::string_view languageOfInterpreter(std::string_view word)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kInterpreters
        = {{{"bash", "bash"},
            {"sh", "bash"},
            {"dash", "bash"},
            {"zsh", "bash"},
            {"python", "python"},
            {"node", "javascript"},
            {"ruby", "ruby"},
            {"php", "php"},
            {"Rscript", "r"}}};
    word.remove_prefix(word.rfind('/') + 1);
    while (!word.empty() && (word.back() == '.' || (word.back() >= '0' && word.back() <= '9')))
        word.remove_suffix(1);
    for (const auto& [name, language] : kInterpreters)
        if (name == word)
            return language;
    return {};
}

/// "-c", "-lc", "-e", "-r", "--eval": a program follows.
bool bringsProgram(std::string_view option)
{
    return option == "--eval"
        || (option.starts_with('-') && !option.starts_with("--")
            && option.find_first_of("cepr") == option.size() - 1);
}

std::string quotedForShell(std::string_view word)
{
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

bool isPlain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
        || std::string_view("%+,-./:=@_").find(c) != std::string_view::npos;
}

/// A command is what a line for bash says, and a text for an interpreter is a program.
GateReport scanCommand(const std::vector<std::string>& command, const CodePolicy& policy)
{
    std::string line;
    for (const auto& word : command)
        line += (line.empty() ? "" : " ")
            + (std::all_of(word.begin(), word.end(), isPlain) ? word : quotedForShell(word));
    auto report = scanCode(line, "bash", policy);
    std::string_view interpreter;
    for (std::size_t i = 0; i + 1 < command.size(); ++i) {
        if (const auto known = languageOfInterpreter(command[i]); !known.empty())
            interpreter = known;
        else if (!interpreter.empty() && bringsProgram(command[i]))
            addReport(report, scanCode(command[i + 1], interpreter, policy), command[i]);
    }
    return report;
}

/// A cell of Python as it stands, and what notebooks have in it.
GateReport scanCell(const std::string& code, const CodePolicy& policy)
{
    auto report = scanCode(code, "python", policy);
    const auto lines = readNotebookLines(code);
    if (lines.isNone)
        return report;
    addReport(report, scanCode(lines.python, "python", policy), {});
    addReport(report, scanCode(lines.shell, "bash", policy), {});
    const auto place = [](const Finding& finding) {
        return std::tie(finding.line, finding.rule); // The columns have moved.
    };
    auto& found = report.findings;
    std::stable_sort(found.begin(), found.end(), [&](const auto& a, const auto& b) {
        return place(a) < place(b);
    });
    const auto isSame = [&](const auto& a, const auto& b) { return place(a) == place(b); };
    found.erase(std::unique(found.begin(), found.end(), isSame), found.end());
    return report;
}

GateReport
scanProgram(const RunRequest& request, const Language& language, const CodePolicy& policy)
{
    if (!request.command.empty())
        return scanCommand(request.command, policy);
    if (!request.context.empty() && language.id == "python")
        return scanCell(request.code, policy);
    return scanCode(request.code, language.id, policy);
}

} // namespace

std::optional<GateReport> checkAgainstPolicy(
    const CodePolicy* policy, const RunRequest& request, const Language& language,
    const ProjectScan* project)
{
    if (!policy)
        return std::nullopt;
    auto report = scanProgram(request, language, *policy);
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
