// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b.h"

namespace sandbench::rest {

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

Route e2bMissing(std::string_view path, std::string_view id)
{
    auto made = e2bRoute("POST", path, id, "Any other call: unimplemented", {});
    made.handler = [](const Call& call) {
        const Error error(
            ErrorCode::Unsupported, "this server does not have " + parameter(call, "method"));
        const bool streams = call.header("content-type").starts_with("application/connect+");
        return streams ? e2bFailedStream(error) : e2bProblem(error);
    };
    return made;
}

} // namespace sandbench::rest
