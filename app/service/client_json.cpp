// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/service/client_json.h"

namespace sandbench::service {

// An empty list in a list takes a value, a vector and its allocation; a member of an object a node
// of a map with its name. Either has two marks or more.
constexpr std::size_t kBytesOfMark = 64;

std::size_t jsonMemory(std::string_view json)
{
    std::size_t marks = 0;
    bool isInText = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (isInText && c == '\\')
            ++i;
        else if (c == '"')
            isInText = !isInText;
        else if (!isInText && (c == ',' || c == '[' || c == '{' || c == ':'))
            ++marks;
    }
    return marks * kBytesOfMark;
}

Result<Json> parseClientJson(std::string_view text, std::size_t maxBytes)
{
    if (jsonMemory(text) > kMostJsonMemory)
        return Error(ErrorCode::ResourceExhausted, "JSON text has more values than may be");
    return parseJson(text, maxBytes);
}

} // namespace sandbench::service
