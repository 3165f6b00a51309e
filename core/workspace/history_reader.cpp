// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/history_reader.h"

#include "core/workspace/history_artifacts.h"
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
    return isRunnerDead(statement.text(2)) ? asInterrupted(std::move(record)) : std::move(record);
}

Result<std::vector<RunHistory::Entry>>
HistoryReader::list(const Caller& caller, const std::string& before, std::size_t most)
{
    SANDBENCH_TRY(const auto below, numberOf(caller, before));
    SANDBENCH_TRY(
        auto statement,
        m_database.prepare(
            "SELECT run_id, sandbox_id, language, verdict, started_at, wall_seconds, " + m_runner
            + " FROM runs WHERE (caller = ?1 OR ?2) AND number < ?3 ORDER BY number DESC "
              "LIMIT ?4"));
    statement.bind(caller.id).bind(std::int64_t(caller.may(Scope::Admin))).bind(below);
    statement.bind(static_cast<std::int64_t>(std::min(most, kMostListed)));
    std::vector<RunHistory::Entry> entries;
    for (;;) {
        SANDBENCH_TRY(const auto hasRow, statement.step());
        if (!hasRow)
            return entries;
        entries.push_back(
            {statement.text(0), statement.text(1), statement.text(2),
             isRunnerDead(statement.text(6)) ? kInterrupted : statement.text(3), statement.text(4),
             statement.number(5)});
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
