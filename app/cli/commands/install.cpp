// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/failure.h"
#include "app/cli/gate.h"
#include "app/cli/open_sandbox.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/run_plan.h"
#include "app/cli/sandbox_options.h"
#include "app/cli/text.h"
#include "core/base/fd.h"
#include "core/session/package_checks.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>

namespace sandbench::cli {
namespace {

constexpr std::size_t kMaxManifestBytes = 16U << 20;
constexpr int kNotSatisfiedStatus = 1;

constexpr const char* kInstallFooter
    = R"(Opens a sandbox, installs, and closes it: to see whether packages install and work together, or,
with --commit, to make an image that has them. To run a program with packages, give them to 'run'.

Examples:
  sandbenchctl install 'pandas>=2' matplotlib
  sandbenchctl install --wheels ./wheels numpy
  sandbenchctl install --engine docker --commit mine:1 'pandas>=2' matplotlib
  sandbenchctl install --engine docker --language javascript lodash

Exit status: 0 when everything was installed, 125 when not, 2 for wrong usage, 130 when stopped.)";

constexpr const char* kComplianceFooter
    = R"(Asks the sandbox itself. Lines of a requirements.txt for other versions of Python, or other systems,
do not concern it.

Examples:
  sandbenchctl requirements compliance --requirements requirements.txt
  sandbenchctl requirements compliance --engine docker --image mine:1 --requirements package.json --json

Exit status: 0 when the sandbox has everything, 1 when it does not, 125, 2 and 130 as for 'run'.)";

/// A sandbox for programs of a language that nobody runs.
struct Opened
{
    std::unique_ptr<Composition> parts;
    std::unique_ptr<workspace::Workspace> workspace;
    Result<std::shared_ptr<workspace::HostedSandbox>> sandbox; ///< Or what the engine says.
};

Result<Opened> open(const Program& program, RunOptions options, bool verbose)
{
    SANDBENCH_TRY(auto parts, compositionFor(options.sandbox));
    options.program = "-";
    SANDBENCH_TRY_VOID(loadManifest(options, program.signals.stopToken()));
    SANDBENCH_TRY(const auto plan, planRun(options, *parts));
    SANDBENCH_TRY(const auto policy, policyOf(options));
    SANDBENCH_TRY(auto workspace, openWorkspace(*parts));
    auto sandbox = openSandbox(
        *workspace, program.signals, plan.sandbox, {Warm::Never, verbose, policy, options.yes});
    return Opened{std::move(parts), std::move(workspace), std::move(sandbox)};
}

Result<int> installCommand(const Program& program, const RunOptions& options)
{
    if (!options.sandbox.contains("libraries") && !options.sandbox.contains("requirements"))
        return Error(
            ErrorCode::InvalidArgument,
            "name packages, or a file that lists some with --requirements");
    SANDBENCH_TRY(const auto opened, open(program, options, true));
    if (!opened.sandbox)
        return engineFailure(opened.sandbox.error(), options.json);
    if (const auto closed = closeSandbox(*opened.workspace, **opened.sandbox); !closed) {
        note("closing the sandbox: " + closed.error().text());
        return kEngineStatus;
    }
    const auto tag = jsonString(options.sandbox, "commit");
    note(tag.empty() ? "everything was installed" : "everything was installed into " + tag);
    return 0;
}

Json toJson(const std::vector<ComplianceLine>& lines)
{
    auto list = Json::array();
    for (const auto& line : lines)
        list.push_back(
            {{"requirement", line.requirement},
             {"version", line.version.empty() ? Json() : Json(line.version)},
             {"satisfied", line.satisfied ? Json(*line.satisfied) : Json()}});
    return {{"schema", "sandbench.compliance/1"}, {"requirements", std::move(list)}};
}

std::string toText(const ComplianceLine& line)
{
    const auto* word = !line.satisfied ? "?      " : *line.satisfied ? "ok     " : "missing";
    const auto version = line.version.empty() ? "not installed" : "version " + line.version;
    return std::string(word) + "  " + printable(line.requirement) + "  (" + printable(version)
        + ")\n";
}

Result<std::vector<ComplianceLine>>
check(const Program& program, Session& session, const std::vector<std::string>& files)
{
    std::vector<ComplianceLine> all;
    for (const auto& path : files) {
        auto bytes = readFile(path, kMaxManifestBytes);
        if (!bytes)
            return std::move(bytes.error()).within("--requirements");
        const InputFile manifest{
            std::filesystem::path(path).filename().string(), *std::move(bytes), 0644};
        auto lines = checkCompliance(session, manifest, program.signals.stopToken());
        if (!lines)
            return std::move(lines.error()).within(path);
        all.insert(all.end(), lines->begin(), lines->end());
    }
    return all;
}

Result<int> complianceCommand(const Program& program, const RunOptions& asked)
{
    auto options = asked;
    const auto files = jsonTexts(options.sandbox, "requirements");
    options.sandbox.erase("requirements");
    if (files.empty())
        return Error(ErrorCode::InvalidArgument, "name the file with --requirements FILE");
    SANDBENCH_TRY(const auto opened, open(program, options, false));
    if (!opened.sandbox)
        return engineFailure(opened.sandbox.error(), options.json);
    auto& session = (*opened.sandbox)->session();
    program.signals.setEmergencyHandler([&] { (void)session.close(); });
    const auto lines = check(program, session, files);
    program.signals.setEmergencyHandler({});
    (void)closeSandbox(*opened.workspace, **opened.sandbox);
    if (!lines)
        return engineFailure(lines.error(), options.json);
    std::string text = options.json ? writeJson(toJson(*lines)) + "\n" : "";
    for (const auto& line : *lines)
        text += options.json ? "" : toText(line);
    const bool isComplete = std::none_of(lines->begin(), lines->end(), [](const auto& line) {
        return line.satisfied == false || (line.satisfied == std::nullopt && line.version.empty());
    });
    if (!print(text))
        return kEngineStatus;
    return isComplete ? 0 : kNotSatisfiedStatus;
}

} // namespace

void addInstallCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<RunOptions>();
    CLI::App* command = addSubcommand(
        root, options, chosen, "install", "See whether packages install, or put them into an image",
        installCommand);
    command
        ->add_option_function<std::vector<std::string>>(
            "PACKAGE",
            [options](const std::vector<std::string>& names) {
                for (const auto& name : names)
                    options->sandbox["libraries"].push_back(name);
            },
            "Packages of the language")
        ->type_name("PACKAGE")
        ->option_text(" ");
    one(*command, "--language,-l", options->language, "LANGUAGE",
        "Whose packages they are (default: python)");
    addPolicy(*command, *options);
    addSandboxOptions(*command, options->sandbox);
    command->footer(kInstallFooter);
}

void addRequirementsCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<RunOptions>();
    CLI::App* requirements = root.add_subcommand("requirements", "Lists of packages");
    requirements->require_subcommand(1);
    CLI::App* command = addSubcommand(
        *requirements, options, chosen, "compliance",
        "Which packages of a list a sandbox has, with their versions", complianceCommand);
    one(*command, "--language,-l", options->language, "LANGUAGE",
        "Whose default image is looked into (default: python)");
    addJson(*command, options->json);
    addSandboxOptions(*command, options->sandbox);
    command->footer(kComplianceFooter);
}

} // namespace sandbench::cli
