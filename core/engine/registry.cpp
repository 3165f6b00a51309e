// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/registry.h"

#include "core/base/text.h"
#include "core/engine/apptainer/apptainer_engine.h"
#include "core/engine/docker/connections.h"
#include "core/engine/docker/docker_engine.h"
#include "core/engine/kubernetes/kube_engine.h"
#include "core/engine/local/local_engine.h"
#include "core/engine/slurm_images.h"
#include "core/engine/ssh/ssh_address.h"
#include "core/engine/ssh/ssh_engine.h"
#include "core/language/language.h"

namespace sandbench {

Result<void> EngineRegistry::add(std::unique_ptr<Engine> engine)
{
    if (find(engine->name()))
        return Error(
            ErrorCode::AlreadyExists, "there is an engine named " + engine->name() + " already");
    m_engines.push_back(std::move(engine));
    return {};
}

Result<Engine*> EngineRegistry::find(std::string_view name) const
{
    for (const auto& engine : m_engines)
        if (engine->name() == name && isAllowed(*engine))
            return engine.get();
        else if (engine->name() == name)
            return Error(
                ErrorCode::PermissionDenied,
                "the engine " + engine->name() + " is not offered here, but "
                    + listed(m_allowed, [](const auto& allowed) { return allowed; })
                    + ", as whoever started this said with --engines");
    const auto known = listed(m_engines, [](const auto& engine) { return engine->name(); });
    return Error(
        ErrorCode::NotFound,
        "there is no engine named '" + std::string(name) + "'; known: " + known);
}

Result<void> EngineRegistry::allowOnly(const std::vector<std::string>& names)
{
    for (const auto& name : names)
        if (const auto found = find(name); !found)
            return found.error();
    m_allowed = {names.begin(), names.end()};
    return {};
}

bool EngineRegistry::isAllowed(const Engine& engine) const
{
    return m_allowed.empty() || m_allowed.contains(engine.name());
}

std::vector<Engine*> EngineRegistry::all() const
{
    std::vector<Engine*> engines;
    for (const auto& engine : m_engines)
        if (isAllowed(*engine))
            engines.push_back(engine.get());
    return engines;
}

EngineRegistry makeDefaultEngines(
    const Settings& settings, const std::string& connection, const std::string& engine)
{
    const auto context = engine == "kubernetes" ? connection : std::string();
    EngineRegistry registry;
    (void)registry.add(std::make_unique<LocalEngine>()).has_value();
    const auto reaper = std::make_shared<reaper::Reaper>();
    ApptainerEngine::Options containers;
    for (const std::string name : {"docker", "podman"}) {
        DockerEngine::Options options;
        options.reaper = reaper;
        options.name = name;
        const bool isForIt = engine.empty() || engine == "local" || engine == name;
        options.choose = [name, settings, address = isForIt ? connection : std::string()] {
            return docker::chooseConnection(
                name, address, settings, docker::Surroundings::ofThisProcess());
        };
        options.defaultImage = kDefaultImage;
        auto docker = std::make_unique<DockerEngine>(std::move(options));
        // Engines of a registry live equally long.
        containers.sources.push_back({name, {std::shared_ptr<void>(), docker->images()}});
        (void)registry.add(std::move(docker)).has_value();
    }
    KubernetesEngine::Options cluster;
    cluster.choose = [context] {
        return kubernetes::chooseContext(context, kubernetes::KubeSurroundings::ofThisProcess());
    };
    cluster.reaper = reaper;
    cluster.defaultImage = kDefaultImage;
    (void)registry.add(std::make_unique<KubernetesEngine>(std::move(cluster))).has_value();
    // A path is no address of the others.
    if (engine == "apptainer" || (engine.empty() && connection.starts_with('/')))
        containers.program = connection;
    containers.defaultImage = kDefaultImage;
    auto apptainer = std::make_unique<ApptainerEngine>(std::move(containers));
    SlurmEngine::Options jobs;
    jobs.configuration = engine == "slurm" ? connection : std::string();
    makeImagesWith(*apptainer, jobs);
    (void)registry.add(std::move(apptainer)).has_value();
    (void)registry.add(std::make_unique<SlurmEngine>(std::move(jobs))).has_value();
    // Nor is every machine that ssh knows.
    SshEngine::Options far;
    far.choose = [settings, machine = engine == "ssh" ? connection : std::string()] {
        return ssh::chooseMachine(machine, settings);
    };
    (void)registry.add(std::make_unique<SshEngine>(std::move(far))).has_value();
    return registry;
}

} // namespace sandbench
