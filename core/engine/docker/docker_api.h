// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/docker/connections.h"
#include "core/engine/docker/greeting.h"
#include "core/net/http_client.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

namespace sandbench::docker {

using Query = std::map<std::string, std::string>;

/// One Engine API server with a negotiated version; also Podman's compatible half. Paths come
/// without the version ("/containers/json"), answers are untrusted.
/// Errors of every call: HttpClient's, and for a refused request by status: 400 InvalidArgument,
/// 401 and 403 PermissionDenied, 404 NotFound, 409 AlreadyExists, 507 and "no space left"
/// ResourceExhausted, else Io, with the server's own message (one line, bounded).
/// Thread: any.
class DockerApi
{
public:
    /// Asks `/_ping` (and `/version` where it does not say enough). Errors: also Unsupported.
    static Result<std::shared_ptr<DockerApi>>
    connect(const Connection& connection, std::stop_token stop);

    Dialect dialect() const { return m_dialect; }
    bool isPodman() const { return m_dialect == Dialect::Podman; }
    ApiVersion version() const;
    /// "Docker 20.10.24, API 1.41"
    std::string serverName() const;
    const Connection& connection() const { return m_connection; }

    /// The JSON of a 2xx answer; null where it has no body.
    Result<Json> get(const std::string& path, const Query& query, std::stop_token stop) const;
    Result<Json>
    post(const std::string& path, const Query& query, const Json& body, std::stop_token stop) const;
    Result<void> remove(const std::string& path, const Query& query, std::stop_token stop) const;
    /// For everything else: archive bodies, progress streams, upgrades. Sets target from @p path
    /// and @p query; the caller sets the rest of @p request. A status above 299 is an Error.
    Result<net::HttpResponse> send(
        net::HttpRequest request, const std::string& path, const Query& query,
        std::stop_token stop) const;
    Result<void> stream(
        net::HttpRequest request, const std::string& path, const Query& query,
        const net::HttpClient::OnBody& onBody, std::stop_token stop) const;
    /// @p patience: for the beginning of the stream.
    Result<std::unique_ptr<ByteStream>> upgrade(
        const std::string& path, const Query& query, const Json& body, std::stop_token stop,
        std::chrono::milliseconds patience = std::chrono::seconds(30)) const;

    /// Podman's own half ("/libpod/images/pull"). Errors: Unsupported on Docker.
    Result<void> streamLibpod(
        net::HttpRequest request, const std::string& path, const Query& query,
        const net::HttpClient::OnBody& onBody, std::stop_token stop) const;

private:
    using Attempt = std::function<Result<net::HttpResponse>(const net::HttpRequest&)>;

    explicit DockerApi(const Connection& connection);
    /// Once more with a fresh greeting when the server turns out to speak other versions by now.
    Result<net::HttpResponse> attempt(
        net::HttpRequest request, const std::string& path, const Query& query, const Attempt& once,
        std::stop_token stop) const;

    Connection m_connection;
    net::HttpClient m_http;
    Dialect m_dialect = Dialect::Docker;
    mutable std::mutex m_mutex; ///< Of m_greeting: an engine may be replaced under us.
    mutable Greeting m_greeting;
};

} // namespace sandbench::docker
