// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/holder.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sandbench::guest {

using namespace std::chrono_literals;

static constexpr std::size_t kMostCallers = 8;
static constexpr auto kGreetingPatience = 5s;
static constexpr std::size_t kChunk = 256U << 10;
/// What waits for the agent or for the connection; more is not read before it is gone.
static constexpr std::size_t kMostWaiting = 1U << 20;

static bool isTransient()
{
    return errno == EAGAIN || errno == EINTR;
}

/// Of programs with the agent's own user only. Source: unix(7), SO_PEERCRED.
static bool isOwnUser(int fd)
{
    ucred peer = {};
    socklen_t size = sizeof peer;
    return ::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::geteuid();
}

Holder::Holder(EventLoop& loop, UniqueFd inner, UniqueFd listener)
    : m_loop(loop)
    , m_inner(std::move(inner))
    , m_listener(std::move(listener))
{
    m_loop.watch(m_listener.get(), EPOLLIN, [this](std::uint32_t) { accept(); });
    m_loop.watch(m_inner.get(), 0, [this](std::uint32_t events) {
        if ((events & EPOLLOUT) != 0)
            writeInner();
        if ((events & (EPOLLIN | EPOLLHUP)) != 0)
            readInner();
    });
}

Holder::~Holder()
{
    while (!m_callers.empty())
        dropCaller(m_callers.front().fd.get());
    dropConnection();
    end();
    m_loop.forget(m_listener.get());
}

void Holder::accept()
{
    UniqueFd fd(::accept4(m_listener.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!fd || m_callers.size() >= kMostCallers || !isOwnUser(fd.get()))
        return;
    const int number = fd.get();
    if (!m_loop.watch(number, EPOLLIN, [this, number](std::uint32_t) { hearCaller(number); }))
        return;
    const auto timer = m_loop.after(kGreetingPatience, [this, number] { dropCaller(number); });
    m_callers.push_back({std::move(fd), {}, timer});
}

void Holder::dropCaller(int fd)
{
    const auto at = std::find_if(m_callers.begin(), m_callers.end(), [fd](const Caller& caller) {
        return caller.fd.get() == fd;
    });
    if (at == m_callers.end())
        return;
    m_loop.cancel(at->timer);
    m_loop.forget(fd);
    m_callers.erase(at);
}

void Holder::hearCaller(int fd)
{
    const auto at = std::find_if(m_callers.begin(), m_callers.end(), [fd](const Caller& caller) {
        return caller.fd.get() == fd;
    });
    if (at == m_callers.end())
        return;
    char bytes[4096];
    const auto n = ::read(fd, bytes, sizeof bytes);
    if (n < 0 && isTransient())
        return;
    if (n > 0)
        at->said.append(bytes, static_cast<std::size_t>(n));
    agent::Link::Token token = {};
    const auto greeted = n > 0 ? agent::readToken(at->said, token) : Result<bool>(false);
    if (n > 0 && greeted && !*greeted)
        return;
    if (!greeted || !*greeted || (m_link && !m_link->hasToken(token)))
        return dropCaller(fd);
    Caller caller = std::move(*at);
    m_callers.erase(at);
    m_loop.cancel(caller.timer);
    m_loop.forget(fd);
    if (agent::asksAnew(caller.said))
        return endFor(std::move(caller));
    if (!m_link)
        m_link.emplace(token);
    adopt(std::move(caller));
}

/// The host before is gone. Its successor's connection lasts until the agent has ended.
void Holder::endFor(Caller caller)
{
    dropConnection();
    m_connection = std::move(caller.fd);
    end();
}

void Holder::adopt(Caller caller)
{
    dropConnection();
    m_connection = std::move(caller.fd);
    m_link->begin();
    m_loop.watch(m_connection.get(), EPOLLIN, [this](std::uint32_t events) {
        if ((events & EPOLLOUT) != 0)
            flush();
        if ((events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0)
            readConnection();
    });
    if (takeFromConnection(caller.said))
        flush();
}

void Holder::dropConnection()
{
    if (!m_connection)
        return;
    m_loop.forget(m_connection.get());
    m_connection.reset();
    m_toConnection.clear();
    watchAll();
}

void Holder::readConnection()
{
    if (!m_connection)
        return;
    char bytes[kChunk];
    const auto n = ::read(m_connection.get(), bytes, sizeof bytes);
    if (n < 0 && isTransient())
        return;
    if (n <= 0)
        return dropConnection();
    if (takeFromConnection({bytes, static_cast<std::size_t>(n)}))
        flush();
}

bool Holder::takeFromConnection(std::string_view bytes)
{
    if (!m_link->feed(bytes, m_toInner)) {
        // The host knows the token: whoever breaks the rules after that is not to be waited for.
        // But a relay that was given up may come late, with a greeting that was true once.
        const bool isGreeted = m_link->isGreeted();
        dropConnection();
        if (isGreeted)
            end();
        return false;
    }
    if (m_link->hasEnded()) {
        // The connection stays until nothing is left that the agent started: its end tells that.
        m_loop.forget(m_connection.get());
        end();
        return false;
    }
    writeInner();
    return true;
}

void Holder::readInner()
{
    char bytes[kChunk];
    const auto room = m_link && m_inner ? std::min(m_link->room(), sizeof bytes) : 0;
    if (room == 0)
        return watchAll();
    const auto n = ::read(m_inner.get(), bytes, room);
    if (n < 0 && isTransient())
        return;
    if (n <= 0)
        return end();
    m_link->send({bytes, static_cast<std::size_t>(n)});
    flush();
}

void Holder::writeInner()
{
    while (m_inner && !m_toInner.empty()) {
        const auto n = ::send(
            m_inner.get(), m_toInner.data(), m_toInner.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            break;
        if (n < 0)
            return end();
        m_toInner.erase(0, static_cast<std::size_t>(n));
    }
    watchAll();
}

void Holder::flush()
{
    while (m_connection) {
        if (m_toConnection.empty())
            m_toConnection = m_link->takeOutput();
        if (m_toConnection.empty())
            break;
        const auto n = ::send(
            m_connection.get(), m_toConnection.data(), m_toConnection.size(),
            MSG_DONTWAIT | MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            break;
        if (n < 0)
            return dropConnection();
        m_toConnection.erase(0, static_cast<std::size_t>(n));
    }
    watchAll();
}

void Holder::watchAll()
{
    if (m_inner) {
        const bool reads = m_link && m_link->room() > 0 && m_toConnection.size() < kMostWaiting;
        m_loop.change(m_inner.get(), (reads ? EPOLLIN : 0U) | (m_toInner.empty() ? 0U : EPOLLOUT));
    }
    if (m_connection)
        m_loop.change(
            m_connection.get(),
            (m_toInner.size() < kMostWaiting ? EPOLLIN : 0U)
                | (m_toConnection.empty() ? 0U : EPOLLOUT));
}

void Holder::end()
{
    if (!m_inner)
        return;
    m_loop.forget(m_inner.get());
    m_inner.reset();
}

} // namespace sandbench::guest
