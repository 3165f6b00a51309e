// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// `sessions run`: programs in a sandbox that a keeper has.
#include "app/cli/commands/sessions/remote_run.h"
#include "app/cli/commands/sessions/session_files.h"
#include "app/cli/failure.h"
#include "app/cli/open_sandbox.h"
#include "app/cli/run_report.h"
#include "app/cli/text.h"
#include "core/artifact/artifact_store.h"

namespace sandbench::cli {
namespace {

RunRecord recordOf(const Json& json)
{
    RunRecord record;
    for (int each = 0; each <= static_cast<int>(Verdict::AgentLost); ++each)
        if (verdictName(static_cast<Verdict>(each)) == jsonString(json, "verdict"))
            record.verdict = static_cast<Verdict>(each);
    if (jsonField(json, "exit_code").is_number_integer())
        record.exitCode = static_cast<int>(jsonInt(json, "exit_code"));
    if (jsonField(json, "signal").is_number_integer())
        record.signal = static_cast<int>(jsonInt(json, "signal"));
    record.warnings = jsonTexts(json, "warnings");
    return record;
}

/// Brings the artifacts of a run here.
Result<void> saveArtifacts(const KeptSession& session, const Json& json, const RunOptions& options)
{
    if (options.outFolder.empty())
        return {};
    SANDBENCH_TRY(const auto store, ArtifactStore::create());
    RunRecord record;
    for (const auto& view : jsonField(json, "artifacts")) {
        auto& artifact = record.artifacts.emplace_back();
        artifact.name = jsonString(view, "name");
        artifact.note = jsonString(view, "note");
        if (!artifact.note.empty())
            continue;
        net::HttpRequest request;
        request.target = "/runs/" + jsonString(json, "run_id") + "/artifacts/"
            + std::to_string(jsonInt(view, "index"));
        SANDBENCH_TRY(const auto answer, session.send(request, {}));
        SANDBENCH_TRY(artifact, store->add(artifact.name, jsonString(view, "mime"), answer.body));
    }
    return exportArtifacts(record, options.outFolder, !options.json);
}

int finish(const KeptSession& session, const Json& json, const RunOptions& options)
{
    const auto record = recordOf(json);
    int status = exitStatusOf(record);
    if (const auto saved = saveArtifacts(session, json, options); !saved) {
        note("--out: " + saved.error().text());
        status = status == 0 ? kEngineStatus : status;
    }
    if (options.json && !print(writeJson(json) + "\n"))
        status = status == 0 ? kEngineStatus : status;
    if (record.verdict != Verdict::Exited || jsonString(json, "phase") == "compile")
        note(printable(jsonString(json, "sentence")));
    for (const auto& hint : jsonTexts(json, "hints"))
        note(printable(hint));
    return status;
}

/// Before the first one runs: what is wrong costs nothing.
Result<std::vector<std::pair<RunOptions, RunRequest>>>
planAll(const SessionsOptions& options, const Composition& parts, const std::stop_token& stop)
{
    std::vector<std::pair<RunOptions, RunRequest>> planned;
    auto files = options.files;
    if (files.empty())
        files.emplace_back("-"); // stands for the command
    for (const auto& name : files) {
        auto run = options.run;
        run.program = name;
        run.command = options.files.empty() ? options.command : std::vector<std::string>();
        if (!options.files.empty())
            run.arguments.insert(
                run.arguments.end(), options.command.begin(), options.command.end());
        if (!planned.empty())
            run.files.clear();
        SANDBENCH_TRY_VOID(settleInput(run));
        SANDBENCH_TRY(auto plan, planRun(run, parts));
        SANDBENCH_TRY_VOID(loadInputs(run, plan, stop));
        planned.emplace_back(std::move(run), std::move(plan.request));
    }
    return planned;
}

} // namespace

Result<int> runInSession(const Program& program, const SessionsOptions& options)
{
    SANDBENCH_TRY(const auto session, KeptSession::find(options.kept));
    if (options.files.empty() && options.command.empty())
        return Error(
            ErrorCode::InvalidArgument,
            "name a program's file, or a command of the sandbox behind --");
    Json none = Json::object();
    SANDBENCH_TRY(const auto parts, compositionFor(none));
    const auto stop = program.signals.stopToken();
    SANDBENCH_TRY(const auto planned, planAll(options, *parts, stop));
    SANDBENCH_TRY(const auto gets, parseGets(options.run.gets));
    SANDBENCH_TRY_VOID(prepareOutFolder(options.run.outFolder));
    int status = 0;
    for (const auto& [run, request] : planned) {
        const auto record = runRemotely(program, session, run, request);
        if (!record)
            return engineFailure(record.error(), run.json);
        const int own = finish(session, *record, run);
        status = status == 0 ? own : status;
        if (stop.stop_requested() || jsonString(*record, "verdict") == "cancelled")
            return status;
    }
    for (const auto& get : gets)
        if (const auto got = getFrom(session, get, stop); !got) {
            note("--get: " + got.error().text());
            status = status == 0 ? kEngineStatus : status;
        }
    return status;
}

} // namespace sandbench::cli
