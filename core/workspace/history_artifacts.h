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

/// Adds those of @p runId that are not there yet, one at a time, so that others wait no longer than
/// one takes; removes the bytes of the oldest that are too much. Nothing where the run is not
/// there.
Result<void> writeArtifacts(
    Database& database, const std::string& runId, const std::vector<Artifact>& artifacts,
    const HistoryBounds& bounds);

/// In their order; their storedPath is empty.
/// @p hasFacts: the file is of version kFactsSince or newer.
Result<std::vector<Artifact>>
readArtifacts(Database& database, const std::string& runId, bool hasFacts);
/// Untrusted. Errors: also NotFound, with the note.
Result<std::string>
readArtifactBytes(Database& database, const std::string& runId, std::size_t number);

} // namespace sandbench::workspace
