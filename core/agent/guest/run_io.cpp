// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/run_io.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace sandbench::guest {

using agent::Channel;

// Fewer wake-ups for a program that prints a lot; a refusal costs nothing.
static constexpr int kPipeBytes = 256 << 10;
static constexpr const char* kNowhere = "/dev/null";

Result<std::unique_ptr<RunIo>> RunIo::open(const RunSpec& spec)
{
    auto io = std::make_unique<RunIo>();
    if (spec.pty) {
        SANDBENCH_TRY_VOID(io->openTerminal(*spec.pty));
    } else {
        SANDBENCH_TRY_VOID(io->openPipes());
    }
    if (spec.wantsDisplay)
        SANDBENCH_TRY_VOID(io->addOutput(Channel::Display));
    if (!spec.wantsStdin && !spec.pty)
        io->m_inputFd.reset();
    return io;
}

Result<std::unique_ptr<RunIo>>
RunIo::openByName(const RunSpec& spec, const std::vector<std::string>& folders)
{
    auto io = std::make_unique<RunIo>();
    if (spec.pty) {
        SANDBENCH_TRY_VOID(io->openTerminal(*spec.pty));
    } else {
        SANDBENCH_TRY_VOID(io->openNamedPipes(spec, folders));
    }
    io->m_paths.emplace_back(kNowhere);
    if (!spec.wantsDisplay)
        return io;
    SANDBENCH_TRY(NamedPipe pipe, io->takePipe(folders));
    io->m_outputs.push_back({Channel::Display, std::move(pipe.read), nullptr});
    io->m_program.push_back(std::move(pipe.write));
    io->m_paths.back() = std::move(pipe.path);
    return io;
}

Result<NamedPipe> RunIo::takePipe(const std::vector<std::string>& folders)
{
    SANDBENCH_TRY(NamedPipe pipe, makeNamedPipe(folders));
    ::fcntl(pipe.write.get(), F_SETPIPE_SZ, kPipeBytes);
    m_toUnlink.push_back(pipe.path);
    return pipe;
}

Result<void> RunIo::openNamedPipes(const RunSpec& spec, const std::vector<std::string>& folders)
{
    m_paths.emplace_back(kNowhere);
    if (spec.wantsStdin) {
        SANDBENCH_TRY(NamedPipe input, takePipe(folders));
        // Until the program has it open: without a writer that would wait for one.
        m_program.emplace_back(::fcntl(input.write.get(), F_DUPFD_CLOEXEC, 0));
        m_program.push_back(std::move(input.read));
        m_inputFd = std::move(input.write);
        m_paths.back() = std::move(input.path);
    }
    for (const auto channel : {Channel::Stdout, Channel::Stderr}) {
        SANDBENCH_TRY(NamedPipe pipe, takePipe(folders));
        m_outputs.push_back({channel, std::move(pipe.read), nullptr});
        m_program.push_back(std::move(pipe.write));
        m_paths.push_back(std::move(pipe.path));
    }
    return {};
}

void RunIo::closeProgramEnds()
{
    m_program.clear();
    for (const std::string& path : std::exchange(m_toUnlink, {}))
        ::unlink(path.c_str());
}

Result<void> RunIo::addOutput(Channel channel)
{
    SANDBENCH_TRY(PipeEnds pipe, makePipe());
    ::fcntl(pipe.write.get(), F_SETPIPE_SZ, kPipeBytes);
    m_outputs.push_back({channel, std::move(pipe.read), nullptr});
    m_program.push_back(std::move(pipe.write));
    return {};
}

Result<void> RunIo::openPipes()
{
    SANDBENCH_TRY(PipeEnds input, makePipe());
    m_program.push_back(std::move(input.read));
    m_inputFd = std::move(input.write);
    SANDBENCH_TRY_VOID(addOutput(Channel::Stdout));
    return addOutput(Channel::Stderr);
}

