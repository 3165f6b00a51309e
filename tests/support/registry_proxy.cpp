// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/registry_proxy.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <csignal>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace sandbench::test {
namespace {

constexpr int kTick = 20; // milliseconds between looks at the rules
constexpr std::size_t kMaxHead = 64U << 10;
/// The first byte of who tries TLS first: an engine waits ten seconds for the answer to it.
constexpr char kTlsHandshake = 0x16;

bool isReadable(int fd, int wait)
{
    pollfd poller = {fd, POLLIN, 0};
    return ::poll(&poller, 1, wait) > 0;
}

} // namespace

RegistryProxy::RegistryProxy(std::string upstream, std::string authorization)
    : m_upstream(std::move(upstream))
    , m_authorization(std::move(authorization))
    , m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    // An engine that gave up a pull has closed its connection.
    ::signal(SIGPIPE, SIG_IGN);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (::bind(m_listener.get(), generic, size) != 0 || ::listen(m_listener.get(), 64) != 0
        || ::getsockname(m_listener.get(), generic, &size) != 0)
        return;
    m_address = "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
    m_thread = std::jthread([this](std::stop_token stop) { accept(std::move(stop)); });
}

RegistryProxy::~RegistryProxy()
{
    m_thread = {};
    const std::lock_guard lock(m_mutex);
    m_connections.clear();
}

void RegistryProxy::behave()
{
    m_cutAfter = UINT64_MAX;
    m_stallAfter = UINT64_MAX;
    m_answered = 0;
}

void RegistryProxy::accept(std::stop_token stop)
{
    while (!stop.stop_requested()) {
        if (!isReadable(m_listener.get(), kTick))
            continue;
        UniqueFd client(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
        if (!client)
            continue;
        const std::lock_guard lock(m_mutex);
        m_connections.emplace_back(
            [this](std::stop_token end, UniqueFd fd) { serve(std::move(fd), std::move(end)); },
            std::move(client));
    }
}

// One request's head decides for the whole connection.
bool RegistryProxy::admits(int client, std::string& head) const
{
    if (m_authorization.empty())
        return true;
    std::array<char, 4096> chunk;
    while (head.find("\r\n\r\n") == std::string::npos && head.size() < kMaxHead) {
        const auto size = ::read(client, chunk.data(), chunk.size());
        if (size <= 0)
            return false;
        head.append(chunk.data(), static_cast<std::size_t>(size));
        if (head.front() == kTlsHandshake)
            return false;
    }
    if (head.find("Authorization: " + m_authorization + "\r\n") != std::string::npos)
        return true;
    const std::string refusal
        = "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"test\"\r\n"
          "Docker-Distribution-Api-Version: registry/2.0\r\nContent-Type: application/json\r\n"
          "Content-Length: 87\r\nConnection: close\r\n\r\n"
          R"({"errors":[{"code":"UNAUTHORIZED","message":"authentication required","detail":null}]})"
          "\n";
    (void)writeAll(client, refusal).has_value();
    return false;
}

UniqueFd RegistryProxy::connectUpstream() const
{
    if (m_upstream.starts_with('/')) {
        UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_un address = {AF_UNIX, {}};
        m_upstream.copy(address.sun_path, sizeof address.sun_path - 1);
        if (::connect(fd.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
            fd.reset();
        return fd;
    }
    UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address = {};
    const auto colon = m_upstream.rfind(':');
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(m_upstream.substr(colon + 1))));
    ::inet_pton(AF_INET, m_upstream.substr(0, colon).c_str(), &address.sin_addr);
    if (::connect(fd.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
        fd.reset();
    return fd;
}

void RegistryProxy::serve(UniqueFd client, std::stop_token stop)
{
    std::string head;
    if (m_answered >= m_cutAfter || !admits(client.get(), head))
        return;
    const auto upstream = connectUpstream();
    if (!upstream || !writeAll(upstream.get(), head))
        return;
    std::array<char, 16384> chunk;
    while (!stop.stop_requested()) {
        const bool stalling = isStalling();
        pollfd ends[] = {{client.get(), POLLIN, 0}, {stalling ? -1 : upstream.get(), POLLIN, 0}};
        ::poll(ends, 2, kTick);
        if (m_answered >= m_cutAfter)
            return;
        for (int from = 0; from < 2; ++from) {
            if (!ends[from].revents)
                continue;
            const auto size = ::read(ends[from].fd, chunk.data(), chunk.size());
            if (size <= 0)
                return;
            const std::string_view bytes(chunk.data(), static_cast<std::size_t>(size));
            if (!writeAll(from == 0 ? upstream.get() : client.get(), bytes))
                return;
            if (from == 1)
                m_answered += bytes.size();
        }
    }
}

} // namespace sandbench::test
