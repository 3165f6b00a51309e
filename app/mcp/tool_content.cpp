// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/tool_content.h"

#include "app/mcp/run_text.h"

#include <algorithm>

namespace sandbench::mcp {
namespace {

/// Links and structured results are known since then.
constexpr std::string_view kStructured = "2025-06-18";
/// Of the JSON text, where the same comes as structuredContent, and of a text in it that is cut:
/// the first block has it already. Units: bytes.
constexpr std::size_t kMostAgain = 4000, kMostOfOne = 300;

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

/// Their ends, as everywhere.
void cutTexts(Json& value)
{
    if (value.is_string() && value.get_ref<const std::string&>().size() > kMostOfOne)
        value = tailOf(value.get_ref<const std::string&>(), kMostOfOne);
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

Json toolResultJson(ToolResult made, std::string_view version)
{
    const bool isStructured = version >= kStructured;
    if (!made.structured.is_null())
        if (auto block = asText(made, isStructured ? kMostAgain : kMostTextBytes); !block.is_null())
            made.content.push_back(std::move(block));
    Json result
        = {{"content", isStructured ? std::move(made.content) : inWords(std::move(made.content))}};
    if (!made.structured.is_null() && isStructured)
        result["structuredContent"] = std::move(made.structured);
    if (made.isError)
        result["isError"] = true;
    return result;
}

} // namespace sandbench::mcp
