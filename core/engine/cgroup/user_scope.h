// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/cgroup/cgroup.h"
#include "core/engine/cgroup/user_scope_format.h"
#include "core/policy/limits.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

/// A group that a systemd manager makes for us. A login session's processes sit in a group that is
/// not theirs, but the user's own manager owns one. Root asks the machine's: a group that it made
/// beside systemd's units could lose its controllers at any time. Source: systemd.scope(5),
/// org.freedesktop.systemd1(5), busctl(1), "Control Group APIs and Delegation" of systemd.
namespace sandbench::cgroup {

/// How to reach the manager.
struct UserManager
{
    std::string busctl; ///< Absolute path.
    std::vector<std::string> environment; ///< All that busctl gets: "NAME=value".
    ScopeBus bus = ScopeBus::User;
};

/// The manager of our user when it can be reached and owns a controller that we need; root's is the
/// machine's. Thread: any, while nobody changes the environment.
std::optional<UserManager> findUserManager();

/// Where the manager keeps the scopes that it makes for us.
std::string scopesFolder(ScopeBus bus);

/// A group that comes into being with its first moveIn(), and that only then tells what it limits.
/// It never fails to open a sandbox: what systemd refuses stands in the report.
std::unique_ptr<SandboxCgroup>
makeUserScope(UserManager manager, const std::string& name, const SandboxLimits& limits);

/// Tells what the kernel's files in @p folder say now, whatever systemd was asked for.
void reportScopeLimits(
    const std::string& folder, const SandboxLimits& limits, IsolationReport& report,
    ScopeBus bus = ScopeBus::User);

} // namespace sandbench::cgroup
