// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/slurm/keeper_script.h"
#include "core/engine/slurm/programs.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

/// Jobs that keep a node for sandboxes. What the controller says is the truth: nothing is
/// remembered that it could tell otherwise.
namespace sandbench::slurm {

/// Of this user, with our stamp, those that wait or run. Errors: those of Programs::run().
struct OurJob
{
    Job job;
    JobStamp stamp;
};
Result<std::vector<OurJob>> ourJobs(const Programs& programs, std::stop_token stop);

/// Tells Slurm to end the job; does not wait for its end, nor for a controller that is away.
void cancelJob(const Programs& programs, std::uint64_t id);
/// Does so and waits until nothing of the job is left on its node. Errors: Timeout, ConnectionLost.
Result<void> endJob(const Programs& programs, std::uint64_t id);

/// Why the job ended, as far as Slurm proves it. Asks for @p patience at most.
std::optional<Instance::EndCause>
askCause(const Programs& programs, std::uint64_t id, std::chrono::milliseconds patience);

/// Why there can be no sandbox in the job any more. Unavailable.
Error jobIsOver(const Programs& programs, std::uint64_t id);

/// A keeper that runs.
struct Keeper
{
    std::uint64_t id = 0;
    std::string host; ///< Its node.
    std::string folder; ///< There; see keeper_script.h.
    bool isOurs = false; ///< It goes with the one sandbox that it was made for.
};

/// Finds a shared one, or submits it; waits until it runs, which may take hours. A job of ours that
/// is not wanted any more is cancelled. @p onWaiting: see SandboxSpec. Errors: those of
/// Programs::run(); ResourceExhausted, InvalidArgument and PermissionDenied where Slurm will never
/// start it; Unavailable when it ended.
Result<Keeper> openKeeper(
    const Programs& programs, KeeperPlan plan,
    const std::function<void(std::string_view)>& onWaiting, const std::stop_token& stop);

} // namespace sandbench::slurm
