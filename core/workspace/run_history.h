// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/workspace/caller.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sandbench::workspace {

/// Records of ended runs, without their artifacts' bytes. Bounded: the oldest of whoever has most
/// go. Thread: any.
class RunHistory
{
public:
    virtual ~RunHistory() = default;
    /// @p record: as toJson(RunRecord).
    virtual Result<void> add(const std::string& caller, const Json& record) = 0;
    /// Errors: NotFound, also for those of other callers.
    virtual Result<Json> find(const Caller& caller, const std::string& runId) = 0;
    struct Entry
    {
        std::string runId, sandboxId, language, verdict, startedAt;
        double wallSeconds = 0;
    };
    /// The newest first, of those before @p before (a run id; empty = from the newest). Errors:
    /// InvalidArgument for a run that find() would not find.
    virtual Result<std::vector<Entry>>
    list(const Caller& caller, const std::string& before, std::size_t most) = 0;
};

/// How much a history keeps. Units: runs; bytes of their records.
struct HistoryBounds
{
    std::int64_t runs = 10'000;
    std::int64_t bytes = 256LL << 20;
    std::size_t streamBytes = 64U << 10; ///< Of each stream's text, its beginning.
};

/// @p path: of its file. Source: SQLite. Errors: Io, PermissionDenied.
Result<std::unique_ptr<RunHistory>>
openRunHistory(const std::string& path, HistoryBounds bounds = {});

} // namespace sandbench::workspace
