// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/tool.h"

#include <string_view>
#include <vector>

namespace sandbench::mcp {

/// "openai" (functions of chat completions), "anthropic" and "mcp". Errors: InvalidArgument with
/// the known formats.
Result<Json> toolSchemas(const std::vector<Tool>& tools, std::string_view format);

} // namespace sandbench::mcp
