// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/engine/cgroup/cgroup_paths.h"
#include "core/engine/engine.h"

#include <chrono>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <sys/types.h>
#include <vector>

namespace sandbench::cgroup {

/// The control group of one sandbox. Thread: counters() any; the rest one at a time.
class SandboxCgroup
{
public:
    virtual ~SandboxCgroup() = default;

    /// Files: a process that writes "0" to each is inside, and so are its future children. To
    /// move another process in, the kernel waits for all processors. Errors: Io.
    virtual Result<std::vector<UniqueFd>> entries() const { return std::vector<UniqueFd>(); }
    /// True when only moveIn() can tell which limits hold; there are no entries() then.
    virtual bool reportsLate() const { return false; }
    /// Moves processes in; a group that reports late adds to @p report.
    /// Errors: Io, PermissionDenied, Cancelled.
    virtual Result<void>
    moveIn(std::span<const pid_t> pids, IsolationReport& report, std::stop_token stop) = 0;
    virtual ResourceCounters counters() const = 0;
    virtual void resetPeak() = 0;
    /// SIGKILL to everything inside, also to what forks meanwhile.
    virtual void killAll() = 0;
    /// Removes the group once it is empty. Errors: Timeout.
    virtual Result<void> remove(std::chrono::milliseconds timeout) = 0;
};

/// Makes control groups where we may. Thread: any.
class CgroupTree
{
public:
    virtual ~CgroupTree() = default;

    virtual std::string version() const = 0; ///< "cgroup v1"
    /// Adds what it could apply and what not to @p report, unless the group reports late. Null when
    /// no controller is usable.
    virtual std::unique_ptr<SandboxCgroup>
    create(const std::string& name, const SandboxLimits& limits, IsolationReport& report) = 0;
    /// Folders in which groups of ours may be, also other programs' of ours.
    virtual std::vector<std::string> parents() const = 0;
};

/// The tree of this machine, or null where there are no control groups at all.
std::unique_ptr<CgroupTree> openCgroupTree();

std::unique_ptr<CgroupTree> makeCgroupTreeV1(CgroupLayout layout);
std::unique_ptr<CgroupTree> makeCgroupTreeV2(std::string folder);

/// One process more than asked for: bwrap's own monitor sits in the group as well.
inline constexpr std::uint64_t kMonitorProcesses = 1;

} // namespace sandbench::cgroup
