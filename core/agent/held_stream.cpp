// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/held_stream.h"

#include "core/base/random.h"

#include <algorithm>
#include <poll.h>

namespace sandbench::agent {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr std::size_t kHeldReadBytes = 256U << 10;
constexpr auto kGreetingPatience = 10s;
/// What an agent has to end may be much.
constexpr auto kEndPatience = 30s;
constexpr milliseconds kOutputPause = 5ms, kByePatience = 50ms;
constexpr std::chrono::steady_clock::duration kFirstPause = 50ms, kLongestPause = 2s;
/// A connection that held so long was a good one.
constexpr auto kSettledAfter = 10s;

milliseconds untilMs(std::chrono::steady_clock::time_point until)
{
    return std::max(0ms, std::chrono::ceil<milliseconds>(until - std::chrono::steady_clock::now()));
}

} // namespace

Link::Token makeToken()
{
    Link::Token token;
    const auto bytes = randomBytes(token.size());
    std::copy(bytes.begin(), bytes.end(), token.begin());
    return token;
}

HeldStream::HeldStream(Connect connect, milliseconds patience, const Link::Token& token)
    : m_connect(std::move(connect))
    , m_patience(patience)
    , m_link(token)
{
}

HeldStream::~HeldStream()
{
    HeldStream::close();
    if (m_connection)
        m_connection->close();
}

Result<std::unique_ptr<HeldStream>> HeldStream::open(
    Connect connect, milliseconds patience, std::stop_token stop, const Link::Token& token)
{
    std::unique_ptr<HeldStream> stream(new HeldStream(std::move(connect), patience, token));
    SANDBENCH_TRY_VOID(stream->connect(std::move(stop)));
    return stream;
}

Result<void>
HeldStream::endFormer(const Connect& connect, const Link::Token& token, std::stop_token stop)
{
    SANDBENCH_TRY(const auto connection, connect(stop));
    const std::stop_callback onStop(stop, [&connection] { connection->wake(); });
    SANDBENCH_TRY_VOID(connection->write(anewFrame(token)));
    char nothing[256];
    for (const auto until = Clock::now() + kEndPatience;;) {
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped while connecting to the sandbox's agent");
        const auto n = connection->read(nothing, untilMs(until));
        if (n && *n == 0)
            return {};
        if (!n && n.error().code() != ErrorCode::Cancelled)
            return n.error();
    }
}

Result<void> HeldStream::connect(std::stop_token stop)
{
    SANDBENCH_TRY(auto made, m_connect(stop));
    const std::shared_ptr<ByteStream> connection = std::move(made);
    {
        const std::lock_guard lock(m_mutex);
        m_link.begin();
    }
    if (auto greeted = greet(*connection, stop); !greeted) {
        connection->close();
        return greeted;
    }
    {
        const std::lock_guard lock(m_mutex);
        m_connection = connection;
        // close() may have come meanwhile and found none to close.
        if (m_isClosed)
            connection->close();
    }
    flush(false);
    return {};
}

Result<void> HeldStream::greet(ByteStream& connection, std::stop_token stop)
{
    const std::stop_callback onStop(stop, [&connection] { connection.wake(); });
    std::string output;
    {
        const std::lock_guard lock(m_mutex);
        output = m_link.takeOutput();
    }
    SANDBENCH_TRY_VOID(connection.write(output));
    std::string bytes(kHeldReadBytes, '\0');
    const auto until = Clock::now() + kGreetingPatience;
    for (;;) {
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped while connecting to the sandbox's agent");
        const auto n = connection.read(bytes, untilMs(until));
        if (n.failedAs(ErrorCode::Cancelled) && !stop.stop_requested())
            continue;
        if (!n)
            return n.error();
        if (*n == 0)
            return Error(ErrorCode::Unavailable, "no agent answered in the sandbox");
        SANDBENCH_TRY_VOID(take(std::string_view(bytes).substr(0, *n)));
        const std::lock_guard lock(m_mutex);
        if (m_link.isGreeted())
            return {};
    }
}

