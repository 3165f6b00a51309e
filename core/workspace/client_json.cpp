// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/client_json.h"

namespace sandbench::workspace {

namespace {

/// Outside of texts.
std::size_t countColons(std::string_view json)
{
    std::size_t colons = 0;
    bool isInText = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (isInText && c == '\\')
            ++i;
        else if (c == '"')
            isInText = !isInText;
        else if (!isInText && c == ':')
            ++colons;
    }
    return colons;
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

Result<Json> parseClientJson(std::string_view text, std::size_t maxBytes)
{
    auto parsed = parseJson(text, maxBytes);
    // The parser keeps the last of two; whoever checked the text before us may have read the first.
    if (parsed && membersOf(*parsed) != countColons(text))
        return Error(ErrorCode::Protocol, "an object has a member twice");
    return parsed;
}

} // namespace sandbench::workspace
