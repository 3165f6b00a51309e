// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/engine_source.h"

#include <algorithm>

namespace sandbench::ui {

EngineSource::EngineSource(Make make, Find find, SizeCatalog sizes, Settings settings)
    : m_make(std::move(make))
    , m_find(std::move(find))
    , m_sizes(std::move(sizes))
    , m_settings(std::move(settings))
{
}

// Places in a std::map stay where they are: what is returned outlives the lock.
const EngineRegistry&
EngineSource::registry(const std::string& connection, const std::string& engine)
{
    const std::lock_guard lock(m_mutex);
    const auto key = connection.empty() ? std::pair<std::string, std::string>()
                                        : std::pair(connection, engine);
    auto known = m_registries.find(key);
    if (known == m_registries.end())
        known = m_registries.emplace(key, m_make(key.first, key.second)).first;
    return known->second;
}

std::vector<std::string> EngineSource::names()
{
    std::vector<std::string> names;
    for (const Engine* engine : registry({}, {}).all())
        names.push_back(engine->name());
    return names;
}

Result<Engine*> EngineSource::find(const std::string& engine, const std::string& connection)
{
    const EngineRegistry& engines = registry(connection, engine);
    if (engine.empty())
        return engines.all().front();
    return engines.find(engine);
}

Result<std::vector<docker::Connection>> EngineSource::connections(const std::string& engine)
{
    SANDBENCH_TRY(Engine* const known, find(engine, {}));
    if (!usesImages(*known)) // in this process
        return std::vector<docker::Connection>();
    return m_find(engine);
}

bool isCluster(const std::string& engine)
{
    return engine == "kubernetes";
}

bool usesImages(Engine& engine)
{
    return engine.images() != nullptr || isCluster(engine.name());
}

std::string connectionKey(const std::vector<docker::Connection>& connections, std::size_t index)
{
    if (index == 0)
        return {};
    const docker::Connection& wanted = connections[index];
    // A profile's name means the profile, whatever else has the name.
    if (wanted.source.starts_with("profile "))
        return wanted.name;
    const auto same = std::count_if(
        connections.begin(), connections.end(),
        [&](const docker::Connection& other) { return other.name == wanted.name; });
    return same > 1 ? wanted.endpoint.text() : wanted.name;
}

} // namespace sandbench::ui
