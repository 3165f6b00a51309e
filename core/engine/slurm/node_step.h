// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/outpost/outpost_protocol.h"
#include "core/engine/slurm/job_stream.h"
#include "core/engine/slurm/keeper.h"
#include "core/process/child_process.h"

#include <memory>
#include <stop_token>
#include <string>

namespace sandbench::slurm {

/// A sandbox on a keeper's node: a step of the job, whose standard streams are those of an srun of
/// ours.
struct NodeStep
{
    outpost::Placed placed;
    std::unique_ptr<JobStream> stream;
    ChildProcess srun;
};

/// Starts it: brings our program to the node where it is not there yet, and asks it for a sandbox.
/// What it started is gone after a failure. Errors: those of slurmProblem() and of the engine on
/// the node, NotFound (the job is over), Cancelled, Timeout.
Result<NodeStep> startStep(
    const Programs& programs, const Keeper& keeper, const outpost::OpenRequest& request,
    std::stop_token stop);

/// Ends a step: it reads the end of its input. Errors: Timeout, then srun is killed.
Result<void> endStep(NodeStep& step);

} // namespace sandbench::slurm
