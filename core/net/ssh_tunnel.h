// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/net/endpoint.h"
#include "core/process/child_process.h"

#include <string>
#include <vector>

namespace sandbench::net {

/// One connection to an engine behind ssh: a child that runs the system's ssh, which runs
/// `docker system dial-stdio` (or Podman's) over there; its stdin and stdout are one socket. It
/// never asks anything. Destroying it ends the child.
/// Thread: one at a time. Source: ssh(1), ssh_config(5); docker CLI, `system dial-stdio`.
class SshTunnel
{
public:
    /// Gives the child @p socket; does not wait for anything. Errors: Unavailable (no ssh here),
    /// Io.
    static Result<SshTunnel> open(const Endpoint& endpoint, UniqueFd socket);

    /// What ssh and the program over there complained of until now: its last line, or nothing.
    std::string complaint();

private:
    UniqueFd m_errors;
    ChildProcess m_child;
    std::string m_heard;
};

/// argv of the child. No I/O.
std::vector<std::string> sshCommand(const Endpoint& endpoint);

} // namespace sandbench::net
