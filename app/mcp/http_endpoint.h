// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/http_sessions.h"
#include "app/mcp/in_flight.h"
#include "app/mcp/mcp_server.h"
#include "app/rest/message.h"
#include "app/rest/router.h"

#include <string>
#include <string_view>
#include <vector>

namespace sandbench::mcp {

/// MCP's streamable HTTP: one endpoint that takes POST. Of the sessions of the older versions it
/// keeps but the ids: an Mcp-Session-Id is there so that its notifications/cancelled finds its
/// request, and its client is told when it is over; a client may do without. Closing a stream
/// cancels its request; a server that ends answers it. The requests of a batch are done one after
/// the other.
/// Source: MCP 2026-07-28, basic/transports/streamable-http; 2025-11-25, basic/transports.
/// Thread: any; it outlives its answers.
class HttpEndpoint
{
public:
    explicit HttpEndpoint(const McpServer& server)
        : m_server(server)
    {
    }

    rest::Answer answer(const rest::Call& call);
    /// What DELETE asks for.
    rest::Answer endSession(const rest::Call& call);

private:
    struct Asked;
    rest::Answer answerAsked(Asked asked, std::string_view accepted);
    rest::Answer answerRequest(Asked asked, bool streams);
    bool isOfASession(const Asked& asked);
    void cancel(const Asked& asked, const Message& message);
    void run(const Asked& asked, const Send& send);
    void runOne(const Asked& asked, const Message& message, const Send& send);
    void stream(Asked asked, rest::BodySink& sink);

    const McpServer& m_server;
    HttpSessions m_sessions;
    InFlight m_inFlight;
};

/// "POST /mcp", "DELETE /mcp" and the server card, which names the address that it was asked at. @p
/// isSecure: the listener speaks TLS.
std::vector<rest::Route>
mcpRoutes(HttpEndpoint& endpoint, const McpServer& server, bool isSecure = false);

} // namespace sandbench::mcp
