// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/engine.h"
#include "tests/support/frame_peer.h"

#include <memory>

namespace sandbench::test {

/// The guest's end of an agent connection, played by the test itself. Thread: one at a time.
class FakeGuest : public FramePeer
{
public:
    FakeGuest();

    /// Before takeStream(): what a session sends at its begin, its languages' kernels, has room
    /// where nobody reads it.
    void takeMuch();
    /// The host's end; handed out once.
    std::unique_ptr<ByteStream> takeStream();

    void sendHello(int protocol = agent::kProtocolVersion);

private:
    UniqueFd m_hostSocket;
};

} // namespace sandbench::test
