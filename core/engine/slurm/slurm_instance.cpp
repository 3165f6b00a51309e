// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/slurm/slurm_instance.h"

#include "core/engine/container_options.h"

namespace sandbench::slurm {

namespace {

using namespace std::chrono_literals;

constexpr auto kCausePatience = 1500ms;
constexpr auto kDropPatience = 5s;

} // namespace

SlurmInstance::SlurmInstance(
    std::shared_ptr<const Programs> programs, Keeper keeper, NodeStep step,
    std::shared_ptr<void> imageLock)
    : m_programs(std::move(programs))
    , m_keeper(std::move(keeper))
    , m_step(std::move(step))
    , m_imageLock(std::move(imageLock))
{
}

Result<std::unique_ptr<Instance>> SlurmInstance::start(
    std::shared_ptr<const Programs> programs, Keeper keeper, const outpost::OpenRequest& request,
    std::shared_ptr<void> imageLock, std::stop_token stop)
{
    SANDBENCH_TRY(auto step, startStep(*programs, keeper, request, std::move(stop)));
    std::unique_ptr<SlurmInstance> instance(new SlurmInstance(
        std::move(programs), std::move(keeper), std::move(step), std::move(imageLock)));
    instance->m_setup = instance->m_step.placed.setup;
    instance->m_setup.entrypoint = containerOf(request.spec).entrypoint;
    instance->m_image = request.imageText;
    return std::unique_ptr<Instance>(std::move(instance));
}

SlurmInstance::~SlurmInstance()
{
    (void)SlurmInstance::close().has_value();
}

std::optional<Instance::EndCause> SlurmInstance::endCause()
{
    return askCause(*m_programs, m_keeper.id.name, kCausePatience);
}

std::string SlurmInstance::description() const
{
    return m_step.placed.description + " on " + m_keeper.host + ", job " + m_keeper.id.name;
}

Result<void> SlurmInstance::dropNetwork(std::stop_token stop)
{
    SANDBENCH_TRY(
        const auto answer, m_step.stream->ask("drop_network", kDropPatience, std::move(stop)));
    m_step.placed.network = far::textOf(answer, "network");
    return {};
}

/// The job goes also where its step does not.
Result<void> SlurmInstance::close()
{
    if (std::exchange(m_closed, true))
        return {};
    auto ended = endStep(m_step);
    if (!m_keeper.isOurs)
        return ended;
    return endJob(*m_programs, m_keeper.id.name);
}

} // namespace sandbench::slurm
