// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/router.h"

#include "app/rest/body_object.h"
#include "app/rest/wire/header_text.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <exception>

namespace sandbench::rest {

namespace {

/// Takes the part before the next slash; nothing is left behind the last one.
std::string_view takeSegment(std::string_view& path)
{
    const auto slash = path.find('/');
    const auto segment = path.substr(0, slash);
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
    return segment;
}

std::string_view withoutEnds(std::string_view path)
{
    if (path.starts_with('/'))
        path.remove_prefix(1);
    if (path.ends_with('/'))
        path.remove_suffix(1);
    return path;
}

/// Whether @p path is one of @p pattern; then @p parameters has what its braces stand for.
bool matches(
    std::string_view pattern, std::string_view path, std::map<std::string, std::string>& parameters)
{
    pattern = withoutEnds(pattern);
    path = withoutEnds(path);
    while (!pattern.empty()) {
        const auto part = takeSegment(pattern);
        if (part.starts_with('{') && part.ends_with("...}")) {
            parameters[std::string(part.substr(1, part.size() - 5))] = path;
            return !path.empty();
        }
        const auto segment = takeSegment(path);
        if (part.starts_with('{')) {
            if (segment.empty())
                return false;
            parameters[std::string(part.substr(1, part.size() - 2))] = segment;
        } else if (part != segment) {
            return false;
        }
    }
    return path.empty();
}

template <typename Number> Json numberOr(const std::string& text)
{
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? Json(number) : Json(text);
}

/// What a query's text means in a field of @p type; text where it means nothing, which the check
/// then refuses by its name.
Json typed(const std::string& text, FieldType type)
{
    if (type == FieldType::Boolean && (text == "1" || text == "true" || text.empty()))
        return true;
    if (type == FieldType::Boolean && (text == "0" || text == "false"))
        return false;
    if (type == FieldType::Integer)
        return numberOr<std::int64_t>(text);
    if (type == FieldType::Number)
        return numberOr<double>(text);
    return replaceInvalidUtf8(text);
}

Json queryObject(const Call& call, const Route& route)
{
    Json object = Json::object();
    for (const auto& [name, text] : call.query) {
        const auto* field = named(route.query, name);
        if (field || !route.takesUnknown)
            object[replaceInvalidUtf8(name)] = typed(text, field ? field->type : FieldType::Text);
    }
    return object;
}

bool saysJson(const Call& call)
{
    const auto type = mediaType(call.header("content-type"));
    return type.empty() || type == "application/json" || type.ends_with("+json");
}

/// RFC 8259, 8.1: JSON is UTF-8, of which ASCII is a part.
bool isForeignText(const Call& call)
{
    const auto charset = lowered(headerParameter(call.header("content-type"), "charset"));
    return !charset.empty() && charset != "utf-8" && charset != "utf8" && charset != "us-ascii";
}

std::optional<Answer> refusal(const Call& call, const Route& route)
{
    if (!route.scope || call.caller.may(*route.scope))
        return std::nullopt;
    if (call.caller.id.empty()) {
        auto answer
            = problemAnswer(401, "unauthorized", "a token is needed: Authorization: Bearer …");
        answer.headers["www-authenticate"] = "Bearer";
        return answer;
    }
    return problemAnswer(scopeError(call.caller, "this call", *route.scope));
}

/// A body that is packed would be taken for what it is not.
std::optional<Answer> packed(const Call& call)
{
    const auto coding = lowered(call.header("content-encoding"));
    if (coding.empty() || coding == "identity")
        return std::nullopt;
    auto answer = problemAnswer(
        415, "unsupported_media_type", "bodies come as they are, without Content-Encoding");
    answer.headers["accept-encoding"] = "identity";
    return answer;
}

/// Fills what the handler finds, or says what is wrong with the call.
std::optional<Answer> prepare(Call& call, const Route& route)
{
    if (auto refused = refusal(call, route))
        return refused;
    if (auto refused = packed(call))
        return refused;
    call.options = queryObject(call, route);
    if (const auto checked = checkFields(call.options, route.query); !checked)
        return problemAnswer(Error(checked.error()).within("the query"));
    if (!route.body)
        return std::nullopt;
    // Pages may send other types anywhere without being asked; curl says a form's by default.
    if (!saysJson(call) && !call.header("origin").empty())
        return problemAnswer(
            415, "unsupported_media_type", "the body must be JSON: Content-Type: application/json");
    if (isForeignText(call))
        return problemAnswer(
            415, "unsupported_media_type", "JSON comes as UTF-8, no other charset");
    auto body = bodyObject(call, route);
    if (!body)
        return problemAnswer(body.error());
    call.json = *std::move(body);
    if (const auto checked = checkFields(call.json, *route.body); !checked)
        return problemAnswer(checked.error());
    return std::nullopt;
}

Answer refused(const Route& route, Answer problem)
{
    if (!route.refusal)
        return problem;
    const auto view = parseJson(problem.body).value_or(Json::object());
    auto words
        = route.refusal(problem.status, jsonString(view, "code"), jsonString(view, "detail"));
    problem.status = words.status;
    problem.contentType = std::move(words.contentType);
    problem.body = std::move(words.body);
    return problem;
}

Answer handle(Call& call, const Route& route)
{
    // Only for what nobody foresaw, such as memory that is not there: one call's end, not ours.
    try {
        if (auto problem = prepare(call, route))
            return refused(route, *std::move(problem));
        auto answer = route.handler(call);
        return answer.contentType == kProblemType ? refused(route, std::move(answer)) : answer;
    } catch (const std::exception&) {
        return refused(route, problemAnswer(500, "internal", "the server could not do that"));
    }
}

} // namespace

Router::Router(std::vector<Route> routes)
    : m_routes(std::move(routes))
{
}

Router::Found Router::find(const Call& call) const
{
    const std::string_view method = call.method == "HEAD" ? "GET" : std::string_view(call.method);
    Found found;
    for (const auto& route : m_routes) {
        std::map<std::string, std::string> parameters;
        if (!matches(route.path, call.path, parameters))
            continue;
        if (route.method == method)
            return {&route, std::move(parameters), {}};
        auto& allowed = found.allowed;
        if (allowed.find(route.method) == std::string::npos)
            allowed += (allowed.empty() ? "" : ", ") + std::string(route.method)
                + (route.method == "GET" ? ", HEAD" : "");
    }
    return found;
}

const Route* Router::resolve(Call& call) const
{
    auto found = find(call);
    call.route = found.route;
    call.parameters = std::move(found.parameters);
    return call.route;
}

Answer Router::inItsWords(const Call& call, Answer answer) const
{
    if (answer.contentType != kProblemType)
        return answer;
    const auto folderOf = [](std::string_view path) {
        path = withoutEnds(path);
        return takeSegment(path);
    };
    const Route* near = nullptr;
    for (const auto& route : m_routes) {
        std::map<std::string, std::string> parameters;
        if (!route.refusal)
            continue;
        if (matches(route.path, call.path, parameters))
            return refused(route, std::move(answer));
        if (!near && folderOf(route.path) == folderOf(call.path))
            near = &route;
    }
    return near ? refused(*near, std::move(answer)) : std::move(answer);
}

Answer Router::answer(Call& call) const
{
    if (call.route || resolve(call))
        return handle(call, *call.route);
    const auto found = find(call);
    if (found.allowed.empty())
        return inItsWords(
            call,
            problemAnswer(404, "not_found", "there is nothing at this path; see /openapi.json"));
    auto answer = call.method == "OPTIONS"
        ? Answer{204}
        : inItsWords(
            call, problemAnswer(405, "method_not_allowed", "this path knows " + found.allowed));
    answer.headers["allow"] = found.allowed;
    return answer;
}

} // namespace sandbench::rest
