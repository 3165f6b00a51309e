// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/docker_api.h"

namespace sandbench::docker {

namespace {

constexpr std::size_t kMaxJson = 64U << 20;

Result<Json> jsonOf(const net::HttpResponse& response, const net::Endpoint& endpoint)
{
    if (response.body.find_first_not_of(" \t\r\n") == std::string::npos)
        return Json();
    auto json = parseJson(response.body, kMaxJson);
    if (!json)
        return Error(
            json.error().code(),
            endpoint.text() + " sent an answer that is no engine's (" + json.error().message()
                + "); check which service listens at that address, and what its log says");
    return json;
}

/// The daemon was replaced by one that speaks other versions than we agreed on.
bool isVersionRefused(const net::HttpResponse& response)
{
    return response.status == 400 && response.body.find("client version ") != std::string::npos
        && (response.body.find("is too new") != std::string::npos
            || response.body.find("is too old") != std::string::npos);
}

} // namespace

DockerApi::DockerApi(const Connection& connection)
    : m_connection(connection)
    , m_http(connection.endpoint)
{
}

Result<std::shared_ptr<DockerApi>>
DockerApi::connect(const Connection& connection, std::stop_token stop)
{
    std::shared_ptr<DockerApi> api(new DockerApi(connection));
    SANDBENCH_TRY(api->m_greeting, greet(api->m_http, std::move(stop)));
    api->m_dialect = api->m_greeting.dialect;
    return api;
}

ApiVersion DockerApi::version() const
{
    const std::lock_guard lock(m_mutex);
    return m_greeting.version;
}

std::string DockerApi::serverName() const
{
    const std::lock_guard lock(m_mutex);
    return m_greeting.serverName;
}

Result<net::HttpResponse> DockerApi::attempt(
    net::HttpRequest request, const std::string& path, const Query& query, const Attempt& once,
    std::stop_token stop) const
{
    const auto rest = net::withQuery(path, query);
    const auto version = this->version();
    request.target = "/v" + version.text() + rest;
    SANDBENCH_TRY(auto response, once(request));
    if (isVersionRefused(response)) {
        SANDBENCH_TRY(auto greeting, greet(m_http, stop));
        const auto agreed = greeting.version;
        {
            const std::lock_guard lock(m_mutex);
            m_greeting = std::move(greeting);
        }
        if (agreed != version && request.source)
            return Error(
                ErrorCode::Unavailable,
                "the engine at " + m_connection.endpoint.text()
                    + " was replaced by another version; try once more");
        request.target = "/v" + agreed.text() + rest;
        if (agreed != version) {
            SANDBENCH_TRY(response, once(request));
        }
    }
    if (response.status > 299)
        return errorOf(response, m_connection.endpoint);
    return response;
}

Result<net::HttpResponse> DockerApi::send(
    net::HttpRequest request, const std::string& path, const Query& query,
    std::stop_token stop) const
{
    const auto once = [&](const net::HttpRequest& ready) { return m_http.send(ready, stop); };
    return attempt(std::move(request), path, query, once, stop);
}

Result<void> DockerApi::stream(
    net::HttpRequest request, const std::string& path, const Query& query,
    const net::HttpClient::OnBody& onBody, std::stop_token stop) const
{
    const auto once
        = [&](const net::HttpRequest& ready) { return m_http.stream(ready, onBody, stop); };
    SANDBENCH_TRY_VOID(attempt(std::move(request), path, query, once, stop));
    return {};
}

Result<std::unique_ptr<ByteStream>> DockerApi::upgrade(
    const std::string& path, const Query& query, const Json& body, std::stop_token stop,
    std::chrono::milliseconds patience) const
{
    std::unique_ptr<ByteStream> stream;
    const auto once = [&](const net::HttpRequest& ready) -> Result<net::HttpResponse> {
        SANDBENCH_TRY(auto upgraded, m_http.upgrade(ready, stop));
        stream = std::move(upgraded.stream);
        return std::move(upgraded.response);
    };
    auto request = net::jsonRequest("POST", body);
    request.patience = patience;
    SANDBENCH_TRY_VOID(attempt(std::move(request), path, query, once, stop));
    if (stream)
        return stream;
    return Error(
        ErrorCode::Protocol,
        m_connection.endpoint.text()
            + " did not give a stream; if a proxy is between, it must pass upgrades on");
}

Result<Json> DockerApi::get(const std::string& path, const Query& query, std::stop_token stop) const
{
    SANDBENCH_TRY(const auto response, send({}, path, query, std::move(stop)));
    return jsonOf(response, m_connection.endpoint);
}

Result<Json> DockerApi::post(
    const std::string& path, const Query& query, const Json& body, std::stop_token stop) const
{
    SANDBENCH_TRY(
        const auto response, send(net::jsonRequest("POST", body), path, query, std::move(stop)));
    return jsonOf(response, m_connection.endpoint);
}

Result<void>
DockerApi::remove(const std::string& path, const Query& query, std::stop_token stop) const
{
    SANDBENCH_TRY_VOID(send(net::jsonRequest("DELETE", {}), path, query, std::move(stop)));
    return {};
}

Result<void> DockerApi::streamLibpod(
    net::HttpRequest request, const std::string& path, const Query& query,
    const net::HttpClient::OnBody& onBody, std::stop_token stop) const
{
    std::string version;
    {
        const std::lock_guard lock(m_mutex);
        version = m_greeting.libpodVersion;
    }
    if (version.empty())
        return Error(ErrorCode::Unsupported, "only Podman has " + path);
    request.target = "/v" + version + net::withQuery(path, query);
    SANDBENCH_TRY(const auto response, m_http.stream(request, onBody, std::move(stop)));
    if (response.status > 299)
        return errorOf(response, m_connection.endpoint);
    return {};
}

} // namespace sandbench::docker
