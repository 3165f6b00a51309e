// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/socket_stream.h"
#include "core/base/stoppable_condition.h"
#include "core/base/stoppable_mutex.h"
#include "core/engine/engine.h"
#include "core/engine/outpost/frames.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>

namespace sandbench::outpost {

/// What an outpost's `step` says and hears, as the agent's stream: without the frames, and with the
/// counters that came last. A frame that is none ends it.
class FrameStream : public SocketStream
{
public:
    /// @p socket: after the program's answer. Whatever came behind that goes through putBack().
    using SocketStream::SocketStream;

    Result<void> write(std::string_view bytes) override;

    /// Thread: any.
    ResourceCounters counters() const;
    /// Said together with what is written next. Thread: any.
    void forgetPeak() { m_forgetsPeak = true; }
    /// What answerAbout() says to it there. Somebody has to read the stream meanwhile. Errors:
    /// Timeout after @p patience, Cancelled, ConnectionLost, Protocol, and the outpost's. Thread:
    /// one at a time.
    Result<Json>
    ask(std::string_view what, std::chrono::milliseconds patience, std::stop_token stop);

protected:
    ssize_t receive(std::span<char> into) override;

private:
    ssize_t receiveData(std::span<char> into);
    ssize_t receiveHead();
    ssize_t receiveTold();
    bool takeTold();
    Result<void> send(FrameKind kind, std::string_view bytes, std::stop_token stop);

    std::string m_head; ///< Of the frame that begins; kFrameHeadBytes at most.
    FrameHead m_frame; ///< The one that is read, and what is left of it.
    std::string m_told; ///< Of a frame that is no data, so far.
    std::atomic<bool> m_forgetsPeak = false;
    StoppableMutex m_sending; ///< One frame after the other.
    mutable std::mutex m_mutex; ///< Guards what follows.
    StoppableCondition m_answered;
    ResourceCounters m_counters;
    std::string m_answer; ///< Empty = none yet.
    bool m_hasEnded = false;
};

} // namespace sandbench::outpost
