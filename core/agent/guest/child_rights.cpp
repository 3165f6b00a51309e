// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/child_rights.h"

#include "core/agent/guest/fd_passing.h"
#include "core/agent/guest/observed_filter.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <grp.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace sandbench::guest {

Result<std::vector<sock_filter>> parseFilter(const Json& request, std::string_view key)
{
    static_assert(sizeof(sock_filter) == sizeof(std::uint64_t));
    std::vector<sock_filter> out;
    const Json& steps = jsonField(request, key);
    if (steps.is_null())
        return out;
    const Error invalid(
        ErrorCode::InvalidArgument, "field " + std::string(key) + " must be a system-call filter");
    if (!steps.is_array() || steps.empty() || steps.size() > BPF_MAXINSNS)
        return invalid;
    for (const Json& step : steps) {
        if (!step.is_number_unsigned())
            return invalid;
        const auto bytes = step.get<std::uint64_t>();
        std::memcpy(&out.emplace_back(), &bytes, sizeof bytes);
    }
    return out;
}

static std::string textOf(const UserIds& user)
{
    return std::to_string(user.uid) + ":" + std::to_string(user.gid);
}

static bool hasGroups(const std::vector<gid_t>& wanted)
{
    std::vector<gid_t> have(static_cast<std::size_t>(std::max(::getgroups(0, nullptr), 0)));
    const int count = ::getgroups(static_cast<int>(have.size()), have.data());
    return count == static_cast<int>(wanted.size())
        && std::is_permutation(wanted.begin(), wanted.end(), have.begin(), have.end());
}

Result<void> workAs(const UserIds& user)
{
    const auto refuse = [&user](const char* what, const char* capability) {
        return Error(
            ErrorCode::PermissionDenied,
            "the sandbox's agent cannot become the user " + textOf(user) + " (" + what + ": "
                + std::strerror(errno) + "); it needs the capability " + capability
                + " and that number in the sandbox");
    };
    const bool isThatUser = ::geteuid() == user.uid && ::getegid() == user.gid;
    if (isThatUser && ::getuid() == user.uid)
        return {};
    if (!hasGroups(user.groups) && ::setgroups(user.groups.size(), user.groups.data()) != 0)
        return refuse("groups", "SETGID");
    if (::setegid(user.gid) != 0)
        return refuse("group", "SETGID");
    if (::seteuid(user.uid) != 0)
        return refuse("user", "SETUID");
    // The kernel may have made us readable again.
    ::prctl(PR_SET_DUMPABLE, 0);
    return {};
}

OwnRights::OwnRights()
    : m_user(::geteuid())
{
    m_isThere = ::seteuid(::getuid()) == 0;
}

OwnRights::~OwnRights()
{
    // Going on with more rights than we are meant to have is worse than ending.
    if (::seteuid(m_user) != 0)
        ::_exit(1);
    ::prctl(PR_SET_DUMPABLE, 0);
}

bool dropRights(const ChildRights& rights)
{
    if (rights.user) {
        // The groups are the agent's own by now; its rights to change come back with its own user.
        const auto [uid, gid] = std::pair(rights.user->uid, rights.user->gid);
        if (::seteuid(::getuid()) != 0 || ::setresgid(gid, gid, gid) != 0
            || ::setresuid(uid, uid, uid) != 0)
            return false;
        __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
        const __user_cap_data_struct none[2] = {};
        if (::syscall(SYS_capset, &header, none) != 0)
            return false;
    }
    if (rights.processes != 0) {
        const rlimit most = {rights.processes, rights.processes};
        if (::setrlimit(RLIMIT_NPROC, &most) != 0)
            return false;
    }
    const bool isPlain = !rights.user && rights.filter.empty();
    return isPlain || ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

void setFilter(ChildRights& rights, std::vector<sock_filter> filter)
{
    rights.filter = std::move(filter);
    rights.observed.clear();
    if (rights.canObserve)
        rights.observed = observedFilter(rights.filter);
}

static sock_fprog programOf(const std::vector<sock_filter>& filter)
{
    sock_fprog program = {};
    program.len = static_cast<unsigned short>(filter.size());
    program.filter = const_cast<sock_filter*>(filter.data());
    return program;
}

/// The listener, or -1: a sandbox in a sandbox may have one already.
static int installObserved(const std::vector<sock_filter>& observed)
{
    constexpr unsigned kNewListener = 1U << 3, kWaitKillable = 1U << 5;
    const sock_fprog program = programOf(observed);
    // Signals should not make a program try its call again; before Linux 5.19 they do.
    for (const unsigned flags : {kNewListener | kWaitKillable, kNewListener}) {
        const auto fd = ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
        if (fd >= 0)
            return static_cast<int>(fd);
    }
    return -1;
}

bool installFilter(const ChildRights& rights, int channel)
{
    const bool isWanted
        = channel >= 0 && !rights.observed.empty() && ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1;
    const int listener = isWanted ? installObserved(rights.observed) : -1;
    if (listener >= 0) {
        const bool isSent = sendFd(channel, listener);
        // Held by this process itself, its next call would wait for ever.
        ::close(listener);
        return isSent;
    }
    if (rights.filter.empty())
        return true;
    const sock_fprog program = programOf(rights.filter);
    return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

} // namespace sandbench::guest
