// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/http_endpoint.h"

#include "app/mcp/run_text.h"
#include "app/service/client_json.h"
#include "core/base/base64.h"
#include "core/base/text.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace sandbench::mcp {
namespace {

constexpr const char* kVersionHeader = "mcp-protocol-version";
constexpr const char* kSessionHeader = "mcp-session-id";
constexpr std::size_t kMostSessionBytes = 128;
/// Said nothing, so it is of the version that had no header yet.
constexpr const char* kWithoutHeader = "2025-03-26";
constexpr std::chrono::seconds kBetweenSigns(15);

std::string headerOf(const rest::Headers& headers, const char* name)
{
    const auto at = headers.find(name);
    return at == headers.end() ? std::string() : at->second;
}

/// A name that does not fit into a header comes as "=?base64?…?=".
std::string plainValue(const std::string& value)
{
    constexpr std::string_view kBegin = "=?base64?", kEnd = "?=";
    if (!value.starts_with(kBegin) || !value.ends_with(kEnd)
        || value.size() < kBegin.size() + kEnd.size())
        return value;
    const auto inner = value.substr(kBegin.size(), value.size() - kBegin.size() - kEnd.size());
    return fromBase64(inner).value_or(value);
}

bool isKnown(std::string_view version)
{
    const auto all = protocolVersions();
    return std::find(all.begin(), all.end(), version) != all.end();
}

Json mismatch(const Message& message, const std::string& text)
{
    return errorMessage(message.id, kHeaderMismatch, "Header mismatch: " + text);
}

/// Source: the same, "Sending Messages" and "Server Validation".
int statusOf(const Json& reply)
{
    const auto& error = jsonField(reply, "error");
    if (!error.is_object())
        return 200;
    switch (jsonInt(error, "code")) {
    case kMethodNotFound:
        return 404;
    case kParseError:
    case kInvalidRequest:
    case kHeaderMismatch:
    case kUnsupportedVersion:
        return 400;
    default:
        return 200;
    }
}

/// What is needed of a request after its call is gone.
std::string keyOf(const service::Caller& caller, const std::string& session, const Json& id)
{
    return writeJson(Json::array({caller.id, session, id}));
}

} // namespace

struct HttpEndpoint::Asked
{
    Message message;
    McpServer::Peer peer;
    service::Caller caller;
    std::string session;
    std::stop_token gone; ///< The client is.
};

std::optional<Json> headerProblem(const Message& message, const rest::Headers& headers)
{
    const auto inHeader = headerOf(headers, kVersionHeader);
    const auto inBody = McpServer::statelessVersion(message);
    if (!inHeader.empty() && !isKnown(inHeader))
        return errorMessage(
            message.id, kUnsupportedVersion, "Unsupported protocol version",
            {{"supported", protocolVersions()}, {"requested", oneLine(inHeader, 100)}});
    const bool isStateless = inHeader == kStatelessVersion || inBody == kStatelessVersion;
    if (!isStateless || message.id.is_null())
        return std::nullopt;
    if (inHeader != inBody)
        return mismatch(message, "MCP-Protocol-Version is not the version in _meta");
    if (headerOf(headers, "mcp-method") != message.method)
        return mismatch(message, "Mcp-Method is not the method of the body");
    const char* member = message.method == "tools/call" ? "name"
        : message.method == "resources/read"            ? "uri"
                                                        : nullptr;
    if (member && plainValue(headerOf(headers, "mcp-name")) != jsonString(message.params, member))
        return mismatch(message, "Mcp-Name is not the name in the body");
    return std::nullopt;
}

