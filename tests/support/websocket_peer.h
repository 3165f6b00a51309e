// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/hostile_http_server.h"

#include <optional>
#include <string>
#include <string_view>

namespace sandbench::test {

/// A frame as a server sends it; @p head: besides FIN and the opcode, such as a reserved bit.
std::string
serverFrame(unsigned opcode, std::string_view payload, bool isFinal = true, unsigned head = 0);

/// A binary message on one of an exec's channels.
std::string channelFrame(unsigned channel, std::string_view payload);

/// A close frame's payload.
std::string closePayload(unsigned code, std::string_view reason = {});

struct ClientFrame
{
    unsigned opcode = 0;
    bool isFinal = false, isMasked = false;
    std::string payload; ///< Unmasked.
};

/// The first frame of @p bytes, which loses it; nothing where it is not complete.
std::optional<ClientFrame> takeClientFrame(std::string& bytes);

/// The server's end of one WebSocket. Thread: one at a time.
class WebSocketPeer
{
public:
    explicit WebSocketPeer(const Conversation& conversation)
        : m_conversation(conversation)
    {
    }

    /// Answers the request as RFC 6455 says.
    bool accept(std::string_view protocol) const;
    bool send(std::string_view bytes) const { return m_conversation.send(bytes); }
    /// Waits for a frame; nothing when the client is gone.
    std::optional<ClientFrame> receive();

private:
    const Conversation& m_conversation;
    std::string m_received;
};

} // namespace sandbench::test
