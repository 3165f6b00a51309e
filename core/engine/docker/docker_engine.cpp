// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/docker_engine.h"

#include "core/base/text.h"
#include "core/engine/container_options.h"
#include "core/engine/docker/container_checks.h"
#include "core/engine/docker/docker_image_store.h"
#include "core/engine/docker/docker_instance.h"
#include "core/engine/docker/docker_sandboxes.h"
#include "core/engine/docker/existing_instance.h"
#include "core/engine/engine_problem.h"

#include <cerrno>
#include <cstdlib>

namespace sandbench {

namespace {

using namespace std::chrono_literals;

/// What a mount would really show: a link may lead to an engine's socket. Paths of another machine
/// stay as they are.
Result<SandboxSpec> resolveMounts(SandboxSpec spec, const docker::EngineFacts& facts)
{
    if (facts.socketPath.empty())
        return spec;
    for (auto& mount : containerOf(spec).mounts) {
        if (!docker::isPlainPath(mount.source))
            continue;
        const std::unique_ptr<char, void (*)(void*)> real(
            ::realpath(mount.source.c_str(), nullptr), std::free);
        if (real)
            mount.source = real.get();
        else if (errno == ENOENT && facts.dialect == docker::Dialect::Podman)
            // It would make a folder of that name.
            return Error(
                ErrorCode::InvalidArgument,
                "cannot mount " + oneLine(mount.source, 200) + ": there is no such file or folder");
    }
    return spec;
}

} // namespace

DockerEngine::DockerEngine(Options options)
    : m_options(std::move(options))
    , m_reaper(m_options.reaper ? m_options.reaper : std::make_shared<reaper::Reaper>())
    , m_images(docker::makeImageStore(
          [this](std::stop_token stop) -> Result<std::shared_ptr<docker::DockerApi>> {
              SANDBENCH_TRY(const auto linked, link(std::move(stop)));
              return linked->api;
          }))
{
}

DockerEngine::~DockerEngine() = default;

Result<std::shared_ptr<docker::EngineLink>> DockerEngine::link(std::stop_token stop)
{
    SANDBENCH_TRY(const auto lock, m_mutex.lock(stop));
    if (!m_link) {
        SANDBENCH_TRY(const auto connection, m_options.choose());
        SANDBENCH_TRY(m_link, docker::EngineLink::connect(connection, m_reaper, stop));
        m_link->attachPatience = m_options.attachPatience.value_or(m_link->attachPatience);
    }
    return m_link;
}

EngineStatus DockerEngine::look(std::stop_token stop)
{
    EngineStatus status;
    status.engine = name();
    const auto linked = link(stop);
    if (!linked)
        return withProblem(std::move(status), linked.error());
    const auto& api = *(*linked)->api;
    status.version = (*linked)->facts.serverName;
    status.connection = api.connection().text();
    status.host = (*linked)->facts.host;
    status.isolation = docker::defaultIsolation((*linked)->facts);
    // Connected is not answering: that may be long ago.
    if (const auto answer = api.send({}, "/_ping", {}, std::move(stop)); !answer)
        return withProblem(std::move(status), answer.error());
    status.usable = status.reachable = true;
    return status;
}

EngineStatus DockerEngine::probe(std::stop_token stop)
{
    auto status = withTrial(*this, look(stop), stop);
    if (!status.usable)
        return status;
    const auto linked = link(stop);
    // Podman is asked here only, see EngineLink.
    if (linked && (*linked)->facts.dialect == docker::Dialect::Podman)
        if (const auto version = (*linked)->api->get("/version", {}, stop))
            docker::reportRunc(status.isolation, docker::runcVersionOf(*version, {}));
    return status;
}

Result<HostCapacity> DockerEngine::capacity(std::stop_token stop)
{
    SANDBENCH_TRY(const auto linked, link(stop));
    return linked->facts.host;
}

Result<std::unique_ptr<Instance>> DockerEngine::open(const SandboxSpec& spec, std::stop_token stop)
{
    SANDBENCH_TRY_VOID(checkSpec(spec));
    SANDBENCH_TRY_VOID(checkKept(spec));
    if (!spec.own.isEmptyBut<ContainerOptions>())
        return Error(
            ErrorCode::InvalidArgument,
            m_options.name
                + " has no pods (namespace, manifest, agent image); leave that away, or "
                  "choose the engine kubernetes");
    if (stop.stop_requested())
        return Error(ErrorCode::Cancelled, "stopped before a sandbox was opened");
    SANDBENCH_TRY(const auto linked, link(stop));
    linked->doubts->settle(stop);
    if (!spec.adopts.empty())
        return docker::DockerInstance::adopt(linked, spec, stop).within("opening a kept sandbox");
    SANDBENCH_TRY(const auto resolved, resolveMounts(spec, linked->facts));
    const auto& image = spec.image.empty() ? m_options.defaultImage : spec.image;
    auto instance = containerOf(spec).existing.empty()
        ? docker::DockerInstance::start(linked, resolved, image, stop)
        : docker::ExistingInstance::start(linked, resolved, stop);
    return std::move(instance).within("opening a sandbox");
}

Result<std::vector<SandboxInfo>> DockerEngine::sandboxes(std::stop_token stop)
{
    SANDBENCH_TRY(const auto linked, link(stop));
    return docker::listSandboxes(*linked->api, std::move(stop));
}

Result<void> DockerEngine::removeSandbox(const std::string& id, std::stop_token stop)
{
    SANDBENCH_TRY(const auto linked, link(stop));
    return docker::removeSandbox(*linked->api, id, std::move(stop));
}

} // namespace sandbench
