// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b.h"
#include "app/rest/routes/running.h"

#include "app/rest/wire/header_text.h"
#include "core/base/base64.h"
#include "core/base/text.h"

#include <algorithm>
#include <ctime>

namespace sandbench::rest {

Result<void> checkE2bUser(const Call& call)
{
    auto user = jsonString(call.options, "username");
    const auto authorization = call.header("authorization");
    if (lowered(authorization).starts_with("basic "))
        user = fromBase64(trimmed(std::string_view(authorization).substr(6))).value_or("");
    user.resize(std::min(user.find(':'), user.size()));
    if (user.empty() || user == kE2bUser)
        return {};
    return Error(
        ErrorCode::InvalidArgument,
        "user '" + oneLine(user, 100)
            + "': programs and files of a sandbox have one user here; leave the user out");
}

Result<UsedSandbox> e2bSandbox(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY_VOID(checkE2bUser(call));
    const auto id = call.header("e2b-sandbox-id");
    if (id.empty())
        return Error(ErrorCode::InvalidArgument, "the header E2b-Sandbox-Id is missing");
    SANDBENCH_TRY(auto sandbox, parts.workspace.sandboxes().find(call.caller, id));
    return use(std::move(sandbox));
}

Answer e2bProblem(const Error& error)
{
    static constexpr std::pair<ErrorCode, std::string_view> kCodes[]
        = {{ErrorCode::InvalidArgument, "invalid_argument"},
           {ErrorCode::NotFound, "not_found"},
           {ErrorCode::AlreadyExists, "already_exists"},
           {ErrorCode::PermissionDenied, "permission_denied"},
           {ErrorCode::ResourceExhausted, "resource_exhausted"},
           {ErrorCode::Cancelled, "canceled"},
           {ErrorCode::Timeout, "deadline_exceeded"},
           {ErrorCode::Unavailable, "unavailable"},
           {ErrorCode::Unsupported, "unimplemented"}};
    std::string_view name = "unknown";
    for (const auto& [code, text] : kCodes)
        if (code == error.code())
            name = text;
    return jsonAnswer({{"code", name}, {"message", publicText(error)}}, statusOf(error));
}

std::string e2bDate(std::int64_t seconds)
{
    std::tm time = {};
    const auto value = static_cast<std::time_t>(seconds);
    char text[32];
    if (!::gmtime_r(&value, &time)
        || std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &time) == 0)
        return "1970-01-01T00:00:00Z";
    return text;
}

Route& addE2bSandboxRoute(
    Routes& routes, std::string_view call, std::string_view id, std::string_view summary,
    Handler handler)
{
    auto& made = add(routes, "E2B", call, id, summary, std::move(handler));
    made.takesUnknown = true;
    made.refusal = [](int status, const std::string&, const std::string& detail) {
        return jsonAnswer({{"code", status}, {"message", detail}}, status);
    };
    made.problem
        = {{"code", FieldType::Integer, "The status", true},
           {"message", FieldType::Text, "What is wrong", true}};
    if (made.method == "POST")
        made.body = {{"timeout", FieldType::Integer, "Seconds without a call until it ends"}};
    return made;
}

Route& addE2b(
    Routes& routes, std::string_view call, std::string_view id, std::string_view summary,
    std::function<Result<Answer>(Call&)> work)
{
    auto& made = add(routes, "E2B", call, id, summary, [work = std::move(work)](Call& asked) {
        auto answer = work(asked);
        return answer ? *std::move(answer) : e2bProblem(answer.error());
    });
    made.headers = {{"E2b-Sandbox-Id", FieldType::Text, "The sandbox", true}};
    made.takesUnknown = true;
    made.refusal = [](int status, const std::string& code, const std::string& detail) {
        const auto name = code == "unauthorized" ? "unauthenticated" : code;
        return jsonAnswer({{"code", name}, {"message", detail}}, status);
    };
    made.problem
        = {{"code", FieldType::Text, "Connect's name of the kind"},
           {"message", FieldType::Text, "What is wrong", true}};
    return made;
}

std::string WholeText::add(std::string_view bytes)
{
    m_rest += bytes;
    if (isValidUtf8(m_rest) || !isValidUtf8(m_rest, true))
        return flush();
    // The cut character is at most three bytes long.
    std::size_t whole = m_rest.size();
    while (whole > 0 && !isValidUtf8(std::string_view(m_rest).substr(0, whole)))
        --whole;
    auto text = m_rest.substr(0, whole);
    m_rest.erase(0, whole);
    return text;
}

std::string WholeText::flush()
{
    auto text = replaceInvalidUtf8(m_rest);
    m_rest.clear();
    return text;
}

std::string e2bEnvelope(const Json& message, char flags)
{
    const auto text = writeJson(message);
    std::string bytes(1, flags);
    for (const int shift : {24, 16, 8, 0})
        bytes += static_cast<char>((text.size() >> shift) & 0xff);
    return bytes + text;
}

std::string e2bEndOfStream(const Error* error)
{
    Json end = Json::object();
    if (error)
        end["error"] = parseJson(e2bProblem(*error).body).value_or(Json::object());
    return e2bEnvelope(end, 2);
}

Answer e2bFailedStream(const Error& error)
{
    return {.contentType = std::string(kE2bStreamType), .body = e2bEndOfStream(&error)};
}

void addE2bMissing(Routes& routes, std::string_view call, std::string_view id)
{
    auto& made = addE2b(routes, call, id, "Any other call: unimplemented", {});
    made.otherType = kE2bStreamType;
    made.handler = [](const Call& asked) {
        const auto method = parameter(asked, "method");
        const Error error(ErrorCode::Unsupported, "this server does not have " + method);
        const bool streams = asked.header("content-type").starts_with("application/connect+");
        return streams ? e2bFailedStream(error) : e2bProblem(error);
    };
}

} // namespace sandbench::rest
