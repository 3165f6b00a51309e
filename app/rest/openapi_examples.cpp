// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/openapi_examples.h"

#include "app/rest/message.h"

#include <algorithm>
#include <array>

namespace sandbench::rest {
namespace {

struct Sample
{
    std::string_view name;
    Json value;
    bool isUsual = false; ///< Also where it is not required.
};

/// By the names that members have everywhere.
const std::vector<Sample>& samples()
{
    static const std::vector<Sample> all
        = {{"code", "print(6 * 7)", true},
           {"language", "python", true},
           {"packages", Json::array({"numpy"}), true},
           {"image", "python:3.12-slim"},
           {"name", "main"},
           {"path", "data/numbers.csv"},
           {"content", "print(6 * 7)"},
           {"from", "data/numbers.csv"},
           {"to", "data/old.csv"},
           {"source", "/home/user/a.txt"},
           {"destination", "/home/user/b.txt"},
           {"version", "*"},
           {"signal", "TERM"},
           {"rows", 24},
           {"columns", 80},
           {"timeout", 60},
           {"jsonrpc", "2.0", true},
           {"method", "tools/list"}};
    return all;
}

bool fits(const Json& value, const Field& field)
{
    Field alone = field;
    alone.isRequired = false;
    return checkFields({{std::string(field.name), value}}, {alone}).has_value();
}

Json anyOf(const Field& field)
{
    switch (field.type) {
    case FieldType::Text:
    case FieldType::Any:
        return field.values.empty() ? Json("text") : Json(field.values.front());
    case FieldType::Integer:
    case FieldType::Number:
        return field.least > 1 ? Json(static_cast<std::int64_t>(field.least)) : Json(1);
    case FieldType::Boolean:
        return true;
    case FieldType::TextList:
        return Json::array({"text"});
    case FieldType::TextMap:
        return Json::object();
    case FieldType::Object:
        return exampleOf(field.fields);
    case FieldType::ObjectList:
        return Json::array({exampleOf(field.fields)});
    }
    return nullptr;
}

struct Refusal
{
    const char *status, *name, *code, *detail;
};
constexpr std::array<Refusal, 7> kRefusals
    = {{{"400", "WrongInput", "invalid_argument", "timeout: must be a text, such as \"30s\""},
        {"401", "NoToken", "unauthenticated", "this server wants a token"},
        {"403", "NotAllowed", "permission_denied",
         "mounts takes the scope admin, which this token does not have"},
        {"404", "NotFound", "not_found", "there is no session s-0123456789abcdef"},
        {"413", "TooLarge", "resource_exhausted", "the body is larger than 16 MiB"},
        {"415", "NotJson", "unsupported_media_type", "the body comes as application/json"},
        {"429", "TooMany", "resource_exhausted",
         "there are 16 sandboxes already, which is this caller's quota; close one"}}};

bool applies(const std::string_view status, const Refusals& may)
{
    if (status == "400")
        return may.takesInput;
    if (status == "404")
        return may.namesThings;
    if (status == "413" || status == "415")
        return may.takesBody;
    return may.hasScope;
}

} // namespace

Json exampleOf(const Fields& fields)
{
    auto example = Json::object();
    for (const auto& field : fields) {
        const auto sample
            = std::find_if(samples().begin(), samples().end(), [&](const Sample& one) {
                  return one.name == field.name;
              });
        const bool isKnown = sample != samples().end() && fits(sample->value, field);
        if (field.isRequired || (isKnown && sample->isUsual))
            example[std::string(field.name)] = isKnown ? sample->value : anyOf(field);
    }
    return example;
}

Json refusalsOf(const Refusals& may)
{
    auto answers = Json::object();
    for (const auto& one : kRefusals)
        if (applies(one.status, may))
            answers[one.status] = {{"$ref", "#/components/responses/" + std::string(one.name)}};
    return answers;
}

Json refusalComponents()
{
    auto all = Json::object();
    for (const auto& one : kRefusals) {
        const auto status = std::stoi(one.status);
        const auto example = parseJson(problemAnswer(status, one.code, one.detail).body);
        all[one.name]
            = {{"description", reasonPhrase(status)},
               {"content",
                {{std::string(kProblemType),
                  {{"schema", {{"$ref", "#/components/schemas/Problem"}}},
                   {"example", example ? *example : Json()}}}}}};
    }
    return all;
}

} // namespace sandbench::rest
