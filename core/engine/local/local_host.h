// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/engine/cgroup/cgroup.h"
#include "core/engine/local/bwrap_command.h"
#include "core/engine/local/host_layout.h"
#include "core/engine/local/zygote_keeper.h"
#include "core/process/spawn_thread.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::local {

struct LocalEngineOptions
{
    std::string bwrap; ///< Empty = looked up in the system's folders, never in PATH.
    std::string_view
        agent; ///< Program that becomes process 1; empty = the embedded agent of this machine.
    std::string runtimeFolder; ///< For user id reservations; empty = /run/sandbench.
    /// What follows the agent's name; it must write something once it is there.
    std::vector<std::string> agentArguments;
    /// The system-call filter as a file; empty = libseccomp makes it.
    std::function<Result<UniqueFd>()> makeFilter;
};

/// What all sandboxes of one engine share: made once, then read-only.
/// Thread: any.
class LocalHost
{
public:
    /// @p options: with an agent and a way to its filter. Errors: Unavailable with the remedy.
    static Result<std::shared_ptr<LocalHost>> prepare(const LocalEngineOptions& options);

    const std::string& bwrap() const { return m_bwrap; }
    int agentFd() const { return m_agent.get(); }
    const std::vector<std::string>& agentArguments() const { return m_agentArguments; }
    /// A fresh descriptor each time: bwrap reads it, and a shared one would share its position.
    Result<UniqueFd> openSeccompFilter() const;
    const HostLayout& layout() const { return m_layout; }
    /// As a zygote has prepared it.
    const HostLayout& preparedLayout() const { return m_preparedLayout; }
    const std::string& runtimeFolder() const { return m_runtimeFolder; }
    /// Whether bwrap hides what we cannot hide from outside: it is slower at that.
    bool bwrapHides() const { return m_bwrapHides; }
    void letBwrapHide() { m_bwrapHides = true; }
    SpawnThread& spawner() { return m_spawner; }
    ZygoteKeeper& zygotes() { return m_zygotes; }
    cgroup::CgroupTree* cgroups() { return m_cgroups.get(); }
    std::string nextGroupName(const std::string& sessionId);
    /// Looks after this machine: what programs of ours that were killed have left is removed, and
    /// what was prepared from its configuration is renewed where that has changed. At the first
    /// opening, then every ten seconds at most, because it looks at all sandboxes.
    void lookAfterMachine();
    /// "0.8.0", asked once.
    std::string bwrapVersion();

private:
    LocalHost() = default;

    std::string m_bwrap;
    std::string m_runtimeFolder;
    UniqueFd m_agent;
    std::vector<std::string> m_agentArguments;
    UniqueFd m_seccomp;
    HostLayout m_layout;
    HostLayout m_preparedLayout;
    std::unique_ptr<cgroup::CgroupTree> m_cgroups;
    cgroup::GroupOwner m_self;
    std::atomic<unsigned> m_groups = 0;
    std::atomic<bool> m_bwrapHides = false;
    std::atomic<Clock::time_point> m_nextLook = Clock::time_point();
    std::mutex m_versionMutex;
    std::string m_version;
    SpawnThread m_spawner;
    ZygoteKeeper m_zygotes = ZygoteKeeper(*this); ///< Ends before what starts its processes.
};

/// The path of bwrap, or Unavailable "install the package bubblewrap".
Result<std::string> findBwrap(const std::string& wanted);
/// Output of `bwrap --version` without the name. Errors: Unavailable.
Result<std::string> readBwrapVersion(const std::string& bwrap);
/// Compares dotted numbers: -1, 0, 1.
int compareVersions(std::string_view left, std::string_view right);
/// A bwrap that runs with its owner's rights and lets a tracer take them over. Source:
/// CVE-2026-41163.
bool isUnsafeSetuid(bool setuid, std::string_view version);

} // namespace sandbench::local
