// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <sys/socket.h>
#include <vector>

namespace sandbench::rest {

/// A listening TCP socket, non-blocking. @p address: numeric. Errors: InvalidArgument (the
/// address), AlreadyExists (the port is taken), PermissionDenied, NotFound (no such address here).
Result<UniqueFd> listenOn(const std::string& address, std::uint16_t port);

/// The listening sockets that systemd, or somebody who does as it does, has passed to this process;
/// none without. Once: their variables are taken out of the environment. Source: sd_listen_fds(3).
/// Errors: InvalidArgument for what is not a listening stream socket.
Result<std::vector<UniqueFd>> passedSockets();

/// "127.0.0.1:8080", "[::1]:8080", "unix:/run/x.sock".
std::string addressText(const sockaddr_storage& address, socklen_t size);
/// Of the socket itself; empty when it has none.
std::string localAddress(int socket);
/// Whether only this machine reaches it: 127.0.0.0/8, ::1, Unix sockets.
bool isLoopback(int socket);

/// Takes clients from listening sockets. Thread: one.
class Acceptor
{
public:
    using OnClient = std::function<void(UniqueFd socket, std::string peer)>;

    /// @p refusal: what clients are told for whom there is no descriptor; empty = they are closed.
    explicit Acceptor(std::string refusal);

    /// Those who wait at @p listening, without waiting for more: some of them where they are many.
    /// Their sockets do not block. Returns how many were refused.
    std::size_t accept(int listening, const OnClient& onClient);

private:
    bool refuseOne(int listening);

    const std::string m_refusal;
    UniqueFd m_spare; ///< Given up to refuse with, when there is no other.
};

} // namespace sandbench::rest
