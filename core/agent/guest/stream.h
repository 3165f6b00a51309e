// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/connection.h"
#include "core/base/json.h"

#include <array>

namespace sandbench::guest {

/// The guest's end of one request: its credits both ways and its one Reply.
/// Thread: one.
class Stream
{
public:
    /// @p onFinished: the Reply was queued; the stream must outlive the call.
    Stream(Connection& connection, std::uint32_t id, std::function<void()> onFinished);

    std::uint32_t id() const { return m_id; }
    bool isFinished() const { return m_finished; }
    bool hasFailed() const { return m_failed; }

    void event(std::string_view name, Json fields);
    /// The last frame; adds "ok": true.
    void reply(Json fields);
    void fail(const Error& error);

    /// How much data may be sent now: credit, room in the queue and frame size. Units: bytes.
    std::size_t sendable(agent::Channel channel) const;
    void send(agent::Channel channel, std::string_view bytes);
    void sendEof(agent::Channel channel);
    /// Returns credit for data that was taken over. Units: bytes.
    void consumed(agent::Channel channel, std::size_t bytes);

    /// What the host sent. False: it broke the flow control.
    bool accountReceived(agent::Channel channel, std::size_t bytes);
    bool addCredit(agent::Channel channel, std::uint32_t bytes);

private:
    void finish(const Json& reply);
    static std::size_t indexOf(agent::Channel channel) { return static_cast<std::size_t>(channel); }

    Connection& m_connection;
    std::uint32_t m_id;
    std::function<void()> m_onFinished;
    bool m_finished = false;
    bool m_failed = false;
    std::array<std::uint64_t, agent::kChannelCount> m_toSend; // credit left
    std::array<std::uint64_t, agent::kChannelCount> m_toReceive; // what the host may still send
    std::array<std::uint64_t, agent::kChannelCount> m_owed = {}; // consumed, not yet returned
};

/// What serves one request until its Reply.
class StreamTask
{
public:
    virtual ~StreamTask() = default;
    /// False: this verb takes no such data.
    virtual bool onData(agent::Channel channel, std::string_view bytes)
    {
        return (void)channel, (void)bytes, false;
    }
    virtual bool onEof(agent::Channel channel) { return (void)channel, false; }
    /// More may be sent: credit or room came.
    virtual void onSendable() { }
    /// The verb `kill` for this stream.
    virtual void onKill() { }
};

} // namespace sandbench::guest
