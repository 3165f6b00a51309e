// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace sandbench::local {

/// Kernel settings that forbid user namespaces; absent = the kernel does not have the setting.
struct UsernsSettings
{
    std::optional<std::uint64_t> maxUserNamespaces; ///< user.max_user_namespaces
    std::optional<std::uint64_t> unprivilegedClone; ///< kernel.unprivileged_userns_clone (Debian)
    std::optional<std::uint64_t>
        apparmorRestricts; ///< kernel.apparmor_restrict_unprivileged_userns (Ubuntu)
};

struct UsernsProblem
{
    std::string problem, remedy;
};

UsernsSettings readUsernsSettings();
std::optional<UsernsProblem> findUsernsProblem(const UsernsSettings& settings);

} // namespace sandbench::local
