// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/agent_main.h"

#include "core/agent/guest/agent.h"
#include "core/agent/guest/holder.h"
#include "core/agent/guest/keeper.h"
#include "core/agent/guest/place.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace sandbench::guest {

/// Whoever started us may have left files open; nothing that runs here shall find them.
static void closeInherited(unsigned first)
{
    if (::syscall(SYS_close_range, first, ~0U, 0U) == 0)
        return;
    for (int fd = static_cast<int>(first); fd < 65536; ++fd)
        ::close(fd);
}

/// Where kernels are lent: the one inherited file that stays, out of the way of the others.
static UniqueFd keepDoor(const std::string& number)
{
    constexpr int kDoor = STDERR_FILENO + 1;
    const int fd = std::atoi(number.c_str());
    if (fd > kDoor)
        ::dup2(fd, kDoor);
    UniqueFd door(fd >= kDoor ? kDoor : -1);
    if (door)
        ::fcntl(door.get(), F_SETFD, FD_CLOEXEC);
    return door;
}

/// What nobody in a sandbox needs, and what outlives or burdens more than the sandbox. Not every
/// engine can be told.
static void lowerLimits()
{
    constexpr rlim_t kLockedMemoryBytes = 64U << 10;
    const std::pair<__rlimit_resource_t, rlim_t> most[]
        = {{RLIMIT_CORE, 0}, {RLIMIT_MSGQUEUE, 0}, {RLIMIT_MEMLOCK, kLockedMemoryBytes}};
    for (const auto& [resource, value] : most) {
        rlimit limit = {};
        ::getrlimit(resource, &limit);
        limit.rlim_max = std::min(limit.rlim_max, value);
        limit.rlim_cur = std::min(limit.rlim_cur, limit.rlim_max);
        ::setrlimit(resource, &limit);
    }
}

/// A container's stdio are pipes that an engine empties in small pieces: fewer wake-ups.
static void widenPipes()
{
    constexpr int kPipeBytes = 1 << 20;
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO})
        ::fcntl(fd, F_SETPIPE_SZ, kPipeBytes);
}

static int complain(const Error& error)
{
    const auto line = "sandbench-agent: " + error.text() + "\n";
    [[maybe_unused]] const auto n = ::write(STDERR_FILENO, line.data(), line.size());
    return 1;
}

/// Says to whoever started us that relays find us from now on.
static void tellOfListening()
{
    [[maybe_unused]] const auto n = ::write(STDOUT_FILENO, "\n", 1);
}

/// One agent behind a socket instead of the standard streams: its host may come back. Sets
/// @p isKept where another one shall follow.
static int holdOnce(std::string_view name, bool& isKept, bool isAwaited, UniqueFd oomScore)
{
    auto listener = listenForRelays(name);
    if (!listener)
        return complain(listener.error());
    if (isAwaited)
        tellOfListening();
    auto pair = makeSocketPair();
    const UniqueFd out(pair ? ::fcntl(pair->first.get(), F_DUPFD_CLOEXEC, 0) : -1);
    if (!out)
        return complain(Error::fromErrno(errno, "the agent cannot make its stream"));
    Agent agent(pair->first.get(), out.get(), std::move(oomScore));
    if (isKept)
        agent.waitForHost();
    const Holder holder(agent.loop(), std::move(pair->second), std::move(*listener));
    const int status = agent.serve();
    isKept = (isKept || holder.isKept()) && !agent.wasTerminated();
    return status;
}

static int hold(const char* name, std::string_view how, UniqueFd oomScore)
{
    bool isKept = how == "kept";
    const int status = holdOnce(name, isKept, how == "awaited", std::move(oomScore));
    // The next one starts from nothing, also in this process.
    if (isKept)
        ::execl("/proc/self/exe", "sandbench-agent", "hold", name, "kept", nullptr);
    return status;
}

int agentMain(int argc, char** argv)
{
    const std::string_view mode = argc > 1 ? argv[1] : "";
    const std::string_view operand = argc > 2 ? argv[2] : "";
    auto door = mode == "lent" ? keepDoor(std::string(operand)) : UniqueFd();
    closeInherited(STDERR_FILENO + (door ? 2 : 1));
    if (mode == "place") {
        const auto placed = placeSelf(std::string(operand));
        return placed ? 0 : complain(placed.error());
    }
    lowerLimits();
    if (mode == "keep")
        return keepSandbox(std::chrono::seconds(std::atoll(argv[2] ? argv[2] : "")));
    widenPipes();
    // Programs make files as on any fresh system, whatever the host's user prefers.
    ::umask(022);
    UniqueFd oomScore(::open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC));
    ::prctl(PR_SET_DUMPABLE, 0);
    // Where it was brought for this relay alone.
    if (mode == "attach" && argc > 3) [[maybe_unused]]
        const auto removed = removeSelf();
    if (mode == "attach")
        return relay(operand, STDIN_FILENO, STDOUT_FILENO);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (mode == "hold")
        return hold(argc > 2 ? argv[2] : "", argc > 3 ? argv[3] : "", std::move(oomScore));
    Agent agent(STDIN_FILENO, STDOUT_FILENO, std::move(oomScore), std::move(door));
    return agent.serve();
}

} // namespace sandbench::guest
