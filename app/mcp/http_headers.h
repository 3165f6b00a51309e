// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/json_rpc.h"
#include "app/rest/message.h"

#include <optional>
#include <string>

/// What headers say of a message of MCP. No I/O. Thread: any.
namespace sandbench::mcp {

inline constexpr const char* kVersionHeader = "mcp-protocol-version";
inline constexpr const char* kSessionHeader = "mcp-session-id";

/// Empty = it is not there.
std::string headerOf(const rest::Headers& headers, const char* name);

/// What they say against the message: an error, or nothing.
std::optional<Json> headerProblem(const Message& message, const rest::Headers& headers);

/// 415 for a body that says that it is not JSON, 406 for a client that takes neither JSON nor
/// events; headers that are not there say nothing.
std::optional<rest::Answer> mediaProblem(const rest::Headers& headers);

} // namespace sandbench::mcp
