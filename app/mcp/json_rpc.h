// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sandbench::mcp {

/// A request, notification or answer. Source: JSON-RPC 2.0.
struct Message
{
    Json id; ///< Null = a notification. A string or an integer.
    std::string method; ///< Empty = an answer.
    Json params = Json::object(); ///< An object.
};

inline constexpr int kParseError = -32700, kInvalidRequest = -32600, kMethodNotFound = -32601,
                     kInvalidParams = -32602, kInternalError = -32603;
/// MCP's own. Source: 2026-07-28; up to 2025-11-25 for the last.
inline constexpr int kHeaderMismatch = -32020, kMissingCapability = -32021,
                     kUnsupportedVersion = -32022, kResourceNotFound = -32002;
/// Implementation-defined; that of the official servers.
inline constexpr int kNoSession = -32001;

/// Units: bytes. Files go through tools in text, so messages are long.
inline constexpr std::size_t kMostMessageBytes = 32U << 20;

/// A message, or the answer that its sender gets.
using Parsed = std::variant<Message, Json>;
/// What comes as one text.
struct Incoming
{
    std::vector<Parsed> messages;
    bool isBatch = false; ///< The answers go as a list.
};

/// Only this version has batches, and asks servers to take them.
inline constexpr std::string_view kBatchVersion = "2025-03-26";
inline constexpr std::size_t kMostBatch = 32;

/// Untrusted, no I/O. @p takesBatches: else a list is refused.
Incoming parseMessages(std::string_view text, bool takesBatches);
/// No batch.
Parsed parseMessage(std::string_view text);

Json resultMessage(const Json& id, Json result);
/// @p text is cut to one line. @p id: null where it is not known.
Json errorMessage(const Json& id, int code, std::string_view text, Json data = nullptr);
Json notification(std::string_view method, Json params);

/// Tells a client that asked for it what goes on: `notifications/progress`, at most five a second;
/// what comes between is dropped. @p version: the older ones have no words for it. Thread: the
/// request's.
std::function<void(std::string_view line)> progressNotes(
    const Json& token, std::string_view version, std::function<void(const Json& message)> send);

} // namespace sandbench::mcp
