// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/http_endpoint.h"
#include "core/base/json.h"

namespace sandbench::mcp {

std::vector<rest::Route> mcpRoutes(HttpEndpoint& endpoint, const McpServer& server, bool isSecure)
{
    rest::Route post
        = {.method = "POST",
           .path = "/mcp",
           .id = "mcp",
           .tag = "mcp",
           .summary = "Model Context Protocol, streamable HTTP: one JSON-RPC message",
           .scope = workspace::Scope::Read,
           .headers
           = {{"MCP-Protocol-Version", FieldType::Text, "As _meta says it, or initialize agreed"},
              {"Mcp-Method", FieldType::Text, "The method again, from 2026-07-28 on"},
              {"Mcp-Name", FieldType::Text, "The tool's name or resource's uri, from then on"},
              {"Mcp-Session-Id", FieldType::Text, "Of initialize's answer, up to 2025-11-25"}},
           .members
           = {{"jsonrpc", FieldType::Text, "Of the protocol", true, {"2.0"}},
              {"id", FieldType::Any, "Of a request: a whole number or a text"},
              {"method", FieldType::Text, "tools/list, tools/call, resources/read …", true},
              {"params", FieldType::Object, "Of the method"}},
           .otherType = "text/event-stream"};
    post.handler = [&endpoint](const rest::Call& call) { return endpoint.answer(call); };
    rest::Route get
        = {.method = "GET",
           .path = "/mcp",
           .id = "mcpChanges",
           .tag = "mcp",
           .summary = "Tells a session of the versions up to 2025-11-25 of what it subscribed to",
           .scope = workspace::Scope::Read,
           .headers = {{"Mcp-Session-Id", FieldType::Text, "Of initialize's answer", true}},
           .answerType = "text/event-stream"};
    get.handler = [&endpoint](const rest::Call& call) { return endpoint.changes(call); };
    rest::Route card
        = {.method = "GET",
           .path = "/.well-known/mcp/server-card.json",
           .id = "mcpServerCard",
           .tag = "mcp",
           .summary = "What the MCP server is and which versions it speaks",
           .scope = std::nullopt};
    // The gatekeeper has checked Host: it is a name of ours. Behind a proxy with TLS it says so.
    card.handler = [&server, isSecure](const rest::Call& call) {
        const auto host = call.header("host");
        const bool isHttps = isSecure || call.header("x-forwarded-proto") == "https";
        return rest::jsonAnswer(server.serverCard(
            (isHttps ? "https://" : "http://") + (host.empty() ? "127.0.0.1" : host) + "/mcp"));
    };
    rest::Route end
        = {.method = "DELETE",
           .path = "/mcp",
           .id = "endMcpSession",
           .tag = "mcp",
           .summary = "Ends a session of the versions up to 2025-11-25",
           .scope = workspace::Scope::Read,
           .headers = {{"Mcp-Session-Id", FieldType::Text, "Of initialize's answer", true}},
           .goodStatus = 204};
    end.handler = [&endpoint](const rest::Call& call) { return endpoint.endSession(call); };
    return {std::move(post), std::move(get), std::move(end), std::move(card)};
}

} // namespace sandbench::mcp
