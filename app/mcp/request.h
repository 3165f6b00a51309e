// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/conversation.h"
#include "app/mcp/json_rpc.h"
#include "app/mcp/offers.h"
#include "core/workspace/server_rules.h"

#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace sandbench::mcp {

/// Where one request's messages go, in order: progress, then the answer. Thread: the request's.
using Send = std::function<void(const Json& message)>;

/// The newest first; the first is stateless, the others begin with `initialize`.
std::span<const std::string_view> protocolVersions();

inline constexpr const char* kMetaVersion = "io.modelcontextprotocol/protocolVersion";
inline constexpr const char* kMetaCapabilities = "io.modelcontextprotocol/clientCapabilities";
inline constexpr const char* kNoConversation
    = "There is no session to keep this for: send the Mcp-Session-Id of initialize's answer";
/// A list that stays the same until the program is replaced. Units: milliseconds.
inline constexpr int kStaticTtl = 300'000;

/// What is answered, and all that its answer depends on. Lives as long as the answer is made.
/// Thread: the request's.
struct Request
{
    const Offers& offers;
    const workspace::ServerRules& rules;
    const Message& message;
    const workspace::Caller& caller;
    const Send& send;
    std::stop_token stop, ending;
    std::string version;
    Conversation* conversation = nullptr; ///< None = its transport cannot keep one.

    const Json& params() const { return message.params; }
    const Json& meta(std::string_view name) const;
    bool isStateless() const { return version == kStatelessVersion; }
    bool takesTasks() const;
    Json good(Json result) const { return resultMessage(message.id, std::move(result)); }
    /// Says to a stateless client how long it may keep the result. @p ttl: Units: milliseconds.
    Json cacheable(Json result, int ttl, const char* scope = "private") const;
    Json bad(int code, std::string_view text, Json data = nullptr) const
    {
        return errorMessage(message.id, code, text, std::move(data));
    }
    /// A message of the log, where its client wants to hear of that. @p text: cut to one line.
    void log(LogLevel level, std::string_view text) const;
};

} // namespace sandbench::mcp
