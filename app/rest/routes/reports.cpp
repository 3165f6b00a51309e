// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/running.h"
#include "core/report/html_report.h"
#include "core/report/results_zip.h"

#include <algorithm>

namespace sandbench::rest {

namespace {

/// Of a result's bytes: themselves, in base64, and in the page as it grows.
constexpr std::size_t kCopies = 4;
/// Of the page without results: the chart library, the record and its text.
constexpr std::size_t kPageItself = 16U << 20;

struct ShownRun
{
    Json record;
    std::vector<Artifact> results;
};

/// As the history has it, which also has the program; so far where it goes on.
Result<ShownRun> shownRun(const ServerParts& parts, const Call& call)
{
    const auto id = parameter(call, "run");
    ShownRun shown;
    auto past = parts.workspace.runs().past(call.caller, id);
    if (past) {
        shown.record = *std::move(past);
    } else {
        SANDBENCH_TRY(const auto run, parts.workspace.runs().find(call.caller, id));
        const auto end = run->wait(std::chrono::steady_clock::now(), {});
        if (end && !*end)
            return (*end).error();
        shown.record = end ? workspace::runView(**end, {}) : Json{{"run_id", id}};
    }
    if (auto results = parts.workspace.artifacts(call.caller, id))
        shown.results = *std::move(results);
    shown.record["artifacts"] = workspace::artifactViews(shown.results, {});
    return shown;
}

report::BytesOfResult bytesOf(const ServerParts& parts, const Call& call)
{
    return [&parts, caller = call.caller,
            id = parameter(call, "run")](std::size_t index) -> Result<std::string> {
        SANDBENCH_TRY(const auto artifact, parts.workspace.artifact(caller, id, index));
        return artifactBytes(*artifact, ArtifactStore::kMaxArtifactBytes);
    };
}

Result<Answer> showReport(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto shown, shownRun(parts, call));
    std::uint64_t bytes = 0;
    for (const auto& result : shown.results)
        bytes += result.bytes;
    bytes = std::min(bytes, report::ReportBounds().resultBytes);
    SANDBENCH_TRY_VOID(call.charge(kPageItself + kCopies * static_cast<std::size_t>(bytes)));
    Answer answer;
    answer.headers = untrustedHeaders("text/html", parameter(call, "run") + ".html");
    answer.contentType = contentTypeOf("text/html");
    answer.body = report::htmlReport(shown.record, shown.results, bytesOf(parts, call));
    return answer;
}

Result<Answer> zipResults(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(auto shown, shownRun(parts, call));
    std::uint64_t largest = 0;
    for (const auto& result : shown.results)
        largest = std::max(largest, result.bytes);
    SANDBENCH_TRY_VOID(call.charge(2 * static_cast<std::size_t>(largest)));
    Answer answer;
    answer.headers = untrustedHeaders("application/zip", parameter(call, "run") + ".zip");
    answer.contentType = contentTypeOf("application/zip");
    answer.stream = [shown = std::make_shared<ShownRun>(std::move(shown)),
                     bytes = bytesOf(parts, call)](BodySink& sink) {
        // A client that has gone needs no end of it.
        (void)report::writeResultsZip(
            shown->record, shown->results, bytes,
            [&sink](std::string_view part) { return sink.write(part); })
            .has_value();
    };
    return answer;
}

} // namespace

void addReports(Routes& routes, ServerParts& parts)
{
    add(routes, "runs", "GET /runs/{run}/report", "getRunReport",
        "A run as a page that needs nothing else: program, output, results, findings, activity",
        with(parts, showReport))
        .answerType
        = "text/html";
    add(routes, "artifacts", "GET /runs/{run}/artifacts.zip", "getArtifactsZip",
        "All that a run made as an archive, with its record as record.json",
        with(parts, zipResults))
        .answerType
        = "application/zip";
}

} // namespace sandbench::rest
