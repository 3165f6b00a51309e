// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/byte_stream.h"
#include "core/base/json_fwd.h"
#include "core/base/result.h"
#include "core/net/endpoint.h"
#include "core/net/http_head.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace sandbench::net {

class CurlSession;
class EngineTunnels;

struct HttpRequest
{
    std::string method = "GET";
    std::string target = "/"; ///< Path and query, percent-encoded: "/v1.41/images/json?all=1"
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body; ///< With Content-Length; see also source.
    /// Instead of body: fills the span, 0 = end. Sent chunked. An Error ends the request with it.
    std::function<Result<std::size_t>(std::span<char>)> source;
    std::string upgradeTo = "tcp"; ///< The protocol that upgrade() asks for.
    /// The other side may be silent for this long; 0 = for ever (still cancellable).
    std::chrono::milliseconds patience = std::chrono::seconds(30);
};

struct HttpResponse : HttpHead
{
    std::string body;
};

/// What a request for an upgraded connection came to.
struct Upgraded
{
    HttpResponse response; ///< Body only where there is no stream (at most 64 KiB of it).
    /// On 101; for "tcp" also on 200, as older daemons answer.
    std::unique_ptr<ByteStream> stream;
};

/// An HTTP/1.1 client of one server, over libcurl. Everything that it reads is untrusted: heads,
/// header counts and bodies are bounded. Connections are kept and used again.
///
/// Every call blocks, obeys @p stop within 100 ms and leaves no thread behind. Thread: any; calls
/// may overlap.
/// Errors: Unavailable (nobody listens; the message names the endpoint and what to check),
/// PermissionDenied (socket's mode; certificate refused by the server), InvalidArgument (bad
/// certificates, proxy or server name), Timeout, Cancelled, ConnectionLost (cut in the middle),
/// Protocol (not HTTP, or too large). Source: RFC 9112; libcurl 7.88, CURLOPT_UNIX_SOCKET_PATH,
/// CURLOPT_CONNECT_ONLY, CURLOPT_OPENSOCKETFUNCTION; see also EngineTunnels.
class HttpClient
{
public:
    explicit HttpClient(Endpoint endpoint);
    ~HttpClient();

    const Endpoint& endpoint() const { return m_endpoint; }

    /// Any status is a response. Errors also: Protocol when the body is larger than @p bodyLimit.
    Result<HttpResponse>
    send(const HttpRequest& request, std::stop_token stop, std::size_t bodyLimit = 64U << 20) const;

    /// Hands a 2xx body on as it comes; other bodies are in the response (at most 64 KiB).
    /// An Error of @p onBody ends the call with it.
    using OnBody = std::function<Result<void>(std::string_view)>;
    Result<HttpResponse>
    stream(const HttpRequest& request, const OnBody& onBody, std::stop_token stop) const;

    /// Sends `Connection: Upgrade`. Bytes behind the head belong to the stream. The stream outlives
    /// the client.
    Result<Upgraded> upgrade(const HttpRequest& request, std::stop_token stop) const;

private:
    /// Takes a piece of the body; false = no more of it.
    using Sink = std::function<Result<bool>(HttpResponse& response, std::string_view bytes)>;

    Result<HttpResponse>
    transfer(const HttpRequest& request, const Sink& sink, std::stop_token stop) const;
    std::unique_ptr<CurlSession> takeSession() const;

    const Endpoint m_endpoint;
    const std::shared_ptr<EngineTunnels> m_tunnels; ///< Null where it is not behind ssh.
    mutable std::mutex m_mutex; ///< Of the rest.
    /// That nobody uses right now; each keeps a connection.
    mutable std::vector<std::unique_ptr<CurlSession>> m_idle;
};

/// For paths and query values: all but letters, digits, "-._~" and "/".
std::string percentEncode(std::string_view text);

/// @p path with the names and values of @p query behind it, percent-encoded.
template <typename Query> std::string withQuery(std::string path, const Query& query)
{
    char separator = '?';
    for (const auto& [name, value] : query) {
        path += separator + percentEncode(name) + "=" + percentEncode(value);
        separator = '&';
    }
    return path;
}

/// With @p body, but for a null one, which is none.
HttpRequest jsonRequest(
    const std::string& method, const Json& body, const std::string& type = "application/json");

} // namespace sandbench::net
