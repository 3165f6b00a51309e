// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/tool.h"
#include "core/workspace/caller.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace sandbench::mcp {

struct Toolbox;

inline constexpr const char* kTasksExtension = "io.modelcontextprotocol/tasks";

/// Runs that go on, for clients that poll for their ends by the protocol instead of a tool.
/// Source: SEP-2663, the extension io.modelcontextprotocol/tasks of 2026-07-28. Thread: any.
struct Tasks
{
    /// {taskId, status, …}, with the call's result where it is over. Empty = there are no tasks.
    /// Errors: NotFound.
    std::function<Result<Json>(const workspace::Caller&, const std::string& id)> get = {};
    /// Errors: NotFound.
    std::function<Result<void>(const workspace::Caller&, const std::string& id)> cancel = {};
};

Tasks makeTasks(const Toolbox& box);

/// What tools/call answers: {taskId, status: "working", …}. Its id says when it began: nothing is
/// kept for it. @p createdAt. Units: seconds since 1970.
Json newTask(const std::string& runId, std::int64_t createdAt);

} // namespace sandbench::mcp
