// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/protocol.h"

namespace sandbench::agent {

/// What a decoder keeps for the next frames when it has no bytes left.
static constexpr std::size_t kKeptBuffer = 64U << 10;

static void appendU32(std::string& out, std::uint32_t value)
{
    for (int shift = 0; shift < 32; shift += 8)
        out.push_back(static_cast<char>((value >> shift) & 0xFFU));
}

static std::uint32_t readU32(std::string_view bytes)
{
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;)
        value = (value << 8) | static_cast<std::uint8_t>(bytes[i]);
    return value;
}

static void appendHeader(std::string& out, FrameType type, std::uint32_t stream, std::size_t length)
{
    appendU32(out, static_cast<std::uint32_t>(length));
    out.push_back(static_cast<char>(type));
    appendU32(out, stream);
}

std::uint32_t Frame::credit() const
{
    return readU32(std::string_view(payload).substr(1));
}

void appendFrame(std::string& out, FrameType type, std::uint32_t stream, std::string_view payload)
{
    appendHeader(out, type, stream, payload.size());
    out.append(payload);
}

void appendData(std::string& out, std::uint32_t stream, Channel channel, std::string_view bytes)
{
    appendHeader(out, FrameType::Data, stream, bytes.size() + 1);
    out.push_back(static_cast<char>(channel));
    out.append(bytes);
}

void appendEof(std::string& out, std::uint32_t stream, Channel channel)
{
    appendHeader(out, FrameType::Eof, stream, 1);
    out.push_back(static_cast<char>(channel));
}

void appendCredit(std::string& out, std::uint32_t stream, Channel channel, std::uint32_t bytes)
{
    appendHeader(out, FrameType::Credit, stream, 5);
    out.push_back(static_cast<char>(channel));
    appendU32(out, bytes);
}

namespace {

struct Header
{
    std::size_t length = 0;
    std::uint8_t type = 0;
    std::uint32_t stream = 0;
};

bool hasChannel(std::uint8_t type)
{
    return type >= static_cast<std::uint8_t>(FrameType::Data)
        && type <= static_cast<std::uint8_t>(FrameType::Credit);
}

/// Why no honest peer sends this header, or nullptr.
const char* objectionTo(const Header& header)
{
    if (header.type < static_cast<std::uint8_t>(FrameType::Hello)
        || header.type > static_cast<std::uint8_t>(FrameType::Pong))
        return "unknown frame type";
    if (header.length > kMaxPayload)
        return "frame is longer than allowed";
    const auto type = static_cast<FrameType>(header.type);
    const bool ofConnection
        = type == FrameType::Hello || type == FrameType::Ping || type == FrameType::Pong;
    if (ofConnection != (header.stream == 0))
        return "frame type does not belong on this stream";
    if ((type == FrameType::Ping || type == FrameType::Pong) && header.length > 64)
        return "ping is longer than allowed";
    if (type == FrameType::Data && header.length < 1)
        return "data frame without channel";
    if (type == FrameType::Eof && header.length != 1)
        return "end frame of wrong length";
    if (type == FrameType::Credit && header.length != 5)
        return "credit frame of wrong length";
    return nullptr;
}

} // namespace

void FrameDecoder::feed(std::string_view bytes)
{
    if (!m_error.empty())
        return;
    // Dropping the read part only once it outweighs the rest keeps feeding linear.
    if (m_consumed > 0 && m_consumed >= m_buffer.size() - m_consumed) {
        m_buffer.erase(0, m_consumed);
        m_consumed = 0;
    }
    m_buffer.append(bytes);
}

std::optional<Frame> FrameDecoder::next()
{
    const std::string_view rest = std::string_view(m_buffer).substr(m_consumed);
    if (!m_error.empty() || rest.size() < kHeaderBytes)
        return std::nullopt;
    const Header header{readU32(rest), static_cast<std::uint8_t>(rest[4]), readU32(rest.substr(5))};
    const char* objection = objectionTo(header);
    // The channel is judged as soon as its byte is there, so that a bad frame is never collected.
    if (!objection && hasChannel(header.type) && rest.size() > kHeaderBytes
        && static_cast<std::uint8_t>(rest[kHeaderBytes]) >= kChannelCount)
        objection = "unknown channel";
    if (objection) {
        m_error = objection;
        m_buffer = {};
        m_consumed = 0;
        return std::nullopt;
    }
    if (rest.size() - kHeaderBytes < header.length)
        return std::nullopt;
    m_consumed += kHeaderBytes + header.length;
    Frame frame{
        static_cast<FrameType>(header.type), header.stream,
        std::string(rest.substr(kHeaderBytes, header.length))};
    if (m_consumed == m_buffer.size() && m_buffer.capacity() > kKeptBuffer) {
        std::string().swap(m_buffer);
        m_consumed = 0;
    }
    return frame;
}

} // namespace sandbench::agent
