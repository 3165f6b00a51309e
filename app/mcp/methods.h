// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/request.h"

/// The methods that work with what a server offers. Each returns the whole answer.
namespace sandbench::mcp {

// tool_calls.cpp
Json listTools(const Request& request);
Json callTool(const Request& request);

// resource_calls.cpp
Json listResources(const Request& request);
Json listResourceTemplates(const Request& request);
Json readResource(const Request& request);

/// "tasks/…", in task_calls.cpp.
Json answerTask(const Request& request);

} // namespace sandbench::mcp
