// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <sys/resource.h>
#include <sys/types.h>
#include <vector>

namespace sandbench {

/// Whom a child becomes before it runs the program.
struct ProcessIdentity
{
    uid_t uid = 0;
    gid_t gid = 0;
};

struct ResourceLimit
{
    int resource = 0; ///< RLIMIT_…
    rlim_t value = 0; ///< Soft and hard; cut to the hard limit that we have.
};

/// What to start. Nothing is inherited but what stands here: no environment, no descriptor, no
/// ignored signal.
struct SpawnSpec
{
    std::string program; ///< Absolute path.
    std::vector<std::string> arguments; ///< argv[0] first.
    std::vector<std::string> environment; ///< "NAME=value"
    std::string directory = "/";
    std::vector<int> fds; ///< Our descriptor that becomes the child's 0, 1, 2, …; -1 = closed.
    std::optional<ProcessIdentity>
        identity; ///< Also drops all supplementary groups. Only root may.
    std::vector<int>
        joinFds; ///< Files of control groups: the child writes "0" before it changes its identity.
    int userNamespace = -1; ///< One that the child enters before it changes its identity.
    int mountNamespace = -1; ///< After that: where @ref program and @ref directory are.
    bool ownMounts = false; ///< What it mounts and unmounts is nobody else's. Only root may.
    std::vector<ResourceLimit> limits;
    bool diesWithSpawner
        = false; ///< SIGKILL when the *thread* that spawned it ends: see SpawnThread.
};

/// How a child ended.
struct ExitState
{
    std::optional<int> exitCode;
    std::optional<int> signal;
};

/// One child process of ours, held by pidfd. Destroying it kills and reaps the child.
///
/// Thread: one at a time; pid() and pidFd() any.
/// Source: clone(2) with CLONE_VFORK | CLONE_PIDFD, pidfd_send_signal(2), waitid(2) P_PIDFD.
class ChildProcess
{
public:
    /// Starts the program without copying our page tables, so that a large host program spawns as
    /// fast as a small one. Errors: NotFound, PermissionDenied, Io — also those that the child met
    /// before exec.
    static Result<ChildProcess> spawn(const SpawnSpec& spec);

    ChildProcess() = default;
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) noexcept;
    ~ChildProcess();

    pid_t pid() const { return m_pid; }
    int pidFd() const { return m_pidFd.get(); }

    /// Waits for the end. Errors: Timeout, Cancelled (the child lives on).
    Result<ExitState> wait(std::chrono::milliseconds timeout, std::stop_token stop = {});
    /// It goes on without us, also when this goes.
    void letGo();
    /// Does nothing when the child is gone.
    void kill(int signalNumber) const;

private:
    ChildProcess(pid_t pid, UniqueFd pidFd)
        : m_pid(pid)
        , m_pidFd(std::move(pidFd))
    {
    }
    void end();

    pid_t m_pid = -1;
    UniqueFd m_pidFd;
    std::optional<ExitState> m_ended;
};

} // namespace sandbench
