// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/connect_proxy.h"

#include "core/base/fd.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

namespace sandbench::test {

namespace {

std::string base64(std::string_view bytes)
{
    constexpr std::string_view kDigits
        = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    unsigned value = 0, bits = 0;
    for (const char c : bytes) {
        value = value << 8 | static_cast<unsigned char>(c);
        for (bits += 8; bits >= 6; bits -= 6)
            text += kDigits[value >> (bits - 6) & 63U];
    }
    if (bits > 0)
        text += kDigits[value << (6 - bits) & 63U];
    text.resize((text.size() + 3) / 4 * 4, '=');
    return text;
}

/// "host:443" of "CONNECT host:443 HTTP/1.1"
UniqueFd connectToTarget(const std::string& line)
{
    const auto start = line.find(' ') + 1;
    const auto authority = line.substr(start, line.find(' ', start) - start);
    const auto colon = authority.rfind(':');
    addrinfo wanted = {}, *found = nullptr;
    wanted.ai_family = AF_INET;
    wanted.ai_socktype = SOCK_STREAM;
    if (colon == std::string::npos
        || ::getaddrinfo(
               authority.substr(0, colon).c_str(), authority.substr(colon + 1).c_str(), &wanted,
               &found)
            != 0)
        return {};
    UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (::connect(socket.get(), found->ai_addr, found->ai_addrlen) != 0)
        socket.reset();
    ::freeaddrinfo(found);
    return socket;
}

void sendAtOnce(int socket)
{
    const int yes = 1;
    (void)::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

} // namespace

ConnectProxy::ConnectProxy(Habits habits)
    : m_habits(std::move(habits))
    , m_server([this](Conversation& peer) { serve(peer); }, HostileHttpServer::Listen::Tcp)
{
}

std::string ConnectProxy::url(const std::string& userInfo) const
{
    return "http://" + userInfo + "127.0.0.1:" + std::to_string(m_server.endpoint().port);
}

void ConnectProxy::serve(Conversation& peer)
{
    peer.cut();
    const auto wanted = "Proxy-Authorization: Basic " + base64(m_habits.credentials) + "\r\n";
    if (m_habits.isSilent) {
        (void)peer.awaitEnd();
    } else if (m_habits.refusal != 0) {
        peer.answer(m_habits.refusal, "the proxy's own words");
    } else if (!m_habits.credentials.empty() && peer.head.find(wanted) == std::string::npos) {
        peer.answer(407, "who are you?", "Proxy-Authenticate: Basic realm=\"x\"\r\n");
    } else if (const auto target = connectToTarget(peer.line); !target) {
        peer.answer(502, "nobody there");
    } else {
        sendAtOnce(target.get());
        sendAtOnce(peer.socket());
        if (peer.send("HTTP/1.1 200 Connection established\r\nX-Proxy: yes\r\n\r\n"))
            relay(peer, Conversation(target.get()));
    }
}

void ConnectProxy::relay(const Conversation& peer, const Conversation& target)
{
    const auto patience = m_habits.idle.count() == 0 ? -1 : static_cast<int>(m_habits.idle.count());
    for (;;) {
        pollfd polled[2] = {{peer.socket(), POLLIN, 0}, {target.socket(), POLLIN, 0}};
        const int ready = ::poll(polled, 2, patience);
        if (ready == 0) {
            ++m_idleCuts;
            return;
        }
        for (const int i : {0, 1}) {
            if (ready < 0 || polled[i].revents == 0)
                continue;
            const auto bytes = (i == 0 ? peer : target).receive(256U << 10);
            if (bytes.empty() || !(i == 0 ? target : peer).send(bytes))
                return;
        }
    }
}

} // namespace sandbench::test
