// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/event_loop.h"
#include "core/agent/protocol.h"

#include <functional>
#include <string>

namespace sandbench::guest {

/// The byte stream to the host: frames in, frames out, one order for all of them.
///
/// Data producers ask room() first, so a control frame never waits behind more than kQueueBytes of
/// data. Thread: one.
class Connection
{
public:
    static constexpr std::size_t kQueueBytes = 512U << 10;

    struct Listener
    {
        std::function<void(agent::Frame)> onFrame;
        std::function<void(const std::string& reason)>
            onLost; ///< Called once; the end of the stream has no reason.
        std::function<void()> onRoom; ///< The queue can take data again.
    };

    /// @p in and @p out may be the same file; both become non-blocking. Neither is owned.
    Connection(EventLoop& loop, int in, int out, Listener listener);

    void send(agent::FrameType type, std::uint32_t stream, std::string_view payload);
    void sendData(std::uint32_t stream, agent::Channel channel, std::string_view bytes);
    void sendEof(std::uint32_t stream, agent::Channel channel);
    void sendCredit(std::uint32_t stream, agent::Channel channel, std::uint32_t bytes);

    /// Bytes of data that may be queued now. Units: bytes.
    std::size_t room() const;
    /// The host broke the protocol; empty: it closed the stream.
    void fail(const std::string& reason);
    Clock::time_point lastHeard() const { return m_lastHeard; }
    /// Writes what is queued; called by itself, and once more before the agent exits.
    void flush();

private:
    void readSome();
    void scheduleFlush();

    EventLoop& m_loop;
    int m_in;
    int m_out;
    Listener m_listener;
    agent::FrameDecoder m_decoder;
    std::string m_queue;
    std::size_t m_written = 0;
    Clock::time_point m_lastHeard;
    bool m_flushScheduled = false;
    bool m_wasFull = false;
    bool m_lost = false;
};

} // namespace sandbench::guest
