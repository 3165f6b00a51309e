// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/stoppable_mutex.h"
#include "core/engine/engine.h"
#include "core/engine/outpost/outpost_protocol.h"
#include "core/engine/slurm/keeper.h"
#include "core/engine/slurm/programs.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sandbench {

/// Sandboxes in jobs of Slurm's, in Apptainer or the embedded engine on the job's node. A job of
/// ours keeps the node and does nothing else; the sandbox is a step in it, whose agent is reached
/// over srun's standard streams. Looks for Slurm's commands at its first use, and again when that
/// failed.
class SlurmEngine : public Engine
{
public:
    /// What a container on a node is made from. Its path means the same there.
    struct Image
    {
        std::string path, text;
        std::string program; ///< Apptainer's, as this machine has it; a node may have another one.
        std::shared_ptr<void> lock; ///< As long as it is used.
    };
    /// @p isUnpacked: as a folder, for nodes that cannot mount an image's file.
    using MakeImage = std::function<Result<Image>(
        const SandboxSpec& spec, bool isUnpacked, std::stop_token stop)>;

    struct Options
    {
        std::string configuration; ///< The path of slurm.conf; empty = as the environment says.
        MakeImage makeImage;
        /// What Apptainer refuses, before a job waits for it.
        std::function<Result<void>(const SandboxSpec&)> checkContainer;
        ImageStore* images = nullptr; ///< Lives longer.
        slurm::SlurmSurroundings surroundings = slurm::SlurmSurroundings::ofThisProcess();
    };

    explicit SlurmEngine(Options options);

    std::string name() const override { return "slurm"; }
    /// Waits for a node for some seconds only.
    EngineStatus probe(std::stop_token stop) override;
    EngineStatus look(std::stop_token stop) override;
    /// Of the largest node.
    Result<HostCapacity> capacity(std::stop_token stop) override;
    Result<std::unique_ptr<Instance>> open(const SandboxSpec& spec, std::stop_token stop) override;
    ImageStore* images() override { return m_options.images; }
    /// The jobs of this user that keep a node for us; a shared one is one sandbox.
    Result<std::vector<SandboxInfo>> sandboxes(std::stop_token stop) override;
    Result<void> removeSandbox(const std::string& id, std::stop_token stop) override;

private:
    Result<std::shared_ptr<const slurm::Programs>> programs(std::stop_token stop);
    /// A sandbox as the node's program is asked for it.
    struct Wanted
    {
        outpost::OpenRequest request;
        std::shared_ptr<void> imageLock;
    };
    Result<Wanted> wantedOf(const SandboxSpec& spec, bool isUnpacked, std::stop_token stop);
    Result<std::unique_ptr<Instance>> openIn(
        const std::shared_ptr<const slurm::Programs>& programs, const slurm::Keeper& keeper,
        const SandboxSpec& spec, Wanted& wanted, std::stop_token stop);

    const Options m_options;
    StoppableMutex m_mutex;
    std::shared_ptr<const slurm::Programs> m_programs;
    slurm::Keepers m_keepers;
    std::string m_version;
};

} // namespace sandbench
