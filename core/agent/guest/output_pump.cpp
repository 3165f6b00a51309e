// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/output_pump.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace sandbench::guest {

using namespace std::chrono_literals;

// For a writer that could not be killed and holds the pipe open.
static constexpr auto kGrace = 80ms;
static constexpr auto kPatienceForCredit = 500ms;
// Then the other streams get their turn.
static constexpr int kReadsPerTurn = 4;
// A few bytes, soon after the last few, and this many times: it goes on like that.
static constexpr std::uint64_t kFew = 4096;
static constexpr auto kSoon = 1ms;
static constexpr int kManyWakes = 8;
static constexpr auto kRest = 1ms;
// So much in one rest, and the pipe may have been full.
static constexpr std::uint64_t kNearlyFull = 32 << 10;
// Of a program that writes to both of its outputs, people want to read what was written in order.
static constexpr auto kAlone = 100ms;
// Looking for the end of a program costs what a read does.
static constexpr std::size_t kNearTheLimit = 1 << 20;

OutputPump::OutputPump(
    EventLoop& loop, Stream& stream, agent::Channel channel, UniqueFd fd, std::uint64_t limit,
    Listener listener)
    : m_loop(loop)
    , m_stream(stream)
    , m_channel(channel)
    , m_fd(std::move(fd))
    , m_limit(limit)
    , m_listener(std::move(listener))
{
    ::fcntl(m_fd.get(), F_SETFL, O_NONBLOCK);
    m_loop.watch(m_fd.get(), EPOLLIN, [this](std::uint32_t) { wake(); });
}

OutputPump::~OutputPump()
{
    m_loop.cancel(m_grace);
    m_loop.cancel(m_rest);
    if (m_fd)
        m_loop.forget(m_fd.get());
}

void OutputPump::wake()
{
    if (m_listener.onWake)
        m_listener.onWake();
    const auto before = m_bytes;
    pump();
    const auto now = Clock::now();
    const bool isFew = m_bytes - before < kFew && now - m_lastWake < kSoon;
    m_lastWake = now;
    m_smallWakes = isFew ? m_smallWakes + 1 : 0;
    if (!m_done && m_smallWakes >= kManyWakes && now - m_otherWoke > kAlone)
        rest();
}

void OutputPump::watch()
{
    m_loop.change(m_fd.get(), m_rest == 0 ? EPOLLIN : 0U);
}

void OutputPump::rest()
{
    m_rest = m_loop.after(kRest, [this] {
        m_rest = 0;
        const auto before = m_bytes;
        pump();
        const auto came = m_bytes - before;
        if (!m_done && came > 0 && came < kNearlyFull)
            rest();
        else
            m_smallWakes = 0;
    });
    watch();
}

void OutputPump::otherWoke()
{
    m_otherWoke = Clock::now();
    m_smallWakes = 0;
    if (m_rest == 0 || m_done)
        return;
    m_loop.cancel(m_rest);
    m_rest = 0;
    pump();
}

void OutputPump::pump()
{
    for (int i = 0; i < kReadsPerTurn && !m_done; ++i) {
        if (!pumpOnce())
            return;
    }
    if (!m_done)
        watch();
}

bool OutputPump::pumpOnce()
{
    char chunk[agent::kDataChunk];
    const std::size_t allowed = m_overLimit ? sizeof chunk : m_stream.sendable(m_channel);
    if (allowed == 0) {
        m_loop.change(m_fd.get(), 0);
        return false;
    }
    lookForTheEnd();
    const auto n = ::read(m_fd.get(), chunk, std::min(allowed, m_left.value_or(allowed)));
    if (n > 0) {
        take({chunk, static_cast<std::size_t>(n)});
        if (m_left)
            *m_left -= static_cast<std::size_t>(n);
        return true;
    }
    if (n < 0 && errno == EINTR)
        return true;
    if (n < 0 && errno == EAGAIN && !m_left) {
        watch();
        return false;
    }
    // A terminal says EIO when its last user is gone.
    finish();
    return false;
}

/// Before each read, since a pipe that one empties may be all that the program waited for. What is
/// in the pipe when its end is seen is still the program's own.
void OutputPump::lookForTheEnd()
{
    const bool isNear = m_limit > 0 && !m_overLimit && m_limit - m_bytes < kNearTheLimit;
    if (!isNear || m_ofProgram || !m_listener.hasEnded || !m_listener.hasEnded())
        return;
    int left = 0;
    ::ioctl(m_fd.get(), FIONREAD, &left);
    m_ofProgram = static_cast<std::size_t>(std::max(left, 0));
}

void OutputPump::take(std::string_view bytes)
{
    if (m_overLimit)
        return;
    const auto own = std::min(m_ofProgram.value_or(bytes.size()), bytes.size());
    const auto room = m_limit > 0 ? m_limit - m_bytes : bytes.size();
    const bool over = bytes.size() > room;
    if (over)
        bytes = bytes.substr(0, room);
    m_bytes += bytes.size();
    if (!bytes.empty())
        m_stream.send(m_channel, bytes);
    if (over) {
        m_overLimit = true;
        if (own > room)
            m_listener.onLimit();
    }
    if (m_ofProgram)
        *m_ofProgram -= own;
}

void OutputPump::finishSoon(bool impatient)
{
    if (m_done || m_grace != 0)
        return;
    m_grace = m_loop.after(kGrace, [this, impatient] {
        // Whoever still writes could do so for ever: what comes from now on is nobody's.
        int left = 0;
        ::ioctl(m_fd.get(), FIONREAD, &left);
        m_left = static_cast<std::size_t>(std::max(left, 0));
        pump();
        if (impatient && !m_done)
            m_grace = m_loop.after(kPatienceForCredit, [this] { finish(); });
    });
    pump();
}

void OutputPump::finish()
{
    m_loop.cancel(m_grace);
    m_loop.cancel(m_rest);
    m_loop.forget(m_fd.get());
    m_fd.reset();
    m_done = true;
    m_stream.sendEof(m_channel);
    m_listener.onDone();
}

} // namespace sandbench::guest
