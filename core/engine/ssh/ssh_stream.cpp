// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ssh/ssh_stream.h"

#include "core/engine/outpost/outpost_protocol.h"

#include <algorithm>
#include <sys/socket.h>

namespace sandbench::ssh {

Result<std::unique_ptr<SshStream>>
SshStream::open(const net::Endpoint& machine, std::vector<std::string> arguments)
{
    SANDBENCH_TRY(auto ends, makeSocketPair());
    SANDBENCH_TRY(
        auto tunnel, net::SshTunnel::run(machine, std::move(arguments), std::move(ends.second)));
    return std::unique_ptr<SshStream>(new SshStream(std::move(ends.first), std::move(tunnel)));
}

Result<std::string> SshStream::readLine(std::chrono::milliseconds patience, std::stop_token stop)
{
    const std::stop_callback onStop(stop, [this] { wake(); });
    std::string line;
    for (const auto until = std::chrono::steady_clock::now() + patience;;) {
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped while waiting for another machine");
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(
            until - std::chrono::steady_clock::now());
        char bytes[16U << 10];
        const auto n = read(bytes, std::max(left, std::chrono::milliseconds(0)));
        if (n.failedAs(ErrorCode::Cancelled))
            continue;
        if (!n)
            return n.error();
        if (*n == 0)
            return Error(ErrorCode::ConnectionLost, "the connection through ssh ended");
        const auto before = line.size();
        line.append(bytes, *n);
        if (const auto end = line.find('\n', before); end != std::string::npos) {
            putBack(std::string_view(line).substr(end + 1));
            line.resize(end);
            return line;
        }
        if (line.size() > far::kMostLineBytes)
            return Error(ErrorCode::Protocol, "the other machine sent a line without an end");
    }
}

bool SshStream::hasEnded() const
{
    char byte = 0;
    return ::recv(fd(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

} // namespace sandbench::ssh
