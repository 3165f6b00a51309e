// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/api_document.h"

#include <algorithm>

namespace sandbench::test {

namespace {

bool isOfType(const Json& value, const std::string& type)
{
    return (type == "null" && value.is_null()) || (type == "object" && value.is_object())
        || (type == "array" && value.is_array()) || (type == "string" && value.is_string())
        || (type == "boolean" && value.is_boolean()) || (type == "number" && value.is_number())
        || (type == "integer" && value.is_number_integer());
}

bool isOfTypes(const Json& value, const Json& types)
{
    if (types.is_string())
        return isOfType(value, types.get<std::string>());
    return types.is_null() || std::any_of(types.begin(), types.end(), [&](const Json& type) {
               return isOfType(value, type.get<std::string>());
           });
}

const Json& resolved(const Json& document, const Json& schema)
{
    const auto at = schema.find("$ref");
    return at == schema.end() ? schema
                              : document.at(Json::json_pointer(at->get<std::string>().substr(1)));
}

std::string
problemAt(const Json& document, const Json& given, const Json& value, const std::string& place);

std::string
memberProblem(const Json& document, const Json& schema, const Json& value, const std::string& place)
{
    for (const auto& name : schema.value("required", Json::array()))
        if (!value.contains(name.get<std::string>()))
            return place + " lacks " + name.get<std::string>();
    const auto properties = schema.value("properties", Json::object());
    const auto others = schema.value("additionalProperties", Json(true));
    for (const auto& [name, member] : value.items()) {
        const bool isKnown = properties.contains(name);
        if (!isKnown && others == Json(false))
            return place + "." + name + " is not declared";
        if (!isKnown && !others.is_object())
            continue;
        const auto& declared = isKnown ? properties.at(name) : others;
        if (auto problem = problemAt(document, declared, member, place + "." + name);
            !problem.empty())
            return problem;
    }
    return {};
}

std::string
problemAt(const Json& document, const Json& given, const Json& value, const std::string& place)
{
    const auto& schema = resolved(document, given);
    if (!isOfTypes(value, schema.value("type", Json())))
        return place + " is " + value.type_name() + ", not " + schema["type"].dump();
    const auto allowed = schema.value("enum", Json(nullptr));
    if (allowed.is_array() && std::find(allowed.begin(), allowed.end(), value) == allowed.end())
        return place + " is none of " + allowed.dump();
    if (value.is_object())
        return memberProblem(document, schema, value, place);
    const auto items = schema.value("items", Json(nullptr));
    for (std::size_t i = 0; items.is_object() && value.is_array() && i < value.size(); ++i)
        if (auto problem = problemAt(document, items, value[i], place + "[]"); !problem.empty())
            return problem;
    return {};
}

/// Whether the document's @p pattern can mean @p path; only a file's name has slashes.
bool matches(std::string_view pattern, std::string_view path)
{
    while (!pattern.empty() && !path.empty()) {
        const auto part = pattern.substr(0, pattern.find('/', 1));
        const auto segment = path.substr(0, path.find('/', 1));
        if (part == "/{path}")
            return true;
        if (!part.starts_with("/{") && part != segment)
            return false;
        pattern.remove_prefix(part.size());
        path.remove_prefix(segment.size());
    }
    return pattern.empty() && (path.empty() || path == "/");
}

/// Null where the document has no such path; that of the fewest parameters counts.
Json operationOf(const Json& document, std::string method, std::string_view path)
{
    std::transform(method.begin(), method.end(), method.begin(), [](unsigned char c) {
        return std::tolower(c);
    });
    Json found;
    auto fewest = std::string::npos;
    for (const auto& [pattern, operations] : document.at("paths").items()) {
        const auto parameters
            = static_cast<std::size_t>(std::count(pattern.begin(), pattern.end(), '{'));
        if (parameters < fewest && operations.contains(method) && matches(pattern, path)) {
            found = operations.at(method);
            fewest = parameters;
        }
    }
    return found;
}

} // namespace

std::string schemaProblem(const Json& document, const Json& schema, const Json& value)
{
    return problemAt(document, schema, value, "answer");
}

std::string answerProblem(
    const Json& document, std::string_view method, std::string_view path, int status,
    const std::string& type, const Json& body)
{
    const auto operation = operationOf(document, std::string(method), path);
    if (operation.is_null())
        return {};
    const auto& responses = operation.at("responses");
    const auto number = std::to_string(status);
    const auto where = std::string(method) + " " + std::string(path) + " (" + number + "): ";
    if (!responses.contains(number) && status < 400)
        return where + "the status is not declared";
    const auto& declared
        = responses.contains(number) ? responses.at(number) : responses.at("default");
    const auto content = resolved(document, declared).value("content", Json::object());
    const auto mime = type.substr(0, type.find(';'));
    if (body.is_null() && (content.empty() || content.contains("*/*")))
        return {};
    if (!content.contains(mime))
        return content.contains("*/*") ? "" : where + "the type " + type + " is not declared";
    const bool isJson = mime == "application/json" || mime == "application/problem+json";
    if (!isJson || !content.at(mime).contains("schema"))
        return {};
    const auto problem = schemaProblem(document, content.at(mime).at("schema"), body);
    return problem.empty() ? "" : where + problem;
}

} // namespace sandbench::test
