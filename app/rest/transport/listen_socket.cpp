// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/transport/listen_socket.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace sandbench::rest {

namespace {

constexpr int kFirstPassed = 3, kMostPassed = 16;

struct SocketAddress
{
    sockaddr_storage storage = {};
    socklen_t size = 0;
};

Result<SocketAddress> parseAddress(const std::string& text, std::uint16_t port)
{
    SocketAddress address;
    in_addr v4 = {};
    in6_addr v6 = {};
    const auto bare
        = text.starts_with('[') && text.ends_with(']') ? text.substr(1, text.size() - 2) : text;
    if (::inet_pton(AF_INET, bare.c_str(), &v4) == 1) {
        sockaddr_in in = {};
        in.sin_family = AF_INET;
        in.sin_port = htons(port);
        in.sin_addr = v4;
        std::memcpy(&address.storage, &in, sizeof in);
        address.size = sizeof in;
    } else if (::inet_pton(AF_INET6, bare.c_str(), &v6) == 1) {
        sockaddr_in6 in = {};
        in.sin6_family = AF_INET6;
        in.sin6_port = htons(port);
        in.sin6_addr = v6;
        std::memcpy(&address.storage, &in, sizeof in);
        address.size = sizeof in;
    } else {
        return Error(
            ErrorCode::InvalidArgument,
            "the address '" + text + "' is not numeric, such as 127.0.0.1, 0.0.0.0 or ::");
    }
    return address;
}

Error bindError(int value, const std::string& where)
{
    if (value == EADDRINUSE)
        return Error(ErrorCode::AlreadyExists, where + " is taken; choose another port");
    if (value == EADDRNOTAVAIL)
        return Error(ErrorCode::NotFound, where + ": this machine has no such address");
    return Error::fromErrno(value, "cannot listen on " + where);
}

SocketAddress nameOf(int socket)
{
    SocketAddress address;
    address.size = sizeof address.storage;
    if (::getsockname(socket, reinterpret_cast<sockaddr*>(&address.storage), &address.size) != 0)
        address.size = 0;
    return address;
}

// An environment variable that holds a number, taken away; 0 = none.
long takeNumber(const char* name)
{
    const char* const value = ::getenv(name);
    const std::string_view text = value ? value : "";
    long number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    ::unsetenv(name);
    return number;
}

bool isListening(int fd)
{
    int listens = 0, type = 0;
    socklen_t size = sizeof listens;
    if (::getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0)
        return false;
    size = sizeof type;
    return listens && ::getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0
        && type == SOCK_STREAM;
}

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

Result<UniqueFd> listenOn(const std::string& address, std::uint16_t port)
{
    SANDBENCH_TRY(const auto parsed, parseAddress(address, port));
    const auto where = addressText(parsed.storage, parsed.size);
    UniqueFd socket(
        ::socket(parsed.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket)
        return Error::fromErrno(errno, "cannot make a socket");
    const int on = 1, off = 0;
    // A restarted server must not wait for connections of the last one.
    ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (parsed.storage.ss_family == AF_INET6) // "::" is all of both kinds, whatever the system says
        ::setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&parsed.storage), parsed.size) != 0
        || ::listen(socket.get(), SOMAXCONN) != 0)
        return bindError(errno, where);
    return socket;
}

Result<std::vector<UniqueFd>> passedSockets()
{
    const auto pid = takeNumber("LISTEN_PID");
    const auto count = takeNumber("LISTEN_FDS");
    ::unsetenv("LISTEN_FDNAMES");
    std::vector<UniqueFd> sockets;
    if (pid != ::getpid() || count <= 0 || count > kMostPassed)
        return sockets;
    for (int fd = kFirstPassed; fd < kFirstPassed + static_cast<int>(count); ++fd) {
        if (!isListening(fd))
            return Error(
                ErrorCode::InvalidArgument,
                "descriptor " + std::to_string(fd)
                    + " of LISTEN_FDS is not a listening stream socket (Accept=no)");
        ::fcntl(fd, F_SETFD, FD_CLOEXEC);
        ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
        sockets.emplace_back(fd);
    }
    return sockets;
}

std::string addressText(const sockaddr_storage& address, socklen_t size)
{
    char text[INET6_ADDRSTRLEN] = {};
    if (address.ss_family == AF_INET) {
        sockaddr_in in = {};
        std::memcpy(&in, &address, sizeof in);
        ::inet_ntop(AF_INET, &in.sin_addr, text, sizeof text);
        return std::string(text) + ":" + std::to_string(ntohs(in.sin_port));
    }
    if (address.ss_family == AF_INET6) {
        sockaddr_in6 in = {};
        std::memcpy(&in, &address, sizeof in);
        ::inet_ntop(AF_INET6, &in.sin6_addr, text, sizeof text);
        return "[" + std::string(text) + "]:" + std::to_string(ntohs(in.sin6_port));
    }
    if (address.ss_family != AF_UNIX)
        return {};
    sockaddr_un in = {};
    std::memcpy(&in, &address, std::min<std::size_t>(size, sizeof in));
    in.sun_path[sizeof in.sun_path - 1] = '\0';
    return std::string("unix:") + in.sun_path;
}

std::string localAddress(int socket)
{
    const auto name = nameOf(socket);
    return name.size == 0 ? std::string() : addressText(name.storage, name.size);
}

bool isLoopback(int socket)
{
    const auto name = nameOf(socket);
    if (name.storage.ss_family == AF_INET) {
        sockaddr_in in = {};
        std::memcpy(&in, &name.storage, sizeof in);
        return (ntohl(in.sin_addr.s_addr) >> 24) == 127;
    }
    if (name.storage.ss_family == AF_INET6) {
        sockaddr_in6 in = {};
        std::memcpy(&in, &name.storage, sizeof in);
        return IN6_IS_ADDR_LOOPBACK(&in.sin6_addr);
    }
    return name.storage.ss_family == AF_UNIX && name.size > 0;
}

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
