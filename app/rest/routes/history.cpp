// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/running.h"
#include "core/check/run_comparison.h"

#include <optional>

namespace sandbench::rest {

namespace {

using workspace::Scope;

constexpr int kMostRecords = 1000;

Result<workspace::RunHistory*> historyOf(const ServerParts& parts)
{
    if (!parts.workspace.history())
        return Error(ErrorCode::Unsupported, "this server keeps no history of runs");
    return parts.workspace.history();
}

struct KeptSide
{
    Json record;
    std::vector<Artifact> results;
    report::BytesOfResult bytesOf;
};

Result<Answer> listHistory(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(auto* const history, historyOf(parts));
    const auto option = [&call](const char* name) { return jsonString(call.options, name); };
    SANDBENCH_TRY(
        const auto entries,
        history->list(
            call.caller, option("before"),
            static_cast<std::size_t>(jsonInt(call.options, "limit", 50)),
            {option("search"), option("language"), option("verdict"), option("engine"),
             option("document"), option("review")}));
    return jsonAnswer({{"runs", jsonList(entries, workspace::historyView)}});
}

Result<Answer> listDocuments(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(auto* const history, historyOf(parts));
    SANDBENCH_TRY(const auto documents, history->documents(call.caller, kMostRecords));
    const auto view = [](const workspace::RunHistory::Document& document) {
        return Json{{"document", document.name}, {"runs", document.runs}};
    };
    return jsonAnswer({{"documents", jsonList(documents, view)}});
}

Result<Answer> reviewRun(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(auto* const history, historyOf(parts));
    const auto id = parameter(call, "run");
    SANDBENCH_TRY_VOID(history->review(
        call.caller, id, {jsonString(call.json, "verdict"), jsonString(call.json, "note")}));
    SANDBENCH_TRY(const auto record, history->find(call.caller, id));
    return jsonAnswer({{"run_id", id}, {"review", jsonField(record, "review")}});
}

/// Bytes are read for the comparison, one result of each run at a time.
Result<Answer> compareRecords(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(auto* const history, historyOf(parts));
    const auto sideOf = [&](const std::string& id) -> Result<KeptSide> {
        KeptSide side;
        SANDBENCH_TRY(side.record, history->find(call.caller, id));
        SANDBENCH_TRY(side.results, history->artifacts(call.caller, id));
        side.bytesOf = [history, caller = call.caller, id](std::size_t index) {
            return history->artifactBytes(caller, id, index);
        };
        return side;
    };
    SANDBENCH_TRY(const auto left, sideOf(parameter(call, "run")));
    SANDBENCH_TRY(const auto right, sideOf(jsonString(call.options, "with")));
    SANDBENCH_TRY_VOID(call.charge(2 * workspace::HistoryBounds().largestArtifact));
    std::optional<double> tolerance;
    if (call.options.contains("tolerance"))
        tolerance = jsonNumber(call.options, "tolerance");
    return jsonAnswer(toJson(check::compareRuns(
        {left.record, left.results, left.bytesOf}, {right.record, right.results, right.bytesOf},
        tolerance)));
}

Result<Answer> showRecord(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(auto* const history, historyOf(parts));
    const auto id = parameter(call, "run");
    SANDBENCH_TRY(auto record, history->find(call.caller, id));
    // What the record says of them is older: their bytes may be gone by now.
    if (const auto kept = parts.workspace.artifacts(call.caller, id); kept && !kept->empty())
        record["artifacts"] = workspace::artifactViews(*kept, artifactPrefix(id));
    return jsonAnswer(record);
}

} // namespace

void addHistory(Routes& routes, ServerParts& parts)
{
    auto& listing = add(
        routes, "history", "GET /history", "listHistory",
        "Runs of the caller's, the newest first; without a verdict those that go on",
        with(parts, listHistory));
    listing.query = {
        {"before", FieldType::Text, "Id of the last run that is known: the next ones"},
        {"search", FieldType::Text,
         "Words, or \"words in quotes\", that are in the program, its output or its review; only "
         "runs that have ended"},
        {"language", FieldType::Text, "Only those of this language"},
        {"verdict", FieldType::Text, "Only those that ended so: \"wall_timeout\""},
        {"engine", FieldType::Text, "Only those on this engine"},
        {"document", FieldType::Text, "Only those of this file"},
        {"review", FieldType::Text,
         "Only those with this review: \"accepted\"; \"none\" = with none"},
        {"limit", FieldType::Integer, "Most of them", false, {}, 1, kMostRecords}};
    listing.answer = {{"runs", FieldType::ObjectList, "Without what they printed"}};
    add(routes, "history", "GET /history/documents", "listDocuments",
        "The files that were run, the latest first", with(parts, listDocuments))
        .answer
        = {{"documents", FieldType::ObjectList, "Their names, and how often"}};
    auto& reviewing = add(
        routes, "history", "PUT /history/{run}/review", "reviewRun",
        "Keeps what a person thinks of a run; without verdict and note, takes it back",
        with(parts, reviewRun));
    reviewing.body
        = {{"verdict", FieldType::Text, "\"accepted\", \"needs_work\" or \"rejected\""},
           {"note", FieldType::Text, "Why"}};
    reviewing.answer = {{"run_id", FieldType::Text, "The run"}};
    auto& comparing = add(
        routes, "history", "GET /history/{run}/comparison", "compareRuns",
        "What differs between two runs: environment, program, output, results",
        with(parts, compareRecords));
    comparing.query
        = {{"with", FieldType::Text, "Id of the other run", true},
           {"tolerance",
            FieldType::Number,
            "Numbers in the output that differ by no more are the same",
            false,
            {},
            0,
            1e300}};
    comparing.answer = {{"same_outcome", FieldType::Boolean, "Same end, output and results"}};
    add(routes, "history", "GET /history/{run}", "getHistory",
        "The record of a run, so far when it goes on", with(parts, showRecord))
        .answer
        = {{"run_id", FieldType::Text, "Its id"}};
}

} // namespace sandbench::rest
