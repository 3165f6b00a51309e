// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/protocol.h"
#include "core/base/clock.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/base/stoppable_condition.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace sandbench::agent {

class AgentClient;
class Batch;

/// What a stream delivered.
struct StreamItem
{
    enum class Kind {
        Event,
        Data,
        Eof,
        Reply,
        Writable, ///< Credit came for a channel that trySend() had found full.
    };
    Kind kind = Kind::Reply;
    Channel channel = Channel::Stdin; ///< Of Data and Eof.
    std::string payload; ///< Raw; bytes() for Data.
    Json json; ///< Of Event and Reply.

    std::string_view bytes() const { return std::string_view(payload).substr(1); }
};

/// One stream's queue and credits. Filled by the client's reader thread, emptied by callers.
/// Internal to core/agent.
struct StreamState
{
    explicit StreamState(std::uint32_t number);

    /// Takes one frame from the guest; whoever waits for it is told by `changed`. Errors: Protocol.
    Result<void> accept(Frame&& frame);
    void fail(const Error& error);

    const std::uint32_t id;
    std::mutex mutex;
    StoppableCondition changed;
    std::deque<StreamItem> queue;
    std::optional<Error> failure;
    std::size_t controlBytes = 0; // of queued Event payloads
    std::array<std::uint64_t, kChannelCount> mayReceive{};
    std::array<std::uint64_t, kChannelCount> maySend{};
    std::array<bool, kChannelCount> ended{};
    std::optional<Channel> wantsCredit; // what trySend() found full
    bool replied = false; // the guest's last frame on this stream was seen
    bool abandoned = false;

private:
    Result<void> acceptData(Frame&& frame);
    Result<void> acceptCredit(const Frame& frame);
    Result<void> acceptEvent(Frame&& frame);
};

/// The caller's end of one request. Dropping it before its Reply lets the guest finish into the
/// void. Must not outlive its client. Thread: next() one at a time; the rest any.
class AgentStream
{
public:
    static constexpr Clock::time_point kForever = Clock::time_point::max();

    AgentStream() = default;
    AgentStream(AgentStream&& other) noexcept = default;
    AgentStream& operator=(AgentStream&& other) noexcept;
    ~AgentStream() { abandon(); }

    std::uint32_t id() const { return m_state ? m_state->id : 0; }

    /// Waits for what the guest sends next. Asking again says that the previous data was consumed:
    /// its credit goes back. Errors: Timeout at @p deadline, which wins over queued items unless
    /// the Reply is among them; Cancelled, which wins over all; the connection's error.
    Result<StreamItem> next(std::stop_token stop, Clock::time_point deadline = kForever);
    /// Skips to the Reply. Errors: as next(), and the Reply's own.
    Result<Json> reply(std::stop_token stop, Clock::time_point deadline = kForever);

    /// Sends what credit allows now; returns how much. When that is not all, next() returns
    /// Writable later.
    Result<std::size_t> trySend(Channel channel, std::string_view bytes, std::stop_token stop = {});
    /// Sends everything, waiting for credit. Errors: NotFound when the stream is over, Cancelled,
    /// the connection's error.
    Result<void> send(Channel channel, std::string_view bytes, std::stop_token stop);
    Result<void> sendEof(Channel channel, std::stop_token stop = {});

    /// Nobody waits for the Reply.
    void detach();

private:
    friend class AgentClient;
    friend class Batch;
    AgentStream(AgentClient& client, std::shared_ptr<StreamState> state);

    void abandon();
    std::size_t append(std::string& out, Channel channel, std::string_view bytes);
    Result<void> returnCredit(std::stop_token stop);
    Result<void> sendData(Channel channel, std::string_view bytes, std::stop_token stop);

    AgentClient* m_client = nullptr;
    std::shared_ptr<StreamState> m_state;
    std::array<std::uint32_t, kChannelCount>
        m_consumed{}; // credit that the guest did not get back yet
    std::optional<std::pair<Channel, std::uint32_t>>
        m_lastData; // handed out, not known to be consumed
};

} // namespace sandbench::agent
