// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/net/endpoint.h"
#include "core/process/child_process.h"

#include <string>
#include <string_view>
#include <vector>

namespace sandbench::net {

/// One program on a machine behind ssh: a child that runs the system's ssh; the program's stdin and
/// stdout are one socket. It never asks anything. Destroying it ends the child.
/// Thread: one at a time. Source: ssh(1), ssh_config(5).
class SshTunnel
{
public:
    SshTunnel() = default;
    /// Gives the child @p socket; does not wait for anything. @p arguments: of sshCommand().
    /// Errors: Unavailable (no ssh here), Io.
    static Result<SshTunnel>
    run(const Endpoint& endpoint, std::vector<std::string> arguments, UniqueFd socket);

    /// What ssh and the program over there complained of until now: its last line, or nothing.
    std::string complaint();
    /// All of it: the first 16 KiB, untrusted.
    const std::string& complaints();
    /// Whether ssh is gone. Thread: any.
    bool hasEnded() const;

private:
    UniqueFd m_errors;
    ChildProcess m_child;
    std::string m_heard;
};

/// Several programs over one connection, which costs a login each otherwise.
struct SshSharing
{
    std::string socket; ///< Where the others find the connection; empty = it is not shared.
    bool isFirst = false; ///< Makes the connection, and ends with the last of the others.
};

/// argv of the child for a line that the shell over there runs. No I/O.
std::vector<std::string>
sshCommand(const Endpoint& endpoint, const std::string& line, const SshSharing& sharing = {});
/// Whether SshSharing::socket may be that: ssh reads some characters otherwise than they are meant,
/// and binds no long path. No I/O.
bool isPlainSocket(std::string_view path);
/// One word of the shell over there.
std::string shellQuoted(std::string_view text);

} // namespace sandbench::net
