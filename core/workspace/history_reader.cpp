// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/history_reader.h"

#include "core/workspace/history_artifacts.h"
#include "core/workspace/history_search.h"
#include "core/workspace/history_tables.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace sandbench::workspace {

namespace {

constexpr std::size_t kMostListed = 1000;

Error noSuchRun(const std::string& runId)
{
    return Error(ErrorCode::NotFound, "there is no run " + runId.substr(0, 64));
}

constexpr const char* kFactColumns
    = ", f.document, f.engine, f.sentence, f.succeeded, f.results, v.review, v.note, v.reviewed_at";
constexpr const char* kFactJoins = " LEFT JOIN run_facts AS f ON f.number = r.number"
                                   " LEFT JOIN reviews AS v ON v.number = r.number";

RunHistory::Entry entryOf(const Statement& row, bool hasFacts)
{
    RunHistory::Entry entry = {row.text(0), row.text(1),
                               row.text(2), isRunnerDead(row.text(6)) ? kInterrupted : row.text(3),
                               row.text(4), row.number(5)};
    if (!hasFacts)
        return entry;
    entry.document = row.text(7);
    entry.engine = row.text(8);
    entry.sentence = row.text(9);
    entry.succeeded = row.integer(10) != 0;
    entry.results = row.integer(11);
    entry.review = {row.text(12), row.text(13), row.text(14)};
    return entry;
}

} // namespace

HistoryReader::HistoryReader(Database database, std::int64_t version)
    : m_database(std::move(database))
    , m_version(version)
    // Its column is behind the record, which is long: it is read only where it says something.
    , m_runner(version < 2 ? "''" : "CASE verdict WHEN '' THEN runner ELSE '' END")
{
}

Result<HistoryReader> HistoryReader::open(const std::string& path)
{
    SANDBENCH_TRY(auto database, Database::openToRead(path, Database::kPatience));
    SANDBENCH_TRY(const auto version, database.version());
    return HistoryReader(std::move(database), version);
}

Result<Json> HistoryReader::find(const Caller& caller, const std::string& runId)
{
    SANDBENCH_TRY(
        auto statement,
        m_database.prepare("SELECT caller, record, " + m_runner + " FROM runs WHERE run_id = ?"));
    SANDBENCH_TRY(const auto hasRow, statement.bind(runId).step());
    if (!hasRow || (statement.text(0) != caller.id && !caller.may(Scope::Admin)))
        return noSuchRun(runId);
    SANDBENCH_TRY(auto record, parseJson(statement.text(1), kMostRecordBytes));
    if (isRunnerDead(statement.text(2)))
        record = asInterrupted(std::move(record));
    SANDBENCH_TRY(const auto review, reviewOf(runId));
    if (!review.isEmpty())
        record["review"] = toJson(review);
    return record;
}

Result<Review> HistoryReader::reviewOf(const std::string& runId)
{
    if (m_version < kSearchSince)
        return Review();
    SANDBENCH_TRY(
        auto statement,
        m_database.prepare(
            "SELECT review, note, reviewed_at FROM reviews WHERE number = (SELECT number FROM runs "
            "WHERE run_id = ?)"));
    SANDBENCH_TRY(const auto hasRow, statement.bind(runId).step());
    return hasRow ? Review{statement.text(0), statement.text(1), statement.text(2)} : Review();
}

Result<std::vector<RunHistory::Entry>> HistoryReader::list(
    const Caller& caller, const std::string& before, std::size_t most, const HistoryQuery& query)
{
    const bool hasFacts = m_version >= kSearchSince;
    if (!hasFacts && !query.isEmpty())
        return Error(
            ErrorCode::Unsupported,
            "an older Sandbench wrote this history, which cannot be searched; run something with "
            "this one first");
    SANDBENCH_TRY(const auto below, numberOf(caller, before));
    const auto search = searchSql(query);
    SANDBENCH_TRY(
        auto statement,
        m_database.prepare(
            "SELECT r.run_id, r.sandbox_id, r.language, r.verdict, r.started_at, r.wall_seconds, "
            + m_runner + (hasFacts ? kFactColumns : "") + " FROM runs AS r"
            + (hasFacts ? kFactJoins : "") + " WHERE (r.caller = ? OR ?) AND r.number < ?"
            + search.condition + " ORDER BY r.number DESC LIMIT ?"));
    statement.bind(caller.id).bind(std::int64_t(caller.may(Scope::Admin))).bind(below);
    for (const auto& text : search.texts)
        statement.bind(text);
    statement.bind(static_cast<std::int64_t>(std::min(most, kMostListed)));
    std::vector<RunHistory::Entry> entries;
    for (;;) {
        SANDBENCH_TRY(const auto hasRow, statement.step());
        if (!hasRow)
            return entries;
        entries.push_back(entryOf(statement, hasFacts));
    }
}

