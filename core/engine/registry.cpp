// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/registry.h"

#include "core/engine/docker/docker_engine.h"
#include "core/engine/local/local_engine.h"
#include "core/language/language.h"

#include <cstdlib>

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
    std::string known;
    for (const auto& engine : m_engines) {
        if (engine->name() == name)
            return engine.get();
        known += (known.empty() ? "" : ", ") + engine->name();
    }
    return Error(
        ErrorCode::NotFound,
        "there is no engine named \"" + std::string(name) + "\"; known: " + known);
}

std::vector<Engine*> EngineRegistry::all() const
{
    std::vector<Engine*> engines;
    for (const auto& engine : m_engines)
        engines.push_back(engine.get());
    return engines;
}

static Result<docker::Connection> stubConnection(const std::string& engine)
{
    const char* address = std::getenv(engine == "docker" ? "DOCKER_HOST" : "SANDBENCH_TEST_PODMAN");
    SANDBENCH_TRY(
        auto endpoint,
        net::parseEndpoint(
            address != nullptr       ? address
                : engine == "docker" ? "unix:///var/run/docker.sock"
                                     : "unix:///run/podman/podman.sock"));
    return docker::Connection{engine, "default", std::move(endpoint), "found"};
}

EngineRegistry makeDefaultEngines(const Settings&, const std::string&)
{
    EngineRegistry registry;
    (void)registry.add(std::make_unique<LocalEngine>()).has_value();
    const auto reaper = std::make_shared<docker::Reaper>();
    for (const std::string name : {"docker", "podman"}) {
        DockerEngine::Options options;
        options.reaper = reaper;
        options.name = name;
        options.choose = [name] { return stubConnection(name); };
        options.defaultImage = kDefaultImage;
        (void)registry.add(std::make_unique<DockerEngine>(std::move(options))).has_value();
    }
    return registry;
}

// Until connections.cpp is there.
docker::Surroundings docker::Surroundings::ofThisProcess()
{
    Surroundings own;
    for (const char* name : {"HOME", "DOCKER_CONFIG", "XDG_RUNTIME_DIR", "REGISTRY_AUTH_FILE"})
        if (const char* value = std::getenv(name))
            own.env[name] = value;
    return own;
}

} // namespace sandbench
