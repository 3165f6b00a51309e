// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/protocol.h"
#include "core/base/fd.h"
#include "core/base/json.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sandbench::test {

/// One end of an agent connection that a test plays frame by frame, honest or not: the base of a
/// host for the real agent and of a guest for the real client. Thread: one at a time.
class FramePeer
{
public:
    FramePeer();

    void sendRaw(std::string_view bytes);
    void send(agent::FrameType type, std::uint32_t stream, std::string_view payload);
    void send(agent::FrameType type, std::uint32_t stream, const Json& payload);
    void sendData(std::uint32_t stream, agent::Channel channel, std::string_view bytes);
    void sendEof(std::uint32_t stream, agent::Channel channel);
    void sendCredit(std::uint32_t stream, agent::Channel channel, std::uint32_t bytes);

    /// The other end's next frame; nothing when it sends none in time or hung up.
    std::optional<agent::Frame> next(std::chrono::milliseconds patience = std::chrono::seconds(10));
    /// Skips to the next frame of @p type.
    std::optional<agent::Frame>
    nextOf(agent::FrameType type, std::chrono::milliseconds patience = std::chrono::seconds(10));
    /// True when the other end closed the connection in time; its last frames are read and dropped.
    bool waitForEnd(std::chrono::milliseconds patience = std::chrono::seconds(10));
    void hangUp();

protected:
    UniqueFd m_in; ///< We write.
    UniqueFd m_out; ///< We read.

private:
    enum class Read { Bytes, Nothing, End };
    Read readUntil(std::chrono::steady_clock::time_point deadline);

    agent::FrameDecoder m_decoder;
    std::string m_chunk = std::string(512 << 10, '\0');
};

} // namespace sandbench::test
