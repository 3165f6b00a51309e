// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/raw_client.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cstdlib>

namespace sandbench::test {

namespace {
constexpr int kPatienceMs = 20'000;
}

RawClient::RawClient(std::uint16_t port)
    : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(m_socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
        m_socket.reset();
}

bool RawClient::send(std::string_view bytes) const
{
    while (!bytes.empty()) {
        const auto count = ::send(m_socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

bool RawClient::receive()
{
    pollfd wait = {m_socket.get(), POLLIN, 0};
    if (::poll(&wait, 1, kPatienceMs) <= 0) {
        m_received += "(no end)";
        return false;
    }
    std::array<char, 65536> bytes;
    const auto count = ::recv(m_socket.get(), bytes.data(), bytes.size(), 0);
    if (count <= 0)
        return false;
    m_received.append(bytes.data(), static_cast<std::size_t>(count));
    return true;
}

const std::string& RawClient::receiveUntil(std::string_view mark)
{
    while (m_received.find(mark) == std::string::npos && receive()) { }
    return m_received;
}

std::string RawClient::receiveAll()
{
    while (receive()) { }
    return m_received;
}

bool RawClient::hasMore(std::chrono::milliseconds time) const
{
    pollfd wait = {m_socket.get(), POLLIN, 0};
    return ::poll(&wait, 1, static_cast<int>(time.count())) != 0;
}

void RawClient::endSending() const
{
    ::shutdown(m_socket.get(), SHUT_WR);
}

void RawClient::vanish()
{
    const linger now = {1, 0};
    ::setsockopt(m_socket.get(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
    m_socket.reset();
}

std::uint16_t portOf(const std::string& address)
{
    return static_cast<std::uint16_t>(std::atoi(address.c_str() + address.rfind(':') + 1));
}

} // namespace sandbench::test
