// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/stoppable_mutex.h"
#include "core/engine/slurm/job_queue.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

/// Jobs that keep a node for sandboxes.
namespace sandbench::slurm {

/// A keeper that runs.
struct Keeper
{
    JobId id;
    std::string host; ///< Its node.
    std::string folder; ///< There; see keeper_script.h.
    bool isOurs = false; ///< It goes with the one sandbox that it was made for.
    std::shared_ptr<void> place = {}; ///< Of the sandbox in a shared one, which is counted.
};

/// Keepers, and how many sandboxes of this process are in each. Thread: any.
class Keepers
{
public:
    /// Finds a shared one, that with the fewest sandboxes, or submits what is missing; waits until
    /// one runs, which may take hours. A job of ours that nobody waits for any more is cancelled.
    /// @p onWaiting: see SandboxSpec. Errors: those of Programs::run(); ResourceExhausted,
    /// InvalidArgument and PermissionDenied where Slurm will never start it; Unavailable when it
    /// ended.
    Result<Keeper> open(
        const Programs& programs, KeeperPlan plan,
        const std::function<void(std::string_view)>& onWaiting, const std::stop_token& stop);

private:
    /// By the names of jobs.
    class Counts;
    struct Found;
    Result<Found>
    findOrSubmit(const Programs& programs, const KeeperPlan& plan, const std::stop_token& stop);
    Result<Keeper> openShared(
        const Programs& programs, const KeeperPlan& plan,
        const std::function<void(std::string_view)>& onWaiting, const std::stop_token& stop);

    StoppableMutex m_mutex; ///< One at a time looks for shared ones, so that nobody submits twice.
    std::shared_ptr<Counts> m_sandboxes = makeCounts(), m_waiting = makeCounts();
    static std::shared_ptr<Counts> makeCounts();
};

} // namespace sandbench::slurm
