// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/process/wait_readable.h"

#include "core/base/fd.h"

#include <cerrno>
#include <poll.h>

namespace sandbench {

Result<void> waitReadable(int fd, std::chrono::milliseconds patience, std::stop_token stop)
{
    const WakeEvent wake;
    const std::stop_callback onStop(stop, [&wake] { wake.signal(); });
    const auto until = std::chrono::steady_clock::now() + patience;
    for (;;) {
        pollfd polled[2] = {{fd, POLLIN, 0}, {wake.fd(), POLLIN, 0}};
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(
            until - std::chrono::steady_clock::now());
        if (left.count() <= 0)
            return Error(ErrorCode::Timeout, "nothing came in time");
        const int ready = ::poll(polled, 2, static_cast<int>(left.count()));
        if (ready < 0 && errno != EINTR)
            return Error::fromErrno(errno, "cannot wait for the sandbox");
        if (ready > 0 && polled[1].revents != 0)
            return Error(ErrorCode::Cancelled, "stopped while opening a sandbox");
        if (ready > 0)
            return {};
    }
}

} // namespace sandbench
