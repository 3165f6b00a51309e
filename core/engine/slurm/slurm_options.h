// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/engine.h"

#include <cstdint>
#include <string>

namespace sandbench {

/// What only Slurm knows. Empty = as the cluster's people set it.
struct SlurmOptions
{
    std::string partition, account, qos;
    std::string time; ///< How long the job may take at most, as sbatch's --time has it.
    std::string gres; ///< As sbatch's --gres has it: "gpu:1".
    /// Sandboxes that ask for the same share a job, which ends when none was in it for a while.
    bool sharesJob = false;
    std::uint64_t keepers = 1; ///< So many shared jobs at most, each of one node.
    bool embedded = false; ///< In the embedded engine on the node instead of Apptainer.

    bool operator==(const SlurmOptions&) const = default;
};

inline SlurmOptions& slurmOf(SandboxSpec& spec)
{
    return spec.own.of<SlurmOptions>();
}
inline const SlurmOptions& slurmOf(const SandboxSpec& spec)
{
    return spec.own.of<SlurmOptions>();
}

} // namespace sandbench
