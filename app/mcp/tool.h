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

/// The newest version of the protocol, which is stateless.
inline constexpr std::string_view kStatelessVersion = "2026-07-28";

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
    /// To the client's log, as Request::log().
    std::function<void(int level, std::string_view text)> log = {};
    bool takesTasks = false; ///< The client polls for what is not over, see ToolResult::task.
};

/// One tool: what tools/list, `sandbenchctl tools` and the checks say about it.
struct Tool
{
    std::string_view name, title, description;
    Fields input = {};
    std::string_view alias = {}; ///< As another product's tool is called, which does the same.
    Fields output = {}; ///< Empty = no structured result.
    bool readOnly = false; ///< Then it is idempotent as well.
    bool destructive = false, idempotent = false, openWorld = false;
    /// Errors become isError results with a cause code.
    std::function<Result<ToolResult>(const ToolCall&)> handler = {};

    /// What a caller must have.
    workspace::Scope scope() const
    {
        return readOnly ? workspace::Scope::Read : workspace::Scope::Run;
    }
};

/// {"type": "text", …}
Json textBlock(std::string text);
/// Text, and the same for programs.
ToolResult structuredResult(std::string text, Json structured);
/// "Error (not_found): …", for a model to act upon.
ToolResult failedResult(const Error& error);

/// As tools/list of protocol @p version says it.
Json toolJson(const Tool& tool, std::string_view version);
/// {content, structuredContent, isError} as protocol @p version knows them. The last block of the
/// content is the structured result as JSON text, for clients that know no other; where that would
/// be long, its texts are cut and "shortened" is true, and where that does not help it is left out.
Json toolResultJson(ToolResult made, std::string_view version);
/// "openai" (functions of chat completions), "anthropic" and "mcp", which is its newest version.
/// Errors: InvalidArgument with the known formats.
Result<Json> toolSchemas(const std::vector<Tool>& tools, std::string_view format);

} // namespace sandbench::mcp
