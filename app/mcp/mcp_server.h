// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/json_rpc.h"
#include "app/mcp/tasks.h"
#include "app/mcp/tool.h"
#include "core/base/json.h"
#include "core/workspace/server_rules.h"

#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::mcp {

/// Where one request's messages go, in order: progress, then the answer. Thread: the request's.
using Send = std::function<void(const Json& message)>;

/// The newest first; the first is stateless, the others begin with `initialize`.
std::span<const std::string_view> protocolVersions();

/// What "sandbox://…" names. Thread: any.
struct Resources
{
    /// [{uri, name, mimeType, …}]
    std::function<Json(const workspace::Caller&)> list;
    /// [{uriTemplate, name, …}]
    Json templates = Json::array();
    /// {uri, mimeType, text or blob}. Errors: NotFound, InvalidArgument.
    std::function<Result<Json>(const workspace::Caller&, const std::string& uri, std::stop_token)>
        read;
};

/// The protocol without a transport, for both eras: a client that sends `initialize` gets the
/// version that it asked for (2024-11-05 … 2025-11-25), one that sends modern _meta is served
/// statelessly (2026-07-28). Thread: any; requests may overlap.
class McpServer
{
public:
    /// @p tasks: of its own, none by default. @p rules: a network is offered to those only who may
    /// have one.
    McpServer(
        std::vector<Tool> tools, Resources resources, std::string version, Tasks tasks = {},
        workspace::ServerRules rules = {});

    /// What a connection has agreed on.
    struct Peer
    {
        std::string version; ///< Empty before initialize.
    };
    /// Handles one message to its end. A cancelled request gets no answer, nor does a notification.
    /// @p peer: changed by `initialize` only. @p ending: requested before @p stop where it is the
    /// server that ends: then the client is there, and its request gets an answer.
    void handle(
        const Message& message, Peer& peer, const workspace::Caller& caller, const Send& send,
        std::stop_token stop, std::stop_token ending = {}) const;
    /// It takes no time: no need of a thread for it.
    static bool isQuick(const Message& message);
    /// The version that a stateless request says in its _meta; empty = it is none.
    static std::string statelessVersion(const Message& message);

    const std::vector<Tool>& tools() const { return m_tools; }
    /// What is served at "/.well-known/mcp/server-card.json". Source: SEP-2127. @p address: of the
    /// endpoint.
    Json serverCard(const std::string& address) const;

private:
    struct Request;
    Json answer(const Request& request, Peer& peer) const;
    Json initialize(const Request& request, Peer& peer) const;
    Json discover(const Request& request) const;
    std::string instructions(const Request& request) const;
    Json listTools(const Request& request) const;
    Json callTool(const Request& request) const;
    ToolResult runTool(const Tool& tool, const Request& request, const Json& arguments) const;
    Json readResource(const Request& request) const;
    Json answerTask(const Request& request) const;
    Json serverInfo(std::string_view version) const;

    std::vector<Tool> m_tools;
    Resources m_resources;
    std::string m_version;
    Tasks m_tasks;
    workspace::ServerRules m_rules;
};

} // namespace sandbench::mcp
