// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/stream.h"

namespace sandbench::guest {

/// One of a program's outputs, on its way to the host: read only as fast as the host gives credit.
/// What comes is read at once; of a program that writes a few bytes again and again, only every
/// millisecond, or each of its writes would wake the agent and the host. Thread: one.
class OutputPump
{
public:
    struct Listener
    {
        std::function<void()>
            onLimit; ///< The program printed more than it may; what follows is dropped.
        std::function<void()> onDone; ///< Eof was sent.
        /// Whether the program itself is gone: what passes the limit then is of what it left
        /// behind, and onLimit() does not hear of it. Empty = never.
        std::function<bool()> hasEnded = {};
        /// The program has written something here, which is not read yet.
        std::function<void()> onWake = {};
    };

    /// Units: bytes; @p limit 0 = none.
    OutputPump(
        EventLoop& loop, Stream& stream, agent::Channel channel, UniqueFd fd, std::uint64_t limit,
        Listener listener);
    ~OutputPump();

    /// Reads while there is something and it may be sent.
    void pump();
    /// The program wrote elsewhere: what it wrote here before goes first, and for a while this is
    /// read at once.
    void otherWoke();
    /// Nobody should write any more: ends when all is read, or after a moment with what has arrived
    /// by then.
    /// @p impatient: the host asked for the end; what it gives no credit for is dropped after a
    /// while.
    void finishSoon(bool impatient);
    bool isDone() const { return m_done; }
    std::uint64_t bytes() const { return m_bytes; } ///< Passed on.

private:
    /// False: nothing more can be done now.
    bool pumpOnce();
    void wake();
    void rest();
    void watch();
    void take(std::string_view bytes);
    void lookForTheEnd();
    void finish();

    EventLoop& m_loop;
    Stream& m_stream;
    agent::Channel m_channel;
    UniqueFd m_fd;
    std::uint64_t m_limit;
    std::uint64_t m_bytes = 0;
    Listener m_listener;
    EventLoop::TimerId m_grace = 0;
    EventLoop::TimerId m_rest = 0; ///< Until it is read again.
    int m_smallWakes = 0; ///< One soon after the other.
    Clock::time_point m_lastWake, m_otherWoke;
    std::optional<std::size_t> m_left; ///< Nobody should write any more, so only this is read.
    std::optional<std::size_t> m_ofProgram; ///< What of its own is still to be read, once it ended.
    bool m_overLimit = false;
    bool m_done = false;
};

} // namespace sandbench::guest
