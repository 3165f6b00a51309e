// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/protocol.h"
#include "core/base/fd.h"
#include "core/base/json.h"
#include "core/engine/engine.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sandbench::test {

/// The guest's end of an agent connection, played by the test itself: honest or not, frame by
/// frame. Thread: one at a time.
class FakeGuest
{
public:
    FakeGuest();

    /// The host's end; handed out once.
    std::unique_ptr<ByteStream> takeStream();

    void sendHello(int protocol = agent::kProtocolVersion);
    void sendRaw(std::string_view bytes);
    void send(agent::FrameType type, std::uint32_t stream, std::string_view payload);
    void send(agent::FrameType type, std::uint32_t stream, const Json& payload);
    void sendData(std::uint32_t stream, agent::Channel channel, std::string_view bytes);
    void sendEof(std::uint32_t stream, agent::Channel channel);
    void sendCredit(std::uint32_t stream, agent::Channel channel, std::uint32_t bytes);

    /// The host's next frame; nothing when it sends none in time or hung up.
    std::optional<agent::Frame> next(std::chrono::milliseconds patience = std::chrono::seconds(10));
    /// Skips to the next frame of @p type.
    std::optional<agent::Frame>
    nextOf(agent::FrameType type, std::chrono::milliseconds patience = std::chrono::seconds(10));
    /// True when the host closed the connection in time; its last frames are read and dropped.
    bool waitForEnd(std::chrono::milliseconds patience = std::chrono::seconds(10));
    void hangUp() { m_socket.reset(); }

private:
    enum class Read { Bytes, Nothing, End };
    Read readSome(std::chrono::milliseconds patience);

    UniqueFd m_socket;
    UniqueFd m_hostSocket;
    agent::FrameDecoder m_decoder;
};

} // namespace sandbench::test
