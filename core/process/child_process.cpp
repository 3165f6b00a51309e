// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/process/child_process.h"

#include "core/process/sharing_clone.h"
#include "core/process/spawn_child.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sandbench {

namespace {

constexpr std::size_t kChildStackBytes = 64U << 10;

std::vector<char*> pointersTo(const std::vector<std::string>& strings)
{
    std::vector<char*> pointers;
    pointers.reserve(strings.size() + 1);
    for (const auto& text : strings)
        pointers.push_back(const_cast<char*>(text.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

/// What the child could not do, in the order of SpawnStep.
constexpr std::array kSteps = {"enter the cgroup",        "enter its namespaces",
                               "set the resource limits", "switch to the unprivileged user",
                               "stay tied to its parent", "arrange its descriptors",
                               "change its directory",    "execute it"};
static_assert(kSteps.size() == static_cast<std::size_t>(SpawnStep::Exec) + 1);

} // namespace

Result<ChildProcess> ChildProcess::spawn(const SpawnSpec& spec)
{
    auto argv = pointersTo(spec.arguments);
    auto envp = pointersTo(spec.environment);
    SpawnPlan plan;
    plan.program = spec.program.c_str();
    plan.argv = argv.data();
    plan.envp = envp.data();
    plan.directory = spec.directory.c_str();
    plan.fds = spec.fds;
    plan.joinFds = spec.joinFds;
    plan.userNamespace = spec.userNamespace;
    plan.mountNamespace = spec.mountNamespace;
    plan.ownMounts = spec.ownMounts;
    plan.limits = spec.limits;
    plan.identity = spec.identity ? &*spec.identity : nullptr;
    plan.parent = spec.diesWithSpawner ? ::getpid() : 0;

    // The stack outlives the child's use of it: CLONE_VFORK holds us until exec or exit.
    const auto stack = std::make_unique<char[]>(kChildStackBytes);
    int pidFd = -1;
    const auto pid
        = sharingClone(runSpawnedChild, stack.get() + kChildStackBytes, CLONE_PIDFD, &plan, &pidFd);
    if (pid < 0)
        return Error::fromErrno(errno, "cannot start " + spec.program);
    ChildProcess child(pid, UniqueFd(pidFd));
    if (plan.failure != 0)
        return Error::fromErrno(
            plan.failure,
            "cannot start " + spec.program + ": the child could not "
                + kSteps[static_cast<std::size_t>(plan.step)]);
    return child;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : m_pid(std::exchange(other.m_pid, -1))
    , m_pidFd(std::move(other.m_pidFd))
    , m_ended(std::exchange(other.m_ended, std::nullopt))
{
}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept
{
    if (this != &other) {
        end();
        m_pid = std::exchange(other.m_pid, -1);
        m_pidFd = std::move(other.m_pidFd);
        m_ended = std::exchange(other.m_ended, std::nullopt);
    }
    return *this;
}

ChildProcess::~ChildProcess()
{
    end();
}

Result<ExitState> ChildProcess::wait(std::chrono::milliseconds timeout, std::stop_token stop)
{
    if (m_ended)
        return *m_ended;
    const WakeEvent wake;
    const std::stop_callback onStop(stop, [&wake] { wake.signal(); });
    const auto until = std::chrono::steady_clock::now() + timeout;
    pollfd polled[2] = {{m_pidFd.get(), POLLIN, 0}, {wake.fd(), POLLIN, 0}};
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(
            until - std::chrono::steady_clock::now());
        const int waitMs = static_cast<int>(std::clamp<long>(left.count(), 0, 60'000));
        const int ready = ::poll(polled, 2, waitMs);
        if (ready < 0 && errno != EINTR)
            return Error::fromErrno(errno, "cannot wait for a child process");
        if (ready > 0 && (polled[0].revents & POLLIN) != 0)
            break;
        if (ready > 0 && (polled[1].revents & POLLIN) != 0)
            return Error(ErrorCode::Cancelled, "stopped while waiting for a child process");
        if (left.count() <= 0)
            return Error(ErrorCode::Timeout, "the child process is still running");
    }
    siginfo_t info = {};
    if (::waitid(P_PIDFD, static_cast<id_t>(m_pidFd.get()), &info, WEXITED) != 0)
        return Error::fromErrno(errno, "cannot reap a child process");
    ExitState state;
    if (info.si_code == CLD_EXITED)
        state.exitCode = info.si_status;
    else
        state.signal = info.si_status;
    m_ended = state;
    return state;
}

void ChildProcess::kill(int signalNumber) const
{
    if (m_pidFd && !m_ended)
        ::syscall(SYS_pidfd_send_signal, m_pidFd.get(), signalNumber, nullptr, 0);
}

void ChildProcess::letGo()
{
    m_pidFd.reset();
}

void ChildProcess::end()
{
    if (!m_pidFd || m_ended)
        return;
    kill(SIGKILL);
    siginfo_t info = {};
    while (::waitid(P_PIDFD, static_cast<id_t>(m_pidFd.get()), &info, WEXITED) != 0
           && errno == EINTR)
        continue;
    m_pidFd.reset();
}

} // namespace sandbench
