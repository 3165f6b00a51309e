// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/node/node_stream.h"

#include <algorithm>
#include <array>
#include <cerrno>

namespace sandbench::node {

ResourceCounters NodeStream::counters() const
{
    const std::lock_guard lock(m_mutex);
    return m_counters;
}

/// 0 = the stream ended; 1 = there is one.
ssize_t NodeStream::receiveHead()
{
    while (m_head.size() < kFrameHeadBytes) {
        std::array<char, kFrameHeadBytes> bytes;
        const auto size = SocketStream::receive({bytes.data(), kFrameHeadBytes - m_head.size()});
        if (size <= 0)
            return size;
        m_head.append(bytes.data(), static_cast<std::size_t>(size));
    }
    const auto head = parseFrameHead(m_head);
    m_head.clear();
    if (!head)
        return 0;
    m_frame = *head;
    return 1;
}

ssize_t NodeStream::receiveCounters()
{
    while (m_frame.length > 0) {
        std::array<char, 512> bytes;
        const auto size = SocketStream::receive(
            {bytes.data(), std::min<std::size_t>(bytes.size(), m_frame.length)});
        if (size <= 0)
            return size;
        m_told.append(bytes.data(), static_cast<std::size_t>(size));
        m_frame.length -= static_cast<std::uint32_t>(size);
    }
    const auto counters = parseCounters(m_told);
    m_told.clear();
    if (!counters)
        return 0;
    const std::lock_guard lock(m_mutex);
    m_counters = *counters;
    return 1;
}

ssize_t NodeStream::receive(std::span<char> into)
{
    while (m_frame.length == 0 || m_frame.kind == FrameKind::Counters) {
        const auto ready = m_frame.length == 0 ? receiveHead() : receiveCounters();
        if (ready <= 0)
            return ready;
    }
    const auto size
        = SocketStream::receive(into.first(std::min<std::size_t>(into.size(), m_frame.length)));
    if (size > 0)
        m_frame.length -= static_cast<std::uint32_t>(size);
    return size;
}

} // namespace sandbench::node
