// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/process/spawn_child.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The child shares our memory and thread-local storage; sanitizer runtimes may not be entered from
// it.
#define SANDBENCH_RAW_CHILD __attribute__((no_sanitize("address", "thread", "undefined")))

namespace sandbench {

namespace {

/// Descriptors are parked from here on while 0, 1, 2 … are filled.
constexpr long kParkingFd = 64;

SANDBENCH_RAW_CHILD bool raw(long result)
{
    return result >= 0;
}

SANDBENCH_RAW_CHILD bool joinGroups(const SpawnPlan& plan)
{
    for (std::size_t i = 0; i < plan.joinFds.size(); ++i)
        if (!raw(::syscall(SYS_write, plan.joinFds.data()[i], "0", 1)))
            return false;
    return true;
}

/// A copy of all mounts alone would still be tied to them where they are shared.
SANDBENCH_RAW_CHILD bool leaveMounts()
{
    return raw(::syscall(SYS_unshare, CLONE_NEWNS))
        && raw(::syscall(SYS_mount, nullptr, "/", nullptr, MS_REC | MS_SLAVE, nullptr));
}

SANDBENCH_RAW_CHILD bool setLimits(const SpawnPlan& plan)
{
    for (std::size_t i = 0; i < plan.limits.size(); ++i) {
        const ResourceLimit& wanted = plan.limits.data()[i];
        rlimit now = {};
        if (!raw(::syscall(SYS_prlimit64, 0, wanted.resource, nullptr, &now)))
            return false;
        const rlim_t value = wanted.value < now.rlim_max ? wanted.value : now.rlim_max;
        const rlimit next = {value, value};
        if (!raw(::syscall(SYS_prlimit64, 0, wanted.resource, &next, nullptr)))
            return false;
    }
    return true;
}

SANDBENCH_RAW_CHILD bool becomeUser(const ProcessIdentity& identity)
{
    return raw(::syscall(SYS_setgroups, 0, nullptr))
        && raw(::syscall(SYS_setresgid, identity.gid, identity.gid, identity.gid))
        && raw(::syscall(SYS_setresuid, identity.uid, identity.uid, identity.uid));
}

SANDBENCH_RAW_CHILD bool dieWithParent(pid_t parent)
{
    if (!raw(::syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)))
        return false;
    // The parent may have gone before the line above took effect.
    if (::syscall(SYS_getppid) == parent)
        return true;
    errno = ESRCH;
    return false;
}

SANDBENCH_RAW_CHILD bool arrangeFds(const SpawnPlan& plan)
{
    const long count = static_cast<long>(plan.fds.size());
    long parked[32];
    if (count > 32) {
        errno = EMFILE;
        return false;
    }
    for (long i = 0; i < count; ++i) {
        const int fd = plan.fds.data()[i];
        parked[i] = fd < 0 ? -1 : ::syscall(SYS_fcntl, fd, F_DUPFD, kParkingFd);
        if (fd >= 0 && parked[i] < 0)
            return false;
    }
    for (long i = 0; i < count; ++i) {
        if (parked[i] < 0)
            ::syscall(SYS_close, i);
        else if (!raw(::syscall(SYS_dup3, parked[i], i, 0)))
            return false;
    }
    if (raw(::syscall(SYS_close_range, count, ~0U, 0)))
        return true;
    for (long fd = count; fd < 65536; ++fd)
        ::syscall(SYS_close, fd);
    return true;
}

SANDBENCH_RAW_CHILD void resetSignals()
{
    for (int number = 1; number < NSIG; ++number) {
        struct sigaction action = {};
        if (::sigaction(number, nullptr, &action) == 0 && action.sa_handler != SIG_DFL) {
            action = {};
            ::sigaction(number, &action, nullptr);
        }
    }
    const unsigned long none = 0;
    ::syscall(SYS_rt_sigprocmask, SIG_SETMASK, &none, nullptr, sizeof none);
}

SANDBENCH_RAW_CHILD bool prepare(SpawnPlan& plan)
{
    // The keyboard's Ctrl-C reaches a terminal's whole foreground group; ours alone decides who
    // ends.
    ::syscall(SYS_setsid);
    plan.step = SpawnStep::Group;
    if (!joinGroups(plan))
        return false;
    plan.step = SpawnStep::Namespace;
    if (plan.userNamespace >= 0 && !raw(::syscall(SYS_setns, plan.userNamespace, CLONE_NEWUSER)))
        return false;
    if (plan.mountNamespace >= 0 && !raw(::syscall(SYS_setns, plan.mountNamespace, CLONE_NEWNS)))
        return false;
    if (plan.ownMounts && !leaveMounts())
        return false;
    // Before the limits: a small one on open files would refuse the parking.
    plan.step = SpawnStep::Descriptors;
    if (!arrangeFds(plan))
        return false;
    plan.step = SpawnStep::Limits;
    if (!setLimits(plan))
        return false;
    plan.step = SpawnStep::Identity;
    if (plan.identity != nullptr && !becomeUser(*plan.identity))
        return false;
    // After the change of identity, which clears the death signal.
    plan.step = SpawnStep::Parent;
    if (plan.parent != 0 && !dieWithParent(plan.parent))
        return false;
    plan.step = SpawnStep::Directory;
    return raw(::syscall(SYS_chdir, plan.directory));
}

} // namespace

SANDBENCH_RAW_CHILD int runSpawnedChild(void* data)
{
    SpawnPlan& plan = *static_cast<SpawnPlan*>(data);
    if (prepare(plan)) {
        plan.step = SpawnStep::Exec;
        resetSignals();
        ::syscall(SYS_execve, plan.program, plan.argv, plan.envp);
    }
    plan.failure = errno;
    ::syscall(SYS_exit_group, 127);
    return 127;
}

} // namespace sandbench
