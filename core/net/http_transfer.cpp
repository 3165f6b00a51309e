// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/net/http_transfer.h"

#include "core/net/transport_error.h"

#include <algorithm>

namespace sandbench::net {

namespace {

constexpr std::size_t kMaxHeadBytes = 128U << 10;

void append(Slist& list, const std::string& line)
{
    if (auto* longer = curl_slist_append(list.get(), line.c_str())) {
        (void)list.release();
        list.reset(longer);
    }
}

bool isPlain(std::string_view text, char lowest)
{
    return std::all_of(text.begin(), text.end(), [lowest](char c) {
        return static_cast<unsigned char>(c) >= static_cast<unsigned char>(lowest) && c != 0x7f;
    });
}

} // namespace

Result<void> checkRequest(const HttpRequest& request)
{
    bool isSane = request.target.starts_with('/') && isPlain(request.target, '!')
        && !request.method.empty() && isPlain(request.method, '!');
    isSane = isSane && !request.upgradeTo.empty() && isPlain(request.upgradeTo, '!');
    for (const auto& [name, value] : request.headers)
        isSane = isSane && !name.empty() && isPlain(name, '!') && isPlain(value, ' ');
    if (isSane)
        return {};
    return Error(
        ErrorCode::InvalidArgument,
        "a request may hold no spaces or control characters outside of its body");
}

HttpTransfer::HttpTransfer(CurlSession& session, const HttpRequest& request, Sink sink)
    : m_session(session)
    , m_request(request)
    , m_sink(std::move(sink))
{
}

void HttpTransfer::setRequest()
{
    CURL* easy = m_session.easy();
    const auto set = [easy](auto option, auto value) { curl_easy_setopt(easy, option, value); };
    set(CURLOPT_HEADERFUNCTION, &HttpTransfer::onHead);
    set(CURLOPT_HEADERDATA, this);
    set(CURLOPT_WRITEFUNCTION, &HttpTransfer::onBody);
    set(CURLOPT_WRITEDATA, this);
    const auto& method = m_request.method;
    if (m_request.source) {
        set(CURLOPT_UPLOAD, 1L);
        set(CURLOPT_READFUNCTION, &HttpTransfer::onSource);
        set(CURLOPT_READDATA, this);
        // A kept connection that turns out dead would ask for the source's start again.
        set(CURLOPT_FRESH_CONNECT, 1L);
    } else if (!m_request.body.empty() || method == "POST" || method == "PUT") {
        set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(m_request.body.size()));
        set(CURLOPT_POSTFIELDS, m_request.body.c_str());
    } else if (method == "HEAD") {
        set(CURLOPT_NOBODY, 1L);
    }
    set(CURLOPT_CUSTOMREQUEST, method.c_str());
}

Result<HttpResponse> HttpTransfer::run(std::stop_token stop)
{
    SANDBENCH_TRY_VOID(checkRequest(m_request));
    SANDBENCH_TRY_VOID(m_session.prepare(m_request.target));
    Slist headers;
    append(headers, "Expect:");
    append(headers, "Content-Type:");
    // The URL may name whom the certificate must name.
    append(headers, "Host: " + authority(m_session.endpoint()));
    for (const auto& [name, value] : m_request.headers)
        append(headers, value.empty() ? name + ";" : name + ": " + value);
    setRequest();
    curl_easy_setopt(m_session.easy(), CURLOPT_HTTPHEADER, headers.get());
    const auto performed = m_session.perform(stop, m_request.patience);
    if (m_error)
        return *m_error;
    if (!performed && !(m_isEnough && performed.error().code() != ErrorCode::Cancelled))
        return performed.error();
    if (m_response.status == 0)
        return cutError(
            m_session.endpoint(), {}); // libcurl takes the end of half a head for success
    return std::move(m_response);
}

std::size_t HttpTransfer::onHead(char* bytes, std::size_t, std::size_t count, void* self)
{
    auto& transfer = *static_cast<HttpTransfer*>(self);
    if (auto taken = transfer.takeHead({bytes, count}); !taken) {
        transfer.m_error = taken.error().within(transfer.m_session.endpoint().text());
        return 0;
    }
    return count;
}

Result<void> HttpTransfer::takeHead(std::string_view line)
{
    m_headBytes += line.size();
    if (m_headBytes > kMaxHeadBytes)
        return Error(ErrorCode::Protocol, "the server's heads never end");
    if (m_response.status != 0)
        return {}; // a trailer
    SANDBENCH_TRY_VOID(m_head.feed(line));
    if (!m_head.head())
        return {};
    if (m_head.head()->status >= 200)
        static_cast<HttpHead&>(m_response) = *m_head.head();
    m_head = {};
    m_session.sawLife();
    return {};
}

std::size_t HttpTransfer::onBody(char* bytes, std::size_t, std::size_t count, void* self)
{
    auto& transfer = *static_cast<HttpTransfer*>(self);
    // libcurl may have megabytes more to hand out before it comes back to the session's loop.
    if (transfer.m_session.isStopped())
        return CURL_WRITEFUNC_ERROR;
    const auto goesOn = transfer.m_sink(transfer.m_response, {bytes, count});
    transfer.m_session.sawLife();
    if (goesOn && *goesOn)
        return count;
    if (goesOn)
        transfer.m_isEnough = true;
    else
        transfer.m_error = goesOn.error();
    return CURL_WRITEFUNC_ERROR;
}

std::size_t HttpTransfer::onSource(char* into, std::size_t size, std::size_t count, void* self)
{
    auto& transfer = *static_cast<HttpTransfer*>(self);
    const auto filled = transfer.m_request.source({into, size * count});
    transfer.m_session.sawLife();
    if (filled)
        return *filled;
    transfer.m_error = filled.error();
    return CURL_READFUNC_ABORT;
}

} // namespace sandbench::net
