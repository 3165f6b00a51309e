// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/terminal_limit.h"

#include "core/base/fd.h"

#include <cerrno>
#include <fcntl.h>
#include <linux/nsfs.h>
#include <sched.h>
#include <string>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sandbench::local {

Result<void> limitTerminals(pid_t init)
{
    const auto path = "/proc/" + std::to_string(init) + "/ns/mnt";
    const UniqueFd mounts(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    // Whoever made the sandbox owns that user namespace, root or not.
    const UniqueFd owner(mounts ? ::ioctl(mounts.get(), NS_GET_USERNS) : -1);
    if (!owner)
        return Error::fromErrno(errno, "cannot reach the sandbox's mounts");
    // bwrap's own options, which a remount would reset.
    const auto options = "ptmxmode=0666,mode=0620,max=" + std::to_string(kMostTerminals);
    const pid_t child = ::fork();
    if (child < 0)
        return Error::fromErrno(errno, "cannot start a process");
    if (child == 0) {
        const bool done = ::setns(owner.get(), CLONE_NEWUSER) == 0
            && ::setns(mounts.get(), CLONE_NEWNS) == 0
            && ::mount(
                   nullptr, "/dev/pts", nullptr, MS_REMOUNT | MS_NOSUID | MS_NOEXEC,
                   options.c_str())
                == 0;
        ::_exit(done ? 0 : errno);
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) { }
    const int reason = WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
    return reason == 0 ? Result<void>()
                       : Error::fromErrno(reason, "cannot limit the sandbox's terminals");
}

} // namespace sandbench::local
