// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fake_guest.h"

#include "core/engine/local/fd_stream.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sandbench::test {

using agent::Channel;
using agent::Frame;
using agent::FrameType;

FakeGuest::FakeGuest()
{
    auto ends = makeSocketPair();
    if (!ends)
        return;
    m_socket = std::move(ends->first);
    m_hostSocket = std::move(ends->second);
}

std::unique_ptr<ByteStream> FakeGuest::takeStream()
{
    return std::make_unique<SocketStream>(std::move(m_hostSocket));
}

void FakeGuest::sendHello(int protocol)
{
    send(
        FrameType::Hello, 0,
        Json{{"protocol", protocol}, {"version", "test"}, {"capabilities", Json::array()}});
}

void FakeGuest::sendRaw(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto n = ::send(m_socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (n <= 0)
            return; // the host hung up, which the test sees elsewhere
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
}

void FakeGuest::send(FrameType type, std::uint32_t stream, std::string_view payload)
{
    std::string frame;
    agent::appendFrame(frame, type, stream, payload);
    sendRaw(frame);
}

void FakeGuest::send(FrameType type, std::uint32_t stream, const Json& payload)
{
    send(type, stream, std::string_view(writeJson(payload)));
}

void FakeGuest::sendData(std::uint32_t stream, Channel channel, std::string_view bytes)
{
    std::string frame;
    agent::appendData(frame, stream, channel, bytes);
    sendRaw(frame);
}

void FakeGuest::sendEof(std::uint32_t stream, Channel channel)
{
    std::string frame;
    agent::appendEof(frame, stream, channel);
    sendRaw(frame);
}

void FakeGuest::sendCredit(std::uint32_t stream, Channel channel, std::uint32_t bytes)
{
    std::string frame;
    agent::appendCredit(frame, stream, channel, bytes);
    sendRaw(frame);
}

FakeGuest::Read FakeGuest::readSome(std::chrono::milliseconds patience)
{
    pollfd polled = {m_socket.get(), POLLIN, 0};
    if (::poll(&polled, 1, static_cast<int>(patience.count())) <= 0)
        return Read::Nothing;
    std::string buffer(256U << 10, '\0');
    const auto n = ::read(m_socket.get(), buffer.data(), buffer.size());
    if (n <= 0)
        return Read::End;
    m_decoder.feed(std::string_view(buffer).substr(0, static_cast<std::size_t>(n)));
    return Read::Bytes;
}

std::optional<Frame> FakeGuest::next(std::chrono::milliseconds patience)
{
    const auto deadline = std::chrono::steady_clock::now() + patience;
    for (;;) {
        if (auto frame = m_decoder.next())
            return frame;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(
            deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0 || readSome(left) != Read::Bytes)
            return std::nullopt;
    }
}

std::optional<Frame> FakeGuest::nextOf(FrameType type, std::chrono::milliseconds patience)
{
    while (auto frame = next(patience))
        if (frame->type == type)
            return frame;
    return std::nullopt;
}

bool FakeGuest::waitForEnd(std::chrono::milliseconds patience)
{
    const auto deadline = std::chrono::steady_clock::now() + patience;
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(
            deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0)
            return false;
        if (readSome(left) == Read::End)
            return true;
    }
}

} // namespace sandbench::test
