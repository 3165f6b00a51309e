// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/failure.h"
#include "app/cli/gate.h"
#include "app/cli/language_of_file.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/run_plan.h"
#include "app/cli/text.h"
#include "core/base/json.h"
#include "core/policy/gate/policy_catalog.h"
#include "core/workspace/composition.h"

#include <CLI/CLI.hpp>

namespace sandbench::cli {
namespace {

constexpr const char* kScanFooter
    = R"(Reads the program as its language does: imports in all their forms, aliases, calls of what a policy
names, texts that are run as code; no comments or documentation, but for rules about these. Nothing is run. A scan is
advice: a program can hide from it. What contains the program is its isolation.

Lines and columns count from 1; a column is one Unicode code point.

Examples:
  sandbenchctl scan generated.py
  sandbenchctl scan --policy strict --json generated.py | jq '.findings[].rule'
  sandbenchctl scan --policy ./mine.json --language bash - < setup
  sandbenchctl policies

Exit status: 0 when the policy would let the program run (also with warnings), 1 when it would
refuse it or ask first, 2 for wrong usage.)";

struct ScanOptions
{
    std::string file;
    std::string policy = "development";
    std::string language;
    bool json = false;
};

Result<GateReport> scanFile(const Program& program, const ScanOptions& options)
{
    SANDBENCH_TRY(const auto languages, LanguageCatalog::load(userLanguageFolder()));
    SANDBENCH_TRY(const auto policies, PolicyCatalog::load(userPolicyFolder()));
    SANDBENCH_TRY(const auto policy, policies.find(options.policy));
    auto language = options.language;
    if (language.empty()) {
        SANDBENCH_TRY(const auto found, languageOfFile(languages, options.file));
        language = found.id;
    } else if (const auto known = languages.find(language); !known) {
        return known.error();
    }
    SANDBENCH_TRY(const auto code, readProgram(options.file, program.signals.stopToken()));
    return scanCode(code, language, *policy);
}

Result<int> scanCommand(const Program& program, const ScanOptions& options)
{
    SANDBENCH_TRY(const auto report, scanFile(program, options));
    auto json = toJson(report);
    json["schema"] = "sandbench.scan/1";
    json["file"] = options.file;
    const int status = printed(options.json, json, gateText(report, options.file));
    return report.decision < GateDecision::Ask ? status : 1;
}

} // namespace

void addScanCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<ScanOptions>();
    CLI::App* command = addSubcommand(
        root, options, chosen, "scan",
        "Say what a policy would say to a program, without running it", scanCommand);
    command->add_option("FILE", options->file, "The program's file, or - for standard input")
        ->type_name("FILE")
        ->option_text(" ")
        ->required();
    one(*command, "--policy,-p", options->policy, "POLICY",
        "A policy by its name, or the path of a policy file (default: development)");
    one(*command, "--language,-l", options->language, "LANGUAGE",
        "Language of the program (default: by its file name; python for -)");
    addJson(*command, options->json);
    command->footer(kScanFooter);
}

} // namespace sandbench::cli
