// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/net/upgrade.h"

#include "core/base/socket_stream.h"
#include "core/net/curl_session.h"
#include "core/net/engine_tunnels.h"
#include "core/net/http_body.h"
#include "core/net/http_transfer.h"
#include "core/net/tls_stream.h"
#include "core/net/transport_error.h"

#include <fcntl.h>

namespace sandbench::net {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t kMaxRefusalBytes = 256U << 10; ///< With the chunks' own lines.

/// A tunnel ends with its stream.
class TunnelStream : public SocketStream
{
public:
    TunnelStream(UniqueFd socket, std::shared_ptr<SshTunnel> tunnel)
        : SocketStream(std::move(socket))
        , m_tunnel(std::move(tunnel))
    {
    }
    std::string complaint() { return m_tunnel->complaint(); }

private:
    std::shared_ptr<SshTunnel> m_tunnel;
};

std::string headOf(const Endpoint& endpoint, const HttpRequest& request)
{
    auto head = request.method + " " + request.target + " HTTP/1.1\r\nHost: " + authority(endpoint)
        + "\r\nUser-Agent: sandbench\r\nConnection: Upgrade\r\nUpgrade: " + request.upgradeTo
        + "\r\n";
    if (request.method != "GET" || !request.body.empty())
        head += "Content-Length: " + std::to_string(request.body.size()) + "\r\n";
    for (const auto& [name, value] : request.headers)
        head += name + ": " + value + "\r\n";
    return head + "\r\n" + request.body;
}

Result<std::unique_ptr<SocketStream>> connectStream(
    const Endpoint& endpoint, EngineTunnels* tunnels, milliseconds patience, std::stop_token stop)
{
    if (tunnels) {
        SANDBENCH_TRY(auto sockets, makeSocketPair());
        SANDBENCH_TRY(auto tunnel, tunnels->open(std::move(sockets.second)));
        return std::make_unique<TunnelStream>(std::move(sockets.first), std::move(tunnel));
    }
    auto session = std::make_unique<CurlSession>(endpoint);
    SANDBENCH_TRY_VOID(session->prepare("/"));
    curl_easy_setopt(session->easy(), CURLOPT_CONNECT_ONLY, 1L);
    SANDBENCH_TRY_VOID(session->perform(std::move(stop), patience));
    curl_socket_t socket = CURL_SOCKET_BAD;
    curl_easy_getinfo(session->easy(), CURLINFO_ACTIVESOCKET, &socket);
    // Our own descriptor: the session closes its one when it goes.
    UniqueFd own(::fcntl(socket, F_DUPFD_CLOEXEC, 0));
    if (!own)
        return Error::fromErrno(errno, "cannot take over the connection to " + endpoint.text());
    if (endpoint.kind == Endpoint::Kind::Tls)
        return std::make_unique<TlsStream>(std::move(own), std::move(session));
    return std::make_unique<SocketStream>(std::move(own));
}

/// Reads the answer's head, and the body of a refusal, from a connection that may become a stream.
class Handshake
{
public:
    Handshake(const Endpoint& endpoint, SocketStream& stream, milliseconds patience)
        : m_endpoint(endpoint)
        , m_stream(stream)
        , m_patience(patience == milliseconds(0) ? milliseconds(std::chrono::hours(24)) : patience)
    {
    }

    Result<void> readHead()
    {
        const auto until = steady_clock::now() + m_patience;
        while (!m_parser.head() || m_parser.head()->status == 100) {
            if (m_parser.head())
                m_parser = {};
            if (m_rest.empty())
                SANDBENCH_TRY_VOID(readMore(until));
            const auto taken = m_parser.feed(m_rest);
            if (!taken)
                return taken.error().within(m_endpoint.text());
            m_rest.erase(0, *taken);
        }
        return {};
    }

    Result<std::string> readRefusal(std::size_t limit)
    {
        HttpBodyParser body(head(), limit);
        while (!body.isDone()) {
            SANDBENCH_TRY_VOID(body.feed(m_rest));
            m_rest.clear();
            if (body.isDone() || m_hasEnded || m_received > kMaxRefusalBytes)
                break;
            // What a refusal says is worth less than that it came: a cut one will do.
            if (auto more = readMore(steady_clock::now() + m_patience); !more && !m_hasEnded)
                return more.error();
        }
        return body.body();
    }

    const HttpHead& head() const { return *m_parser.head(); }
    const std::string& rest() const { return m_rest; }

private:
    Result<void> readMore(steady_clock::time_point until)
    {
        char bytes[16384];
        const auto left = std::chrono::ceil<milliseconds>(until - steady_clock::now());
        const auto n = m_stream.read(bytes, std::max(left, milliseconds(0)));
        if (!n && n.error().code() == ErrorCode::Timeout)
            return silenceError(m_endpoint, m_patience);
        m_hasEnded = !n || *n == 0;
        if (m_hasEnded) {
            auto* tunnel = dynamic_cast<TunnelStream*>(&m_stream);
            return cutError(m_endpoint, tunnel != nullptr ? tunnel->complaint() : std::string());
        }
        m_rest.append(bytes, *n);
        m_received += *n;
        return {};
    }

    const Endpoint& m_endpoint;
    SocketStream& m_stream;
    milliseconds m_patience;
    HttpHeadParser m_parser;
    std::string m_rest; ///< Behind what was parsed.
    std::size_t m_received = 0;
    bool m_hasEnded = false;
};

/// Older daemons answer 200 and go on raw; a 200 with a length is an ordinary answer.
bool isStream(const HttpRequest& request, const HttpHead& head)
{
    return head.status == 101
        || (head.status == 200 && request.upgradeTo == "tcp"
            && head.header("content-length").empty() && head.header("transfer-encoding").empty());
}

Result<Upgraded> shakeHands(
    const Endpoint& endpoint, const HttpRequest& request, std::size_t bodyLimit,
    SocketStream& stream)
{
    Handshake handshake(endpoint, stream, request.patience);
    // A server that refuses may close before it took everything; its answer says more.
    const auto written = stream.write(headOf(endpoint, request));
    SANDBENCH_TRY_VOID(handshake.readHead());
    Upgraded upgraded;
    static_cast<HttpHead&>(upgraded.response) = handshake.head();
    if (isStream(request, handshake.head())) {
        SANDBENCH_TRY_VOID(written);
        stream.putBack(handshake.rest());
    } else {
        SANDBENCH_TRY(upgraded.response.body, handshake.readRefusal(bodyLimit));
    }
    return upgraded;
}

} // namespace

Result<Upgraded> upgradeConnection(
    const Endpoint& endpoint, EngineTunnels* tunnels, const HttpRequest& request,
    std::size_t bodyLimit, std::stop_token stop)
{
    SANDBENCH_TRY_VOID(checkRequest(request));
    SANDBENCH_TRY(auto stream, connectStream(endpoint, tunnels, request.patience, stop));
    Upgraded upgraded;
    {
        const std::stop_callback cut(stop, [&stream] { stream->close(); });
        auto shaken = shakeHands(endpoint, request, bodyLimit, *stream);
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "the request was stopped");
        if (!shaken)
            return shaken.error();
        upgraded = std::move(*shaken);
    }
    if (isStream(request, upgraded.response))
        upgraded.stream = std::move(stream);
    return upgraded;
}

} // namespace sandbench::net
