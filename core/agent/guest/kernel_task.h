// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/kernel_host.h"
#include "core/agent/guest/stream.h"

#include <string>

namespace sandbench::guest {

/// Serves `kernel_start`, whose data is the kernel's source: as text of the request it would have
/// to be read letter by letter, which took 11 of the 60 ms in which a sandbox opens.
/// Thread: one.
class KernelTask : public StreamTask
{
public:
    KernelTask(KernelHost& kernels, Stream& stream)
        : m_kernels(kernels)
        , m_stream(stream)
    {
    }

    void start(const Json& request) { m_request = request; }
    bool onData(agent::Channel channel, std::string_view bytes) override;
    bool onEof(agent::Channel channel) override;

private:
    KernelHost& m_kernels;
    Stream& m_stream;
    Json m_request;
    std::string m_source;
};

} // namespace sandbench::guest
