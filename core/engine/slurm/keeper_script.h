// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/slurm/job_text.h"
#include "core/engine/slurm/slurm_options.h"

#include <chrono>
#include <string>
#include <vector>

/// What Slurm is asked for: a job that keeps a node, and the steps in it. No I/O. Source:
/// sbatch(1), srun(1), Slurm 20.11 to 25.05.
namespace sandbench::slurm {

/// A job whose script does nothing but wait, because sandboxes are steps of it: a step starts at
/// once, and is a process that this program holds the streams of.
struct KeeperPlan
{
    std::string name; ///< "sandbench-SESSION", "sandbench-shared".
    JobStamp stamp;
    SlurmOptions options;
    SandboxLimits limits;
    std::chrono::seconds idle{60}; ///< It ends so long after its last sandbox.
    std::uint64_t count = 1; ///< So many of them, as an array.
};

/// Words behind "sbatch"; the script is its standard input.
std::vector<std::string> submitArguments(const KeeperPlan& plan);
/// It makes the folder of keeperFolderOf() on the node, and takes it away at its end. Each sandbox
/// has a file "live.PID" there; the job ends when none of these processes was there for a while.
std::string keeperScript(const KeeperPlan& plan);

/// The folder of a keeper on its node. @p token: nobody else can guess it before it is there.
std::string keeperFolder(const std::string& token);
/// That of the job @p id: each element of an array has one of its own.
std::string keeperFolderOf(const JobStamp& stamp, const JobId& id);

/// Words behind "srun" for a step of the job @p id, in which the shell runs @p script. Its standard
/// streams are those of srun.
std::vector<std::string> stepArguments(std::uint64_t id, const std::string& script);

/// The program that makes sandboxes on nodes with one processor.
struct NodeProgram
{
    std::string machine; ///< As uname says it.
    std::string name; ///< Of its file.
    std::size_t bytes = 0;
};
/// For the step of a sandbox: says "have MACHINE\n", or "need MACHINE\n" and takes that program
/// from its standard input, keeps it in @p folder and becomes it. "none MACHINE\n" where @p
/// programs has none for the node.
std::string placeScript(const std::string& folder, const std::vector<NodeProgram>& programs);

/// Of what a shared keeper was asked for: the same for two plans that may share one.
std::string askedFor(const KeeperPlan& plan);

} // namespace sandbench::slurm
