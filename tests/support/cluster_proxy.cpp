// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cluster_proxy.h"

#include <algorithm>
#include <sstream>
#include <sys/socket.h>
#include <thread>

namespace sandbench::test {

namespace {

using namespace std::chrono_literals;

std::string lowerCase(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return text;
}

/// Of this connection only, or made anew for the next one.
bool isOurOwn(const std::string& name)
{
    static const std::vector<std::string> names
        = {"host", "content-length", "connection", "upgrade", "user-agent", "transfer-encoding"};
    return std::find(names.begin(), names.end(), lowerCase(name)) != names.end();
}

net::HttpRequest requestOf(const Conversation& peer)
{
    net::HttpRequest request;
    std::istringstream lines(peer.head);
    std::string version;
    lines >> request.method >> request.target >> version;
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line) && line != "\r") {
        const auto colon = line.find(": ");
        const auto name = line.substr(0, colon);
        if (colon != std::string::npos && !isOurOwn(name))
            request.headers.emplace_back(name, line.substr(colon + 2, line.size() - colon - 3));
    }
    request.body = peer.body;
    request.patience = 60s;
    return request;
}

/// Runs until the client or the cluster ends.
void relay(const Conversation& peer, ByteStream& cluster)
{
    std::thread down([&] {
        std::string buffer(256U << 10, '\0');
        for (;;) {
            const auto n = cluster.read(buffer, 1h);
            if (!n || *n == 0 || !peer.send(std::string_view(buffer).substr(0, *n)))
                break;
        }
        ::shutdown(peer.socket(), SHUT_RDWR);
    });
    for (;;) {
        const auto bytes = peer.receive(256U << 10);
        if (bytes.empty() || !cluster.write(bytes))
            break;
    }
    cluster.close();
    down.join();
}

} // namespace

ClusterProxy::ClusterProxy(const kubernetes::KubeConnection& real)
    : m_real(real)
    , m_client(real.endpoint)
    , m_server([this](Conversation& peer) { serve(peer); }, HostileHttpServer::Listen::Tcp)
{
}

ClusterProxy::~ClusterProxy()
{
    m_stop.request_stop();
}

kubernetes::KubeConnection ClusterProxy::connection() const
{
    auto connection = m_real;
    connection.endpoint = m_server.endpoint();
    return connection;
}

void ClusterProxy::setFault(Fault fault)
{
    const std::lock_guard lock(m_mutex);
    m_fault = std::move(fault);
}

void ClusterProxy::serve(Conversation& peer)
{
    Fault fault;
    {
        const std::lock_guard lock(m_mutex);
        fault = m_fault;
    }
    peer.cut();
    if (fault && fault(peer))
        return;
    // Whoever left waits for nothing any more.
    std::stop_source stop;
    const std::stop_callback onEnd(m_stop.get_token(), [&stop] { stop.request_stop(); });
    const auto request = requestOf(peer);
    if (peer.head.find("Upgrade: websocket") != std::string::npos) {
        forwardUpgrade(peer, request, stop.get_token());
    } else if (peer.line.find("watch=1") != std::string::npos) {
        const std::jthread guard([&](std::stop_token isOver) {
            while (!isOver.stop_requested() && !peer.isGoneWithin(50ms)) { }
            stop.request_stop();
        });
        forwardWatch(peer, request, stop.get_token());
    } else if (const auto response = m_client.send(request, stop.get_token())) {
        peer.answer(response->status, response->body, "Content-Type: application/json\r\n");
    }
}

void ClusterProxy::forwardWatch(
    const Conversation& peer, const net::HttpRequest& request, std::stop_token stop) const
{
    bool hasHead = false;
    const auto onBody = [&](std::string_view bytes) -> Result<void> {
        if (!std::exchange(hasHead, true))
            peer.send("HTTP/1.1 200 OK\r\n\r\n");
        if (peer.send(bytes))
            return {};
        return Error(ErrorCode::Cancelled, "nobody listens");
    };
    const auto response = m_client.stream(request, onBody, std::move(stop));
    if (response && !hasHead)
        peer.answer(response->status, response->body);
}

void ClusterProxy::forwardUpgrade(
    const Conversation& peer, const net::HttpRequest& asked, std::stop_token stop) const
{
    auto request = asked;
    request.upgradeTo = "websocket";
    auto upgraded = m_client.upgrade(request, std::move(stop));
    if (!upgraded)
        return;
    const auto& response = upgraded->response;
    if (!upgraded->stream) {
        peer.answer(response.status, response.body);
        return;
    }
    auto head = "HTTP/1.1 " + std::to_string(response.status) + " Whatever\r\n";
    for (const auto& [name, value] : response.headers)
        head += name + ": " + value + "\r\n";
    if (peer.send(head + "\r\n"))
        relay(peer, *upgraded->stream);
}

} // namespace sandbench::test
