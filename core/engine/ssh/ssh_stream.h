// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/socket_stream.h"
#include "core/net/ssh_tunnel.h"

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::ssh {

/// Standard input and output of a program on another machine. Destroying it ends ssh.
/// Thread: as ByteStream; readLine() and said() are the reader's.
class SshStream : public SocketStream
{
public:
    /// Does not wait for anything. @p arguments: of net::sshCommand(). Errors: Unavailable, Io.
    static Result<std::unique_ptr<SshStream>>
    open(const net::Endpoint& machine, std::vector<std::string> arguments);

    /// The next line without its end. Errors: ConnectionLost (the end came first), Timeout,
    /// Cancelled, Protocol (longer than far::kMostLineBytes), Io.
    Result<std::string> readLine(std::chrono::milliseconds patience, std::stop_token stop);
    /// What ssh and the program wrote on standard error until now, untrusted.
    std::string said() { return m_tunnel.complaints(); }
    /// Whether the other side has closed it.
    bool hasEnded() const;
    /// Lives at least as long as this: the connection that it is a part of.
    void holdOn(std::shared_ptr<void> connection) { m_connection = std::move(connection); }

private:
    SshStream(UniqueFd socket, net::SshTunnel tunnel)
        : SocketStream(std::move(socket))
        , m_tunnel(std::move(tunnel))
    {
    }

    std::shared_ptr<void> m_connection;
    net::SshTunnel m_tunnel;
};

} // namespace sandbench::ssh
