// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/run_result.h"
#include "app/mcp/tool.h"
#include "core/workspace/run_board.h"

#include <chrono>

namespace sandbench::mcp {

using Deadline = std::chrono::steady_clock::time_point;

/// Waits for the end of @p run, and tells of its last line meanwhile where somebody asked for it.
/// Null = it goes on at @p deadline, or the call was cancelled.
workspace::RunEnd waitForEnd(workspace::HostedRun& run, const ToolCall& call, Deadline deadline);

/// After the call's stop: where the server ends, @p run is cancelled, and its record awaited for as
/// long as an ending server has. Null = nobody waits for it, or it does not end.
workspace::RunEnd lastWord(workspace::HostedRun& run, const ToolCall& call);

/// What @p run printed after event @p after, as it comes, until @p deadline or its end; of much
/// only the end.
RunProgress outputSince(
    workspace::HostedRun& run, std::uint64_t after, Deadline deadline, const ToolCall& call);

} // namespace sandbench::mcp
