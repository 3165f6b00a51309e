// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fields.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/workspace/caller.h"

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::mcp {

/// What a tool gave: for a model, and for programs.
struct ToolResult
{
    Json content = Json::array(); ///< Text first, then images and resource links.
    Json structured; ///< Matches Tool::output; null = none.
    bool isError = false; ///< The tool itself failed, not a program that it ran.
    Json task; ///< Of newTask(): the answer to a client that takes it; null = none.
};

struct ToolCall
{
    Json arguments; ///< Checked against Tool::input.
    workspace::Caller caller;
    /// One line about what goes on; empty = nobody asked.
    std::function<void(std::string_view line)> onProgress;
    std::stop_token stop;
    /// Requested before stop where the server ends: its client still waits for an answer.
    std::stop_token ending = {};
    bool takesTasks = false; ///< The client polls for what is not over, see ToolResult::task.
};

/// One tool: what tools/list, `sandbenchctl tools` and the checks say about it.
struct Tool
{
    std::string_view name, title, description;
    Fields input;
    Fields output; ///< Empty = no structured result.
    bool readOnly = false, destructive = false, idempotent = false, openWorld = false;
    workspace::Scope scope = workspace::Scope::Run; ///< What a caller must have.
    /// Errors become isError results with a cause code.
    std::function<Result<ToolResult>(const ToolCall&)> handler = {};
};

/// {"type": "text", …}
Json textBlock(std::string text);
/// Text, and the same for programs.
ToolResult structuredResult(std::string text, Json structured);
/// "Error (not_found): …", for a model to act upon.
ToolResult failedResult(const Error& error);

/// As tools/list of protocol @p version says it.
Json toolJson(const Tool& tool, std::string_view version);

} // namespace sandbench::mcp
