// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/engine_proxy.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace sandbench::test {

namespace {

UniqueFd connectTo(const std::string& path)
{
    sockaddr_un name = {};
    name.sun_family = AF_UNIX;
    path.copy(name.sun_path, sizeof name.sun_path - 1);
    UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (::connect(socket.get(), reinterpret_cast<sockaddr*>(&name), sizeof name) != 0)
        socket.reset();
    return socket;
}

bool isUpgrade(const Conversation& peer)
{
    return peer.head.find("Connection: Upgrade") != std::string::npos;
}

/// One request per connection, so that the end of an answer is the end of its bytes.
std::string closingHead(const Conversation& peer)
{
    if (isUpgrade(peer))
        return peer.head;
    auto head = peer.head;
    return head.insert(peer.line.size() + 2, "Connection: close\r\n");
}

} // namespace

EngineProxy::EngineProxy(std::string realSocket)
    : m_realSocket(std::move(realSocket))
    , m_server([this](Conversation& peer) { serve(peer); })
{
}

void EngineProxy::setFault(Fault fault)
{
    const std::lock_guard lock(m_mutex);
    m_fault = std::move(fault);
}

void EngineProxy::serve(Conversation& peer)
{
    Fault fault;
    {
        const std::lock_guard lock(m_mutex);
        fault = m_fault;
    }
    if (!fault || !fault(peer))
        forward(peer, true);
    peer.cut();
}

void EngineProxy::loseAnswer(Conversation& peer) const
{
    forward(peer, false);
}

void EngineProxy::forward(Conversation& peer, bool isAnswered) const
{
    const auto engine = connectTo(m_realSocket);
    const Conversation other(engine.get());
    if (!engine || !other.send(closingHead(peer)) || !other.send(peer.body))
        return;
    // What nobody gets is done to its end, also when nobody waits for it any more.
    const bool listens = isAnswered || isUpgrade(peer);
    for (;;) {
        pollfd polled[2] = {{engine.get(), POLLIN, 0}, {listens ? peer.socket() : -1, POLLIN, 0}};
        if (::poll(polled, 2, -1) < 0)
            continue;
        if (polled[0].revents != 0) {
            const auto bytes = other.receive(65536);
            if (bytes.empty() || (isAnswered && !peer.send(bytes)))
                return;
        }
        if (polled[1].revents != 0) {
            const auto bytes = peer.receive(65536);
            if (bytes.empty() || !other.send(bytes))
                return;
        }
    }
}

} // namespace sandbench::test
