// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/openapi_examples.h"
#include "app/rest/router.h"

#include "app/rest/wire/multipart.h"

#include <algorithm>
#include <set>

namespace sandbench::rest {

namespace {

constexpr std::string_view kEvents = "text/event-stream";

/// "{path...}" is written "{path}" there.
std::string documentPath(std::string_view path)
{
    std::string text(path);
    if (const auto at = text.find("...}"); at != std::string::npos)
        text.erase(at, 3);
    return text;
}

Json pathParameters(std::string_view path)
{
    auto list = Json::array();
    const auto text = documentPath(path);
    for (auto begin = text.find('{'); begin != std::string::npos; begin = text.find('{', begin + 1))
        list.push_back(
            {{"name", text.substr(begin + 1, text.find('}', begin) - begin - 1)},
             {"in", "path"},
             {"required", true},
             {"schema", {{"type", "string"}}}});
    return list;
}

void addParameters(const Fields& fields, const char* place, Json& list)
{
    const auto schema = schemaOf(fields);
    for (const auto& field : fields)
        list.push_back(
            {{"name", field.name},
             {"in", place},
             {"description", field.description},
             {"required", field.isRequired},
             {"schema", schema["properties"][std::string(field.name)]}});
}

Json parametersOf(const Route& route)
{
    auto list = pathParameters(route.path);
    addParameters(route.query, "query", list);
    addParameters(route.headers, "header", list);
    return list;
}

/// An object that may also have other members.
Json openSchema(const Fields& fields)
{
    auto schema = schemaOf(fields);
    schema.erase("additionalProperties");
    return schema;
}

/// The same of what the server says, at every level: clients of one version meet a later one, and
/// there is not always a value.
void openAnswer(Json& schema)
{
    if (schema.contains("properties"))
        schema.erase("additionalProperties"); // but not what the values of a map are
    if (schema.contains("items"))
        openAnswer(schema["items"]);
    const auto required = schema.value("required", Json::array());
    const auto properties = schema.value("properties", Json::object());
    for (const auto& [name, member] : properties.items()) {
        auto& opened = schema["properties"][name];
        openAnswer(opened);
        if (std::find(required.begin(), required.end(), Json(name)) != required.end())
            continue;
        // One of a few words is always there.
        if (opened.contains("type") && !opened.contains("enum"))
            opened["type"] = Json::array({member["type"], "null"});
    }
}

Json answerSchema(const Fields& fields)
{
    auto schema = schemaOf(fields);
    openAnswer(schema);
    return schema;
}

/// A body that the handler reads itself.
Json rawBody(const Route& route)
{
    auto content = Json::object(); // bytes
    if (!route.members.empty())
        content = {{"schema", openSchema(route.members)}, {"example", exampleOf(route.members)}};
    else if (route.bodyType == "multipart/form-data")
        content["schema"] = {
            {"type", "object"},
            {"properties",
             {{"file",
               {{"type", "array"},
                {"items", {{"type", "string"}, {"format", "binary"}}},
                {"description", "A file for each part; the name of the part's file is its path"}}},
              {"path",
               {{"type", "string"}, {"description", "The folder of the files after it"}}}}}};
    return {{"content", {{std::string(route.bodyType), std::move(content)}}}};
}

Json bodyOf(const Route& route)
{
    if (!route.body)
        return rawBody(route);
    const auto& fields = route.members.empty() ? *route.body : route.members;
    const auto needsOne = std::any_of(
        fields.begin(), fields.end(), [](const auto& field) { return field.isRequired; });
    const auto schema = route.takesUnknown ? openSchema(fields) : schemaOf(fields);
    Json content = {{"application/json", {{"schema", schema}, {"example", exampleOf(fields)}}}};
    if (route.takesForm)
        content[std::string(kFormType)] = {{"schema", schema}};
    return {{"required", needsOne}, {"content", std::move(content)}};
}

Json goodAnswer(const Route& route)
{
    Json answer = {{"description", "It was done"}};
    if (route.goodStatus == 204)
        return answer;
    auto schema = route.answerType == "application/json" ? answerSchema(route.answer)
                                                         : Json({{"type", "string"}});
    if (route.isList)
        schema = {{"type", "array"}, {"items", std::move(schema)}};
    answer["content"] = {{std::string(route.answerType), {{"schema", schema}}}};
    if (!route.otherType.empty())
        answer["content"][std::string(route.otherType)] = {{"schema", {{"type", "string"}}}};
    return answer;
}

Json badAnswer(const Route& route)
{
    if (route.problem.empty())
        return {{"$ref", "#/components/responses/Problem"}};
    return {
        {"description", "It was not done, in the words of the API that this route is of"},
        {"content", {{"application/json", {{"schema", answerSchema(route.problem)}}}}}};
}

Json answersOf(const Route& route)
{
    const bool takesBody = route.body || !route.members.empty();
    // A foreign API has words of its own for all of them.
    Json answers = route.problem.empty() ? refusalsOf(
                       {.takesInput = takesBody || !route.query.empty(),
                        .takesBody = takesBody,
                        .hasScope = route.scope.has_value(),
                        .namesThings = route.path.find('{') != std::string_view::npos})
                                         : Json::object();
    answers[std::to_string(route.goodStatus)] = goodAnswer(route);
    answers["default"] = badAnswer(route);
    const bool isStream = route.answerType == kEvents;
    const bool mayWait = std::any_of(route.query.begin(), route.query.end(), [](const auto& field) {
        return field.name == "wait";
    });
    if (mayWait && !isStream) {
        answers["202"] = goodAnswer(route);
        answers["202"]["description"] = "It goes on";
    }
    if (isStream && route.method == "GET")
        answers["204"] = {{"description", "It is over and all of it is known"}};
    return answers;
}

Json operationOf(const Route& route)
{
    Json operation
        = {{"operationId", route.id},
           {"tags", {route.tag}},
           {"summary", route.summary},
           {"parameters", parametersOf(route)},
           {"responses", answersOf(route)}};
    if (route.body || !route.members.empty() || route.bodyType != "application/json")
        operation["requestBody"] = bodyOf(route);
    if (route.scope) {
        operation["security"]
            = Json::array({{{"bearer", Json::array()}}, {{"apiKey", Json::array()}}});
        operation["description"]
            = "Needs the scope `" + std::string(scopeName(*route.scope)) + "`.";
    } else {
        operation["security"] = Json::array();
    }
    return operation;
}

Json components()
{
    const Fields problem
        = {{"type", FieldType::Text, "A URI of the kind of problem", true},
           {"title", FieldType::Text, "The kind of problem in words", true},
           {"status", FieldType::Integer, "The status of the answer", true},
           {"code", FieldType::Text, "Stable name of the kind, for programs", true},
           {"detail", FieldType::Text, "What is wrong, and what to do about it"}};
    auto responses = refusalComponents();
    responses["Problem"] = {
        {"description", "Problem details (RFC 9457)"},
        {"content",
         {{std::string(kProblemType), {{"schema", {{"$ref", "#/components/schemas/Problem"}}}}}}}};
    return {
        {"schemas", {{"Problem", answerSchema(problem)}}},
        {"responses", std::move(responses)},
        {"securitySchemes",
         {{"bearer",
           {{"type", "http"},
            {"scheme", "bearer"},
            {"description",
             "Made by `sandbenchctl token create`; not needed on a loopback address unless the "
             "server was told so"}}},
          {"apiKey",
           {{"type", "apiKey"},
            {"in", "header"},
            {"name", "X-API-Key"},
            {"description", "The same token"}}}}}};
}

} // namespace

Json openApiOf(const std::vector<Route>& routes, const std::string& version)
{
    auto paths = Json::object();
    auto tags = Json::array();
    std::set<std::string_view> known;
    for (const auto& route : routes) {
        std::string method(route.method);
        std::transform(method.begin(), method.end(), method.begin(), [](char c) {
            return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        });
        paths[documentPath(route.path)][method] = operationOf(route);
        if (known.insert(route.tag).second)
            tags.push_back({{"name", route.tag}});
    }
    return {
        {"openapi", "3.1.0"},
        {"info",
         {{"title", "Sandbench"},
          {"version", version},
          {"description", "Runs code that nobody should trust yet in sandboxes."},
          {"license", {{"name", "Apache-2.0"}, {"identifier", "Apache-2.0"}}}}},
        {"servers", Json::array({{{"url", "/"}}})},
        {"tags", std::move(tags)},
        {"paths", std::move(paths)},
        {"components", components()}};
}

} // namespace sandbench::rest
