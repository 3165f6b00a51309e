// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/settings.h"
#include "core/engine/docker/connections.h"
#include "core/engine/registry.h"
#include "core/policy/sizes.h"

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace sandbench::ui {

/// Where the window gets its engines: one set per connection, made when it is first asked for and
/// kept, because sessions need their engine to the end. Outlives the window. Thread: any.
class EngineSource
{
public:
    /// Engines of which @p engine uses the connection of this name or address; empty = the default
    /// one. Does not connect.
    using Make
        = std::function<EngineRegistry(const std::string& connection, const std::string& engine)>;
    /// docker::findConnections() for engines with images, the contexts of a kubeconfig for
    /// Kubernetes; may read files.
    using Find = std::function<Result<std::vector<docker::Connection>>(const std::string& engine)>;

    EngineSource(Make make, Find find, SizeCatalog sizes, Settings settings = {});

    /// The default first. Never empty.
    std::vector<std::string> names();
    /// @p engine: empty = the first. Errors: NotFound.
    Result<Engine*> find(const std::string& engine, const std::string& connection);
    /// The ways to reach @p engine, the default first; none for an engine in this process. Reads
    /// files: not for the GUI thread.
    Result<std::vector<docker::Connection>> connections(const std::string& engine);
    const SizeCatalog& sizes() const { return m_sizes; }
    const Settings& settings() const { return m_settings; }

private:
    const EngineRegistry& registry(const std::string& connection, const std::string& engine);

    Make m_make;
    Find m_find;
    SizeCatalog m_sizes;
    Settings m_settings;
    std::mutex m_mutex;
    /// By connection and engine. Guarded by m_mutex.
    std::map<std::pair<std::string, std::string>, EngineRegistry> m_registries;
};

/// Whether sandboxes of this engine are pods of a cluster.
bool isCluster(const std::string& engine);
/// Whether its sandboxes are made from images: those of an engine, or of a cluster's registries.
bool usesImages(Engine& engine);

/// How @p connections[index] is asked for: empty for the first, its name where that means it, else
/// its address. Never holds a secret.
std::string connectionKey(const std::vector<docker::Connection>& connections, std::size_t index);

} // namespace sandbench::ui
