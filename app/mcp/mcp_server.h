// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/json_rpc.h"
#include "app/mcp/tool.h"
#include "app/service/caller.h"
#include "core/base/json.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::mcp {

/// Where one request's messages go, in order: progress, then the answer. Thread: the request's.
using Send = std::function<void(const Json& message)>;

/// The protocol without a transport, for both eras: a client that sends `initialize` gets the
/// version that it asked for (2024-11-05 … 2025-11-25), one that sends modern _meta is served
/// statelessly (2026-07-28). Thread: any; requests may overlap.
class McpServer
{
public:
    /// @p readResource: of "sandbox://…". Errors: NotFound.
    using ReadResource
        = std::function<Result<Json>(const service::Caller&, const std::string& uri)>;
    McpServer(std::vector<Tool> tools, ReadResource readResource, std::string version);

    /// What a connection, or an HTTP session, has agreed on.
    struct Peer
    {
        std::string version; ///< Empty before initialize.
        Json capabilities, info;
    };
    /// Handles one message to its end. A cancelled request gets no answer.
    void handle(
        const Message& message, Peer& peer, const service::Caller& caller, const Send& send,
        std::stop_token stop) const;

    const std::vector<Tool>& tools() const { return m_tools; }
    /// "/.well-known/mcp/server-card.json"
    Json serverCard(const std::string& address) const;

private:
    std::vector<Tool> m_tools;
    ReadResource m_readResource;
    std::string m_version;
};

} // namespace sandbench::mcp
