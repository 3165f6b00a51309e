// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/mcp_server.h"

#include <string>

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
    return resources;
}

inline Json statelessMeta(const char* version = "2026-07-28")
{
    return {
        {"io.modelcontextprotocol/protocolVersion", version},
        {"io.modelcontextprotocol/clientCapabilities", Json::object()}};
}

} // namespace sandbench::test
