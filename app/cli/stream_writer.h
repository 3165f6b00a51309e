// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

#include <functional>
#include <stop_token>
#include <string_view>

namespace sandbench::cli {

/// Writes bytes to a descriptor that it does not own (stdout, stderr), as they are. Blocks while
/// the reader is slow, so that the program in the sandbox is paused, and gives up when a stop is
/// requested. Thread: one at a time.
class StreamWriter
{
public:
    StreamWriter(int fd, std::stop_token stop);

    /// Errors: ConnectionLost when nobody reads any more, Cancelled, Io.
    Result<void> write(std::string_view bytes);

private:
    Result<void> waitWritable();

    int m_fd;
    bool m_mayBlock;
    std::stop_token m_stop;
    WakeEvent m_wake;
    std::stop_callback<std::function<void()>> m_onStop;
};

} // namespace sandbench::cli
