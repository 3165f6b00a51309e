// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/outpost/program/enter_sandbox.h"

#include "core/base/fd.h"

#include <cerrno>
#include <fcntl.h>
#include <grp.h>
#include <linux/nsfs.h>
#include <sched.h>
#include <string>
#include <sys/ioctl.h>
#include <unistd.h>

namespace sandbench::outpost {

Result<void> enterSandbox(pid_t init, uid_t user)
{
    const auto path = "/proc/" + std::to_string(init) + "/ns/net";
    const UniqueFd network(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    const UniqueFd owner(network ? ::ioctl(network.get(), NS_GET_USERNS) : -1);
    if (!owner)
        return Error::fromErrno(errno, "cannot reach the sandbox's agent");
    // Whoever made the sandbox owns its namespaces, root or not.
    const bool isOther = user != ::geteuid();
    if (isOther
        && (::setgroups(0, nullptr) != 0 || ::setresgid(user, user, user) != 0
            || ::setresuid(user, user, user) != 0))
        return Error::fromErrno(errno, "cannot become the sandbox's user");
    if (::setns(owner.get(), CLONE_NEWUSER) != 0 || ::setns(network.get(), CLONE_NEWNET) != 0)
        return Error::fromErrno(errno, "cannot enter the sandbox's network");
    return {};
}

} // namespace sandbench::outpost
