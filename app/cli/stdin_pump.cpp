// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/stdin_pump.h"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace sandbench::cli {

Result<std::unique_ptr<StdinPump>> StdinPump::open(const std::string& path)
{
    UniqueFd source(
        path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
                    : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (!source)
        return Error::fromErrno(errno, "--stdin: cannot read " + path);
    return std::unique_ptr<StdinPump>(new StdinPump(std::move(source)));
}

StdinPump::StdinPump(UniqueFd source)
    : m_source(std::move(source))
{
}

StdinPump::~StdinPump()
{
    m_end.signal();
    if (m_thread.joinable())
        m_thread.join();
}

void StdinPump::start(std::shared_ptr<workspace::HostedRun> run)
{
    m_thread = std::thread([this, run = std::move(run)] { carry(*run); });
}

void StdinPump::carry(workspace::HostedRun& run)
{
    std::string chunk(65536, '\0');
    for (;;) {
        pollfd waits[] = {{m_source.get(), POLLIN, 0}, {m_end.fd(), POLLIN, 0}};
        if (::poll(waits, 2, -1) < 0)
            continue;
        if (waits[1].revents)
            return;
        const auto n = ::read(m_source.get(), chunk.data(), chunk.size());
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n <= 0)
            break;
        const std::string_view bytes(chunk.data(), static_cast<std::size_t>(n));
        if (!run.sendInput(bytes))
            return;
    }
    // The run may be over by now, and then there is no input left to end.
    (void)run.closeInput();
}

} // namespace sandbench::cli
