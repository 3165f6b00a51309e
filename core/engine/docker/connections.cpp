// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/connections.h"

#include "core/base/text.h"
#include "core/engine/docker/docker_contexts.h"
#include "core/engine/docker/podman_destinations.h"
#include "core/engine/docker/usual_places.h"

#include <algorithm>
#include <iterator>
#include <unistd.h>

namespace sandbench::docker {

namespace {

/// The first mention of an address wins: it is the one that would be used. What the user keeps
/// under a name of his own is there nevertheless.
class ConnectionList
{
public:
    void add(Connection connection)
    {
        const auto text = connection.endpoint.text();
        const auto isSame = [&](const Connection& other) { return other.endpoint.text() == text; };
        if (std::none_of(m_list.begin(), m_list.end(), isSame))
            m_list.push_back(std::move(connection));
    }
    void add(std::vector<Connection> connections)
    {
        for (auto& connection : connections)
            add(std::move(connection));
    }
    void addNamed(std::vector<Connection> connections)
    {
        std::move(connections.begin(), connections.end(), std::back_inserter(m_list));
    }
    std::vector<Connection> take() { return std::move(m_list); }

private:
    std::vector<Connection> m_list;
};

std::vector<Connection> profilesOf(const std::string& engine, const Settings& settings)
{
    std::vector<Connection> list;
    for (const auto& profile : settings.connections)
        if (profile.engine == engine)
            list.push_back({engine, profile.name, profile.endpoint, "profile " + profile.name});
    return list;
}

Error noConnection(const std::string& engine)
{
    return Error(
        ErrorCode::Unavailable,
        engine == "podman"
            ? "no socket of Podman was found; switch it on with 'systemctl --user enable --now "
              "podman.socket', or name one in CONTAINER_HOST or as a connection"
            : "no socket of Docker was found; install and start Docker, or name its address in "
              "DOCKER_HOST or as a connection");
}

} // namespace

Result<std::vector<Connection>> findConnections(
    const std::string& engine, const Settings& settings, const Surroundings& surroundings)
{
    ConnectionList list;
    if (engine == "podman") {
        SANDBENCH_TRY(auto destinations, podmanDestinations(surroundings));
        list.add(std::move(destinations.inUse));
        list.addNamed(profilesOf(engine, settings));
        list.add(std::move(destinations.others));
    } else {
        SANDBENCH_TRY(auto named, dockerFromEnvironment(surroundings));
        if (named)
            list.add(*std::move(named));
        SANDBENCH_TRY(auto contexts, dockerContexts(surroundings));
        if (contexts.current)
            list.add(*std::move(contexts.current));
        list.addNamed(profilesOf(engine, settings));
        list.add(std::move(contexts.others));
    }
    list.add(socketsInUsualPlaces(engine, surroundings));
    return list.take();
}

Result<Connection> chooseConnection(
    const std::string& engine, const std::string& wanted, const Settings& settings,
    const Surroundings& surroundings)
{
    // What was named outright needs nothing of the environment, which may be broken.
    for (const auto& profile : profilesOf(engine, settings))
        if (profile.name == wanted)
            return profile;
    if (wanted.find('/') != std::string::npos) {
        auto endpoint = engine == "podman" ? net::parseEndpoint(wanted)
                                           : dockerEndpoint(wanted, surroundings);
        if (!endpoint)
            return std::move(endpoint.error());
        return Connection{engine, "default", *std::move(endpoint), "your choice"};
    }
    SANDBENCH_TRY(const auto all, findConnections(engine, settings, surroundings));
    if (wanted.empty())
        return all.empty() ? Result<Connection>(noConnection(engine)) : all.front();
    for (const auto& connection : all)
        if (connection.name == wanted)
            return connection;
    const auto known = listed(all, &Connection::name);
    return Error(
        ErrorCode::NotFound,
        "there is no connection to " + engine + " named '" + wanted + "'; "
            + (known.empty() ? "there is none at all" : "known: " + known)
            + "; an address such as unix:///run/docker.sock will do too");
}

} // namespace sandbench::docker
