// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/engine_survey.h"
#include "app/cli/failure.h"
#include "app/cli/host_facts.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/text.h"
#include "core/base/units.h"
#include "core/language/host_tools.h"
#include "core/session/session.h"

#include <CLI/CLI.hpp>

namespace sandbench::cli {
namespace {

constexpr const char* kDoctorFooter
    = R"(Tries all engines at once, 20 seconds at most: how each is reached, what isolates its sandboxes and
what does not, its machine, the images of the languages, and for a cluster which rights its user has
not. Then looks into a sandbox of the
embedded engine for the libraries of each language.

Example:
  sandbenchctl doctor --json | jq '.engines[] | select(.usable) | .engine'

Exit status: 0 when at least one engine works, 1 when none does.)";

// Asks the interpreter's package data instead of importing: pandas alone takes half a second.
constexpr const char* kLibraryProgram = R"(import importlib.metadata, sys
for name in sys.argv[1:]:
    try:
        print(name, importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        print(name)
)";

// "numpy 1.24.2" or "numpy" a line; the sandbox wrote it, so only names that we asked for count.
Json parseLibraries(const std::string& text, const std::vector<std::string>& asked)
{
    Json libraries = Json::array();
    for (const auto& name : asked) {
        const auto at = ("\n" + text).find("\n" + name + " ");
        const auto begin = at == std::string::npos ? text.size() : at + name.size() + 1;
        const auto end = std::min(text.find('\n', begin), text.size());
        const auto version = printable(text.substr(begin, std::min<std::size_t>(end - begin, 40)));
        libraries.push_back({{"name", name}, {"found", !version.empty()}, {"version", version}});
    }
    return libraries;
}

Result<Json> librariesIn(Session& session, const Language& language, std::stop_token stop)
{
    RunRequest request;
    request.language = language.id;
    request.code = kLibraryProgram;
    request.arguments = language.kernelPreload;
    RunSink quiet;
    SANDBENCH_TRY(const RunRecord record, session.run(request, quiet, std::move(stop)));
    if (record.verdict != Verdict::Exited || record.exitCode != 0)
        return Error(ErrorCode::Unavailable, verdictSentence(record));
    return parseLibraries(record.stdoutBytes, language.kernelPreload);
}

Json languagesJson(Composition& parts, Engine* engine, std::stop_token stop)
{
    Json list = Json::array();
    std::unique_ptr<Session> session;
    if (engine) {
        SessionSpec spec;
        spec.warm = Warm::Never;
        if (auto opened = Session::open(*engine, spec, parts.languages(), parts.artifacts(), stop))
            session = *std::move(opened);
    }
    for (const auto& language : parts.languages().all()) {
        const bool found = missingTools(language).empty();
        const auto path = found ? findHostTool(language.probe.front()) : std::string();
        Json entry
            = {{"id", language.id},
               {"name", language.name},
               {"interpreter", path},
               {"found", found},
               {"remedy", found ? "" : language.installHint},
               {"libraries", Json::array()},
               {"problem", ""}};
        if (session && found && !language.kernelPreload.empty()) {
            auto libraries = librariesIn(*session, language, stop);
            if (libraries)
                entry["libraries"] = *std::move(libraries);
            else
                entry["problem"] = libraries.error().text();
        }
        list.push_back(std::move(entry));
    }
    return list;
}

std::string languageText(const Json& language)
{
    std::string text = "  " + jsonString(language, "id") + "  ";
    if (!jsonBool(language, "found"))
        return text + "missing; " + jsonString(language, "remedy") + "\n";
    text += jsonString(language, "interpreter");
    for (const auto& library : jsonField(language, "libraries"))
        text += ", " + jsonString(library, "name") + " "
            + (jsonBool(library, "found") ? jsonString(library, "version") : "missing");
    const auto problem = jsonString(language, "problem");
    return text + (problem.empty() ? "" : " (" + problem + ")") + "\n";
}

std::string doctorText(const std::vector<EngineReport>& engines, const Json& report)
{
    std::string text = "Engines:\n";
    for (const auto& engine : engines)
        text += reportText(engine);
    text += "Languages in the embedded engine:\n";
    for (const auto& language : jsonField(report, "languages"))
        text += languageText(language);
    const Json& host = jsonField(report, "host");
    text += "This machine:\n";
    text += "  " + jsonString(host, "distribution") + ", kernel " + jsonString(host, "kernel")
        + ", " + jsonString(host, "arch") + ", " + std::to_string(jsonInt(host, "cpus")) + " CPUs, "
        + formatSize(static_cast<std::uint64_t>(jsonInt(host, "memory_bytes"))) + "\n";
    text += "  cgroup: " + jsonString(host, "cgroup") + "\n";
    return text + "  user namespaces: " + jsonString(host, "user_namespaces") + "\n";
}

struct DoctorOptions
{
    std::string context, namespaceName;
    bool json = false;
};

Result<int> doctorCommand(const Program& program, const DoctorOptions& options)
{
    const auto stop = program.signals.stopToken();
    SANDBENCH_TRY(
        const auto composition,
        Composition::create(
            options.context, options.context.empty() ? std::string() : std::string("kubernetes")));
    Composition& parts = *composition;
    const auto reports = surveyEngines(parts, options.namespaceName, stop);
    if (stop.stop_requested())
        return Error(ErrorCode::Cancelled, "stopped");
    Json engines = Json::array();
    bool anyWorks = false;
    Engine* local = nullptr;
    for (const auto& report : reports) {
        engines.push_back(toJson(report));
        anyWorks = anyWorks || report.status.usable;
        if (report.status.engine == "local" && report.status.usable)
            local = parts.engines().find("local").value_or(nullptr);
    }
    const Json report
        = {{"schema", "sandbench.doctor/1"},
           {"version", SANDBENCH_VERSION},
           {"engines", engines},
           {"languages", languagesJson(parts, local, stop)},
           {"host", hostFacts()}};
    const int status = printed(options.json, report, doctorText(reports, report));
    return anyWorks ? status : 1;
}

} // namespace

void addDoctorCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<DoctorOptions>();
    CLI::App* command = addSubcommand(
        root, options, chosen, "doctor", "Say which engines work here and what is missing",
        doctorCommand);
    one(*command, "--context", options->context, "CONTEXT",
        "Of the kubeconfig (default: the current one)");
    one(*command, "--namespace", options->namespaceName, "NAMESPACE",
        "Whose rights to ask a cluster for (default: the context's)");
    addJson(*command, options->json);
    command->footer(kDoctorFooter);
}

} // namespace sandbench::cli
