// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sandbench::net {

struct WebSocketMessage
{
    bool isText = false;
    std::string payload;
};

/// How the other side ended the conversation.
struct WebSocketClose
{
    std::uint16_t code = 0; ///< 0 = it did not say.
    std::string reason; ///< Untrusted.
};

/// What a server sends, for hostile bytes: frames, fragments and the rules of control frames. No
/// I/O. Thread: one at a time. Source: RFC 6455, sections 5 to 8.
class WebSocketParser
{
public:
    /// Units: bytes.
    static constexpr std::size_t kMaxMessage = 4U << 20;

    WebSocketParser();
    ~WebSocketParser();

    /// Takes everything; what follows a close frame is ignored. Errors: Protocol; the parser stays
    /// in that state, and messages from before can still be had.
    Result<void> feed(std::string_view bytes);
    /// The oldest message that is complete and was not taken.
    std::optional<WebSocketMessage> next();
    /// What the newest unanswered ping wants to get back.
    std::optional<std::string> takePing();
    const std::optional<WebSocketClose>& closed() const;
    /// The code of the close frame that ends this from our side.
    std::uint16_t farewell() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

enum class WebSocketOpcode : std::uint8_t { Text = 1, Binary = 2, Close = 8, Ping = 9, Pong = 10 };

/// Appends a client's frame that is a whole message. @p mask must be unpredictable. At most 125
/// bytes of payload in Close, Ping and Pong.
/// wslay would mask byte by byte and hand it out in pieces of 4 KiB.
void appendWebSocketFrame(
    std::string& out, WebSocketOpcode opcode, std::string_view payload,
    const std::array<char, 4>& mask);

} // namespace sandbench::net