Result<void> HeldStream::take(std::string_view bytes)
{
    if (m_taken == m_received.size()) {
        m_received.clear();
        m_taken = 0;
    }
    {
        const std::lock_guard lock(m_mutex);
        SANDBENCH_TRY_VOID(m_link.feed(bytes, m_received));
    }
    m_changed.notify_all();
    return {};
}

std::shared_ptr<ByteStream> HeldStream::connection() const
{
    const std::lock_guard lock(m_mutex);
    return m_connection;
}

void HeldStream::dropConnection(const std::shared_ptr<ByteStream>& connection)
{
    std::unique_lock lock(m_mutex);
    // The end that comes after our Bye is awaitEnd()'s to read.
    if (m_isClosed || m_connection != connection)
        return;
    m_connection.reset();
    lock.unlock();
    connection->close();
}

Error HeldStream::giveUp(Error error)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_failure)
            m_failure = Error(ErrorCode::ConnectionLost, error.text());
        error = *m_failure;
    }
    m_changed.notify_all();
    return error;
}

bool HeldStream::takeWake()
{
    if (!m_isWoken.exchange(false))
        return false;
    m_wake.clear();
    return true;
}

Result<std::size_t> HeldStream::read(std::span<char> into, milliseconds wait)
{
    const auto until = Clock::now() + wait;
    for (;;) {
        if (takeWake())
            return Error(ErrorCode::Cancelled, "woken");
        if (m_taken < m_received.size()) {
            const auto n = m_received.copy(into.data(), into.size(), m_taken);
            m_taken += n;
            return n;
        }
        {
            const std::lock_guard lock(m_mutex);
            if (m_isClosed || m_link.hasEnded())
                return std::size_t{0};
            if (m_failure)
                return *m_failure;
        }
        flush(false);
        const auto current = connection();
        if (!current) {
            SANDBENCH_TRY_VOID(reconnect(until));
            continue;
        }
        // What is left to write, and nobody is writing, would wait for ever behind a silent peer.
        const auto patience = hasOutput() ? std::min(kOutputPause, untilMs(until)) : untilMs(until);
        char bytes[kHeldReadBytes];
        const auto n = current->read(bytes, patience);
        if (n && *n > 0) {
            if (auto taken = take({bytes, *n}); !taken)
                return giveUp(taken.error());
            continue;
        }
        if (n.failedAs(ErrorCode::Timeout) && Clock::now() >= until)
            return n.error();
        if (n.failedAs(ErrorCode::Timeout))
            continue;
        if (n.failedAs(ErrorCode::Cancelled))
            continue;
        dropConnection(current);
    }
}

/// One attempt, and the pause before it. Errors: Timeout and Cancelled as read(); else it is over.
Result<void> HeldStream::reconnect(Clock::time_point until)
{
    const auto now = Clock::now();
    if (!m_lostSince) {
        m_lostSince = now;
        // A greeting proves little: whoever kills every relay at once must not make us open
        // connections without end.
        m_pause = now - m_connectedAt < kSettledAfter ? m_lastPause : Clock::duration();
        m_lastPause = m_pause;
    }
    if (m_pause > Clock::duration::zero()) {
        const auto pause = std::min(untilMs(now + m_pause), untilMs(until));
        pollfd polled = {m_wake.fd(), POLLIN, 0};
        if (::poll(&polled, 1, static_cast<int>(pause.count())) > 0) {
            // Its reason was there before the signal, so read() finds it; and a signal that came
            // after takeWake() must not be taken for another one for ever.
            m_wake.clear();
            return {};
        }
        if (Clock::now() < now + m_pause) {
            m_pause -= Clock::now() - now;
            return Error(ErrorCode::Timeout, "the sandbox is being reached again");
        }
    }
    const auto connected = connect(m_stop.get_token());
    if (connected) {
        m_lostSince.reset();
        ++m_reconnections;
        m_connectedAt = Clock::now();
        m_lastPause = longerPause();
        return {};
    }
    const auto& error = connected.error();
    if (m_stop.stop_requested())
        return {};
    const bool isOver = error.code() == ErrorCode::NotFound || error.code() == ErrorCode::Protocol
        || Clock::now() - *m_lostSince > m_patience;
    if (isOver)
        return giveUp(error);
    m_lastPause = longerPause();
    // The last attempt is not later than the patience lasts.
    const auto left = *m_lostSince + Clock::duration(m_patience) - Clock::now();
    m_pause = std::clamp<Clock::duration>(left, 1ms, m_lastPause);
    return {};
}

