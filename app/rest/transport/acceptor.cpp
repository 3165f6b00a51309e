// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/transport/acceptor.h"

#include "app/rest/transport/listen_socket.h"

#include <cerrno>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace sandbench::rest {

namespace {

constexpr std::size_t kMostAtOnce = 64;
/// Of what a client has not read, that the system keeps; without it some MB for each. Not
/// SO_SNDBUF: that bounds also what is on its way, and with it the speed over long distances.
constexpr int kMostUnsent = 256 << 10;

UniqueFd anyDescriptor()
{
    return UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
}

void setUp(int socket)
{
    // A peer that lost its network says nothing: ask it, so that its run does not go on for ever.
    const int on = 1, idle = 60, interval = 15, count = 4;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    ::setsockopt(socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &kMostUnsent, sizeof kMostUnsent);
    ::setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
    ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
}

} // namespace

Acceptor::Acceptor(std::string refusal)
    : m_refusal(std::move(refusal))
    , m_spare(anyDescriptor())
{
}

std::size_t Acceptor::accept(int listening, const OnClient& onClient)
{
    for (std::size_t i = 0; i < kMostAtOnce; ++i) {
        sockaddr_storage address = {};
        socklen_t size = sizeof address;
        UniqueFd socket(::accept4(
            listening, reinterpret_cast<sockaddr*>(&address), &size, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (socket) {
            setUp(socket.get());
            onClient(std::move(socket), addressText(address, size));
            continue;
        }
        // Left in the queue the client would wait, and we would spin.
        if (errno == EMFILE || errno == ENFILE)
            return refuseOne(listening) ? 1 : 0;
        if (errno != EINTR && errno != ECONNABORTED)
            return 0;
    }
    return 0;
}

bool Acceptor::refuseOne(int listening)
{
    m_spare.reset();
    UniqueFd socket(::accept4(listening, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    const bool isThere = bool(socket);
    if (isThere && !m_refusal.empty())
        (void)!::send(
            socket.get(), m_refusal.data(), m_refusal.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    socket.reset();
    m_spare = anyDescriptor();
    return isThere;
}

} // namespace sandbench::rest
