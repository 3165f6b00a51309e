// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/history_artifacts.h"

#include "core/artifact/chart_json.h"
#include "core/base/fd.h"
#include "core/base/sha256.h"
#include "core/base/units.h"

namespace sandbench::workspace {

namespace {

constexpr std::size_t kMaxFactsBytes = 64U << 10;
constexpr std::string_view kNoRoom = "removed from the history to make room for newer results";

/// Where the numbers are that artifact @p number shows: a row of their own, whose bytes count, and
/// go, as those of any other.
std::int64_t numberOfChart(std::size_t number)
{
    return -1 - static_cast<std::int64_t>(number);
}

/// What is written of one: its bytes, or why there are none.
struct Kept
{
    std::string note;
    std::string bytes;
};

Kept keptOf(const Artifact& artifact, const HistoryBounds& bounds)
{
    if (artifact.storedPath.empty())
        return {artifact.note.empty() ? "its bytes were not kept" : artifact.note, {}};
    if (artifact.bytes > bounds.largestArtifact)
        return {
            "larger than " + formatSize(bounds.largestArtifact) + ", so not kept in the history",
            {}};
    auto bytes = readFile(artifact.storedPath, bounds.largestArtifact);
    return bytes ? Kept{{}, *std::move(bytes)} : Kept{"its bytes could not be read", {}};
}

Result<void> removeOldestBytes(Database& database, const HistoryBounds& bounds)
{
    for (;;) {
        SANDBENCH_TRY(
            auto total, database.prepare("SELECT coalesce(sum(bytes), 0) FROM artifact_totals"));
        SANDBENCH_TRY([[maybe_unused]] const auto hasTotal, total.step());
        if (total.integer(0) <= bounds.artifactBytes)
            return {};
        // Of whoever has most, so that nobody pushes others' out; what a newer run has too is new.
        SANDBENCH_TRY(
            auto oldest,
            database.prepare(
                "SELECT caller, hash FROM content_shares WHERE caller = (SELECT caller FROM "
                "artifact_totals ORDER BY bytes DESC LIMIT 1) ORDER BY newest LIMIT 1"));
        SANDBENCH_TRY(const auto hasOldest, oldest.step());
        if (!hasOldest)
            return {};
        SANDBENCH_TRY(
            auto removal,
            database.prepare(
                "UPDATE artifacts SET hash = NULL, note = ? WHERE hash = ? AND (SELECT "
                "caller FROM runs WHERE number = run) = ?"));
        removal.bind(kNoRoom).bind(oldest.text(1)).bind(oldest.text(0));
        SANDBENCH_TRY_VOID(removal.run());
    }
}

Result<void> putBytes(Database& database, const std::string& hash, const std::string& bytes)
{
    SANDBENCH_TRY(
        auto statement,
        database.prepare("INSERT INTO contents VALUES (?1, length(CAST(?2 AS BLOB)), CAST(?2 AS "
                         "BLOB)) ON CONFLICT DO NOTHING"));
    return statement.bind(hash).bind(bytes).run();
}

/// Nothing where the run is not there any more.
Result<void> putRow(
    Database& database, const std::string& runId, const Artifact& artifact, std::int64_t number,
    const std::string& note, const std::string& hash)
{
    SANDBENCH_TRY(
        auto statement,
        database.prepare(
            "INSERT INTO artifacts (run, number, name, mime, size, width, height, note, hash, "
            "facts) SELECT number, ?2, ?3, ?4, ?5, ?6, ?7, ?8, nullif(?9, ''), ?10 FROM runs WHERE "
            "run_id = ?1 ON CONFLICT DO NOTHING"));
    statement.bind(runId).bind(number);
    statement.bind(artifact.name).bind(artifact.mime);
    statement.bind(static_cast<std::int64_t>(artifact.bytes));
    statement.bind(std::int64_t(artifact.width)).bind(std::int64_t(artifact.height));
    return statement.bind(note).bind(hash).bind(writeJson(toJson(artifact.facts))).run();
}

Result<void> removeUnused(Database& database, const std::string& hash)
{
    SANDBENCH_TRY(
        auto statement,
        database.prepare("DELETE FROM contents WHERE hash = ?1 AND NOT EXISTS (SELECT 1 FROM "
                         "content_shares WHERE hash = ?1)"));
    return statement.bind(hash).run();
}

Result<void> putOne(
    Database& database, const std::string& runId, const Artifact& artifact, std::int64_t number,
    const Kept& kept)
{
    const auto hash = kept.note.empty() ? sha256Of(kept.bytes) : std::string();
    if (!hash.empty())
        SANDBENCH_TRY_VOID(putBytes(database, hash, kept.bytes));
    SANDBENCH_TRY_VOID(putRow(database, runId, artifact, number, kept.note, hash));
    return removeUnused(database, hash); // its run may be gone
}

Result<void>
put(Database& database, const std::string& runId, const Artifact& artifact, std::size_t number,
    const HistoryBounds& bounds)
{
    const auto kept = keptOf(artifact, bounds); // before anybody waits for us
    Kept chart;
    if (artifact.facts.chart)
        chart.bytes = writeJson(toJson(*artifact.facts.chart));
    SANDBENCH_TRY(auto transaction, database.begin());
    SANDBENCH_TRY_VOID(putOne(database, runId, artifact, static_cast<std::int64_t>(number), kept));
    if (artifact.facts.chart)
        SANDBENCH_TRY_VOID(putOne(database, runId, {}, numberOfChart(number), chart));
    SANDBENCH_TRY_VOID(removeOldestBytes(database, bounds));
    return transaction.commit();
}

/// How many are there. A retry goes on where the last try ended.
Result<std::size_t> countOf(Database& database, const std::string& runId)
{
    SANDBENCH_TRY(
        auto statement,
        database.prepare("SELECT count(*) FROM artifacts WHERE number >= 0 AND run = (SELECT "
                         "number FROM runs WHERE run_id = ?)"));
    SANDBENCH_TRY([[maybe_unused]] const auto hasCount, statement.bind(runId).step());
    return static_cast<std::size_t>(statement.integer(0));
}

} // namespace

Result<void> writeArtifacts(
    Database& database, const std::string& runId, const std::vector<Artifact>& artifacts,
    const HistoryBounds& bounds)
{
    SANDBENCH_TRY(auto number, countOf(database, runId));
    for (; number < artifacts.size(); ++number)
        SANDBENCH_TRY_VOID(put(database, runId, artifacts[number], number, bounds));
    return {};
}

Result<std::vector<Artifact>>
readArtifacts(Database& database, const std::string& runId, std::int64_t version)
{
    const std::string facts = version >= kFactsSince ? "facts" : "''";
    const std::string chart = version >= kContentsSince
        ? "(SELECT c.bytes FROM artifacts n JOIN contents c ON c.hash = n.hash WHERE n.run = a.run "
          "AND n.number = -1 - a.number)"
        : "''";
    const auto query = "SELECT name, mime, size, width, height, note, " + facts + ", " + chart
        + " FROM artifacts a WHERE run = (SELECT number FROM runs WHERE run_id = ?) AND number >= "
          "0 ORDER BY number";
    SANDBENCH_TRY(auto statement, database.prepare(query));
    statement.bind(runId);
    std::vector<Artifact> artifacts;
    for (;;) {
        SANDBENCH_TRY(const auto hasRow, statement.step());
        if (!hasRow)
            return artifacts;
        Artifact artifact;
        artifact.name = statement.text(0);
        artifact.mime = statement.text(1);
        artifact.bytes = static_cast<std::uint64_t>(statement.integer(2));
        artifact.width = static_cast<int>(statement.integer(3));
        artifact.height = static_cast<int>(statement.integer(4));
        artifact.note = statement.text(5);
        if (const auto json = parseJson(statement.text(6), kMaxFactsBytes))
            artifact.facts = resultFactsOf(*json);
        if (auto read = readChart(statement.text(7)))
            artifact.facts.chart = std::make_shared<const Chart>(*std::move(read));
        artifacts.push_back(std::move(artifact));
    }
}

Result<std::string> readArtifactBytes(
    Database& database, const std::string& runId, std::size_t number, std::int64_t version)
{
    const std::string bytes = version >= kContentsSince
        ? "(SELECT bytes FROM contents c WHERE c.hash = a.hash)"
        : "bytes";
    SANDBENCH_TRY(
        auto statement,
        database.prepare(
            "SELECT note, " + bytes
            + " FROM artifacts a WHERE run = (SELECT number FROM runs WHERE run_id = ?) AND number "
              "= ?"));
    statement.bind(runId).bind(static_cast<std::int64_t>(number));
    SANDBENCH_TRY(const auto hasRow, statement.step());
    if (!hasRow)
        return Error(
            ErrorCode::NotFound, "the run has no artifact " + std::to_string(number) + " any more");
    if (const auto note = statement.text(0); !note.empty())
        return Error(ErrorCode::NotFound, note);
    return statement.text(1);
}

} // namespace sandbench::workspace