rest::Answer HttpEndpoint::answer(const rest::Call& call)
{
    auto text = call.body ? call.body->readAll(kMostMessageBytes) : Result<std::string>("");
    if (!text)
        return rest::problemAnswer(text.error());
    // What is made of it: the message, and what a run keeps of it.
    if (const auto memory = service::jsonMemory(*text); memory <= service::kMostJsonMemory)
        if (const auto given = call.charge(memory + text->size()); !given)
            return rest::problemAnswer(given.error());
    auto parsed = parseMessage(*text);
    text = std::string();
    if (const auto* refusal = std::get_if<Json>(&parsed))
        return rest::jsonAnswer(*refusal, 400);
    Asked asked{
        std::move(std::get<Message>(parsed)),
        {headerOf(call.headers, kVersionHeader)},
        call.caller,
        headerOf(call.headers, kSessionHeader).substr(0, kMostSessionBytes),
        call.stop};
    if (const auto problem = headerProblem(asked.message, call.headers))
        return rest::jsonAnswer(*problem, 400);
    if (asked.peer.version.empty())
        asked.peer.version = kWithoutHeader;
    if (asked.message.id.is_null() || asked.message.method.empty()) {
        cancel(asked);
        rest::Answer accepted;
        accepted.status = 202;
        return accepted;
    }
    const bool streams = !McpServer::isQuick(asked.message)
        && call.header("accept").find("text/event-stream") != std::string::npos;
    return answerRequest(std::move(asked), streams);
}

void HttpEndpoint::cancel(const Asked& asked)
{
    // Without a session, all that one token's clients call the same is one: none may cancel
    // another's. They close their streams instead.
    if (asked.message.method == "notifications/cancelled" && !asked.session.empty())
        m_inFlight.cancel(
            keyOf(asked.caller, asked.session, jsonField(asked.message.params, "requestId")));
}

rest::Answer HttpEndpoint::answerRequest(Asked asked, bool streams)
{
    rest::Answer answer;
    if (streams) {
        answer.contentType = "text/event-stream";
        answer.headers = {{"cache-control", "no-store"}, {"x-accel-buffering", "no"}};
        answer.stream = [this, kept = std::make_shared<Asked>(std::move(asked))](
                            rest::BodySink& sink) { stream(std::move(*kept), sink); };
        return answer;
    }
    Json reply;
    run(asked, [&reply](const Json& message) {
        // Progress is for streams.
        if (message.contains("id"))
            reply = message;
    });
    if (reply.is_null())
        return rest::problemAnswer(499, "cancelled", "the request was cancelled");
    answer = rest::jsonAnswer(reply, statusOf(reply));
    if (asked.message.method == "initialize" && reply.contains("result"))
        answer.headers[kSessionHeader] = newMark() + newMark() + newMark() + newMark();
    return answer;
}

void HttpEndpoint::run(const Asked& asked, const Send& send)
{
    std::stop_source stop;
    const std::stop_callback whenGone(asked.gone, [&stop] { stop.request_stop(); });
    // Two requests of one id can only be told apart by their streams; the second cannot be
    // cancelled by its name.
    const auto entry = m_inFlight.add(keyOf(asked.caller, asked.session, asked.message.id), stop);
    auto peer = asked.peer;
    m_server.handle(asked.message, peer, asked.caller, send, stop.get_token());
}

void HttpEndpoint::stream(Asked asked, rest::BodySink& sink)
{
    std::stop_source gone;
    const std::stop_callback whenGone(asked.gone, [&gone] { gone.request_stop(); });
    std::mutex mutex;
    std::condition_variable_any over;
    const auto write = [&](const std::string& text) {
        if (!sink.write(text))
            gone.request_stop();
    };
    // A stream that says nothing is closed by whatever is in between.
    std::jthread signs([&](const std::stop_token& stop) {
        std::unique_lock lock(mutex);
        while (!over.wait_for(lock, stop, kBetweenSigns, [&stop] { return stop.stop_requested(); }))
            if (!stop.stop_requested())
                write(":\n\n");
    });
    asked.gone = gone.get_token();
    run(asked, [&](const Json& message) {
        const std::lock_guard lock(mutex);
        write("event: message\ndata: " + writeJson(message) + "\n\n");
    });
    signs.request_stop();
    signs.join();
}

std::vector<rest::Route> mcpRoutes(HttpEndpoint& endpoint, const McpServer& server, bool isSecure)
{
    rest::Route post
        = {.method = "POST",
           .path = "/mcp",
           .id = "mcp",
           .tag = "mcp",
           .summary = "Model Context Protocol, streamable HTTP: one JSON-RPC message",
           .scope = service::Scope::Read};
    post.handler = [&endpoint](const rest::Call& call) { return endpoint.answer(call); };
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
    return {std::move(post), std::move(card)};
}

} // namespace sandbench::mcp
