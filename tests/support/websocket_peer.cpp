// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/websocket_peer.h"

#include "core/net/websocket_handshake.h"

#include <cstdint>

namespace sandbench::test {

namespace {

unsigned byteAt(std::string_view bytes, std::size_t at)
{
    return static_cast<unsigned char>(bytes[at]);
}

} // namespace

std::string serverFrame(unsigned opcode, std::string_view payload, bool isFinal, unsigned head)
{
    std::string frame(1, static_cast<char>((isFinal ? 0x80U : 0U) | head | opcode));
    const auto size = payload.size();
    const int lengthBytes = size < 126 ? 0 : size < 65536 ? 2 : 8;
    frame += static_cast<char>(lengthBytes == 0 ? size : lengthBytes == 2 ? 126 : 127);
    for (int shift = 8 * (lengthBytes - 1); shift >= 0; shift -= 8)
        frame
            += static_cast<char>(static_cast<std::uint64_t>(size) >> static_cast<unsigned>(shift));
    return frame.append(payload);
}

std::string channelFrame(unsigned channel, std::string_view payload)
{
    return serverFrame(2, std::string(1, static_cast<char>(channel)).append(payload));
}

std::string closePayload(unsigned code, std::string_view reason)
{
    std::string payload{static_cast<char>(code >> 8U), static_cast<char>(code & 0xffU)};
    return payload.append(reason);
}

std::optional<ClientFrame> takeClientFrame(std::string& bytes)
{
    if (bytes.size() < 2)
        return std::nullopt;
    ClientFrame frame;
    frame.isFinal = (byteAt(bytes, 0) & 0x80U) != 0;
    frame.opcode = byteAt(bytes, 0) & 0x7fU;
    frame.isMasked = (byteAt(bytes, 1) & 0x80U) != 0;
    std::size_t size = byteAt(bytes, 1) & 0x7fU, at = 2;
    const std::size_t lengthBytes = size < 126 ? 0 : size == 126 ? 2 : 8;
    const std::size_t maskBytes = frame.isMasked ? 4 : 0;
    if (bytes.size() < at + lengthBytes + maskBytes)
        return std::nullopt;
    if (lengthBytes > 0)
        size = 0;
    for (const auto end = at + lengthBytes; at < end; ++at)
        size = size << 8 | byteAt(bytes, at);
    const auto mask = bytes.substr(at, maskBytes);
    at += maskBytes;
    if (bytes.size() - at < size)
        return std::nullopt;
    frame.payload = bytes.substr(at, size);
    for (std::size_t i = 0; frame.isMasked && i < size; ++i)
        frame.payload[i] = static_cast<char>(frame.payload[i] ^ mask[i % 4]);
    bytes.erase(0, at + size);
    return frame;
}

bool WebSocketPeer::accept(std::string_view protocol) const
{
    constexpr std::string_view kName = "Sec-WebSocket-Key: ";
    const auto& head = m_conversation.head;
    const auto at = head.find(kName);
    if (at == std::string::npos)
        return false;
    const auto start = at + kName.size();
    const auto key = head.substr(start, head.find('\r', start) - start);
    auto answer
        = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          "Sec-WebSocket-Accept: "
        + net::webSocketAccept(key) + "\r\n";
    if (!protocol.empty())
        answer += "Sec-WebSocket-Protocol: " + std::string(protocol) + "\r\n";
    return send(answer + "\r\n");
}

std::optional<ClientFrame> WebSocketPeer::receive()
{
    for (;;) {
        if (auto frame = takeClientFrame(m_received))
            return frame;
        const auto more = m_conversation.receive(1U << 20);
        if (more.empty())
            return std::nullopt;
        m_received += more;
    }
}

} // namespace sandbench::test
