// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/message.h"

#include "core/base/text.h"
#include "core/workspace/public_text.h"
#include "core/workspace/sandbox_table.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sandbench::rest {

namespace {

constexpr std::pair<int, std::string_view> kReasons[] = {
    {100, "Continue"},
    {101, "Switching Protocols"},
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {206, "Partial Content"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {303, "See Other"},
    {304, "Not Modified"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {417, "Expectation Failed"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Content"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {499, "Client Closed Request"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {505, "HTTP Version Not Supported"},
    {507, "Insufficient Storage"},
};

bool isWithin(const Error& error, std::string_view doing)
{
    const auto& context = error.context();
    return std::find(context.begin(), context.end(), doing) != context.end();
}

bool isOfBody(const Error& error)
{
    return isWithin(error, kReadingBody);
}

bool isOfStorage(const Error& error)
{
    return error.code() == ErrorCode::ResourceExhausted && isWithin(error, kWritingFiles);
}

bool isOfLostSession(const Error& error)
{
    return error.code() == ErrorCode::ConnectionLost && isWithin(error, workspace::kSandboxLost);
}

/// What clients tell errors apart by.
std::string_view codeOf(const Error& error)
{
    return isOfStorage(error)    ? "storage_full"
        : isOfLostSession(error) ? "session_lost"
                                 : errorCodeName(error.code());
}

} // namespace

std::string_view reasonPhrase(int status)
{
    for (const auto& [known, reason] : kReasons)
        if (known == status)
            return reason;
    return {};
}

Answer jsonAnswer(const Json& value, int status)
{
    Answer answer;
    answer.status = status;
    answer.body = writeJson(value) + "\n";
    return answer;
}

Answer problemAnswer(int status, std::string_view code, std::string_view detail)
{
    auto answer = jsonAnswer(
        {{"type", "about:blank"},
         {"title", reasonPhrase(status)},
         {"status", status},
         {"code", code},
         {"detail", oneLine(detail, kLongestDetail)}},
        status);
    answer.contentType = kProblemType;
    return answer;
}

Answer problemAnswer(const Error& error)
{
    const auto detail = workspace::publicText(error);
    auto answer = problemAnswer(statusOf(error), codeOf(error), detail);
    // What a caller did wrong is no news for the server's log, which callers could fill with it.
    if (answer.status >= 500 && detail != error.text())
        answer.hidden = error.text();
    return answer;
}

int statusOf(const Error& error)
{
    switch (error.code()) {
    case ErrorCode::InvalidArgument:
    case ErrorCode::Protocol:
        return 400;
    case ErrorCode::NotFound:
        return 404;
    case ErrorCode::AlreadyExists:
        return 409;
    case ErrorCode::PermissionDenied:
        return 403;
    case ErrorCode::ResourceExhausted:
        return isOfBody(error) ? 413 : isOfStorage(error) ? 507 : 429;
    case ErrorCode::Unavailable:
        return 503;
    case ErrorCode::Timeout:
        return isOfBody(error) ? 408 : 504;
    case ErrorCode::Cancelled:
        return 499;
    case ErrorCode::Unsupported:
        return 501;
    case ErrorCode::ConnectionLost:
        return isOfBody(error) ? 499 : isOfLostSession(error) ? 410 : 502;
    case ErrorCode::Io:
    case ErrorCode::Internal:
        break;
    }
    return 500;
}

} // namespace sandbench::rest
