// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/input_pump.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/epoll.h>
#include <unistd.h>

namespace sandbench::guest {

static constexpr char kEndOfTransmission = 4; // VEOF of a fresh terminal

InputPump::InputPump(EventLoop& loop, Stream& stream, UniqueFd fd, bool terminal)
    : m_loop(loop)
    , m_stream(stream)
    , m_fd(std::move(fd))
    , m_terminal(terminal)
{
    ::fcntl(m_fd.get(), F_SETFL, O_NONBLOCK);
    m_loop.watch(m_fd.get(), 0, [this](std::uint32_t) { flush(); });
}

InputPump::~InputPump()
{
    close();
}

void InputPump::close()
{
    if (!m_fd)
        return;
    m_loop.forget(m_fd.get());
    m_fd.reset();
}

void InputPump::append(std::string_view bytes)
{
    if (!m_fd) {
        // The program closed its input: swallow the rest, as a pipe to a finished program would.
        m_stream.consumed(agent::Channel::Stdin, bytes.size());
        return;
    }
    m_pending.erase(0, m_written);
    m_written = 0;
    m_pending.append(bytes);
    flush();
}

void InputPump::end()
{
    if (m_ended)
        return;
    m_ended = true;
    if (m_terminal)
        m_pending.push_back(kEndOfTransmission);
    if (m_fd)
        flush();
}

void InputPump::flush()
{
    while (m_written < m_pending.size()) {
        const auto n
            = ::write(m_fd.get(), m_pending.data() + m_written, m_pending.size() - m_written);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN) {
            m_loop.change(m_fd.get(), EPOLLOUT);
            return;
        }
        if (n < 0) {
            m_stream.consumed(agent::Channel::Stdin, m_pending.size() - m_written);
            m_pending.clear();
            m_written = 0;
            return close();
        }
        m_written += static_cast<std::size_t>(n);
        m_stream.consumed(agent::Channel::Stdin, static_cast<std::size_t>(n));
    }
    m_pending.clear();
    m_written = 0;
    m_loop.change(m_fd.get(), 0);
    if (m_ended && !m_terminal)
        close();
}

} // namespace sandbench::guest
