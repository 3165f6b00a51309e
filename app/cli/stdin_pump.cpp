// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/stdin_pump.h"

#include "app/cli/own_terminal.h"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace sandbench::cli {

namespace {
constexpr char kInterruptKey = 3; // Ctrl-C
constexpr int kGivesUpAfter = 3;
constexpr std::chrono::seconds kGivesUpWithin(1);
} // namespace

Result<std::unique_ptr<StdinPump>> StdinPump::open(const std::string& path)
{
    const std::string file = path == "-" && isInBackground() ? "/dev/null" : path;
    UniqueFd source(
        file == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
                    : ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
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

void StdinPump::start(std::shared_ptr<RunControl> run, std::function<void()> onGivenUp)
{
    m_onGivenUp = std::move(onGivenUp);
    m_thread = std::thread([this, run = std::move(run)] { carry(*run); });
}

void StdinPump::carry(RunControl& run)
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
        if (m_onGivenUp && isGivenUp(bytes))
            return m_onGivenUp();
        if (!run.sendInput(bytes))
            return;
    }
    // The run may be over by now, and then there is no input left to end.
    (void)run.closeInput();
}

// A program may take Ctrl-C for a key, or ignore it.
bool StdinPump::isGivenUp(std::string_view keys)
{
    for (const char key : keys) {
        const auto now = Clock::now();
        if (key != kInterruptKey || now - m_firstInterrupt > kGivesUpWithin)
            m_interrupts = 0;
        if (key != kInterruptKey)
            continue;
        if (m_interrupts++ == 0)
            m_firstInterrupt = now;
        if (m_interrupts == kGivesUpAfter)
            return true;
    }
    return false;
}

} // namespace sandbench::cli
