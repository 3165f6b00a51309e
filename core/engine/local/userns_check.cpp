// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/userns_check.h"

#include "core/engine/cgroup/cgroup_files.h"

namespace sandbench::local {

UsernsSettings readUsernsSettings()
{
    return {
        cgroup::readNumber("/proc/sys/user/max_user_namespaces"),
        cgroup::readNumber("/proc/sys/kernel/unprivileged_userns_clone"),
        cgroup::readNumber("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")};
}

std::optional<UsernsProblem> findUsernsProblem(const UsernsSettings& settings)
{
    if (settings.maxUserNamespaces == 0U)
        return UsernsProblem{
            "user namespaces are switched off on this machine",
            "switch them on: sysctl user.max_user_namespaces=15000"};
    if (settings.unprivilegedClone == 0U)
        return UsernsProblem{
            "user namespaces are forbidden for ordinary users on this machine",
            "allow them: sysctl kernel.unprivileged_userns_clone=1"};
    if (settings.apparmorRestricts.value_or(0) != 0)
        return UsernsProblem{
            "AppArmor restricts user namespaces on this machine",
            "install the AppArmor profile for bwrap (package apparmor-profiles), or: sysctl "
            "kernel.apparmor_restrict_unprivileged_userns=0"};
    return std::nullopt;
}

} // namespace sandbench::local
