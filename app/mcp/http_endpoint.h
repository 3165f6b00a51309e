// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/http_sessions.h"
#include "app/mcp/in_flight.h"
#include "app/mcp/mcp_server.h"
#include "app/rest/message.h"
#include "app/rest/router.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::mcp {

/// MCP's streamable HTTP: one endpoint that takes POST. A session of the older versions is there so
/// that its notifications/cancelled finds its request, its client is told when it is over, and for
/// what it subscribed to, which GET tells; a client may do without. Closing a stream cancels its
/// request; a server that ends answers it. The requests of a batch are done one after the other.
/// Source: MCP 2026-07-28, basic/transports/streamable-http; 2025-11-25, basic/transports.
/// Thread: any; it outlives its answers.
class HttpEndpoint
{
public:
    /// @p quitting: streams that only wait for changes end with it, since nobody waits for them.
    explicit HttpEndpoint(const McpServer& server, std::stop_token quitting = {})
        : m_server(server)
        , m_quitting(std::move(quitting))
    {
    }

    rest::Answer answer(const rest::Call& call);
    /// What GET asks for: a stream of what changes.
    rest::Answer changes(const rest::Call& call);
    /// What DELETE asks for.
    rest::Answer endSession(const rest::Call& call);

private:
    struct Asked;
    rest::Answer answerAsked(Asked asked, std::string_view accepted);
    rest::Answer answerRequest(Asked asked, bool streams);
    bool isOfASession(Asked& asked);
    void cancel(const Asked& asked, const Message& message);
    void run(const Asked& asked, const Send& send);
    void runOne(const Asked& asked, const Message& message, const Send& send);
    void stream(Asked asked, rest::BodySink& sink);

    const McpServer& m_server;
    const std::stop_token m_quitting;
    HttpSessions m_sessions;
    InFlight m_inFlight;
};

/// "POST /mcp", "GET /mcp", "DELETE /mcp" and the server card, which names the address that it was
/// asked at. @p isSecure: the listener speaks TLS.
std::vector<rest::Route>
mcpRoutes(HttpEndpoint& endpoint, const McpServer& server, bool isSecure = false);

} // namespace sandbench::mcp
