// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/slurm/keeper_script.h"
#include "core/engine/slurm/programs.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

/// The jobs of this program in Slurm's queue. What the controller says is the truth: nothing is
/// remembered that it could tell otherwise.
namespace sandbench::slurm {

/// Of this user, with our stamp, those that wait or run. Errors: those of Programs::run().
struct OurJob
{
    Job job;
    JobStamp stamp;
};
Result<std::vector<OurJob>> ourJobs(const Programs& programs, std::stop_token stop);

/// Of ourJobs(), those that @p matches and that wait or run.
Result<std::vector<OurJob>> findOurs(
    const Programs& programs, const std::function<bool(const JobStamp&)>& matches,
    const std::stop_token& stop);

/// Tells Slurm to end the job, of an array all of it; does not wait for its end, nor for a
/// controller that is away. @p name: see JobId.
void cancelJob(const Programs& programs, const std::string& name);
/// Does so and waits until nothing of the job is left on its node. Errors: Timeout, ConnectionLost.
Result<void> endJob(const Programs& programs, const std::string& name);

/// Why the job ended, as far as Slurm proves it. Asks for @p patience at most.
std::optional<Instance::EndCause>
askCause(const Programs& programs, const std::string& name, std::chrono::milliseconds patience);

/// Why there can be no sandbox in the job any more. Unavailable.
Error jobIsOver(const Programs& programs, const std::string& name);

/// Submits what @p plan says. A controller that was asked and did not answer may have made the job:
/// it is found by its folder then. Returns its name, of an array the array's. Errors: those of
/// Programs::run(); Protocol.
Result<std::string>
submitKeeper(const Programs& programs, const KeeperPlan& plan, const std::stop_token& stop);

/// Waits until the job @p name runs, or any of an array, which may take hours. Returns those that
/// run, at least one. @p onWaiting: see SandboxSpec. Errors: those of Programs::run();
/// ResourceExhausted and PermissionDenied where Slurm will never start it; Unavailable when it
/// ended; NotFound where the controller lost it; Cancelled.
Result<std::vector<Job>> waitForStart(
    const Programs& programs, const std::string& name,
    const std::function<void(std::string_view)>& onWaiting, const std::stop_token& stop);

} // namespace sandbench::slurm
