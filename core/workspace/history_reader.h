// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workspace/database.h"
#include "core/workspace/run_history.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sandbench::workspace {

/// Reads the file of a RunHistory: also an older one, which a disk that cannot be written may have,
/// and a newer one whose tables have what is asked for. Runs that dead programs left are told as
/// interrupted. Thread: one at a time. Errors: database.h.
class HistoryReader
{
public:
    static Result<HistoryReader> open(const std::string& path);

    bool isCurrent() const { return m_database.isCurrent(); }
    /// As RunHistory's.
    Result<Json> find(const Caller& caller, const std::string& runId);
    Result<std::vector<RunHistory::Entry>> list(
        const Caller& caller, const std::string& before, std::size_t most,
        const HistoryQuery& query = {});
    Result<std::vector<RunHistory::Document>> documents(const Caller& caller, std::size_t most);

    Result<replay::RunTimeline> timeline(const Caller& caller, const std::string& runId);
    Result<std::vector<Artifact>> artifacts(const Caller& caller, const std::string& runId);
    Result<std::string>
    artifactBytes(const Caller& caller, const std::string& runId, std::size_t number);

private:
    HistoryReader(Database database, std::int64_t version);
    Result<std::int64_t> numberOf(const Caller& caller, const std::string& runId);
    Result<Review> reviewOf(const std::string& runId);
    Result<void> checkOwner(const Caller& caller, const std::string& runId);

    Database m_database;
    std::int64_t m_version = 0;
    std::string m_runner; ///< SQL for who runs a run that goes on.
};

} // namespace sandbench::workspace
