// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/history_tables.h"

#include "core/base/timestamp.h"
#include "core/engine/ownership.h"
#include "core/workspace/history_artifacts.h"
#include "core/workspace/history_search.h"

#include <algorithm>
#include <array>

namespace sandbench::workspace {

namespace {

/// Timelines by the number of their run. They count as bytes of what a caller's runs take, as their
/// records do.
constexpr const char* kTimelines
    = "CREATE TABLE timelines (number INTEGER PRIMARY KEY, pieces TEXT NOT NULL);"
      "CREATE TRIGGER timeline_came AFTER INSERT ON timelines BEGIN INSERT INTO totals SELECT "
      "caller, 0, length(new.pieces) FROM runs WHERE number = new.number ON CONFLICT DO UPDATE SET "
      "bytes = bytes + excluded.bytes; END;"
      "CREATE TRIGGER timeline_grew AFTER UPDATE ON timelines BEGIN UPDATE totals SET bytes = "
      "bytes + length(new.pieces) - length(old.pieces) WHERE caller = (SELECT caller FROM runs "
      "WHERE number = old.number); END;"
      "CREATE TRIGGER timeline_removed AFTER DELETE ON timelines BEGIN UPDATE totals SET bytes = "
      "bytes - length(old.pieces) WHERE caller = (SELECT caller FROM runs WHERE number = "
      "old.number); END;"
      // Before, since it looks up whose run it was.
      "CREATE TRIGGER run_timeline_removed BEFORE DELETE ON runs BEGIN DELETE FROM timelines WHERE "
      "number = old.number; END";

const std::array<const char*, kTimelinesSince> kSteps = {
    "CREATE TABLE IF NOT EXISTS runs (number INTEGER PRIMARY KEY AUTOINCREMENT, "
    "run_id TEXT NOT NULL UNIQUE, caller TEXT NOT NULL, sandbox_id TEXT NOT NULL, "
    "language TEXT NOT NULL, verdict TEXT NOT NULL, started_at TEXT NOT NULL, "
    "wall_seconds REAL NOT NULL, record TEXT NOT NULL);"
    "CREATE INDEX IF NOT EXISTS runs_by_caller ON runs (caller, number)",
    // What ended runs take, by caller. Triggers keep it, so that it is right as well after programs
    // that know nothing of it. A run that goes on has a runner, and no verdict.
    "ALTER TABLE runs ADD COLUMN runner TEXT NOT NULL DEFAULT '';"
    "CREATE INDEX runs_going_on ON runs (runner) WHERE runner <> '';"
    "CREATE TABLE totals (caller TEXT PRIMARY KEY, runs INTEGER NOT NULL, bytes INTEGER NOT NULL);"
    "INSERT INTO totals SELECT caller, count(*), sum(length(CAST(record AS BLOB))) FROM runs "
    "GROUP BY caller;"
    "CREATE TRIGGER run_added AFTER INSERT ON runs WHEN new.runner = '' BEGIN "
    "INSERT INTO totals VALUES (new.caller, 1, length(CAST(new.record AS BLOB))) "
    "ON CONFLICT DO UPDATE SET runs = runs + 1, bytes = bytes + excluded.bytes; END;"
    "CREATE TRIGGER run_came AFTER UPDATE ON runs WHEN new.runner = '' BEGIN "
    "INSERT INTO totals VALUES (new.caller, 1, length(CAST(new.record AS BLOB))) "
    "ON CONFLICT DO UPDATE SET runs = runs + 1, bytes = bytes + excluded.bytes; END;"
    "CREATE TRIGGER run_left AFTER UPDATE ON runs WHEN old.runner = '' BEGIN UPDATE totals SET "
    "runs = runs - 1, bytes = bytes - length(CAST(old.record AS BLOB)) WHERE caller = old.caller; "
    "END;"
    "CREATE TRIGGER run_removed AFTER DELETE ON runs WHEN old.runner = '' BEGIN UPDATE totals SET "
    "runs = runs - 1, bytes = bytes - length(CAST(old.record AS BLOB)) WHERE caller = old.caller; "
    "END",
    kArtifactTables, kFactsOfArtifacts, kContentsOfArtifacts, searchTables(), kTimelines};

Result<void> put(Database& database, const HistoryRow& row, const std::string& runner)
{
    SANDBENCH_TRY(
        auto statement,
        database.prepare(
            "INSERT INTO runs (run_id, caller, sandbox_id, language, verdict, started_at, "
            "wall_seconds, record, runner) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (run_id) "
            "DO UPDATE SET verdict = excluded.verdict, started_at = excluded.started_at, "
            "wall_seconds = excluded.wall_seconds, record = excluded.record, runner = "
            "excluded.runner"));
    const auto& entry = row.entry;
    statement.bind(entry.runId).bind(row.caller).bind(entry.sandboxId).bind(entry.language);
    statement.bind(entry.verdict).bind(entry.startedAt).bind(entry.wallSeconds).bind(row.record);
    SANDBENCH_TRY_VOID(statement.bind(entry.verdict.empty() ? runner : std::string()).run());
    if (row.timeline.empty())
        return {};
    SANDBENCH_TRY(
        auto timeline,
        database.prepare("INSERT INTO timelines SELECT number, ?2 FROM runs WHERE run_id = ?1 ON "
                         "CONFLICT DO UPDATE SET pieces = excluded.pieces"));
    return timeline.bind(entry.runId).bind(row.timeline).run();
}

/// The oldest ended runs of whoever has most of what is too much, so that nobody pushes others'
/// out. False: there were none.
Result<bool>
remove(Database& database, const char* whatIsTooMuch, const char* andOnly, std::int64_t most)
{
    SANDBENCH_TRY(
        auto removal,
        database.prepare(
            std::string("DELETE FROM runs WHERE number IN (SELECT number FROM runs WHERE caller = "
                        "(SELECT caller FROM totals ORDER BY ")
            + whatIsTooMuch + " DESC LIMIT 1) AND runner = ''" + andOnly
            + " ORDER BY number LIMIT ?) RETURNING 1"));
    return removal.bind(most).step();
}

/// How many runs the caller who has most can lose before another one has as many; at least one.
Result<std::int64_t> lead(Database& database)
{
    SANDBENCH_TRY(
        auto most, database.prepare("SELECT runs FROM totals ORDER BY runs DESC LIMIT 2"));
    SANDBENCH_TRY([[maybe_unused]] const auto hasFirst, most.step());
    const auto first = most.integer(0);
    SANDBENCH_TRY(const auto hasSecond, most.step());
    return std::max<std::int64_t>(1, first - (hasSecond ? most.integer(0) : 0));
}

/// Those that somebody reviewed go last.
Result<void> removeOldest(Database& database, const HistoryBounds& bounds)
{
    for (;;) {
        SANDBENCH_TRY(
            auto totals,
            database.prepare("SELECT coalesce(sum(runs), 0), coalesce(sum(bytes), 0) FROM totals"));
        SANDBENCH_TRY([[maybe_unused]] const auto hasTotals, totals.step());
        const auto runs = totals.integer(0), bytes = totals.integer(1);
        if (runs <= bounds.runs && (bytes <= bounds.bytes || runs <= 1))
            return {};
        const bool areTooMany = runs > bounds.runs;
        const auto* const tooMuch = areTooMany ? "runs" : "bytes";
        std::int64_t most = 1;
        if (areTooMany) {
            SANDBENCH_TRY(most, lead(database));
            most = std::min(most, runs - bounds.runs);
        }
        SANDBENCH_TRY(
            auto areGone,
            remove(database, tooMuch, " AND number NOT IN (SELECT number FROM reviews)", most));
        if (!areGone) {
            SANDBENCH_TRY(areGone, remove(database, tooMuch, "", most));
        }
        if (!areGone)
            return {};
    }
}

/// Numbers of runs.
Result<std::vector<std::int64_t>> leftRunning(Database& database)
{
    SANDBENCH_TRY(
        auto running, database.prepare("SELECT number, runner FROM runs WHERE runner <> ''"));
    std::vector<std::int64_t> numbers;
    for (;;) {
        SANDBENCH_TRY(const auto hasRow, running.step());
        if (!hasRow)
            return numbers;
        if (isRunnerDead(running.text(1)))
            numbers.push_back(running.integer(0));
    }
}

} // namespace

Database::Steps historySteps()
{
    return kSteps;
}

bool isRunnerDead(const std::string& runner)
{
    return !runner.empty() && stateOfOwner(runner) != OwnerState::Alive;
}

Json asInterrupted(Json record)
{
    record["verdict"] = kInterrupted;
    record["success"] = false;
    record["sentence"] = "Interrupted: the program that ran it ended first, so that only what it "
                         "had printed until then is here; run it again";
    return record;
}

HistoryRow historyRow(const std::string& caller, const Json& record)
{
    return {
        {jsonString(record, "run_id"), jsonString(record, "session_id"),
         jsonString(record, "language"), jsonString(record, "verdict"),
         jsonString(record, "started_at"), jsonNumber(record, "wall_seconds")},
        caller,
        writeJson(record)};
}

Result<void> markInterrupted(Database& database)
{
    SANDBENCH_TRY(const auto left, leftRunning(database));
    if (left.empty())
        return {}; // nobody has to wait for us
    SANDBENCH_TRY(auto transaction, database.begin());
    for (const auto number : left) {
        // Another program may have come first.
        SANDBENCH_TRY(
            auto row,
            database.prepare("SELECT record FROM runs WHERE number = ? AND runner <> ''"));
        SANDBENCH_TRY(const auto hasRow, row.bind(number).step());
        if (!hasRow)
            continue;
        auto record = parseJson(row.text(0), kMostRecordBytes).value_or(Json::object());
        const auto text = writeJson(asInterrupted(std::move(record)));
        SANDBENCH_TRY(
            auto marked,
            database.prepare(
                "UPDATE runs SET runner = '', verdict = ?, record = ? WHERE number = ?"));
        marked.bind(std::string_view(kInterrupted)).bind(std::string_view(text));
        SANDBENCH_TRY_VOID(marked.bind(number).run());
    }
    return transaction.commit();
}

Result<void>
writeHistory(Database& database, const std::vector<HistoryRow>& rows, const HistoryBounds& bounds)
{
    // Asked each time: after a fork it is another.
    const auto runner = ownerOfThisProcess();
    SANDBENCH_TRY(auto transaction, database.begin());
    SANDBENCH_TRY(const auto version, database.version());
    if (version != static_cast<std::int64_t>(kSteps.size())) // a newer program came meanwhile
        return Error(ErrorCode::Unsupported, "the history is of another version");
    for (const auto& row : rows)
        SANDBENCH_TRY_VOID(put(database, row, runner));
    SANDBENCH_TRY_VOID(removeOldest(database, bounds));
    SANDBENCH_TRY_VOID(transaction.commit());
    for (const auto& row : rows)
        if (row.artifacts)
            SANDBENCH_TRY_VOID(
                writeArtifacts(database, row.entry.runId, row.artifacts->all(), bounds));
    return {};
}

Result<void> writeReview(
    Database& database, const Caller& caller, const std::string& runId, const Review& review)
{
    SANDBENCH_TRY_VOID(checkReview(review));
    SANDBENCH_TRY(auto transaction, database.begin());
    SANDBENCH_TRY(
        auto run,
        database.prepare("SELECT number FROM runs WHERE run_id = ?1 AND (caller = ?2 OR ?3)"));
    run.bind(runId).bind(caller.id).bind(std::int64_t(caller.may(Scope::Admin)));
    SANDBENCH_TRY(const auto isThere, run.step());
    if (!isThere)
        return Error(ErrorCode::NotFound, "there is no run " + runId.substr(0, 64));
    const auto number = run.integer(0);
    SANDBENCH_TRY(
        auto statement,
        database.prepare(
            review.isEmpty() ? "DELETE FROM reviews WHERE number = ?"
                             : "INSERT OR REPLACE INTO reviews VALUES (?, ?, ?, ?)"));
    statement.bind(number);
    if (!review.isEmpty())
        statement.bind(review.verdict).bind(review.note).bind(utcNow());
    SANDBENCH_TRY_VOID(statement.run());
    return transaction.commit();
}

} // namespace sandbench::workspace
