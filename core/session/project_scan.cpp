// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/project_scan.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace sandbench {

namespace {

constexpr std::uint64_t kMostBytes = 32U << 20;

/// Empty = no source of any language.
std::string languageOf(const std::string& path, const LanguageCatalog& languages)
{
    constexpr std::array<std::string_view, 4> kHeaders = {".h", ".hh", ".hpp", ".hxx"};
    if (std::any_of(
            kHeaders.begin(), kHeaders.end(), [&](auto end) { return path.ends_with(end); }))
        return "cpp";
    const auto language = languages.findByFileName(path);
    return language ? language->id : std::string();
}

GateReport notRead(const std::string& language, const CodePolicy& policy)
{
    Finding finding;
    finding.rule = "gate.not-read";
    finding.severity = Severity::High;
    finding.description = "Was not looked at, nor perhaps other files";
    finding.why = "It cannot be read, or the project has more source code than a scan reads.";
    finding.suggestion = "Leave out what the run does not need, in .sandbenchignore.";
    return {policy.id, language, policy.decide(Severity::High), {std::move(finding)}, 0, false, {}};
}

} // namespace

ProjectScan scanProject(
    const ProjectFolder& project, const LanguageCatalog& languages, const CodePolicy& policy,
    const std::stop_token& stop)
{
    ProjectScan scan;
    std::uint64_t left = kMostBytes;
    bool complete = true;
    for (const auto& file : project.files()) {
        const auto language = languageOf(file.path, languages);
        if (language.empty())
            continue;
        const auto bytes = stop.stop_requested() || file.bytes > left
            ? Result<std::string>(Error(ErrorCode::ResourceExhausted, "more than is read"))
            : project.readFile(file.path, left);
        if (!bytes) {
            if (std::exchange(complete, false))
                scan.emplace(file.path, notRead(language, policy));
            continue;
        }
        left -= bytes->size();
        auto report = scanCode(*bytes, language, policy);
        if (!report.findings.empty())
            scan.emplace(file.path, std::move(report));
    }
    return scan;
}

} // namespace sandbench
