// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/socket_stream.h"

#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sandbench {

SocketStream::SocketStream(UniqueFd socket)
    : m_socket(std::move(socket))
{
}

ssize_t SocketStream::receive(std::span<char> into)
{
    if (m_putBack.empty())
        return ::recv(m_socket.get(), into.data(), into.size(), MSG_DONTWAIT);
    const auto n = m_putBack.copy(into.data(), into.size());
    m_putBack.erase(0, n);
    return static_cast<ssize_t>(n);
}

ssize_t SocketStream::transmit(std::string_view bytes)
{
    return ::send(m_socket.get(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
}

Result<std::size_t> SocketStream::read(std::span<char> into, std::chrono::milliseconds wait)
{
    const auto until = std::chrono::steady_clock::now() + wait;
    bool tryFirst = mayHoldBytes();
    for (;;) {
        if (m_closed)
            return std::size_t{0};
        pollfd polled[3] = {
            {m_socket.get(), POLLIN, 0}, {m_wake.fd(), POLLIN, 0}, {m_closedEvent.fd(), POLLIN, 0}};
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(
            until - std::chrono::steady_clock::now());
        const auto patience = tryFirst ? 0 : std::clamp<long>(left.count(), 0, 3'600'000);
        const int ready = ::poll(polled, 3, static_cast<int>(patience));
        if (ready < 0 && errno != EINTR)
            return Error::fromErrno(errno, "cannot wait for the sandbox");
        if (ready > 0 && polled[1].revents != 0) {
            m_wake.clear();
            return Error(ErrorCode::Cancelled, "woken");
        }
        if (ready > 0 && polled[2].revents != 0)
            return std::size_t{0};
        if (tryFirst || (ready > 0 && polled[0].revents != 0)) {
            tryFirst = false;
            const auto n = receive(into);
            if (n >= 0)
                return static_cast<std::size_t>(n);
            // A peer that was killed with unread bytes resets the socket: that is an end too.
            if (errno == ECONNRESET)
                return std::size_t{0};
            if (errno != EAGAIN && errno != EINTR)
                return Error::fromErrno(errno, "cannot read from the sandbox");
        } else if (ready == 0 && left.count() <= 0) {
            return Error(ErrorCode::Timeout, "the sandbox sent nothing");
        }
    }
}

Result<void> SocketStream::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        if (m_closed)
            return Error(ErrorCode::Cancelled, "the stream to the sandbox was closed");
        const auto n = transmit(bytes);
        if (n >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(n));
            continue;
        }
        if (errno == EINTR)
            continue;
        if (errno != EAGAIN)
            return Error(ErrorCode::ConnectionLost, "the sandbox is gone");
        pollfd polled[2] = {{m_socket.get(), POLLOUT, 0}, {m_closedEvent.fd(), POLLIN, 0}};
        if (::poll(polled, 2, -1) < 0 && errno != EINTR)
            return Error::fromErrno(errno, "cannot wait for the sandbox");
    }
    return {};
}

bool SocketStream::isWritable() const
{
    pollfd polled = {m_socket.get(), POLLOUT, 0};
    return ::poll(&polled, 1, 0) == 1;
}

void SocketStream::wake()
{
    m_wake.signal();
}

void SocketStream::close()
{
    // The descriptor itself stays until destruction: another thread may be about to poll it.
    if (m_closed.exchange(true))
        return;
    ::shutdown(m_socket.get(), SHUT_RDWR);
    m_closedEvent.signal();
}

} // namespace sandbench
