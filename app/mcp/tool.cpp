// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/tool.h"

#include "app/mcp/run_text.h"
#include "core/workspace/public_text.h"

#include <algorithm>

namespace sandbench::mcp {
namespace {

/// Links and structured results are known since then.
constexpr std::string_view kStructured = "2025-06-18";
/// Of the JSON text, where the same comes as structuredContent, and of a text in it that is cut:
/// the first block has it already. Its beginning may be a mark. Units: bytes.
constexpr std::size_t kMostAgain = 4000, kMostOfOne = 300, kMostBeginning = 120;

/// Before there were links they are said in words.
Json inWords(Json content)
{
    for (auto& block : content)
        if (jsonString(block, "type") == "resource_link")
            block = textBlock(
                "Resource: " + jsonString(block, "uri") + " (" + jsonString(block, "name") + ", "
                + jsonString(block, "mimeType") + ")");
    return content;
}

/// The end says most, and a mark has two.
std::string shortened(const std::string& text)
{
    const auto line = text.substr(0, std::min(text.find('\n'), text.size()));
    return (line.size() <= kMostBeginning ? line : std::string()) + " …\n"
        + tailOf(text, kMostOfOne);
}

void cutTexts(Json& value)
{
    if (value.is_string() && value.get_ref<const std::string&>().size() > kMostOfOne)
        value = shortened(value.get_ref<const std::string&>());
    if (value.is_structured())
        for (auto& member : value)
            cutTexts(member);
}

bool hasText(const Json& content, const std::string& text)
{
    return std::any_of(content.begin(), content.end(), [&](const Json& block) {
        return jsonString(block, "text").find(text) != std::string::npos;
    });
}

/// For clients that have nothing else, of what a model reads at once.
std::size_t mostRecord(const Json& content)
{
    std::size_t said = 0;
    for (const auto& block : content)
        said += jsonString(block, "text").size();
    return std::max(kMostAgain, kMostTextBytes - std::min(said, kMostTextBytes));
}

/// Null where it is there already, or too long.
Json asText(const ToolResult& made, std::size_t most)
{
    auto text = writeJson(made.structured);
    if (hasText(made.content, text))
        return nullptr;
    if (text.size() > most) {
        auto cut = made.structured;
        cutTexts(cut);
        cut["shortened"] = true;
        text = writeJson(cut);
    }
    if (text.size() > most)
        return nullptr;
    auto block = textBlock(std::move(text));
    // A model has read it above.
    block["annotations"] = {{"audience", {"user"}}, {"priority", 0.1}};
    return block;
}

} // namespace

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
               {"idempotentHint", tool.readOnly || tool.idempotent},
               {"openWorldHint", tool.openWorld}};
    if (version < "2025-06-18")
        return json;
    json["title"] = tool.title;
    if (!tool.output.empty())
        json["outputSchema"] = schemaOf(tool.output);
    return json;
}

Json toolResultJson(ToolResult made, std::string_view version)
{
    const bool isStructured = version >= kStructured;
    if (!made.structured.is_null())
        if (auto block = asText(made, isStructured ? kMostAgain : mostRecord(made.content));
            !block.is_null())
            made.content.push_back(std::move(block));
    Json result
        = {{"content", isStructured ? std::move(made.content) : inWords(std::move(made.content))}};
    if (!made.structured.is_null() && isStructured)
        result["structuredContent"] = std::move(made.structured);
    if (made.isError)
        result["isError"] = true;
    return result;
}

Result<Json> toolSchemas(const std::vector<Tool>& tools, std::string_view format)
{
    auto list = Json::array();
    for (const auto& tool : tools) {
        Json json = {{"name", tool.name}, {"description", tool.description}};
        if (format == "openai") {
            json["parameters"] = schemaOf(tool.input);
            list.push_back({{"type", "function"}, {"function", std::move(json)}});
        } else if (format == "anthropic") {
            json["input_schema"] = schemaOf(tool.input);
            list.push_back(std::move(json));
        } else if (format == "mcp") {
            list.push_back(toolJson(tool, kStatelessVersion));
        } else {
            return Error(
                ErrorCode::InvalidArgument,
                "--format: there is no '" + std::string(format) + "', but openai, anthropic, mcp");
        }
    }
    return list;
}

} // namespace sandbench::mcp
