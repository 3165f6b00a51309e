// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sandbench::mcp {

/// A request, notification or answer. Source: JSON-RPC 2.0; MCP has no batches since 2025-06-18, so
/// they are taken only from 2025-03-26.
struct Message
{
    Json id; ///< Null = a notification. A string or an integer.
    std::string method; ///< Empty = an answer.
    Json params;
};

inline constexpr int kParseError = -32700, kInvalidRequest = -32600, kMethodNotFound = -32601,
                     kInvalidParams = -32602, kInternalError = -32603;
/// MCP's own. Source: 2026-07-28.
inline constexpr int kHeaderMismatch = -32020, kMissingCapability = -32021,
                     kUnsupportedVersion = -32022;

/// Untrusted, no I/O. The other alternative is the answer that the sender gets.
std::variant<Message, Json> parseMessage(std::string_view text);

Json resultMessage(const Json& id, Json result);
Json errorMessage(const Json& id, int code, std::string_view text, Json data = nullptr);
Json notification(std::string_view method, Json params);

} // namespace sandbench::mcp
