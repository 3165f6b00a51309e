// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/link.h"
#include "core/base/byte_stream.h"
#include "core/base/clock.h"
#include "core/base/fd.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace sandbench::agent {

/// Of the kernel's random numbers.
Link::Token makeToken();

/// The host's end of a Link: one stream over one connection after the other. When one breaks,
/// read() makes the next, so somebody must be reading; what was written meanwhile waits, as far as
/// Link::kWindow reaches.
/// Errors of read() and write(): ConnectionLost when no connection came within the patience, or the
/// connector said that none will.
class HeldStream : public ByteStream
{
public:
    /// Makes a connection, up to the relay's own start. An Error of code NotFound is final: what
    /// held the other end is gone.
    using Connect = std::function<Result<std::unique_ptr<ByteStream>>(std::stop_token)>;

    /// Connects for the first time. @p patience: how long the stream survives without a connection;
    /// less than the agent's own time to live makes no sense of it. Errors: those of @p connect,
    /// Timeout, Protocol, Unavailable (no agent is there).
    static Result<std::unique_ptr<HeldStream>> open(
        Connect connect, std::chrono::milliseconds patience, std::stop_token stop,
        const Link::Token& token = makeToken());
    /// Ends the agent of a host that is gone and that knew @p token, over a connection of its own;
    /// returns when it has ended. For an agent that was kept. Errors: Timeout, Cancelled, the
    /// connection's.
    static Result<void>
    endFormer(const Connect& connect, const Link::Token& token, std::stop_token stop);
    ~HeldStream() override;

    Result<std::size_t> read(std::span<char> into, std::chrono::milliseconds wait) override;
    Result<void> write(std::string_view bytes) override;
    bool isWritable() const override;
    void wake() override;
    /// Says Bye where that needs no waiting, so that the agent ends at once.
    void close() override;
    /// After close(): waits until the agent has ended, for @p patience at most. True = it has;
    /// false = nobody knows. By whoever read before, or nobody else does any more.
    bool awaitEnd(std::chrono::milliseconds patience);

    /// Whoever holds the agent shall wait for another host, should this one be gone one day.
    void keep();

    /// How often a new connection took over.
    unsigned reconnections() const { return m_reconnections; }

private:
    HeldStream(Connect connect, std::chrono::milliseconds patience, const Link::Token& token);

    Result<void> connect(std::stop_token stop);
    Result<void> reconnect(Clock::time_point until);
    Result<void> greet(ByteStream& connection, std::stop_token stop);
    Result<void> take(std::string_view bytes);
    std::shared_ptr<ByteStream> connection() const;
    void dropConnection(const std::shared_ptr<ByteStream>& connection);
    Error giveUp(Error error);
    Clock::duration longerPause() const;
    void flush(bool mayWait);
    bool hasOutput() const;
    bool takeWake();

    const Connect m_connect;
    const std::chrono::milliseconds m_patience;

    mutable std::mutex m_mutex; ///< Of all below but what only the reader has.
    std::condition_variable m_changed; ///< There is room, nobody is writing, or it is over.
    Link m_link;
    std::shared_ptr<ByteStream> m_connection; ///< Null while there is none.
    std::optional<Error> m_failure;
    bool m_isWriting = false; ///< Somebody writes to the connection.
    bool m_isClosed = false;
    bool m_saysBye = false; ///< The agent was told, and its connection is still there to tell back.

    std::stop_source m_stop; ///< Of connecting.
    WakeEvent m_wake;
    std::atomic<bool> m_isWoken = false;
    std::atomic<unsigned> m_reconnections = 0;

    std::string m_received; ///< Reader only; from m_taken on.
    std::size_t m_taken = 0;
    std::optional<Clock::time_point> m_lostSince; ///< Reader only.
    Clock::duration m_pause{}, m_lastPause{}; ///< Reader only: before the next attempt.
    Clock::time_point m_connectedAt; ///< Reader only: again, not the first time.
};

} // namespace sandbench::agent
