// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/private_folder.h"
#include "core/net/ssh_tunnel.h"

#include <memory>
#include <mutex>
#include <string>

namespace sandbench::net {

/// Tunnels to one engine behind ssh, each to a `docker system dial-stdio` (or Podman's) over there.
/// The first one logs in, and the others come through its connection while that lives. Where it is
/// not made yet, or the server takes no more of them, each logs in by itself. Thread: any.
/// Source: ssh_config(5), ControlMaster; docker CLI, `system dial-stdio`.
class EngineTunnels
{
public:
    explicit EngineTunnels(Endpoint endpoint)
        : m_endpoint(std::move(endpoint))
    {
    }

    /// Gives ssh @p socket; does not wait for anything. A tunnel may outlive this, and keeps the
    /// connection that it came through. Errors: SshTunnel::run()'s.
    Result<std::shared_ptr<SshTunnel>> open(UniqueFd socket);

private:
    const Endpoint m_endpoint;
    std::mutex m_mutex;
    PrivateFolder m_folder; ///< Of the sockets through which they come.
    unsigned m_logins = 0;
    std::weak_ptr<SshTunnel> m_first; ///< That logged in last.
};

/// argv of ssh for such a tunnel. No I/O.
std::vector<std::string> dialCommand(const Endpoint& endpoint, const SshSharing& sharing = {});

} // namespace sandbench::net
