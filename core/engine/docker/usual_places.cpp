// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/usual_places.h"

#include <algorithm>
#include <filesystem>

namespace sandbench::docker {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostSockets = 64;

struct Place
{
    std::string name, path;
};

class Places
{
public:
    explicit Places(const Surroundings& surroundings)
        : m_root(surroundings.root)
        , m_home(surroundings.variable("HOME"))
        , m_runtime(surroundings.variable("XDG_RUNTIME_DIR"))
        , m_config(surroundings.variable("XDG_CONFIG_HOME"))
        , m_colima(surroundings.variable("COLIMA_HOME"))
    {
        // Not set in what cron, ssh and service managers start.
        if (m_runtime.empty())
            m_runtime = m_root + "/run/user/" + std::to_string(surroundings.uid);
        if (m_config.empty() && !m_home.empty())
            m_config = m_home + "/.config";
    }

    std::vector<Place> docker() const
    {
        std::vector<Place> places = {
            {"rootless", m_runtime + "/docker.sock"}, {"rootful", m_root + "/var/run/docker.sock"}};
        addBelow(places, "colima", m_colima, "docker.sock");
        if (m_home.empty())
            return places;
        places.push_back({"desktop", m_home + "/.docker/desktop/docker.sock"});
        places.push_back({"desktop-run", m_home + "/.docker/run/docker.sock"});
        addBelow(places, "colima", m_home + "/.colima", "docker.sock");
        addBelow(places, "colima", m_config + "/colima", "docker.sock");
        places.push_back({"rancher-desktop", m_home + "/.rd/docker.sock"});
        places.push_back({"lima", m_home + "/.lima/docker/sock/docker.sock"});
        return places;
    }

    std::vector<Place> podman() const
    {
        std::vector<Place> places
            = {{"rootless", m_runtime + "/podman/podman.sock"},
               {"rootful", m_root + "/run/podman/podman.sock"}};
        addMachines(places, m_runtime + "/podman");
        if (m_home.empty())
            return places;
        const auto machines = m_home + "/.local/share/containers/podman/machine";
        places.push_back({"machine", machines + "/podman.sock"});
        addBelow(places, "machine", machines, "podman.sock");
        places.push_back({"lima", m_home + "/.lima/podman/sock/podman.sock"});
        return places;
    }

private:
    static std::vector<std::string> namesIn(const std::string& folder)
    {
        std::vector<std::string> names;
        std::error_code failure;
        for (fs::directory_iterator it(folder, failure), end;
             !failure && it != end && names.size() < kMostSockets; it.increment(failure))
            names.push_back(it->path().filename().string());
        std::sort(names.begin(), names.end());
        return names;
    }

    /// `FOLDER/NAME/FILE` for each name: the default one is called @p kind, others after it too.
    static void addBelow(
        std::vector<Place>& places, const std::string& kind, const std::string& folder,
        const std::string& file)
    {
        if (folder.empty())
            return;
        for (const auto& name : namesIn(folder)) {
            const bool usual = name == "default" || name == "qemu";
            places.push_back({usual ? kind : kind + "-" + name, folder + "/" + name + "/" + file});
        }
    }

    /// Podman 5 puts `podman-machine-default-api.sock` beside its own socket.
    static void addMachines(std::vector<Place>& places, const std::string& folder)
    {
        constexpr std::string_view kEnd = "-api.sock";
        for (const auto& name : namesIn(folder))
            if (name.ends_with(kEnd))
                places.push_back({name.substr(0, name.size() - kEnd.size()), folder + "/" + name});
    }

    std::string m_root, m_home, m_runtime, m_config, m_colima;
};

} // namespace

std::vector<Connection>
socketsInUsualPlaces(const std::string& engine, const Surroundings& surroundings)
{
    const Places places(surroundings);
    std::vector<Connection> found;
    for (const auto& [name, path] : engine == "podman" ? places.podman() : places.docker()) {
        std::error_code ignored;
        if (!fs::is_socket(path, ignored))
            continue;
        Connection connection = {engine, name, {}, "found"};
        connection.endpoint.path = path;
        found.push_back(std::move(connection));
    }
    return found;
}

} // namespace sandbench::docker
