// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/node/program/relay.h"

#include "core/base/fd.h"
#include "core/engine/node/node_protocol.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/signalfd.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace sandbench::node {

namespace {

constexpr std::size_t kChunkBytes = 256U << 10;

/// Until the end of the input, or a signal.
void handOnInput(ByteStream& agent, int signals)
{
    std::vector<char> chunk(kChunkBytes);
    for (;;) {
        pollfd polled[2] = {{STDIN_FILENO, POLLIN, 0}, {signals, POLLIN, 0}};
        if (::poll(polled, 2, -1) < 0 && errno != EINTR)
            return;
        if (polled[1].revents != 0)
            return;
        if (polled[0].revents == 0)
            continue;
        const auto size = ::read(STDIN_FILENO, chunk.data(), chunk.size());
        if (size < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (size <= 0 || !agent.write({chunk.data(), static_cast<std::size_t>(size)}))
            return;
    }
}

/// Gives up once @p ended says that nobody may read any more.
bool writeOut(std::string_view bytes, int ended)
{
    while (!bytes.empty()) {
        const auto size = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (size > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(size));
            continue;
        }
        if (size < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        pollfd polled[2] = {{STDOUT_FILENO, POLLOUT, 0}, {ended, POLLIN, 0}};
        if (::poll(polled, 2, -1) > 0 && polled[1].revents != 0)
            return false;
    }
    return true;
}

/// Counters go before what they may explain: a run that ended because of its memory, for one.
void handOnOutput(Instance& instance, int ended)
{
    std::vector<char> chunk(kChunkBytes);
    std::string told;
    for (;;) {
        const auto size = instance.stream().read(chunk, std::chrono::hours(1));
        if (size.failedAs(ErrorCode::Timeout))
            continue;
        if (!size || *size == 0)
            return;
        std::string frames;
        if (auto now = writeCounters(instance.counters()); now != told) {
            frames = frameHead(FrameKind::Counters, now.size()) + now;
            told = std::move(now);
        }
        frames += frameHead(FrameKind::Data, *size);
        frames.append(chunk.data(), *size);
        if (!writeOut(frames, ended))
            return;
    }
}

UniqueFd openSignals()
{
    sigset_t set;
    ::sigemptyset(&set);
    for (const int number : {SIGTERM, SIGINT, SIGHUP})
        ::sigaddset(&set, number);
    return UniqueFd(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

} // namespace

/// Byte by byte: what is behind the line is the agent's, and a pipe takes nothing back.
Result<std::string> readLine(int fd)
{
    std::string line;
    while (line.size() <= far::kMostLineBytes) {
        char byte = 0;
        const auto size = ::read(fd, &byte, 1);
        if (size < 0 && errno == EINTR)
            continue;
        if (size <= 0)
            return Error(ErrorCode::ConnectionLost, "nothing was asked for");
        if (byte == '\n')
            return line;
        line += byte;
    }
    return Error(ErrorCode::Protocol, "what is asked for is too long");
}

Result<void> relay(Instance& instance)
{
    const auto signals = openSignals();
    if (!signals)
        return Error::fromErrno(errno, "cannot wait for signals");
    makeNonBlocking(STDOUT_FILENO);
    const WakeEvent ended;
    std::thread input([&] {
        handOnInput(instance.stream(), signals.get());
        ended.signal();
        instance.stream().close();
    });
    handOnOutput(instance, ended.fd());
    // The other one may still wait for input.
    ::kill(::getpid(), SIGTERM);
    input.join();
    return instance.close();
}

} // namespace sandbench::node
