// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/frame_peer.h"
#include "core/base/clock.h"

#include <csignal>
#include <poll.h>
#include <string>
#include <unistd.h>

namespace sandbench::test {

using agent::Channel;
using agent::Frame;
using agent::FrameType;

FramePeer::FramePeer()
{
    // The other end may go at any time; a test sees that as the end of what it reads.
    ::signal(SIGPIPE, SIG_IGN);
}

void FramePeer::sendRaw(std::string_view bytes)
{
    [[maybe_unused]] const auto sent = writeAll(m_in.get(), bytes);
}

void FramePeer::send(FrameType type, std::uint32_t stream, std::string_view payload)
{
    std::string frame;
    agent::appendFrame(frame, type, stream, payload);
    sendRaw(frame);
}

void FramePeer::send(FrameType type, std::uint32_t stream, const Json& payload)
{
    send(type, stream, std::string_view(writeJson(payload)));
}

void FramePeer::sendData(std::uint32_t stream, Channel channel, std::string_view bytes)
{
    std::string frame;
    agent::appendData(frame, stream, channel, bytes);
    sendRaw(frame);
}

void FramePeer::sendEof(std::uint32_t stream, Channel channel)
{
    std::string frame;
    agent::appendEof(frame, stream, channel);
    sendRaw(frame);
}

void FramePeer::sendCredit(std::uint32_t stream, Channel channel, std::uint32_t bytes)
{
    std::string frame;
    agent::appendCredit(frame, stream, channel, bytes);
    sendRaw(frame);
}

FramePeer::Read FramePeer::readUntil(Clock::time_point deadline)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    pollfd polled = {m_out.get(), POLLIN, 0};
    if (left.count() <= 0 || ::poll(&polled, 1, static_cast<int>(left.count())) <= 0)
        return Read::Nothing;
    const auto n = ::read(m_out.get(), m_chunk.data(), m_chunk.size());
    if (n <= 0)
        return Read::End;
    m_decoder.feed({m_chunk.data(), static_cast<std::size_t>(n)});
    return Read::Bytes;
}

std::optional<Frame> FramePeer::next(std::chrono::milliseconds patience)
{
    const auto deadline = Clock::now() + patience;
    for (;;) {
        if (auto frame = m_decoder.next())
            return frame;
        if (readUntil(deadline) != Read::Bytes)
            return std::nullopt;
    }
}

std::optional<Frame> FramePeer::nextOf(FrameType type, std::chrono::milliseconds patience)
{
    while (auto frame = next(patience))
        if (frame->type == type)
            return frame;
    return std::nullopt;
}

bool FramePeer::waitForEnd(std::chrono::milliseconds patience)
{
    const auto deadline = Clock::now() + patience;
    for (;;) {
        const auto got = readUntil(deadline);
        if (got != Read::Bytes)
            return got == Read::End;
    }
}

void FramePeer::hangUp()
{
    m_in.reset();
    m_out.reset();
}

} // namespace sandbench::test
