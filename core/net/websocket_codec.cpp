// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/net/websocket_codec.h"

#include "core/base/text.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <new>
#include <wslay/wslay.h>

namespace sandbench::net {

namespace {

constexpr std::uint16_t kNormal = 1000, kProtocolError = 1002, kNotUtf8 = 1007, kTooBig = 1009;

/// Source: RFC 6455, 7.4, and the registry that it founded.
bool isCloseCode(unsigned code)
{
    return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006)
        || (code >= 3000 && code <= 4999);
}

} // namespace

/// Frames are wslay's. Messages are ours: wslay 1.1 does not bound a message of many fragments
/// unless it copies it twice more, and looks at a close frame's text only where it comes in one
/// piece.
class WebSocketParser::Impl
{
public:
    Impl()
    {
        wslay_frame_callbacks callbacks = {};
        callbacks.recv_callback = &Impl::onWant;
        if (wslay_frame_context_init(&m_frames, &callbacks, this) != 0)
            throw std::bad_alloc();
    }
    ~Impl() { wslay_frame_context_free(m_frames); }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    Result<void> feed(std::string_view bytes)
    {
        m_input = bytes;
        while (!error && !closed) {
            wslay_frame_iocb part = {};
            const auto n = wslay_frame_recv(m_frames, &part);
            if (n == WSLAY_ERR_WANT_READ)
                return {};
            if (n < 0)
                return fail(kProtocolError, "a frame with a wrong head");
            SANDBENCH_TRY_VOID(takePart(part));
        }
        return error ? Result<void>(*error) : Result<void>();
    }

    std::deque<WebSocketMessage> messages;
    std::optional<std::string> ping;
    std::optional<WebSocketClose> closed;
    std::optional<Error> error;
    std::uint16_t farewell = kNormal;

private:
    static ssize_t onWant(std::uint8_t* into, std::size_t size, int, void* self)
    {
        auto& input = static_cast<Impl*>(self)->m_input;
        const auto n = input.copy(reinterpret_cast<char*>(into), size);
        input.remove_prefix(n);
        return n == 0 ? -1 : static_cast<ssize_t>(n);
    }

    Error fail(std::uint16_t code, const char* what)
    {
        farewell = code;
        error = Error(
            ErrorCode::Protocol, std::string("the server broke the rules of WebSocket: ") + what);
        return *error;
    }

    Result<void> takePart(const wslay_frame_iocb& part)
    {
        const bool isControl = (part.opcode & 8U) != 0;
        if (!m_isInFrame)
            SANDBENCH_TRY_VOID(startFrame(part, isControl));
        m_isInFrame = true;
        auto& payload = isControl ? m_control : m_growing.payload;
        payload.append(reinterpret_cast<const char*>(part.data), part.data_length);
        m_left -= part.data_length;
        if (m_left > 0)
            return {};
        m_isInFrame = false;
        if (isControl)
            return endControl(part.opcode);
        return part.fin != 0 ? endMessage() : Result<void>();
    }

    Result<void> startFrame(const wslay_frame_iocb& part, bool isControl)
    {
        if (part.rsv != 0)
            return fail(kProtocolError, "an extension that nobody asked for");
        if (part.mask != 0)
            return fail(kProtocolError, "a masked frame");
        m_left = part.payload_length;
        if (isControl) {
            m_control.clear();
            return {};
        }
        const bool isContinued = part.opcode == WSLAY_CONTINUATION_FRAME;
        if (!isContinued && part.opcode != WSLAY_TEXT_FRAME && part.opcode != WSLAY_BINARY_FRAME)
            return fail(kProtocolError, "an unknown kind of frame");
        if (isContinued != m_isInMessage)
            return fail(kProtocolError, "a fragment that belongs to no message");
        if (m_left > kMaxMessage - m_growing.payload.size())
            return fail(kTooBig, "a message of more than 4 MiB");
        if (!isContinued)
            m_growing.isText = part.opcode == WSLAY_TEXT_FRAME;
        m_isInMessage = true;
        return {};
    }

