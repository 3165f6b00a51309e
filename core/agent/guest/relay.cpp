// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/holder.h"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace sandbench::guest {

namespace {

constexpr std::size_t kBufferBytes = 256U << 10;
constexpr std::string_view kPrefix = "sandbench-agent-";
constexpr int kTries = 800; // of 5 ms: an agent that is just being put there needs a moment
constexpr int kPauseMs = 5;

/// An abstract name: nothing in the file system that a program could replace. Source: unix(7).
socklen_t addressOf(std::string_view name, sockaddr_un& address)
{
    const auto whole = std::string(kPrefix) + std::string(name);
    const auto bytes = std::min(whole.size(), sizeof address.sun_path - 1);
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path + 1, whole.data(), bytes);
    return static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + bytes);
}

UniqueFd connectTo(std::string_view name)
{
    sockaddr_un address = {};
    const auto size = addressOf(name, address);
    for (int i = 0; i < kTries; ++i) {
        UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        if (fd && ::connect(fd.get(), reinterpret_cast<sockaddr*>(&address), size) == 0)
            return fd;
        ::poll(nullptr, 0, kPauseMs);
    }
    return UniqueFd();
}

/// One direction: bytes that were read and are not yet written.
struct Flow
{
    int from, to;
    std::unique_ptr<char[]> bytes = std::make_unique<char[]>(kBufferBytes);
    std::size_t begin = 0, end = 0;
    bool isOver = false;

    bool isEmpty() const { return begin == end; }

    void read()
    {
        const auto n = ::read(from, bytes.get(), kBufferBytes);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        isOver = n <= 0;
        begin = 0;
        end = n > 0 ? static_cast<std::size_t>(n) : 0;
    }

    void write()
    {
        const auto n = ::write(to, bytes.get() + begin, end - begin);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        isOver = n < 0;
        begin += n > 0 ? static_cast<std::size_t>(n) : 0;
    }
};

} // namespace

Result<UniqueFd> listenForRelays(std::string_view name)
{
    sockaddr_un address = {};
    const auto size = addressOf(name, address);
    UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!fd || ::bind(fd.get(), reinterpret_cast<sockaddr*>(&address), size) != 0
        || ::listen(fd.get(), SOMAXCONN) != 0)
        return Error::fromErrno(errno, "the agent cannot listen for its host");
    return fd;
}

int relay(std::string_view name, int in, int out)
{
    const auto agent = connectTo(name);
    if (!agent) {
        constexpr std::string_view kComplaint = "sandbench-agent: no agent is held here\n";
        [[maybe_unused]] const auto n
            = ::write(STDERR_FILENO, kComplaint.data(), kComplaint.size());
        return kNoAgent;
    }
    for (const int fd : {in, out, agent.get()})
        makeNonBlocking(fd);
    Flow flows[] = {{in, agent.get()}, {agent.get(), out}};
    while (!flows[0].isOver && !flows[1].isOver) {
        pollfd polled[2];
        for (int i = 0; i < 2; ++i)
            polled[i] = flows[i].isEmpty() ? pollfd{flows[i].from, POLLIN, 0}
                                           : pollfd{flows[i].to, POLLOUT, 0};
        if (::poll(polled, 2, -1) < 0 && errno != EINTR)
            break;
        for (int i = 0; i < 2; ++i) {
            if (polled[i].revents == 0)
                continue;
            if (flows[i].isEmpty())
                flows[i].read();
            // Mostly there is room: one wake-up less.
            if (!flows[i].isEmpty())
                flows[i].write();
        }
    }
    return 0;
}

} // namespace sandbench::guest
