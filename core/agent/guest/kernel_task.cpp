// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/kernel_task.h"

#include <utility>

namespace sandbench::guest {

static constexpr std::size_t kMaxSource = 3U << 20;

bool KernelTask::onData(agent::Channel channel, std::string_view bytes)
{
    if (channel != agent::Channel::File)
        return false;
    if (m_source.size() + bytes.size() > kMaxSource) {
        m_stream.fail(Error(ErrorCode::InvalidArgument, "the source of the kernel is too long"));
        return true;
    }
    m_source += bytes;
    m_stream.consumed(channel, bytes.size());
    return true;
}

bool KernelTask::onEof(agent::Channel channel)
{
    if (channel != agent::Channel::File)
        return false;
    if (auto started = m_kernels.start(m_request, std::move(m_source)))
        m_stream.reply(std::move(*started));
    else
        m_stream.fail(started.error());
    return true;
}

} // namespace sandbench::guest
