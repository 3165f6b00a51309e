// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/net/http_client.h"

#include "core/base/json.h"
#include "core/base/units.h"
#include "core/net/curl_session.h"
#include "core/net/http_transfer.h"
#include "core/net/upgrade.h"

namespace sandbench::net {

namespace {

constexpr std::size_t kRefusalLimit = 64U << 10;
constexpr std::size_t kKeptSessions = 8;

} // namespace

HttpClient::HttpClient(Endpoint endpoint)
    : m_endpoint(std::move(endpoint))
    , m_tunnels(
          m_endpoint.kind == Endpoint::Kind::Ssh ? std::make_shared<EngineTunnels>(m_endpoint)
                                                 : nullptr)
{
}

HttpClient::~HttpClient() = default;

Result<HttpResponse>
HttpClient::transfer(const HttpRequest& request, const Sink& sink, std::stop_token stop) const
{
    auto session = takeSession();
    auto response = HttpTransfer(*session, request, sink).run(std::move(stop));
    const std::lock_guard lock(m_mutex);
    if (m_idle.size() < kKeptSessions)
        m_idle.push_back(std::move(session));
    return response;
}

std::unique_ptr<CurlSession> HttpClient::takeSession() const
{
    const std::lock_guard lock(m_mutex);
    if (m_idle.empty())
        return std::make_unique<CurlSession>(m_endpoint, m_tunnels);
    auto session = std::move(m_idle.back());
    m_idle.pop_back();
    return session;
}

Result<HttpResponse>
HttpClient::send(const HttpRequest& request, std::stop_token stop, std::size_t bodyLimit) const
{
    const auto sink = [&](HttpResponse& response, std::string_view bytes) -> Result<bool> {
        if (response.body.size() + bytes.size() > bodyLimit)
            return Error(
                ErrorCode::Protocol,
                endpoint().text() + " sent an answer of more than " + formatSize(bodyLimit)
                    + "; see whether it is what you meant");
        response.body += bytes;
        return true;
    };
    return transfer(request, sink, std::move(stop));
}

Result<HttpResponse>
HttpClient::stream(const HttpRequest& request, const OnBody& onBody, std::stop_token stop) const
{
    const auto sink = [&](HttpResponse& response, std::string_view bytes) -> Result<bool> {
        if (response.status / 100 == 2) {
            SANDBENCH_TRY_VOID(onBody(bytes));
            return true;
        }
        response.body += bytes.substr(0, kRefusalLimit - response.body.size());
        return response.body.size() < kRefusalLimit;
    };
    return transfer(request, sink, std::move(stop));
}

Result<Upgraded> HttpClient::upgrade(const HttpRequest& request, std::stop_token stop) const
{
    return upgradeConnection(endpoint(), m_tunnels.get(), request, kRefusalLimit, std::move(stop));
}

std::string percentEncode(std::string_view text)
{
    constexpr std::string_view kPlain
        = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string encoded;
    encoded.reserve(text.size());
    for (const char c : text) {
        if (kPlain.find(c) != std::string_view::npos) {
            encoded += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        encoded += '%';
        encoded += kHex[byte >> 4U];
        encoded += kHex[byte & 0xfU];
    }
    return encoded;
}

HttpRequest jsonRequest(const std::string& method, const Json& body, const std::string& type)
{
    HttpRequest request;
    request.method = method;
    if (!body.is_null()) {
        request.body = writeJson(body);
        request.headers.emplace_back("Content-Type", type);
    }
    return request;
}

} // namespace sandbench::net
