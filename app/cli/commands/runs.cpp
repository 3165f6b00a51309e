// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/kept_run.h"
#include "app/cli/failure.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/text.h"
#include "core/base/units.h"
#include "core/session/activity_words.h"
#include "core/workspace/requests.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <memory>

namespace sandbench::cli {
namespace {

constexpr const char* kRunsFooter
    = R"(What run, repl, serve, mcp and the window ran, with the beginning of what it printed. The history
keeps the newest 10,000 runs, and 256 MiB of what they drew or wrote, unless settings.json says
otherwise.

Examples:
  sandbenchctl runs list
  sandbenchctl runs list --limit 5 --json
  sandbenchctl runs list --search "savefig sales.csv" --review accepted
  sandbenchctl runs show r-1f0c9a7e3b52d480
  sandbenchctl runs show r-1f0c9a7e3b52d480 --out plots
  sandbenchctl runs export r-1f0c9a7e3b52d480 --zip plots.zip
  sandbenchctl runs replay r-1f0c9a7e3b52d480 --max-pause 2
  sandbenchctl runs replay r-1f0c9a7e3b52d480 --cast run.cast
  sandbenchctl runs review r-1f0c9a7e3b52d480 --needs-work --note "wrong for an empty list"
  sandbenchctl runs again r-1f0c9a7e3b52d480 --tolerance 1e-6
  sandbenchctl runs compare r-1f0c9a7e3b52d480 r-33ab90c1d2e4f567
  sandbenchctl report r-1f0c9a7e3b52d480 --html run.html

Exit status: 0, or 2 for wrong usage and for runs that are not there, 125 for a history that cannot
be read; of compare and again 1 where end, output or results differ.)";

struct RunsOptions
{
    std::string limit = "20", before, id, state, outFolder;
    workspace::HistoryQuery query;
    bool json = false;
};

using workspace::HistoryReader;

Result<std::size_t> limitOf(const std::string& text)
{
    std::size_t limit = 0;
    const auto* const end = text.data() + text.size();
    const auto [rest, problem] = std::from_chars(text.data(), end, limit);
    if (problem == std::errc() && rest == end && limit > 0)
        return limit;
    return Error(ErrorCode::InvalidArgument, "--limit: '" + text + "' is not a number of runs");
}

Result<std::vector<workspace::RunHistory::Entry>> newestRuns(const RunsOptions& options)
{
    SANDBENCH_TRY(const auto limit, limitOf(options.limit));
    if (options.query.review != workspace::kNotReviewed)
        SANDBENCH_TRY_VOID(report::checkReview({options.query.review, {}}));
    auto history = openHistory(options.state);
    if (!history && history.error().code() == ErrorCode::NotFound && options.before.empty())
        return std::vector<workspace::RunHistory::Entry>(); // nothing was run yet
    if (!history)
        return std::move(history.error());
    return history->list(workspace::userCaller(), options.before, limit, options.query);
}

Result<int> listRuns(const Program&, const RunsOptions& options)
{
    SANDBENCH_TRY(const auto entries, newestRuns(options));
    if (options.json) {
        Json json = {{"schema", "sandbench.runs/1"}, {"runs", Json::array()}};
        for (const auto& entry : entries)
            json["runs"].push_back(workspace::historyView(entry));
        return print(writeJson(json) + "\n") ? 0 : 1;
    }
    std::vector<std::vector<std::string>> rows
        = {{"RUN", "STARTED", "LANGUAGE", "VERDICT", "TOOK", "PROGRAM", "REVIEW"}};
    for (const auto& entry : entries)
        rows.push_back(
            {entry.runId, entry.startedAt, entry.language,
             entry.verdict.empty() ? "goes on" : entry.verdict, formatSeconds(entry.wallSeconds),
             printable(entry.document), report::reviewWords(entry.review.verdict)});
    return print(entries.empty() ? "No runs.\n" : tableText(rows)) ? 0 : 1;
}

/// What a program printed, line by line: harmless on a terminal.
std::string block(const Json& record, const char* stream)
{
    const auto text = jsonString(record, stream);
    std::string shown = text.empty() ? "" : std::string("\n") + stream + ":\n";
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        shown += printable(std::string_view(text).substr(at, end - at)) + "\n";
        at = end + 1;
    }
    return shown;
}

