// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/client_json.h"

namespace sandbench::workspace {

// An empty list in a list takes a value, a vector and its allocation; a member of an object a node
// of a map with its name. Either has two marks or more.
constexpr std::size_t kBytesOfMark = 64;

namespace {

/// Characters outside of texts.
template <typename IsMark> std::size_t countMarks(std::string_view json, IsMark isMark)
{
    std::size_t marks = 0;
    bool isInText = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (isInText && c == '\\')
            ++i;
        else if (c == '"')
            isInText = !isInText;
        else if (!isInText && isMark(c))
            ++marks;
    }
    return marks;
}

std::size_t membersOf(const Json& value)
{
    std::size_t count = value.is_object() ? value.size() : 0;
    if (value.is_structured())
        for (const auto& part : value)
            count += membersOf(part);
    return count;
}

} // namespace

std::size_t jsonMemory(std::string_view json)
{
    return kBytesOfMark
        * countMarks(json, [](char c) { return c == ',' || c == '[' || c == '{' || c == ':'; });
}

Result<Json> parseClientJson(std::string_view text, std::size_t maxBytes)
{
    if (jsonMemory(text) > kMostJsonMemory)
        return Error(ErrorCode::ResourceExhausted, "JSON text has more values than may be");
    auto parsed = parseJson(text, maxBytes);
    // The parser keeps the last of two; whoever checked the text before us may have read the first.
    if (parsed && membersOf(*parsed) != countMarks(text, [](char c) { return c == ':'; }))
        return Error(ErrorCode::Protocol, "an object has a member twice");
    return parsed;
}

} // namespace sandbench::workspace
