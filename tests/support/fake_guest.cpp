// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fake_guest.h"

#include "core/base/socket_stream.h"

#include <sys/socket.h>
#include <unistd.h>

namespace sandbench::test {

FakeGuest::FakeGuest()
{
    auto ends = makeSocketPair();
    if (!ends)
        return;
    m_in = std::move(ends->first);
    m_out.reset(::dup(m_in.get()));
    m_hostSocket = std::move(ends->second);
}

void FakeGuest::takeMuch()
{
    constexpr int kEnough = 4 << 20;
    if (::setsockopt(m_hostSocket.get(), SOL_SOCKET, SO_SNDBUFFORCE, &kEnough, sizeof kEnough) != 0)
        (void)::setsockopt(m_hostSocket.get(), SOL_SOCKET, SO_SNDBUF, &kEnough, sizeof kEnough);
}

std::unique_ptr<ByteStream> FakeGuest::takeStream()
{
    return std::make_unique<SocketStream>(std::move(m_hostSocket));
}

void FakeGuest::sendHello(int protocol)
{
    send(
        agent::FrameType::Hello, 0,
        Json{{"protocol", protocol}, {"version", "test"}, {"capabilities", Json::array()}});
}

} // namespace sandbench::test
