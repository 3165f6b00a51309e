// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/service/caller.h"
#include "app/service/fields.h"
#include "core/base/json.h"
#include "core/base/result.h"

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
};

struct ToolCall
{
    Json arguments; ///< Checked against Tool::input.
    service::Caller caller;
    /// Progress as 2025-11-25 has it; empty = nobody asked.
    std::function<void(double progress, double total, std::string_view message)> onProgress;
    std::stop_token stop;
};

/// One tool: what tools/list, `sandbenchctl tools` and the checks say about it.
struct Tool
{
    std::string_view name, title, description;
    service::Fields input;
    service::Fields output;
    bool readOnly = false, destructive = false, idempotent = false, openWorld = false;
    /// Errors become isError results with a cause code.
    std::function<Result<ToolResult>(const ToolCall&)> handler = {};
};

} // namespace sandbench::mcp
