// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/tool_schemas.h"

#include "app/mcp/mcp_server.h"

namespace sandbench::mcp {
namespace {

Json openAiTool(const Tool& tool)
{
    return {
        {"type", "function"},
        {"function",
         {{"name", tool.name},
          {"description", tool.description},
          {"parameters", schemaOf(tool.input)}}}};
}

Json anthropicTool(const Tool& tool)
{
    return {
        {"name", tool.name},
        {"description", tool.description},
        {"input_schema", schemaOf(tool.input)}};
}

} // namespace

Result<Json> toolSchemas(const std::vector<Tool>& tools, std::string_view format)
{
    auto list = Json::array();
    for (const auto& tool : tools) {
        if (format == "openai")
            list.push_back(openAiTool(tool));
        else if (format == "anthropic")
            list.push_back(anthropicTool(tool));
        else if (format == "mcp")
            list.push_back(toolJson(tool, protocolVersions().front()));
        else
            return Error(
                ErrorCode::InvalidArgument,
                "--format: there is no '" + std::string(format) + "', but openai, anthropic, mcp");
    }
    return list;
}

} // namespace sandbench::mcp
