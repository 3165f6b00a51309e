// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/slurm/node_step.h"

#include <memory>
#include <string>

namespace sandbench::slurm {

/// A sandbox in a job of Slurm's.
class SlurmInstance : public Instance
{
public:
    /// @p keeper: goes with it where it is its own. Errors: those of startStep().
    static Result<std::unique_ptr<Instance>> start(
        std::shared_ptr<const Programs> programs, Keeper keeper,
        const outpost::OpenRequest& request, std::shared_ptr<void> imageLock, std::stop_token stop);
    ~SlurmInstance() override;

    ByteStream& stream() override { return *m_step.stream; }
    GuestSetup guestSetup() const override { return m_setup; }
    const IsolationReport& isolation() const override { return m_step.placed.isolation; }
    std::string image() const override { return m_image; }
    std::optional<EndCause> endCause() override;
    ResourceCounters counters() const override { return m_step.stream->counters(); }
    void resetPeak() override { m_step.stream->forgetPeak(); }
    std::string network() const override { return m_step.placed.network; }
    Result<void> dropNetwork(std::stop_token stop) override;
    std::string description() const override;
    std::string id() const override { return m_keeper.id.name; }
    Result<void> close() override;

private:
    SlurmInstance(
        std::shared_ptr<const Programs> programs, Keeper keeper, NodeStep step,
        std::shared_ptr<void> imageLock);

    const std::shared_ptr<const Programs> m_programs;
    const Keeper m_keeper;
    NodeStep m_step;
    const std::shared_ptr<void> m_imageLock;
    GuestSetup m_setup;
    std::string m_image;
    bool m_closed = false;
};

} // namespace sandbench::slurm
