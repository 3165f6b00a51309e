// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/body_object.h"

#include "app/rest/wire/header_text.h"
#include "app/rest/wire/multipart.h"
#include "core/base/text.h"
#include "core/workspace/client_json.h"

#include <algorithm>
#include <utility>

namespace sandbench::rest {

namespace {

/// Of JSON.
Result<Json> jsonObject(const Call& call, const Route& route)
{
    std::string text;
    if (call.body) {
        SANDBENCH_TRY(text, call.body->readAll(route.mostBytes));
    }
    if (text.empty())
        return Json::object();
    const auto memory = jsonMemory(text);
    if (memory <= kMostJsonMemory)
        SANDBENCH_TRY_VOID(call.charge(memory + text.size()));
    auto parsed = workspace::parseClientJson(text, route.mostBytes);
    if (!parsed && parsed.error().code() == ErrorCode::ResourceExhausted)
        return std::move(parsed.error()).within(std::string(kReadingBody));
    if (!parsed)
        return Error(
            ErrorCode::InvalidArgument, "the body is not JSON: " + parsed.error().message());
    if (!parsed->is_object())
        return Error(ErrorCode::InvalidArgument, "the body must be a JSON object");
    return parsed;
}

bool saysForm(const Call& call)
{
    return mediaType(call.header("content-type")) == kFormType;
}

/// The value of @p field in a form's part; one that is nobody's is refused by its name later.
Result<Json> partValue(const Field* field, const std::string& text, std::size_t mostBytes)
{
    if (!field || field->type == FieldType::Text)
        return Json(replaceInvalidUtf8(text));
    // A list of texts may be said one by one.
    if (field->type == FieldType::TextList && !text.starts_with('['))
        return Json(Json::array({replaceInvalidUtf8(text)}));
    auto value = workspace::parseClientJson(text, mostBytes);
    if (!value)
        return Error(ErrorCode::InvalidArgument, "a part that is no text must be JSON")
            .within(std::string(field->name));
    return value;
}

/// The same from a form, whose parts are its members.
Result<Json> formObject(const Call& call, const Route& route)
{
    std::vector<std::pair<std::string, std::string>> parts;
    std::size_t bytes = 0;
    const auto onPart = [&](const BodySource::Part& part) -> Result<void> {
        parts.emplace_back(part.name, std::string());
        return {};
    };
    const auto consume = [&](std::string_view piece) -> Result<void> {
        bytes += piece.size();
        if (bytes > route.mostBytes)
            return Error(
                       ErrorCode::ResourceExhausted,
                       "more than " + std::to_string(route.mostBytes) + " bytes")
                .within(std::string(kReadingBody));
        SANDBENCH_TRY_VOID(call.charge(piece.size()));
        parts.back().second += piece;
        return {};
    };
    if (call.body)
        SANDBENCH_TRY_VOID(call.body->stream(onPart, consume));
    Json object = Json::object();
    for (const auto& [name, text] : parts) {
        SANDBENCH_TRY(auto value, partValue(named(*route.body, name), text, route.mostBytes));
        auto& member = object[replaceInvalidUtf8(name)];
        if (member.is_array() && value.is_array())
            member.insert(member.end(), value.begin(), value.end());
        else
            member = std::move(value);
    }
    return object;
}

} // namespace

const Field* named(const Fields& fields, std::string_view name)
{
    const auto at = std::find_if(
        fields.begin(), fields.end(), [&](const Field& field) { return field.name == name; });
    return at == fields.end() ? nullptr : &*at;
}

Result<Json> bodyObject(const Call& call, const Route& route)
{
    SANDBENCH_TRY(
        auto object,
        route.takesForm&& saysForm(call) ? formObject(call, route) : jsonObject(call, route));
    if (route.takesUnknown) {
        for (auto member = object.begin(); member != object.end();)
            member = named(*route.body, member.key()) ? std::next(member) : object.erase(member);
    }
    return object;
}

} // namespace sandbench::rest
