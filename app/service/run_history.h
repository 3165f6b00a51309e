// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/service/caller.h"
#include "core/base/json.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sandbench::service {

/// Records of ended runs, without their artifacts' bytes. Bounded: the oldest go. Thread: any.
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
    /// The newest first, of those before @p before (a run id; empty = from the newest).
    virtual Result<std::vector<Entry>>
    list(const Caller& caller, const std::string& before, std::size_t most) = 0;
};

} // namespace sandbench::service
