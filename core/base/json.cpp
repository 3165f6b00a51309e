// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"

#include <algorithm>

template class nlohmann::basic_json<>;

namespace sandbench {

namespace {

// Of nlohmann::json with glibc's malloc(); Units: bytes.
/// A place in a list, which has up to twice as many, and half of them once more while it grows.
/// With a name, it is a node of a map.
constexpr std::size_t kPlace = 48;
/// A text, or what a node has more for its name.
constexpr std::size_t kText = 48;
constexpr std::size_t kList = 32, kObject = 64;

struct Shape
{
    std::size_t memory = 0; ///< Units: bytes.
    int depth = 0;
};

Shape shapeOf(std::string_view text)
{
    Shape shape;
    int depth = 0;
    bool isInText = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (isInText && c == '\\') {
            ++i;
        } else if (c == '"') {
            shape.memory += isInText ? 0 : kText;
            isInText = !isInText;
        } else if (isInText) {
            continue;
        } else if (c == ',') {
            shape.memory += kPlace;
        } else if (c == '[' || c == '{') {
            shape.memory += kPlace + (c == '[' ? kList : kObject);
            shape.depth = std::max(shape.depth, ++depth);
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return shape;
}

} // namespace

std::size_t jsonMemory(std::string_view text)
{
    return shapeOf(text).memory;
}

Result<Json> parseJson(std::string_view text, std::size_t maxBytes, int maxDepth)
{
    if (text.size() > maxBytes)
        return Error(ErrorCode::ResourceExhausted, "JSON text is larger than its limit");
    // nlohmann's parser is iterative, but its destructor and our walkers are not: depth is bounded
    // first.
    const auto shape = shapeOf(text);
    if (shape.depth > maxDepth)
        return Error(ErrorCode::ResourceExhausted, "JSON text is nested deeper than its limit");
    if (shape.memory > kMostJsonMemory)
        return Error(ErrorCode::ResourceExhausted, "JSON text has more values than may be");
    Json value = Json::parse(text, nullptr, false);
    if (value.is_discarded())
        return Error(ErrorCode::Protocol, "text is not valid JSON");
    return value;
}

std::string writeJson(const Json& value, int indent)
{
    return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

const Json& jsonField(const Json& object, std::string_view key)
{
    static const Json none;
    if (!object.is_object())
        return none;
    const auto it = object.find(key);
    return it == object.end() ? none : *it;
}

const Json& jsonList(const Json& list)
{
    static const Json none = Json::array();
    return list.is_array() ? list : none;
}

const Json& jsonList(const Json& object, std::string_view key)
{
    return jsonList(jsonField(object, key));
}

bool jsonHolds(const Json& list, std::string_view text)
{
    const auto& items = jsonList(list);
    return std::find(items.begin(), items.end(), text) != items.end();
}

std::string jsonString(const Json& object, std::string_view key, std::string fallback)
{
    const Json& field = jsonField(object, key);
    return field.is_string() ? field.get<std::string>() : fallback;
}

std::vector<std::string> jsonTexts(const Json& object, std::string_view key)
{
    std::vector<std::string> texts;
    for (const auto& text : jsonList(object, key))
        if (text.is_string())
            texts.push_back(text.get<std::string>());
    return texts;
}

std::int64_t jsonInt(const Json& object, std::string_view key, std::int64_t fallback)
{
    const Json& field = jsonField(object, key);
    return field.is_number_integer() ? field.get<std::int64_t>() : fallback;
}

std::uint64_t jsonCount(const Json& object, std::string_view key)
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(jsonInt(object, key), 0));
}

double jsonNumber(const Json& object, std::string_view key, double fallback)
{
    const Json& field = jsonField(object, key);
    return field.is_number() ? field.get<double>() : fallback;
}

bool jsonBool(const Json& object, std::string_view key, bool fallback)
{
    const Json& field = jsonField(object, key);
    return field.is_boolean() ? field.get<bool>() : fallback;
}

} // namespace sandbench
