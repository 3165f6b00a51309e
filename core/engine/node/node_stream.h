// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/socket_stream.h"
#include "core/engine/node/node_protocol.h"

#include <mutex>
#include <string>

namespace sandbench::node {

/// What sandbench-node sends, as the agent's stream: without the frames, and with the counters that
/// came last. A frame that is none ends it.
class NodeStream : public SocketStream
{
public:
    /// @p socket: after the program's answer. Whatever came behind that goes through putBack().
    using SocketStream::SocketStream;

    /// Thread: any.
    ResourceCounters counters() const;

protected:
    ssize_t receive(std::span<char> into) override;

private:
    ssize_t receiveHead();
    ssize_t receiveCounters();

    std::string m_head; ///< Of the frame that begins; kFrameHeadBytes at most.
    FrameHead m_frame; ///< The one that is read, and what is left of it.
    std::string m_told; ///< Counters so far.
    mutable std::mutex m_mutex; ///< Guards m_counters.
    ResourceCounters m_counters;
};

} // namespace sandbench::node
