// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/http_headers.h"
#include "app/mcp/mcp_server.h"
#include "app/mcp/toolbox.h"
#include "core/base/line_splitter.h"
#include "tests/fuzz/require.h"

#include <memory>
#include <stop_token>
#include <string>

using namespace sandbench;
using namespace sandbench::mcp;

namespace {

/// All tools with their schemas; they do nothing.
std::vector<Tool> idleTools()
{
    auto tools = describeTools();
    for (auto& tool : tools)
        tool.handler = [](const ToolCall& call) -> Result<ToolResult> {
            if (call.onProgress)
                call.onProgress(writeJson(call.arguments));
            return structuredResult(writeJson(call.arguments), Json::object());
        };
    return tools;
}

const McpServer& server()
{
    static const McpServer one = [] {
        Resources resources;
        resources.list = [](const workspace::Caller&) { return Json::array(); };
        resources.read
            = [](const workspace::Caller&, const std::string& uri,
                 std::stop_token) -> Result<Json> { return Error(ErrorCode::NotFound, uri); };
        resources.stamp = [](const workspace::Caller&, const std::string& uri,
                             std::stop_token) -> Result<std::string> { return uri; };
        return McpServer({idleTools(), resources}, "1");
    }();
    return one;
}

/// What goes to a client is one line of UTF-8, and a message.
void check(const Json& out)
{
    const auto line = writeJson(out);
    require(line.find('\n') == std::string::npos);
    const auto again = parseJson(line, 64U << 20, 80);
    require(again && jsonString(*again, "jsonrpc") == "2.0");
    require(out.contains("method") || out.contains("result") != out.contains("error"));
}

void takeOne(const Parsed& parsed, McpServer::Peer& peer, const workspace::Caller& caller)
{
    if (const auto* refusal = std::get_if<Json>(&parsed))
        return check(*refusal);
    const auto& message = std::get<Message>(parsed);
    require(message.id.is_null() || message.id.is_string() || message.id.is_number_integer());
    require(message.params.is_object());
    int answers = 0;
    // Whoever listens does so until the server ends.
    std::stop_source ending;
    ending.request_stop();
    server().handle(
        message, peer, caller,
        [&](const Json& out) {
            check(out);
            answers += out.contains("id") ? 1 : 0;
        },
        ending.get_token(), ending.get_token());
    require(answers == (message.id.is_null() || message.method.empty() ? 0 : 1));
    const auto name = jsonString(message.params, "name");
    if (const auto problem = headerProblem(
            message,
            {{"mcp-protocol-version", McpServer::statelessVersion(message)},
             {"mcp-method", message.method},
             {"mcp-name", name}}))
        check(*problem);
}

void take(std::string_view line, McpServer::Peer& peer, const workspace::Caller& caller)
{
    const auto incoming = parseMessages(line, peer.version == kBatchVersion);
    require(!incoming.messages.empty() && incoming.messages.size() <= kMostBatch);
    for (const auto& parsed : incoming.messages)
        takeOne(parsed, peer, caller);
}

} // namespace

/// Lines as a client sends them, in pieces of a length that the first byte says.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::size_t piece = data[0] == 0 ? size : data[0];
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    McpServer::Peer peer{.conversation = std::make_shared<Conversation>()};
    const auto caller = workspace::localCaller();
    LineSplitter lines(4096);
    const auto takeAll = [&] {
        while (const auto line = lines.take())
            if (!line->isTooLong)
                take(line->text, peer, caller);
    };
    for (std::size_t at = 0; at < text.size(); at += piece) {
        lines.add(text.substr(at, piece));
        takeAll();
    }
    lines.end();
    takeAll();
    return 0;
}
