// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/fields.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sandbench {

namespace {

constexpr std::size_t kLongestShown = 80;
constexpr std::size_t kUsualLength = Field().longest;

Error wrong(const std::string& path, const std::string& problem)
{
    return Error(ErrorCode::InvalidArgument, path + ": " + problem);
}

std::string shown(std::string_view text)
{
    return "'" + oneLine(text, kLongestShown) + "'";
}

std::string numberText(double number)
{
    return writeJson(
        number == std::floor(number) && std::abs(number) < 1e15
            ? Json(static_cast<std::int64_t>(number))
            : Json(number));
}

/// In the order of FieldType.
constexpr std::array kTypes
    = {"a text",        "a whole number",    "a number",
       "true or false", "a list of texts",   "an object whose values are texts",
       "an object",     "a list of objects", "anything"};
static_assert(kTypes.size() == static_cast<std::size_t>(FieldType::Any) + 1);

bool hasType(const Json& value, FieldType type)
{
    switch (type) {
    case FieldType::Text:
        return value.is_string();
    case FieldType::Integer:
        return value.is_number_integer();
    case FieldType::Number:
        return value.is_number();
    case FieldType::Boolean:
        return value.is_boolean();
    case FieldType::TextList:
    case FieldType::ObjectList:
        return value.is_array();
    case FieldType::TextMap:
    case FieldType::Object:
        return value.is_object();
    case FieldType::Any:
        break;
    }
    return true;
}

Result<void> checkObject(const Json& object, const Fields& fields, const std::string& path);

Result<void> checkText(const Json& value, const Field& field, const std::string& path)
{
    const auto& text = value.get_ref<const std::string&>();
    if (text.size() > field.longest)
        return wrong(path, "longer than " + std::to_string(field.longest) + " bytes");
    const auto& values = field.values;
    if (values.empty() || std::find(values.begin(), values.end(), text) != values.end())
        return {};
    return wrong(path, shown(text) + " is none of " + listed(values));
}

Result<void> checkNumber(const Json& value, const Field& field, const std::string& path)
{
    const auto number = value.get<double>();
    if (number < field.least)
        return wrong(path, "must be " + numberText(field.least) + " or more");
    if (number > field.most)
        return wrong(path, "must be " + numberText(field.most) + " or less");
    return {};
}

Result<void> checkEntries(const Json& value, const Field& field, const std::string& path)
{
    if (value.size() > field.longest)
        return wrong(path, "more than " + std::to_string(field.longest) + " entries");
    const bool isList = value.is_array();
    const bool holdsTexts = field.type == FieldType::TextList || field.type == FieldType::TextMap;
    for (const auto& [key, entry] : value.items()) {
        const auto place
            = isList ? path + "[" + key + "]" : path + "." + oneLine(key, kLongestShown);
        if (holdsTexts && !entry.is_string())
            return wrong(place, "must be a text");
        if (!holdsTexts && !entry.is_object())
            return wrong(place, "must be an object");
        if (!holdsTexts && !field.fields.empty())
            SANDBENCH_TRY_VOID(checkObject(entry, field.fields, place + "."));
    }
    return {};
}

Result<void> checkValue(const Json& value, const Field& field, const std::string& path)
{
    if (!hasType(value, field.type))
        return wrong(path, std::string("must be ") + kTypes[static_cast<std::size_t>(field.type)]);
    switch (field.type) {
    case FieldType::Text:
        return checkText(value, field, path);
    case FieldType::Integer:
    case FieldType::Number:
        return checkNumber(value, field, path);
    case FieldType::TextList:
    case FieldType::TextMap:
    case FieldType::ObjectList:
        return checkEntries(value, field, path);
    case FieldType::Object:
        return field.fields.empty() ? Result<void>() : checkObject(value, field.fields, path + ".");
    case FieldType::Boolean:
    case FieldType::Any:
        break;
    }
    return {};
}

/// @p path: what goes before a member's name.
Result<void> checkObject(const Json& object, const Fields& fields, const std::string& path)
{
    for (const auto& [name, value] : object.items()) {
        const auto known = std::find_if(
            fields.begin(), fields.end(), [&name = name](const auto& f) { return f.name == name; });
        if (known == fields.end())
            return wrong(
                path + oneLine(name, kLongestShown),
                fields.empty() ? "is not known; nothing can be given here"
                               : "is not known; known are " + listed(fields, &Field::name));
        // Many clients write all members that they have, null for those not given.
        if (value.is_null() && known->type != FieldType::Any && !known->isRequired)
            continue;
        SANDBENCH_TRY_VOID(checkValue(value, *known, path + std::string(known->name)));
    }
    for (const auto& field : fields)
        if (field.isRequired && !object.contains(std::string(field.name)))
            return wrong(path + std::string(field.name), "is missing");
    return {};
}

Json textSchema(const Field& field)
{
    Json schema = {{"type", "string"}};
    if (!field.values.empty())
        schema["enum"] = field.values;
    if (field.longest != kUsualLength)
        schema["maxLength"] = field.longest;
    return schema;
}

Json numberSchema(const Field& field)
{
    const bool isWhole = field.type == FieldType::Integer;
    const auto bound = [isWhole](double value) {
        return isWhole ? Json(static_cast<std::int64_t>(value)) : Json(value);
    };
    Json schema = {{"type", isWhole ? "integer" : "number"}};
    if (std::isfinite(field.least))
        schema["minimum"] = bound(field.least);
    if (std::isfinite(field.most))
        schema["maximum"] = bound(field.most);
    return schema;
}

Json entriesSchema(const Field& field)
{
    const Json text = {{"type", "string"}};
    Json schema;
    if (field.type == FieldType::TextMap)
        schema = {{"type", "object"}, {"additionalProperties", text}};
    else
        schema
            = {{"type", "array"},
               {"items",
                field.type == FieldType::TextList ? text
                    : field.fields.empty()        ? Json{{"type", "object"}}
                                                  : schemaOf(field.fields)}};
    if (field.longest != kUsualLength)
        schema[field.type == FieldType::TextMap ? "maxProperties" : "maxItems"] = field.longest;
    return schema;
}

Json schemaOfValue(const Field& field)
{
    switch (field.type) {
    case FieldType::Text:
        return textSchema(field);
    case FieldType::Integer:
    case FieldType::Number:
        return numberSchema(field);
    case FieldType::Boolean:
        return {{"type", "boolean"}};
    case FieldType::TextList:
    case FieldType::TextMap:
    case FieldType::ObjectList:
        return entriesSchema(field);
    case FieldType::Object:
        return field.fields.empty() ? Json{{"type", "object"}} : schemaOf(field.fields);
    case FieldType::Any:
        break;
    }
    return Json::object();
}

} // namespace

Result<void> checkFields(const Json& object, const Fields& fields)
{
    if (!object.is_object())
        return Error(ErrorCode::InvalidArgument, "the body must be a JSON object");
    return checkObject(object, fields, "");
}

Json schemaOf(const Fields& fields)
{
    Json properties = Json::object();
    Json required = Json::array();
    for (const auto& field : fields) {
        auto schema = schemaOfValue(field);
        if (!field.description.empty())
            schema["description"] = field.description;
        properties[std::string(field.name)] = std::move(schema);
        if (field.isRequired)
            required.push_back(field.name);
    }
    Json schema = {
        {"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
    if (!required.empty())
        schema["required"] = std::move(required);
    return schema;
}

} // namespace sandbench
