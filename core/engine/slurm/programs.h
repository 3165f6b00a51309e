// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/process/child_process.h"

#include <chrono>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

/// Slurm's commands, as an ordinary user runs them.
namespace sandbench::slurm {

/// What this process was started with and Slurm's commands may need. Nothing else of our
/// environment reaches them: SBATCH_… and SLURM_… change what an option means, and a job would get
/// all of it.
struct SlurmSurroundings
{
    std::string path, home, user;
    std::string configuration; ///< Of SLURM_CONF; empty = Slurm's own place.

    static SlurmSurroundings ofThisProcess();
};

/// Finds the commands and runs them. While the controller does not answer, which a restart of it
/// takes, each is tried again. Thread: any.
class Programs
{
public:
    /// @p configuration: the path of slurm.conf; empty = as @p surroundings say. Errors:
    /// Unavailable, InvalidArgument.
    static Result<Programs> find(SlurmSurroundings surroundings, const std::string& configuration);

    /// What the command @p name printed, at most 4 MiB. @p words: behind its name; @p input: its
    /// standard input. Errors: those of slurmProblem(), ConnectionLost when the controller is away
    /// for @p patience, Cancelled, Timeout.
    Result<std::string>
    run(const std::string& name, std::vector<std::string> words, std::string_view input,
        std::chrono::seconds patience, std::stop_token stop) const;
    /// The same, tried once: for what may be lost.
    Result<std::string> runOnce(
        const std::string& name, std::vector<std::string> words, std::string_view input,
        std::chrono::milliseconds patience, std::stop_token stop) const;
    /// What a command is started with, but its descriptors.
    SpawnSpec spawnSpec(const std::string& name, std::vector<std::string> words) const;

    /// Of 'sbatch --version': "Slurm 22.05.8". Errors: Unavailable, Timeout, Cancelled.
    Result<std::string> version(std::stop_token stop) const;
    bool has(const std::string& name) const;
    const std::string& user() const { return m_surroundings.user; } ///< Empty = not known.
    /// For people: the path of slurm.conf where it was named, else of sbatch.
    std::string place() const
    {
        const auto& named = m_surroundings.configuration;
        return named.empty() ? m_folder + "/sbatch" : named;
    }

private:
    SlurmSurroundings m_surroundings;
    std::string m_folder; ///< Where sbatch is; the others are beside it.
};

/// Of what 'sbatch --version' printed: "slurm 23.11.4", "slurm-wlm 22.05.8". Errors: Unsupported
/// (another program, or too old). No I/O.
Result<std::string> readSlurmVersion(std::string_view output);

} // namespace sandbench::slurm
