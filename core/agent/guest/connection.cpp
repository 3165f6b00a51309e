// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/connection.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/epoll.h>
#include <unistd.h>

namespace sandbench::guest {

using agent::Channel;
using agent::FrameType;

Connection::Connection(EventLoop& loop, int in, int out, Listener listener)
    : m_loop(loop)
    , m_in(in)
    , m_out(out)
    , m_listener(std::move(listener))
    , m_lastHeard(Clock::now())
{
    makeNonBlocking(m_in);
    makeNonBlocking(m_out);
    const bool readable = m_loop.watch(m_in, EPOLLIN, [this](std::uint32_t) { readSome(); });
    const bool writable = m_loop.watch(m_out, 0, [this](std::uint32_t) { flush(); });
    if (!readable || !writable)
        m_loop.defer([this] { fail("standard input and output cannot be polled"); });
}

void Connection::readSome()
{
    char chunk[64 << 10]; // once touched, a stack keeps its memory
    const auto n = ::read(m_in, chunk, sizeof chunk);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n <= 0)
        return fail({});
    m_lastHeard = Clock::now();
    m_decoder.feed({chunk, static_cast<std::size_t>(n)});
    while (!m_lost) {
        auto frame = m_decoder.next();
        if (!frame)
            break;
        m_listener.onFrame(std::move(*frame));
    }
    if (!m_decoder.error().empty())
        fail(m_decoder.error());
}

void Connection::fail(const std::string& reason)
{
    if (m_lost)
        return;
    m_lost = true;
    m_loop.forget(m_in);
    m_listener.onLost(reason);
}

void Connection::send(FrameType type, std::uint32_t stream, std::string_view payload)
{
    agent::appendFrame(m_queue, type, stream, payload);
    scheduleFlush();
}

void Connection::sendData(std::uint32_t stream, Channel channel, std::string_view bytes)
{
    agent::appendData(m_queue, stream, channel, bytes);
    scheduleFlush();
}

void Connection::sendEof(std::uint32_t stream, Channel channel)
{
    agent::appendEof(m_queue, stream, channel);
    scheduleFlush();
}

void Connection::sendCredit(std::uint32_t stream, Channel channel, std::uint32_t bytes)
{
    agent::appendCredit(m_queue, stream, channel, bytes);
    scheduleFlush();
}

std::size_t Connection::room() const
{
    const std::size_t queued = m_queue.size() - m_written;
    return queued < kQueueBytes ? kQueueBytes - queued : 0;
}

void Connection::scheduleFlush()
{
    if (room() == 0)
        m_wasFull = true;
    if (m_flushScheduled)
        return;
    m_flushScheduled = true;
    m_loop.defer([this] {
        m_flushScheduled = false;
        flush();
    });
}

void Connection::flush()
{
    while (m_written < m_queue.size()) {
        const auto n = ::write(m_out, m_queue.data() + m_written, m_queue.size() - m_written);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            break;
        if (n < 0)
            return fail({});
        m_written += static_cast<std::size_t>(n);
    }
    if (m_written == m_queue.size() || m_written > kQueueBytes) {
        m_queue.erase(0, m_written);
        m_written = 0;
    }
    m_loop.change(m_out, m_queue.empty() ? 0U : static_cast<std::uint32_t>(EPOLLOUT));
    // Half empty, so that producers are not woken for every few bytes.
    if (m_wasFull && room() >= kQueueBytes / 2) {
        m_wasFull = false;
        m_listener.onRoom();
    }
}

} // namespace sandbench::guest
