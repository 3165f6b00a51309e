// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/mcp_server.h"
#include "core/workspace/caller.h"

#include <memory>
#include <string>
#include <vector>

namespace sandbench::test {

using namespace mcp;

inline Tool echoTool()
{
    Tool tool
        = {.name = "echo",
           .title = "Echo",
           .description = "Says it again",
           .input = {{"text", FieldType::Text, "What", true}},
           .output = {{"text", FieldType::Text, "The same", true}}};
    tool.handler = [](const ToolCall& call) -> Result<ToolResult> {
        const auto text = jsonString(call.arguments, "text");
        if (text == "break")
            return Error(ErrorCode::Unavailable, "it is broken");
        if (call.onProgress)
            for (const char* line : {"one", "two", "three"})
                call.onProgress(line);
        auto result = structuredResult("echo: " + text, {{"text", text}});
        result.content.push_back(
            {{"type", "resource_link"},
             {"uri", "sandbox://x"},
             {"name", "x"},
             {"mimeType", "y/z"}});
        return result;
    };
    return tool;
}

inline Resources testResources()
{
    Resources resources;
    resources.list = [](const workspace::Caller&) { return Json::array(); };
    resources.read
        = [](const workspace::Caller&, const std::string& uri, std::stop_token) -> Result<Json> {
        if (uri == "sandbox://there")
            return Json{{"uri", uri}, {"text", "t"}};
        return Error(ErrorCode::NotFound, "it is not there");
    };
    resources.stamp = [](const workspace::Caller&, const std::string& uri,
                         std::stop_token) -> Result<std::string> {
        if (uri == "sandbox://there")
            return std::string("as ever");
        return Error(ErrorCode::NotFound, "it is not there");
    };
    return resources;
}

inline Prompt testPrompt()
{
    return {
        .name = "greet",
        .title = "Greet",
        .description = "Says hello",
        .arguments = {{"whom", "A name", true}},
        .make = [](const workspace::Caller&,
                   const std::map<std::string, std::string>& given) -> Result<Json> {
            return Json::array(
                {{{"role", "user"}, {"content", textBlock("hello " + given.at("whom"))}}});
        }};
}

inline Json statelessMeta(const char* version = "2026-07-28")
{
    return {
        {"io.modelcontextprotocol/protocolVersion", version},
        {"io.modelcontextprotocol/clientCapabilities", Json::object()}};
}

/// One client of one server.
struct Client
{
    McpServer server{{{echoTool()}, testResources(), {}, {testPrompt()}}, "1.2.3"};
    McpServer::Peer peer{.conversation = std::make_shared<Conversation>()};
    workspace::Caller caller = workspace::localCaller();
    std::vector<Json> sent;

    Json ask(const std::string& method, Json params = Json::object(), std::stop_token stop = {})
    {
        sent.clear();
        const Message message{7, method, std::move(params)};
        server.handle(
            message, peer, caller, [this](const Json& out) { sent.push_back(out); }, stop);
        return sent.empty() ? Json() : sent.back();
    }
    Json initialize(const std::string& version)
    {
        return ask("initialize", {{"protocolVersion", version}});
    }
    Json result(const std::string& method, Json params = Json::object())
    {
        return jsonField(ask(method, std::move(params)), "result");
    }
    int code(const std::string& method, Json params = Json::object())
    {
        const auto answer = ask(method, std::move(params));
        return static_cast<int>(jsonInt(jsonField(answer, "error"), "code"));
    }
};

} // namespace sandbench::test
