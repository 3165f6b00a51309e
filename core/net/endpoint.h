// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace sandbench::net {

/// Paths of PEM files, or their text; all empty = the system's certificates and none of our own.
struct TlsFiles
{
    std::string ca, cert, key;
};

/// Whether that is the text itself: it has more than one line.
inline bool isPemText(std::string_view file)
{
    return file.find('\n') != std::string_view::npos;
}

/// Where an HTTP server listens.
struct Endpoint
{
    enum class Kind { Unix, Tcp, Tls, Ssh };

    Kind kind = Kind::Unix;
    std::string path; ///< Unix: of the socket. Ssh: of the remote socket, or empty.
    std::string host; ///< Without the brackets of an IPv6 address.
    std::uint16_t port = 0; ///< 0 = the scheme's default; for Ssh as ssh's own configuration says.
    std::string user; ///< Ssh.
    std::string identity; ///< Ssh: file of the only key to log in with; empty = as ssh's own
                          ///< configuration says.
    /// Ssh: a virtual machine of this user's, made anew with another key under the same address.
    /// Believed only of an address of this machine.
    bool isOwnMachine = false;
    TlsFiles tls; ///< Tls.
    std::string tlsServerName; ///< Tls: whom its certificate must name; empty = host.
    /// Tls: false = anybody may be that server. Whoever sets it must show a warning.
    bool verifiesTls = true;
    /// Tcp and Tls: "http://proxy:3128", "socks5://…"; empty = none, whatever the environment says.
    std::string proxy;

    /// "unix:///run/docker.sock", "tcp://127.0.0.1:2376", "ssh://me@build-host"
    std::string text() const;
};

/// Reads unix://, tcp://, http://, https:// and ssh:// addresses, and absolute paths of sockets.
/// tcp:// and http:// become Kind::Tcp, https:// Kind::Tls; whoever knows of certificates turns Tcp
/// into Tls. Errors: InvalidArgument (also npipe:// and fd://, with the reason).
Result<Endpoint> parseEndpoint(std::string_view text);

} // namespace sandbench::net
