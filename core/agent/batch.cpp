// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/client.h"

#include <utility>

namespace sandbench::agent {

Batch::Batch(AgentClient& client, std::stop_token stop)
    : m_client(client)
    , m_stop(std::move(stop))
    , m_lock(client.m_writeMutex, std::defer_lock)
{
    const std::stop_callback onStop(m_stop, [this] { m_client.hurry(); });
    m_lock.lock();
}

Batch::~Batch()
{
    // A stream that the guest never heard of may not be used, so what was prepared goes out.
    if (m_lock) [[maybe_unused]]
        const auto sent = send();
}

AgentStream Batch::add(const Json& request)
{
    return m_client.prepare(m_frames, request);
}

std::size_t Batch::addData(AgentStream& stream, Channel channel, std::string_view bytes)
{
    return stream.append(m_frames, channel, bytes);
}

Result<void> Batch::send()
{
    const std::stop_callback onStop(m_stop, [this] { m_client.hurry(); });
    auto sent = m_client.writeLocked(m_frames);
    m_frames.clear();
    m_lock.unlock();
    return sent;
}

} // namespace sandbench::agent