static Error noTerminal(const char* what)
{
    return Error(
        ErrorCode::Unavailable,
        std::string("cannot open a terminal in this sandbox: ") + what + ": " + std::strerror(errno)
            + "; it needs a devpts file system on /dev/pts");
}

Result<void> RunIo::openTerminal(PtySize size)
{
    m_terminal.reset(::open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC));
    if (!m_terminal)
        return noTerminal("/dev/ptmx");
    int unlocked = 0;
    int number = 0;
    if (::ioctl(m_terminal.get(), TIOCSPTLCK, &unlocked) != 0
        || ::ioctl(m_terminal.get(), TIOCGPTN, &number) != 0)
        return noTerminal("/dev/ptmx");
    char path[32];
    std::snprintf(path, sizeof path, "/dev/pts/%d", number);
    UniqueFd program(::open(path, O_RDWR | O_NOCTTY | O_CLOEXEC));
    if (!program)
        return noTerminal(path);
    SANDBENCH_TRY_VOID(resize(size));
    UniqueFd reading(::fcntl(m_terminal.get(), F_DUPFD_CLOEXEC, 0));
    m_inputFd.reset(::fcntl(m_terminal.get(), F_DUPFD_CLOEXEC, 0));
    UniqueFd second(::fcntl(program.get(), F_DUPFD_CLOEXEC, 0));
    UniqueFd third(::fcntl(program.get(), F_DUPFD_CLOEXEC, 0));
    if (!reading || !m_inputFd || !second || !third)
        return Error::fromErrno(errno, "cannot open a terminal");
    m_outputs.push_back({Channel::Stdout, std::move(reading), nullptr});
    m_program.push_back(std::move(program));
    m_program.push_back(std::move(second));
    m_program.push_back(std::move(third));
    m_paths.assign(m_program.size(), path);
    return {};
}

Result<void> RunIo::resize(PtySize size)
{
    winsize window = {};
    window.ws_row = size.rows;
    window.ws_col = size.columns;
    if (!m_terminal || ::ioctl(m_terminal.get(), TIOCSWINSZ, &window) != 0)
        return Error(ErrorCode::InvalidArgument, "the run has no terminal");
    return {};
}

std::vector<int> RunIo::programFds() const
{
    std::vector<int> fds;
    for (const UniqueFd& fd : m_program)
        fds.push_back(fd.get());
    return fds;
}

void RunIo::attach(
    EventLoop& loop, Stream& stream, const RunSpec& spec, OutputPump::Listener listener)
{
    for (Output& output : m_outputs) {
        // The display stream has its own bounds, on the host.
        const auto limit = output.channel == Channel::Display ? 0 : spec.limits.outputBytes;
        listener.onWake = [this, channel = output.channel] {
            for (const Output& other : m_outputs) {
                if (other.channel != channel && other.pump)
                    other.pump->otherWoke();
            }
        };
        output.pump = std::make_unique<OutputPump>(
            loop, stream, output.channel, std::move(output.fd), limit, listener);
    }
    if (m_inputFd)
        m_input
            = std::make_unique<InputPump>(loop, stream, std::move(m_inputFd), spec.pty.has_value());
}

void RunIo::pump()
{
    for (Output& output : m_outputs) {
        if (output.pump && !output.pump->isDone())
            output.pump->pump();
    }
}

void RunIo::finishSoon(bool impatient)
{
    // The terminal's own copies would keep it from ending.
    m_input.reset();
    for (Output& output : m_outputs) {
        if (output.pump)
            output.pump->finishSoon(impatient);
    }
}

bool RunIo::isDone() const
{
    return std::all_of(m_outputs.begin(), m_outputs.end(), [](const Output& output) {
        return output.pump && output.pump->isDone();
    });
}

std::uint64_t RunIo::bytesOf(Channel channel) const
{
    for (const Output& output : m_outputs) {
        if (output.channel == channel && output.pump)
            return output.pump->bytes();
    }
    return 0;
}

} // namespace sandbench::guest
