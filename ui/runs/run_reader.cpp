// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_reader.h"

#include "core/base/fd.h"
#include "core/report/html_report.h"
#include "core/report/markdown_report.h"
#include "core/report/notebook_report.h"
#include "core/workspace/requests.h"
#include "ui/common/text.h"

#include <algorithm>

namespace sandbench::ui {

namespace {

using workspace::Workspace;

/// The history first: unlike the board it knows runs from their beginning on.
Result<Json> readRecord(Workspace& workspace, const std::string& id)
{
    auto record = workspace.runs().past(workspace::userCaller(), id);
    if (record)
        return record;
    // It cannot be read, or there is none.
    const auto run = workspace.runs().find(workspace::userCaller(), id);
    if (!run)
        return record;
    if (const auto end = (*run)->wait(std::chrono::steady_clock::now(), {}); end && *end)
        return workspace::runView(**end, {});
    else if (end)
        return Json{{"run_id", id}, {"verdict", "failed"}, {"sentence", end->error().text()}};
    return Json{{"run_id", id}, {"session_id", (*run)->sandbox()}};
}

QString nameOfLanguage(Workspace& workspace, const std::string& id)
{
    const auto language = workspace.parts().languages().find(id);
    return toQString(language ? language->name : id);
}

RunRow rowOf(Workspace& workspace, const Json& record)
{
    RunRow row;
    const auto text
        = [&record](const char* member) { return toQString(jsonString(record, member)); };
    row.id = text("run_id");
    row.startedAt = text("started_at");
    row.sandbox = text("session_id");
    row.engine = text("engine");
    row.verdict = text("verdict");
    row.sentence = text("sentence");
    row.tone = toneOf(jsonString(record, "verdict"), jsonBool(record, "success"));
    row.wallSeconds = jsonNumber(record, "wall_seconds");
    row.artifacts = static_cast<int>(jsonField(record, "artifacts").size());
    row.language = nameOfLanguage(workspace, jsonString(record, "language"));
    row.document = toQString(jsonString(jsonField(record, "program"), "file"));
    row.review = toQString(report::reviewOf(record).verdict);
    return row;
}

/// From what the history has beside the record, which is long; an older one has only that.
RunRow rowOf(Workspace& workspace, const RunHistory::Entry& entry)
{
    if (entry.sentence.empty())
        return rowOf(
            workspace, readRecord(workspace, entry.runId).value_or(workspace::historyView(entry)));
    RunRow row;
    row.id = toQString(entry.runId);
    row.startedAt = toQString(entry.startedAt);
    row.sandbox = toQString(entry.sandboxId);
    row.engine = toQString(entry.engine);
    row.language = nameOfLanguage(workspace, entry.language);
    row.document = toQString(entry.document);
    row.review = toQString(entry.review.verdict);
    row.verdict = toQString(entry.verdict);
    row.sentence = toQString(entry.sentence);
    row.tone = toneOf(entry.verdict, entry.succeeded);
    row.wallSeconds = entry.wallSeconds;
    row.artifacts = static_cast<int>(entry.results);
    return row;
}

RunPage readPage(
    Workspace& workspace, const HistoryQuery& query, const std::string& before,
    const QSet<QString>& ended, const QSet<QString>& goingOn, const std::stop_token& stop)
{
    RunPage page;
    auto* history = workspace.history();
    if (!history)
        return page;
    const auto entries = history->list(workspace::userCaller(), before, kRunsOnPage, query);
    if (!entries) {
        // Whoever keeps only so many runs has removed the oldest meanwhile: there are no more.
        if (entries.error().code() != ErrorCode::InvalidArgument)
            page.problem = toQString(entries.error().text());
        return page;
    }
    for (const auto& entry : *entries) {
        const QString id = toQString(entry.runId);
        page.isConnected = page.isConnected || ended.contains(id) || goingOn.contains(id);
        if (!ended.contains(id) && !stop.stop_requested())
            page.rows.push_back(rowOf(workspace, entry));
    }
    if (entries->size() == kRunsOnPage)
        page.next = toQString(entries->back().runId);
    return page;
}

Result<std::string> readResult(Workspace& workspace, const std::string& run, std::size_t number)
{
    SANDBENCH_TRY(const auto stored, workspace.artifact(workspace::userCaller(), run, number));
    return readFile(stored->storedPath, stored->bytes);
}

PlotItem itemOf(Workspace& workspace, const std::string& run, std::size_t number, Artifact artifact)
{
    PlotItem item;
    item.runId = toQString(run);
    item.name = toQString(artifact.name);
    item.mime = toQString(artifact.mime);
    item.width = artifact.width;
    item.height = artifact.height;
    item.note = toQString(artifact.note);
    item.chart = artifact.facts.chart;
    item.formOf = toQString(artifact.facts.formOf);
    item.sourceFile = toQString(artifact.facts.sourceFile);
    item.sourceLine = artifact.facts.sourceLine;
    if (!artifact.note.empty())
        return item;
    const auto bytes = readResult(workspace, run, number);
    if (bytes)
        item.bytes = toBytes(*bytes);
    else
        item.note = toQString(bytes.error().text());
    return item;
}

} // namespace

RunPage readNewestRuns(
    Workspace& workspace, const HistoryQuery& query, const QSet<QString>& ended,
    const QSet<QString>& goingOn, const std::stop_token& stop)
{
    RunPage page = readPage(workspace, query, {}, ended, goingOn, stop);
    if (!query.isEmpty())
        return page;
    QSet<QString> known = ended;
    for (const RunRow& row : page.rows)
        known << row.id;
    const auto add = [&](const std::string& id) {
        const QString name = toQString(id);
        if (known.contains(name) || stop.stop_requested())
            return;
        known << name;
        if (const auto record = readRecord(workspace, id))
            page.rows.push_back(rowOf(workspace, *record));
    };
    // Those that are on another page, or wait for a history that cannot be written.
    for (const auto& run : workspace.runs().list(workspace::userCaller()))
        add(run->id());
    for (const QString& id : goingOn)
        add(toStd(id));
    return page;
}

RunPage readOlderRuns(
    Workspace& workspace, const HistoryQuery& query, const QString& next,
    const std::stop_token& stop)
{
    return readPage(workspace, query, toStd(next), {}, {}, stop);
}

std::vector<RunHistory::Document> readDocuments(Workspace& workspace)
{
    constexpr std::size_t kMostDocuments = 200;
    auto* history = workspace.history();
    return history ? history->documents(workspace::userCaller(), kMostDocuments)
                         .value_or(std::vector<RunHistory::Document>())
                   : std::vector<RunHistory::Document>();
}

Result<StoredRun>
readStoredRun(Workspace& workspace, const std::string& id, const std::stop_token& stop)
{
    StoredRun run;
    SANDBENCH_TRY(run.record, readRecord(workspace, id));
    const auto artifacts = workspace.artifacts(workspace::userCaller(), id);
    if (!artifacts)
        return run; // its record says what it had
    for (std::size_t number = 0; number < artifacts->size() && !stop.stop_requested(); ++number)
        run.artifacts << itemOf(workspace, id, number, (*artifacts)[number]);
    return run;
}

Result<ReplayedRun>
readReplay(Workspace& workspace, const std::string& id, const std::stop_token& stop)
{
    ReplayedRun run;
    SANDBENCH_TRY(run.stored, readStoredRun(workspace, id, stop));
    auto* history = workspace.history();
    // Without times it is still a replay, which says so.
    const auto timeline = history
        ? history->timeline(workspace::userCaller(), id).value_or(replay::RunTimeline())
        : replay::RunTimeline();
    run.replay = replay::replayOf(run.stored.record, timeline);
    return run;
}

Result<std::string> findRunBefore(Workspace& workspace, const std::string& id)
{
    auto* history = workspace.history();
    if (!history)
        return Error(ErrorCode::NotFound, "no history of runs is kept: there is no run before it");
    SANDBENCH_TRY(const auto record, readRecord(workspace, id));
    const auto file = jsonString(jsonField(record, "program"), "file");
    SANDBENCH_TRY(
        const auto before, history->list(workspace::userCaller(), id, 1, {.document = file}));
    if (file.empty() || before.empty())
        return Error(ErrorCode::NotFound, "this is the first run of this program that is kept");
    return before.front().runId;
}

Result<ComparedRuns> readComparison(
    Workspace& workspace, const std::string& left, const std::string& right,
    std::optional<double> tolerance, const std::stop_token& stop)
{
    ComparedRuns runs;
    SANDBENCH_TRY(runs.left, readStoredRun(workspace, left, stop));
    SANDBENCH_TRY(runs.right, readStoredRun(workspace, right, stop));
    const auto results = [&](const std::string& id) {
        return workspace.artifacts(workspace::userCaller(), id).value_or(std::vector<Artifact>());
    };
    const auto bytesOf = [](const StoredRun& run) {
        return [&run](std::size_t number) {
            const auto& item = run.artifacts.at(static_cast<qsizetype>(number));
            return item.note.isEmpty() ? Result<std::string>(item.bytes.toStdString())
                                       : Error(ErrorCode::NotFound, toStd(item.note));
        };
    };
    const auto leftResults = results(left), rightResults = results(right);
    if (stop.stop_requested() || leftResults.size() != std::size_t(runs.left.artifacts.size())
        || rightResults.size() != std::size_t(runs.right.artifacts.size()))
        return Error(ErrorCode::Cancelled, "the runs were not compared");
    runs.comparison = check::compareRuns(
        {runs.left.record, leftResults, bytesOf(runs.left)},
        {runs.right.record, rightResults, bytesOf(runs.right)}, tolerance);
    return runs;
}

Result<std::string> readRunReport(
    Workspace& workspace, const std::string& id, ReportKind kind, const std::stop_token& stop)
{
    SANDBENCH_TRY(auto record, readRecord(workspace, id));
    if (kind == ReportKind::Prompt)
        return report::modelPrompt(record);
    if (kind == ReportKind::Markdown)
        return report::markdownReport(record);
    // Where they are gone, the record says what there was.
    const auto results
        = workspace.artifacts(workspace::userCaller(), id).value_or(std::vector<Artifact>());
    if (!results.empty())
        record["artifacts"] = workspace::artifactViews(results, {});
    const auto bytesOf = [&](std::size_t number) {
        return stop.stop_requested() ? Error(ErrorCode::Cancelled, "stopped")
                                     : readResult(workspace, id, number);
    };
    switch (kind) {
    case ReportKind::Notebook:
        return report::notebookReport(record, results, bytesOf);
    case ReportKind::Object:
        return report::jsonReport(record, results, bytesOf);
    default:
        return report::htmlReport(record, results, bytesOf);
    }
}

RunSummary::Tone toneOf(std::string_view verdict, bool succeeded)
{
    using Tone = RunSummary::Tone;
    if (verdict == verdictName(Verdict::Exited))
        return succeeded ? Tone::Good : Tone::Warning;
    return verdict.empty() || verdict == verdictName(Verdict::Cancelled) ? Tone::Neutral
                                                                         : Tone::Bad;
}

} // namespace sandbench::ui
