// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/tool.h"

#include "core/workspace/public_text.h"

namespace sandbench::mcp {

Json textBlock(std::string text)
{
    return {{"type", "text"}, {"text", std::move(text)}};
}

ToolResult structuredResult(std::string text, Json structured)
{
    ToolResult result;
    result.content.push_back(textBlock(std::move(text)));
    result.structured = std::move(structured);
    return result;
}

ToolResult failedResult(const Error& error)
{
    ToolResult result;
    result.content.push_back(textBlock(
        "Error (" + std::string(errorCodeName(error.code()))
        + "): " + workspace::publicText(error)));
    result.isError = true;
    return result;
}

Json toolJson(const Tool& tool, std::string_view version)
{
    Json json
        = {{"name", tool.name},
           {"description", tool.description},
           {"inputSchema", schemaOf(tool.input)}};
    if (version >= "2025-03-26")
        json["annotations"]
            = {{"title", tool.title},
               {"readOnlyHint", tool.readOnly},
               {"destructiveHint", tool.destructive},
               {"idempotentHint", tool.idempotent},
               {"openWorldHint", tool.openWorld}};
    if (version < "2025-06-18")
        return json;
    json["title"] = tool.title;
    if (!tool.output.empty())
        json["outputSchema"] = schemaOf(tool.output);
    return json;
}

} // namespace sandbench::mcp