Clock::duration HeldStream::longerPause() const
{
    return std::clamp(m_lastPause * 2, kFirstPause, kLongestPause);
}

void HeldStream::keep()
{
    {
        const std::lock_guard lock(m_mutex);
        m_link.sendKeep();
    }
    flush(true);
}

/// Writes what the link has to say. Without @p mayWait only what can be written at once, or leaves
/// it to whoever is writing.
void HeldStream::flush(bool mayWait)
{
    std::unique_lock lock(m_mutex);
    if (mayWait)
        m_changed.wait(lock, [this] { return !m_isWriting; });
    else if (m_isWriting)
        return;
    m_isWriting = true;
    bool works = true;
    while (works && m_connection && m_link.hasOutput() && (mayWait || m_connection->isWritable())) {
        const auto current = m_connection;
        const auto output = m_link.takeOutput();
        lock.unlock();
        works = current->write(output).has_value();
        // A connection that broke is the reader's: the link sends it again over the next one.
        if (!works)
            current->wake();
        lock.lock();
    }
    m_isWriting = false;
    lock.unlock();
    m_changed.notify_all();
}

Result<void> HeldStream::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [this] { return m_isClosed || m_failure || m_link.room() > 0; });
            if (m_isClosed)
                return Error(ErrorCode::Cancelled, "the stream to the sandbox was closed");
            if (m_failure)
                return *m_failure;
            const auto piece = bytes.substr(0, m_link.room());
            m_link.send(piece);
            bytes.remove_prefix(piece.size());
        }
        flush(true);
    }
    return {};
}

bool HeldStream::hasOutput() const
{
    const std::lock_guard lock(m_mutex);
    return m_link.hasOutput();
}

bool HeldStream::isWritable() const
{
    const std::lock_guard lock(m_mutex);
    return m_link.room() > Link::kWindow / 2 && (!m_connection || m_connection->isWritable());
}

void HeldStream::wake()
{
    m_isWoken = true;
    m_wake.signal();
    if (const auto current = connection())
        current->wake();
}

void HeldStream::close()
{
    std::shared_ptr<ByteStream> current;
    bool isGreeted = false;
    {
        const std::lock_guard lock(m_mutex);
        if (m_isClosed)
            return;
        m_isClosed = true;
        current = m_connection;
        isGreeted = m_link.isGreeted();
        m_link.sendBye();
    }
    m_stop.request_stop();
    m_changed.notify_all();
    m_wake.signal();
    if (!current)
        return;
    flush(false);
    // Whoever is writing says it too, or the connection takes nothing: then nobody hears the Bye.
    std::unique_lock lock(m_mutex);
    m_saysBye = m_changed.wait_for(lock, kByePatience, [this] { return !m_isWriting; }) && isGreeted
        && !m_link.hasOutput();
    lock.unlock();
    m_saysBye ? current->wake() : current->close();
}

bool HeldStream::awaitEnd(milliseconds patience)
{
    const auto current = connection();
    if (!m_saysBye || !current)
        return false;
    std::string bytes(kHeldReadBytes, '\0');
    for (const auto until = Clock::now() + patience;;) {
        const auto n = current->read(bytes, untilMs(until));
        if (n && *n == 0)
            return true;
        if ((!n && n.error().code() != ErrorCode::Cancelled) || Clock::now() >= until)
            return false;
    }
}

} // namespace sandbench::agent
