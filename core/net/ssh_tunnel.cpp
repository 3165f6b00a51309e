// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/net/ssh_tunnel.h"

#include "core/base/text.h"

#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/un.h>
#include <unistd.h>

namespace sandbench::net {

namespace {

constexpr std::size_t kMaxHeard = 16U << 10;
/// The name that ssh gives a socket while it makes it is longer.
constexpr std::size_t kLongestSocket = sizeof(sockaddr_un::sun_path) - 24;

std::string findSsh()
{
    const char* path = std::getenv("PATH");
    std::string_view rest = path != nullptr ? path : "/usr/bin:/bin";
    while (!rest.empty()) {
        const auto folder = rest.substr(0, rest.find(':'));
        rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
        auto program = std::string(folder) + "/ssh";
        if (folder.starts_with('/') && ::access(program.c_str(), X_OK) == 0)
            return program;
    }
    return {};
}

bool isLoopback(const std::string& host)
{
    return host == "localhost" || host == "127.0.0.1" || host == "::1";
}

std::vector<std::string> ownEnvironment()
{
    std::vector<std::string> environment;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
        environment.emplace_back(*entry);
    return environment;
}

void addSharing(std::vector<std::string>& command, const SshSharing& sharing)
{
    if (sharing.socket.empty())
        return;
    const auto add = [&](std::string option) {
        command.insert(command.end(), {"-o", std::move(option)});
    };
    add("ControlMaster=" + std::string(sharing.isFirst ? "yes" : "no"));
    add("ControlPath=" + sharing.socket);
    // The user may let it stay for other calls, in the background.
    add("ControlPersist=no");
}

} // namespace

std::string shellQuoted(std::string_view text)
{
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::vector<std::string>
sshCommand(const Endpoint& endpoint, const std::string& line, const SshSharing& sharing)
{
    std::vector<std::string> command
        = {"ssh", "-T", "-a", "-x",
           // Nobody is there to answer; a dead peer must not look like a silent one.
           "-o", "BatchMode=yes", "-o", "ConnectTimeout=20", "-o", "ServerAliveInterval=10", "-o",
           "LogLevel=ERROR", "-o", "RequestTTY=no", "-o", "ClearAllForwardings=yes", "-o",
           "RemoteCommand=none"};
    addSharing(command, sharing);
    if (!endpoint.user.empty())
        command.insert(command.end(), {"-l", endpoint.user});
    if (endpoint.port != 0)
        command.insert(command.end(), {"-p", std::to_string(endpoint.port)});
    if (!endpoint.identity.empty())
        command.insert(command.end(), {"-i", endpoint.identity, "-o", "IdentitiesOnly=yes"});
    if (endpoint.isOwnMachine && isLoopback(endpoint.host))
        command.insert(
            command.end(),
            {"-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"});
    command.insert(command.end(), {"--", endpoint.host, line});
    return command;
}

bool isPlainSocket(std::string_view path)
{
    constexpr std::string_view kPlain
        = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-";
    return path.size() <= kLongestSocket
        && path.find_first_not_of(kPlain) == std::string_view::npos;
}

bool SshTunnel::hasEnded() const
{
    pollfd child = {m_child.pidFd(), POLLIN, 0};
    return ::poll(&child, 1, 0) != 0;
}

Result<SshTunnel>
SshTunnel::run(const Endpoint& endpoint, std::vector<std::string> arguments, UniqueFd socket)
{
    SpawnSpec spec;
    spec.program = findSsh();
    if (spec.program.empty())
        return Error(
            ErrorCode::Unavailable,
            endpoint.text() + " needs the program ssh; install the package openssh-client");
    spec.arguments = std::move(arguments);
    spec.environment = ownEnvironment();
    SANDBENCH_TRY(auto errors, makePipe());
    spec.fds = {socket.get(), socket.get(), errors.write.get()};
    ::fcntl(errors.read.get(), F_SETFL, O_NONBLOCK);
    SshTunnel tunnel;
    SANDBENCH_TRY(tunnel.m_child, ChildProcess::spawn(spec));
    tunnel.m_errors = std::move(errors.read);
    return tunnel;
}

const std::string& SshTunnel::complaints()
{
    char bytes[4096];
    while (m_heard.size() < kMaxHeard) {
        const auto n = ::read(m_errors.get(), bytes, sizeof bytes);
        if (n <= 0)
            break;
        m_heard.append(bytes, static_cast<std::size_t>(n));
    }
    return m_heard;
}

std::string SshTunnel::complaint()
{
    auto text = std::string_view(complaints());
    const auto last = text.find_last_not_of(" \r\n");
    text = text.substr(0, last == std::string_view::npos ? 0 : last + 1);
    const auto lineStart = text.find_last_of('\n');
    return oneLine(text.substr(lineStart == std::string_view::npos ? 0 : lineStart + 1), 300);
}

} // namespace sandbench::net
