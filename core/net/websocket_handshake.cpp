// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/net/websocket_handshake.h"

#include "core/base/base64.h"
#include "core/base/random.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace sandbench::net {

namespace {

using Sha1State = std::array<std::uint32_t, 5>;

void addSha1Block(Sha1State& state, std::string_view block)
{
    std::array<std::uint32_t, 80> words = {};
    for (std::size_t i = 0; i < 64; ++i)
        words[i / 4] = words[i / 4] << 8 | static_cast<unsigned char>(block[i]);
    for (std::size_t i = 16; i < 80; ++i)
        words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    auto [a, b, c, d, e] = state;
    for (std::size_t i = 0; i < 80; ++i) {
        const auto mixed = i < 20 ? ((b & c) | (~b & d)) + 0x5a827999U
            : i < 40              ? (b ^ c ^ d) + 0x6ed9eba1U
            : i < 60              ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdcU
                                  : (b ^ c ^ d) + 0xca62c1d6U;
        const auto next = std::rotl(a, 5) + mixed + e + words[i];
        e = d;
        d = c;
        c = std::rotl(b, 30);
        b = a;
        a = next;
    }
    const Sha1State added = {a, b, c, d, e};
    for (std::size_t i = 0; i < state.size(); ++i)
        state[i] += added[i];
}

/// Only to tell a WebSocket server from one that knows nothing of it. Source: RFC 3174.
std::string sha1(std::string text)
{
    const auto bits = static_cast<std::uint64_t>(text.size()) * 8;
    text += '\x80';
    text.resize((text.size() + 8 + 63) / 64 * 64 - 8);
    for (int shift = 56; shift >= 0; shift -= 8)
        text += static_cast<char>(bits >> static_cast<unsigned>(shift));
    Sha1State state = {0x67452301U, 0xefcdab89U, 0x98badcfeU, 0x10325476U, 0xc3d2e1f0U};
    for (std::size_t at = 0; at < text.size(); at += 64)
        addSha1Block(state, std::string_view(text).substr(at, 64));
    std::string digest;
    for (const auto word : state) {
        for (int shift = 24; shift >= 0; shift -= 8)
            digest += static_cast<char>(word >> static_cast<unsigned>(shift));
    }
    return digest;
}

bool isSameWord(std::string_view text, std::string_view lowerCase)
{
    return std::equal(
        text.begin(), text.end(), lowerCase.begin(), lowerCase.end(), [](char a, char b) {
            return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
        });
}

/// Whether the comma separated @p list has @p lowerCase.
bool hasWord(std::string_view list, std::string_view lowerCase)
{
    while (!list.empty()) {
        auto word = list.substr(0, list.find(','));
        list.remove_prefix(std::min(list.size(), word.size() + 1));
        while (!word.empty() && word.front() == ' ')
            word.remove_prefix(1);
        while (!word.empty() && word.back() == ' ')
            word.remove_suffix(1);
        if (isSameWord(word, lowerCase))
            return true;
    }
    return false;
}

Error notWebSocket(const std::string& what)
{
    return {ErrorCode::Protocol, "the server does not speak WebSocket: " + what};
}

} // namespace

std::string newWebSocketKey()
{
    return toBase64(randomBytes(16));
}

std::string webSocketAccept(std::string_view key)
{
    return toBase64(sha1(std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"));
}

Result<std::string> checkWebSocketAnswer(
    const HttpHead& head, std::string_view key, const std::vector<std::string>& offered)
{
    if (head.status != 101)
        return notWebSocket("it answered with status " + std::to_string(head.status));
    if (!isSameWord(head.header("upgrade"), "websocket")
        || !hasWord(head.header("connection"), "upgrade"))
        return notWebSocket("it changed to another protocol");
    if (head.header("sec-websocket-accept") != webSocketAccept(key))
        return notWebSocket("it did not answer our key");
    if (!head.header("sec-websocket-extensions").empty())
        return notWebSocket("it uses an extension that nobody asked for");
    auto chosen = head.header("sec-websocket-protocol");
    if (!chosen.empty() && std::find(offered.begin(), offered.end(), chosen) == offered.end())
        return notWebSocket(
            "it chose the protocol '" + oneLine(chosen, 100) + "', which nobody offered");
    return chosen;
}

} // namespace sandbench::net
