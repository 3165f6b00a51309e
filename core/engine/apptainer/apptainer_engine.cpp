// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/apptainer/apptainer_engine.h"

#include "core/engine/apptainer/apptainer_image_store.h"
#include "core/engine/apptainer/apptainer_instance.h"
#include "core/engine/apptainer/container_checks.h"
#include "core/engine/cgroup/group_list.h"
#include "core/engine/engine_problem.h"
#include "core/engine/guest_agent.h"
#include "core/engine/this_machine.h"

namespace sandbench {

ApptainerEngine::ApptainerEngine(Options options)
    : m_options(std::move(options))
    , m_library(
          [this](std::stop_token stop) { return host(std::move(stop)); }, m_options.sources,
          m_options.cacheFolder.empty() ? apptainer::cacheFolderOf(
              m_options.surroundings.cacheHome, m_options.surroundings.home)
                                        : m_options.cacheFolder)
    , m_images(apptainer::makeImageStore(m_library))
{
}

ApptainerEngine::~ApptainerEngine() = default;

Result<std::shared_ptr<apptainer::ApptainerHost>> ApptainerEngine::host(std::stop_token stop)
{
    SANDBENCH_TRY(const auto lock, m_mutex.lock(stop));
    if (!m_host) {
        SANDBENCH_TRY(const auto agent, agentOfThisMachine());
        SANDBENCH_TRY(
            m_host,
            apptainer::ApptainerHost::prepare(
                m_options.program, m_options.surroundings, agent, std::move(stop)));
    }
    return m_host;
}

EngineStatus ApptainerEngine::look(std::stop_token stop)
{
    EngineStatus status;
    status.engine = name();
    status.host = capacityOfThisMachine();
    const auto prepared = host(std::move(stop));
    if (!prepared)
        return withProblem(std::move(status), prepared.error());
    status.version = (*prepared)->program().version;
    status.connection = (*prepared)->program().path;
    status.usable = status.reachable = true;
    return status;
}

EngineStatus ApptainerEngine::probe(std::stop_token stop)
{
    return withTrial(*this, look(stop), stop);
}

Result<HostCapacity> ApptainerEngine::capacity(std::stop_token)
{
    return capacityOfThisMachine();
}

Result<std::unique_ptr<Instance>>
ApptainerEngine::open(const SandboxSpec& spec, std::stop_token stop)
{
    SANDBENCH_TRY_VOID(checkSpec(spec));
    SANDBENCH_TRY_VOID(apptainer::checkOptions(spec));
    if (stop.stop_requested())
        return Error(ErrorCode::Cancelled, "stopped before a sandbox was opened");
    SANDBENCH_TRY(const auto prepared, host(stop));
    const auto& image = spec.image.empty() ? m_options.defaultImage : spec.image;
    auto opened = openFrom(prepared, spec, image, stop);
    if (opened.failedAs(ErrorCode::Unsupported) && prepared->mountsFiles()) {
        // Unpacked once here, instead of by Apptainer for each container.
        prepared->setMountsFiles(false);
        opened = openFrom(prepared, spec, image, stop);
        // What is wrong with one file, or was stopped, says nothing of the others.
        prepared->setMountsFiles(!opened);
    }
    return std::move(opened).within("opening a sandbox");
}

Result<std::unique_ptr<Instance>> ApptainerEngine::openFrom(
    const std::shared_ptr<apptainer::ApptainerHost>& host, const SandboxSpec& spec,
    const std::string& image, std::stop_token stop)
{
    SANDBENCH_TRY(auto used, m_library.use(image, spec.tenant, spec.onWaiting, stop));
    return apptainer::ApptainerInstance::start(host, spec, std::move(used), std::move(stop));
}

Result<ApptainerEngine::PreparedImage>
ApptainerEngine::prepareImage(const SandboxSpec& spec, bool isUnpacked, std::stop_token stop)
{
    SANDBENCH_TRY(const auto prepared, host(stop));
    const auto& image = spec.image.empty() ? m_options.defaultImage : spec.image;
    const bool mounts = prepared->mountsFiles();
    prepared->setMountsFiles(mounts && !isUnpacked);
    auto used = m_library.use(image, spec.tenant, spec.onWaiting, std::move(stop));
    prepared->setMountsFiles(mounts);
    if (!used)
        return std::move(used.error());
    return PreparedImage{*std::move(used), prepared->program().path};
}

Result<std::vector<SandboxInfo>> ApptainerEngine::sandboxes(std::stop_token)
{
    const auto tree = cgroup::openCgroupTree();
    return tree ? cgroup::listGroups(*tree, name()) : std::vector<SandboxInfo>();
}

Result<void> ApptainerEngine::removeSandbox(const std::string& id, std::stop_token stop)
{
    const auto tree = cgroup::openCgroupTree();
    return tree ? cgroup::endGroup(*tree, id, name()) : Engine::removeSandbox(id, stop);
}

} // namespace sandbench
