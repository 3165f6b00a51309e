// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/stream_writer.h"

#include <cerrno>
#include <climits>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::cli {
namespace {

bool canBlock(int fd)
{
    struct stat info = {};
    if (::fstat(fd, &info) != 0)
        return false;
    return S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode) || ::isatty(fd);
}

} // namespace

StreamWriter::StreamWriter(int fd, std::stop_token stop)
    : m_fd(fd)
    , m_mayBlock(canBlock(fd))
    , m_stop(std::move(stop))
    , m_onStop(m_stop, [this] { m_wake.signal(); })
{
}

Result<void> StreamWriter::waitWritable()
{
    for (;;) {
        pollfd waits[] = {{m_fd, POLLOUT, 0}, {m_wake.fd(), POLLIN, 0}};
        if (::poll(waits, 2, -1) < 0 && errno != EINTR)
            return Error::fromErrno(errno, "cannot wait for the output");
        if (m_stop.stop_requested() && !(waits[0].revents & POLLOUT))
            return Error(ErrorCode::Cancelled, "stopped");
        if (waits[0].revents)
            return {};
    }
}

Result<void> StreamWriter::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        std::string_view piece = bytes;
        if (m_mayBlock) {
            SANDBENCH_TRY_VOID(waitWritable());
            // A writable pipe takes this much at once; more could block where no stop reaches us.
            piece = bytes.substr(0, PIPE_BUF);
        }
        const auto n = ::write(m_fd, piece.data(), piece.size());
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n < 0 && errno == EPIPE)
            return Error(ErrorCode::ConnectionLost, "nobody reads the output any more");
        if (n < 0)
            return Error::fromErrno(errno, "cannot write the output");
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return {};
}

} // namespace sandbench::cli
