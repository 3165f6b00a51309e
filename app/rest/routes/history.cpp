// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/running.h"

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

Result<Answer> listHistory(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(auto* const history, historyOf(parts));
    SANDBENCH_TRY(
        const auto entries,
        history->list(
            call.caller, jsonString(call.options, "before"),
            static_cast<std::size_t>(jsonInt(call.options, "limit", 50))));
    return jsonAnswer({{"runs", jsonList(entries, workspace::historyView)}});
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
    listing.query
        = {{"before", FieldType::Text, "Id of the last run that is known: the next ones"},
           {"limit", FieldType::Integer, "Most of them", false, {}, 1, kMostRecords}};
    listing.answer = {{"runs", FieldType::ObjectList, "Without what they printed"}};
    add(routes, "history", "GET /history/{run}", "getHistory",
        "The record of a run, so far when it goes on", with(parts, showRecord))
        .answer
        = {{"run_id", FieldType::Text, "Its id"}};
}

} // namespace sandbench::rest