Result<std::vector<RunHistory::Document>>
HistoryReader::documents(const Caller& caller, std::size_t most)
{
    std::vector<RunHistory::Document> documents;
    if (m_version < kSearchSince)
        return documents;
    SANDBENCH_TRY(
        auto statement,
        m_database.prepare(
            "SELECT f.document, count(*) FROM run_facts AS f JOIN runs AS r ON r.number = f.number "
            "WHERE f.document <> '' AND (r.caller = ? OR ?) GROUP BY f.document "
            "ORDER BY max(f.number) DESC LIMIT ?"));
    statement.bind(caller.id).bind(std::int64_t(caller.may(Scope::Admin)));
    statement.bind(static_cast<std::int64_t>(std::min(most, kMostListed)));
    for (;;) {
        SANDBENCH_TRY(const auto hasRow, statement.step());
        if (!hasRow)
            return documents;
        documents.push_back({statement.text(0), statement.integer(1)});
    }
}

Result<void> HistoryReader::checkOwner(const Caller& caller, const std::string& runId)
{
    SANDBENCH_TRY(auto statement, m_database.prepare("SELECT caller FROM runs WHERE run_id = ?"));
    SANDBENCH_TRY(const auto hasRow, statement.bind(runId).step());
    return hasRow && (statement.text(0) == caller.id || caller.may(Scope::Admin))
        ? Result<void>()
        : noSuchRun(runId);
}

Result<replay::RunTimeline> HistoryReader::timeline(const Caller& caller, const std::string& runId)
{
    SANDBENCH_TRY_VOID(checkOwner(caller, runId));
    if (m_version < kTimelinesSince)
        return replay::RunTimeline();
    SANDBENCH_TRY(
        auto statement,
        m_database.prepare("SELECT pieces FROM timelines WHERE number = (SELECT number FROM runs "
                           "WHERE run_id = ?)"));
    SANDBENCH_TRY(const auto hasRow, statement.bind(runId).step());
    // One that cannot be read is as good as none: the run itself is there.
    return hasRow ? replay::RunTimeline::read(statement.text(0)).value_or(replay::RunTimeline())
                  : replay::RunTimeline();
}

Result<std::vector<Artifact>>
HistoryReader::artifacts(const Caller& caller, const std::string& runId)
{
    SANDBENCH_TRY_VOID(checkOwner(caller, runId));
    return m_version < kArtifactsSince ? std::vector<Artifact>()
                                       : readArtifacts(m_database, runId, m_version);
}

Result<std::string>
HistoryReader::artifactBytes(const Caller& caller, const std::string& runId, std::size_t number)
{
    SANDBENCH_TRY_VOID(checkOwner(caller, runId));
    if (m_version < kArtifactsSince)
        return Error(ErrorCode::NotFound, "the history kept no artifacts when that run ended");
    return readArtifactBytes(m_database, runId, number, m_version);
}

Result<std::int64_t> HistoryReader::numberOf(const Caller& caller, const std::string& runId)
{
    if (runId.empty())
        return std::numeric_limits<std::int64_t>::max();
    SANDBENCH_TRY(
        auto statement, m_database.prepare("SELECT number, caller FROM runs WHERE run_id = ?"));
    SANDBENCH_TRY(const auto hasRow, statement.bind(runId).step());
    if (!hasRow || (statement.text(1) != caller.id && !caller.may(Scope::Admin)))
        return Error(
            ErrorCode::InvalidArgument,
            "before: there is no run " + runId.substr(0, 64) + " in the history any more");
    return statement.integer(0);
}

} // namespace sandbench::workspace
