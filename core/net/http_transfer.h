// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/net/curl_session.h"
#include "core/net/http_client.h"
#include "core/net/http_head.h"
#include "core/net/late_curl.h"

#include <optional>

namespace sandbench::net {

/// One request and its response over a session. Thread: one at a time; only inside of core/net.
class HttpTransfer
{
public:
    /// Takes a piece of the body; false = that is enough of it.
    using Sink = std::function<Result<bool>(HttpResponse& response, std::string_view bytes)>;

    HttpTransfer(CurlSession& session, const HttpRequest& request, Sink sink);

    /// Errors: see HttpClient, and those of the sink and of the request's source.
    Result<HttpResponse> run(std::stop_token stop);

private:
    void setRequest();
    static std::size_t onHead(char* bytes, std::size_t size, std::size_t count, void* self);
    static std::size_t onBody(char* bytes, std::size_t size, std::size_t count, void* self);
    static std::size_t onSource(char* into, std::size_t size, std::size_t count, void* self);
    Result<void> takeHead(std::string_view line);

    CurlSession& m_session;
    const HttpRequest& m_request;
    Sink m_sink;
    HttpHeadParser m_head;
    std::size_t m_headBytes = 0; ///< Of all heads and trailers.
    HttpResponse m_response;
    bool m_isEnough = false;
    std::optional<Error> m_error;
};

/// Errors: InvalidArgument for a request that would not stay one request.
Result<void> checkRequest(const HttpRequest& request);

} // namespace sandbench::net