    Result<void> endMessage()
    {
        if (m_growing.isText && !isValidUtf8(m_growing.payload))
            return fail(kNotUtf8, "text that is not UTF-8");
        messages.push_back(std::move(m_growing));
        m_growing = {};
        m_isInMessage = false;
        return {};
    }

    Result<void> endControl(unsigned opcode)
    {
        if (opcode == WSLAY_PING)
            ping = m_control;
        else if (opcode == WSLAY_CONNECTION_CLOSE)
            return endConversation();
        else if (opcode != WSLAY_PONG)
            return fail(kProtocolError, "an unknown kind of frame");
        return {};
    }

    Result<void> endConversation()
    {
        WebSocketClose close;
        if (!m_control.empty()) {
            if (m_control.size() < 2)
                return fail(kProtocolError, "half a close code");
            const auto byte = [this](std::size_t i) {
                return static_cast<unsigned>(static_cast<unsigned char>(m_control[i]));
            };
            const auto code = byte(0) << 8 | byte(1);
            if (!isCloseCode(code))
                return fail(kProtocolError, "a close code that may not be sent");
            close.code = static_cast<std::uint16_t>(code);
            close.reason = m_control.substr(2);
            if (!isValidUtf8(close.reason))
                return fail(kNotUtf8, "a reason that is not UTF-8");
            farewell = close.code;
        }
        closed = std::move(close);
        return {};
    }

    wslay_frame_context_ptr m_frames = nullptr;
    std::string_view m_input;
    WebSocketMessage m_growing;
    bool m_isInMessage = false, m_isInFrame = false;
    std::uint64_t m_left = 0; ///< Of the frame's payload.
    std::string m_control;
};

WebSocketParser::WebSocketParser()
    : m_impl(std::make_unique<Impl>())
{
}

WebSocketParser::~WebSocketParser() = default;

Result<void> WebSocketParser::feed(std::string_view bytes)
{
    return m_impl->feed(bytes);
}

std::optional<WebSocketMessage> WebSocketParser::next()
{
    auto& messages = m_impl->messages;
    if (messages.empty())
        return std::nullopt;
    std::optional<WebSocketMessage> message(std::move(messages.front()));
    messages.pop_front();
    return message;
}

std::optional<std::string> WebSocketParser::takePing()
{
    return std::exchange(m_impl->ping, std::nullopt);
}

const std::optional<WebSocketClose>& WebSocketParser::closed() const
{
    return m_impl->closed;
}

std::uint16_t WebSocketParser::farewell() const
{
    return m_impl->farewell;
}

void appendWebSocketFrame(
    std::string& out, WebSocketOpcode opcode, std::string_view payload,
    const std::array<char, 4>& mask)
{
    const auto size = payload.size();
    out += static_cast<char>(0x80U | static_cast<unsigned>(opcode));
    const int lengthBytes = size < 126 ? 0 : size < 65536 ? 2 : 8;
    const auto first = lengthBytes == 0 ? size : lengthBytes == 2 ? 126 : 127;
    out += static_cast<char>(0x80U | static_cast<unsigned>(first));
    for (int shift = 8 * (lengthBytes - 1); shift >= 0; shift -= 8)
        out += static_cast<char>(static_cast<std::uint64_t>(size) >> static_cast<unsigned>(shift));
    out.append(mask.data(), mask.size());

    const auto start = out.size();
    out.resize(start + size);
    char* into = out.data() + start;
    const char key[8] = {mask[0], mask[1], mask[2], mask[3], mask[0], mask[1], mask[2], mask[3]};
    std::uint64_t key64 = 0;
    std::memcpy(&key64, key, sizeof key64);
    std::size_t at = 0;
    for (; at + sizeof key64 <= size; at += sizeof key64) {
        std::uint64_t word = 0;
        std::memcpy(&word, payload.data() + at, sizeof word);
        word ^= key64;
        std::memcpy(into + at, &word, sizeof word);
    }
    for (; at < size; ++at)
        into[at] = static_cast<char>(payload[at] ^ mask[at % 4]);
}

} // namespace sandbench::net
