// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/tool.h"

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
    result.content.push_back(
        textBlock("Error (" + std::string(errorCodeName(error.code())) + "): " + error.text()));
    result.isError = true;
    return result;
}

} // namespace sandbench::mcp
