// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/child_rights.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <grp.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sandbench::guest {

Result<std::vector<sock_filter>> parseFilter(const Json& request)
{
    static_assert(sizeof(sock_filter) == sizeof(std::uint64_t));
    std::vector<sock_filter> out;
    const Json& steps = jsonField(request, "filter");
    if (steps.is_null())
        return out;
    const Error invalid(ErrorCode::InvalidArgument, "field filter must be a system-call filter");
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
    const auto refuse = [&user](const char* why) {
        return Error(
            ErrorCode::PermissionDenied,
            "the sandbox's agent cannot become the user " + textOf(user) + ": " + why);
    };
    constexpr auto kNobody = static_cast<uid_t>(-1); // changes nothing, returns what is
    const bool isThatUser = ::geteuid() == user.uid && ::getegid() == user.gid;
    if (!hasGroups(user.groups) && ::setgroups(user.groups.size(), user.groups.data()) != 0
        && !isThatUser)
        return refuse("it may not set groups; it needs the capability SETGID");
    ::setfsgid(user.gid);
    ::setfsuid(user.uid);
    // Neither tells whether it worked.
    if (static_cast<gid_t>(::setfsgid(kNobody)) != user.gid)
        return refuse("it needs the capability SETGID, and that group in the sandbox");
    if (static_cast<uid_t>(::setfsuid(kNobody)) != user.uid)
        return refuse("it needs the capability SETUID, and that user in the sandbox");
    // The kernel may have made us readable again.
    ::prctl(PR_SET_DUMPABLE, 0);
    return {};
}

bool dropRights(const ChildRights& rights)
{
    if (rights.user) {
        // The groups are the agent's own by now.
        const auto [uid, gid] = std::pair(rights.user->uid, rights.user->gid);
        if (::setresgid(gid, gid, gid) != 0 || ::setresuid(uid, uid, uid) != 0)
            return false;
        __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
        const __user_cap_data_struct none[2] = {};
        if (::syscall(SYS_capset, &header, none) != 0)
            return false;
    }
    const bool isPlain = !rights.user && rights.filter.empty();
    return isPlain || ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

bool installFilter(const ChildRights& rights)
{
    if (rights.filter.empty())
        return true;
    sock_fprog program = {};
    program.len = static_cast<unsigned short>(rights.filter.size());
    program.filter = const_cast<sock_filter*>(rights.filter.data());
    return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

} // namespace sandbench::guest
