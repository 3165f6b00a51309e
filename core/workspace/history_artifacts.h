// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workspace/database.h"
#include "core/workspace/run_history.h"

#include <string>
#include <vector>

/// Artifacts in the file of a RunHistory. They are removed with their run; an artifact whose bytes
/// are not there has a note that says why. Thread: one at a time for each database. Errors:
/// database.h.
namespace sandbench::workspace {

inline constexpr const char* kArtifactTables
    = "CREATE TABLE artifacts (id INTEGER PRIMARY KEY, run INTEGER NOT NULL, number INTEGER NOT "
      "NULL, name TEXT NOT NULL, mime TEXT NOT NULL, size INTEGER NOT NULL, width INTEGER NOT "
      "NULL, height INTEGER NOT NULL, note TEXT NOT NULL, bytes BLOB, UNIQUE (run, number));"
      "CREATE INDEX artifacts_with_bytes ON artifacts (run, number) WHERE bytes IS NOT NULL;"
      // What the bytes take, by caller.
      "CREATE TABLE artifact_totals (caller TEXT PRIMARY KEY, bytes INTEGER NOT NULL);"
      "CREATE TRIGGER artifact_came AFTER INSERT ON artifacts WHEN new.bytes IS NOT NULL BEGIN "
      "INSERT INTO artifact_totals SELECT caller, length(new.bytes) FROM runs WHERE number = "
      "new.run ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes; END;"
      "CREATE TRIGGER artifact_emptied AFTER UPDATE ON artifacts WHEN old.bytes IS NOT NULL AND "
      "new.bytes IS NULL BEGIN UPDATE artifact_totals SET bytes = bytes - length(old.bytes) WHERE "
      "caller = (SELECT caller FROM runs WHERE number = old.run); END;"
      "CREATE TRIGGER artifact_removed AFTER DELETE ON artifacts WHEN old.bytes IS NOT NULL BEGIN "
      "UPDATE artifact_totals SET bytes = bytes - length(old.bytes) WHERE caller = (SELECT caller "
      "FROM runs WHERE number = old.run); END;"
      // Before, since they look up whose run it was.
      "CREATE TRIGGER run_artifacts_removed BEFORE DELETE ON runs BEGIN DELETE FROM artifacts "
      "WHERE run = old.number; END";

/// The version of the file that has them first.
inline constexpr int kArtifactsSince = 3;
/// What is known of them besides, as toJson(ResultFacts) writes it.
inline constexpr const char* kFactsOfArtifacts
    = "ALTER TABLE artifacts ADD COLUMN facts TEXT NOT NULL DEFAULT ''";
inline constexpr int kFactsSince = 4;
/// Bytes by what they are: the same ones are there once, for all runs and callers, as long as an
/// artifact refers to them. What a caller has counts once for that caller. sha256() is the
/// database's, see Database::open().
inline constexpr const char* kContentsOfArtifacts
    = "DROP TRIGGER artifact_came; DROP TRIGGER artifact_emptied; DROP TRIGGER artifact_removed;"
      "DROP INDEX artifacts_with_bytes;"
      "CREATE TABLE contents (hash TEXT PRIMARY KEY, size INTEGER NOT NULL, bytes BLOB NOT NULL);"
      "CREATE TABLE content_shares (caller TEXT NOT NULL, hash TEXT NOT NULL, size INTEGER NOT "
      "NULL, uses INTEGER NOT NULL, newest INTEGER NOT NULL, PRIMARY KEY (caller, hash)) WITHOUT "
      "ROWID;"
      "CREATE INDEX shares_by_content ON content_shares (hash);"
      "CREATE INDEX shares_by_age ON content_shares (caller, newest);"
      "ALTER TABLE artifacts ADD COLUMN hash TEXT;"
      "UPDATE artifacts SET hash = sha256(bytes) WHERE bytes IS NOT NULL;"
      "INSERT INTO contents SELECT hash, length(bytes), bytes FROM artifacts WHERE hash IS NOT "
      "NULL "
      "ON CONFLICT DO NOTHING;"
      "ALTER TABLE artifacts DROP COLUMN bytes;"
      "CREATE INDEX artifacts_by_content ON artifacts (hash) WHERE hash IS NOT NULL;"
      "DELETE FROM artifact_totals;"
      "CREATE TRIGGER share_came AFTER INSERT ON content_shares BEGIN INSERT INTO artifact_totals "
      "VALUES (new.caller, new.size) ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes; END;"
      "CREATE TRIGGER share_unused AFTER UPDATE ON content_shares WHEN new.uses = 0 BEGIN DELETE "
      "FROM content_shares WHERE caller = new.caller AND hash = new.hash; END;"
      "CREATE TRIGGER share_gone AFTER DELETE ON content_shares BEGIN UPDATE artifact_totals SET "
      "bytes = bytes - old.size WHERE caller = old.caller; DELETE FROM contents WHERE hash = "
      "old.hash AND NOT EXISTS (SELECT 1 FROM content_shares WHERE hash = old.hash); END;"
      "INSERT INTO content_shares SELECT r.caller, a.hash, c.size, count(*), max(a.id) FROM "
      "artifacts a JOIN runs r ON r.number = a.run JOIN contents c ON c.hash = a.hash GROUP BY "
      "r.caller, a.hash;"
      "CREATE TRIGGER artifact_came AFTER INSERT ON artifacts WHEN new.hash IS NOT NULL BEGIN "
      "INSERT INTO content_shares SELECT r.caller, c.hash, c.size, 1, new.id FROM runs r, contents "
      "c WHERE r.number = new.run AND c.hash = new.hash ON CONFLICT DO UPDATE SET uses = uses + 1, "
      "newest = excluded.newest; END;"
      "CREATE TRIGGER artifact_emptied AFTER UPDATE ON artifacts WHEN old.hash IS NOT NULL AND "
      "new.hash IS NULL BEGIN UPDATE content_shares SET uses = uses - 1 WHERE hash = old.hash AND "
      "caller = (SELECT caller FROM runs WHERE number = old.run); END;"
      "CREATE TRIGGER artifact_removed AFTER DELETE ON artifacts WHEN old.hash IS NOT NULL BEGIN "
      "UPDATE content_shares SET uses = uses - 1 WHERE hash = old.hash AND caller = (SELECT caller "
      "FROM runs WHERE number = old.run); END";
inline constexpr int kContentsSince = 5;

/// Adds those of @p runId that are not there yet, one at a time, so that others wait no longer than
/// one takes; removes the bytes of the oldest that are too much. Nothing where the run is not
/// there.
Result<void> writeArtifacts(
    Database& database, const std::string& runId, const std::vector<Artifact>& artifacts,
    const HistoryBounds& bounds);

/// In their order; their storedPath is empty.
/// @p version: of the file.
Result<std::vector<Artifact>>
readArtifacts(Database& database, const std::string& runId, std::int64_t version);
/// Untrusted. Errors: also NotFound, with the note.
Result<std::string> readArtifactBytes(
    Database& database, const std::string& runId, std::size_t number, std::int64_t version);

} // namespace sandbench::workspace
