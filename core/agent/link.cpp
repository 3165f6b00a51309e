// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/link.h"

#include <algorithm>

namespace sandbench::agent {

namespace {

enum : std::uint8_t { kHello = 1, kData = 2, kAck = 3, kBye = 4, kKeep = 5, kAnew = 6 };

constexpr std::size_t kHeadBytes = 5;
constexpr std::size_t kCountBytes = 8;
constexpr std::size_t kHelloBytes = Link::kTokenBytes + kCountBytes;
/// Small traffic is confirmed rarely, a flood often enough to keep its window open.
constexpr std::uint64_t kAckEvery = 512U << 10;

template <typename Number> void append(std::string& out, Number value)
{
    for (std::size_t i = 0; i < sizeof value; ++i)
        out += static_cast<char>(value >> (8 * i));
}

template <typename Number> Number readNumber(std::string_view bytes)
{
    Number value = 0;
    for (std::size_t i = 0; i < sizeof value; ++i)
        value |= static_cast<Number>(static_cast<std::uint8_t>(bytes[i])) << (8 * i);
    return value;
}

void appendHead(std::string& out, std::uint8_t type, std::size_t length)
{
    out += static_cast<char>(type);
    append(out, static_cast<std::uint32_t>(length));
}

Error brokenLink(const char* how)
{
    return Error(ErrorCode::Protocol, std::string("the other end of the link ") + how);
}

Result<void> checkHead(std::uint8_t type, std::size_t length)
{
    const bool isRight = type == kHello ? length == kHelloBytes
        : type == kData                 ? length > 0 && length <= Link::kMostFrameBytes
        : type == kAck                  ? length == kCountBytes
                                        : (type == kBye || type == kKeep) && length == 0;
    return isRight ? Result<void>() : brokenLink("sent a frame that there is not");
}

/// Takes as long for every wrong token.
bool isSame(const Link::Token& token, std::string_view bytes)
{
    unsigned difference = 0;
    for (std::size_t i = 0; i < token.size(); ++i)
        difference |= static_cast<std::uint8_t>(token[i]) ^ static_cast<std::uint8_t>(bytes[i]);
    return difference == 0;
}

} // namespace

bool Link::hasToken(const Token& token) const
{
    return isSame(m_token, {token.data(), token.size()});
}

void Link::begin()
{
    m_partial.clear();
    m_output.clear();
    m_isGreeted = false;
    appendHead(m_output, kHello, kHelloBytes);
    m_output.append(m_token.data(), m_token.size());
    append(m_output, m_received);
    m_acknowledged = m_received;
    if (m_sendsKeep)
        appendHead(m_output, kKeep, 0);
}

Result<void> Link::feed(std::string_view bytes, std::string& received)
{
    // Whole frames are read where they are; only what is left of one is kept.
    const bool wasPartial = !m_partial.empty();
    if (wasPartial)
        m_partial.append(bytes);
    std::string_view rest = wasPartial ? std::string_view(m_partial) : bytes;
    while (rest.size() >= kHeadBytes) {
        const auto type = static_cast<std::uint8_t>(rest[0]);
        const auto length = readNumber<std::uint32_t>(rest.substr(1));
        SANDBENCH_TRY_VOID(checkHead(type, length));
        if (rest.size() - kHeadBytes < length)
            break;
        SANDBENCH_TRY_VOID(take(type, rest.substr(kHeadBytes, length), received));
        rest.remove_prefix(kHeadBytes + length);
    }
    if (wasPartial)
        m_partial.erase(0, m_partial.size() - rest.size());
    else
        m_partial = rest;
    acknowledge();
    return {};
}

Result<void> Link::take(std::uint8_t type, std::string_view payload, std::string& received)
{
    if (m_isGreeted == (type == kHello) || m_hasEnded)
        return brokenLink("sent a frame out of order");
    switch (type) {
    case kHello:
        return takeHello(payload);
    case kAck:
        return confirm(readNumber<std::uint64_t>(payload));
    case kBye:
        m_hasEnded = true;
        return {};
    case kKeep:
        m_isKept = true;
        return {};
    default:
        received += payload;
        m_received += payload.size();
        return {};
    }
}

Result<void> Link::takeHello(std::string_view payload)
{
    if (!isSame(m_token, payload))
        return Error(ErrorCode::PermissionDenied, "the other end of the link is another one's");
    SANDBENCH_TRY_VOID(confirm(readNumber<std::uint64_t>(payload.substr(kTokenBytes))));
    m_isGreeted = true;
    const auto again = std::string_view(m_kept).substr(m_dropped);
    for (std::size_t at = 0; at < again.size(); at += kMostFrameBytes) {
        const auto piece = again.substr(at, kMostFrameBytes);
        appendHead(m_output, kData, piece.size());
        m_output += piece;
    }
    return {};
}

Result<void> Link::confirm(std::uint64_t count)
{
    if (count < m_confirmed || count - m_confirmed > unconfirmed())
        return brokenLink("confirms what it cannot have");
    m_dropped += static_cast<std::size_t>(count - m_confirmed);
    m_confirmed = count;
    // Dropping the confirmed part only once it outweighs the rest keeps this linear.
    if (m_dropped >= m_kept.size() - m_dropped) {
        m_kept.erase(0, m_dropped);
        m_dropped = 0;
    }
    return {};
}

void Link::send(std::string_view bytes)
{
    m_kept += bytes;
    // Before the greeting nobody knows where to go on; takeHello() sends it all.
    for (; m_isGreeted && !bytes.empty();
         bytes.remove_prefix(std::min(bytes.size(), kMostFrameBytes))) {
        const auto piece = bytes.substr(0, kMostFrameBytes);
        appendHead(m_output, kData, piece.size());
        m_output += piece;
    }
}

void Link::sendBye()
{
    if (m_isGreeted)
        appendHead(m_output, kBye, 0);
}

void Link::sendKeep()
{
    // Before the greeting begin() said it, or will.
    if (m_isGreeted && !m_sendsKeep)
        appendHead(m_output, kKeep, 0);
    m_sendsKeep = true;
}

void Link::acknowledge()
{
    if (!m_isGreeted || m_received - m_acknowledged < kAckEvery)
        return;
    appendHead(m_output, kAck, kCountBytes);
    append(m_output, m_received);
    m_acknowledged = m_received;
}

std::string Link::takeOutput()
{
    std::string output;
    output.swap(m_output);
    return output;
}

bool asksAnew(std::string_view bytes)
{
    return bytes.starts_with(static_cast<char>(kAnew));
}

std::string anewFrame(const Link::Token& token)
{
    std::string frame;
    appendHead(frame, kAnew, kHelloBytes);
    frame.append(token.data(), token.size());
    append(frame, std::uint64_t{0});
    return frame;
}

Result<bool> readToken(std::string_view bytes, Link::Token& token)
{
    if (bytes.size() < kHeadBytes)
        return false;
    if ((static_cast<std::uint8_t>(bytes[0]) != kHello && !asksAnew(bytes))
        || readNumber<std::uint32_t>(bytes.substr(1)) != kHelloBytes)
        return brokenLink("does not greet");
    if (bytes.size() < kHeadBytes + kHelloBytes)
        return false;
    bytes.substr(kHeadBytes).copy(token.data(), token.size());
    return true;
}

} // namespace sandbench::agent