std::string recordText(const Json& record)
{
    std::string text;
    const auto add = [&text](const char* name, const std::string& value) {
        if (!value.empty())
            text += std::string(name) + ": " + printable(value) + "\n";
    };
    add("run", jsonString(record, "run_id"));
    add("started", jsonString(record, "started_at"));
    add("language", jsonString(record, "language"));
    add("session", jsonString(record, "session_id"));
    add("engine", jsonString(record, "engine"));
    add("image", jsonString(record, "image"));
    add("network", jsonString(record, "network"));
    add("verdict", jsonString(record, "verdict", "goes on"));
    add("sentence", jsonString(record, "sentence"));
    add("took", formatSeconds(jsonNumber(record, "wall_seconds")));
    const auto review = report::reviewOf(record);
    add("review", report::reviewWords(review.verdict));
    add("note", review.note);
    for (const auto& artifact : jsonField(record, "artifacts"))
        add("artifact",
            jsonString(artifact, "name") + " ("
                + jsonString(artifact, "note", jsonString(artifact, "mime")) + ")");
    for (const auto& warning : jsonTexts(record, "warnings"))
        add("warning", warning);
    for (const auto& line : activityLines(record))
        add("did", line);
    for (const auto& file : jsonList(jsonField(record, "changes"), "files"))
        add("project",
            jsonString(file, "change") + " " + jsonString(file, "path")
                + (file.contains("state") ? ": " + jsonString(file, "state") : ""));
    return text + block(record, "stdout") + block(record, "stderr");
}

void addQuery(CLI::App& list, workspace::HistoryQuery& query)
{
    one(list, "--search", query.search, "WORDS",
        "Only those with all of these in the program, its output or its review; \"in quotes\" with "
        "blanks");
    one(list, "--language", query.language, "LANGUAGE", "Only those of this language");
    one(list, "--verdict", query.verdict, "VERDICT", "Only those that ended so: wall_timeout");
    one(list, "--engine", query.engine, "ENGINE", "Only those on this engine");
    one(list, "--document", query.document, "FILE", "Only those of this file");
    one(list, "--review", query.review, "REVIEW", "accepted, needs_work, rejected or none");
}

Result<Json> recordOf(const RunsOptions& options)
{
    SANDBENCH_TRY(auto history, openHistory(options.state));
    SANDBENCH_TRY(auto run, readRun(history, options.id));
    if (!options.outFolder.empty())
        SANDBENCH_TRY_VOID(saveArtifacts(
            history, options.id, options.outFolder, std::move(run.artifacts), {}, !options.json));
    return std::move(run.record);
}

Result<int> showRun(const Program&, const RunsOptions& options)
{
    SANDBENCH_TRY(const auto record, recordOf(options));
    return printed(options.json, record, recordText(record));
}

} // namespace

void addRunsCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<RunsOptions>();
    CLI::App* group = root.add_subcommand("runs", "Show what was run, also by other programs");
    group->require_subcommand(1);
    group->footer(kRunsFooter);
    CLI::App* list = addSubcommand(*group, options, chosen, "list", "The newest runs", listRuns);
    one(*list, "--limit,-n", options->limit, "N", "Most of them (default: 20)");
    one(*list, "--before", options->before, "RUN", "Only older ones than this");
    addQuery(*list, options->query);
    addState(*list, options->state);
    addJson(*list, options->json);
    CLI::App* show = addSubcommand(
        *group, options, chosen, "show", "The record of a run, and what it printed", showRun);
    addRunAndState(*show, options->id, options->state);
    one(*show, "--out,-o", options->outFolder, "DIR",
        "Save what it drew or wrote as results; never replaces a file");
    addJson(*show, options->json, "Print the record as one JSON object instead");
    addRunsExport(*group, chosen);
    addRunsReplay(*group, chosen);
    addRunsReview(*group, chosen);
}

} // namespace sandbench::cli
