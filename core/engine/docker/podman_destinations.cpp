// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/podman_destinations.h"

#include "core/base/fd.h"
#include "core/base/json.h"
#include "core/base/toml.h"

#include <algorithm>
#include <filesystem>

namespace sandbench::docker {

namespace {

constexpr std::size_t kMaxDestinationBytes = 1U << 20;
constexpr std::size_t kMostDestinations = 256;

std::string userFolder(const Surroundings& surroundings)
{
    if (const auto config = surroundings.variable("XDG_CONFIG_HOME"); config.starts_with('/'))
        return config + "/containers";
    const auto home = surroundings.variable("HOME");
    return home.empty() ? "" : home + "/.config/containers";
}

/// Later files override earlier ones.
std::vector<std::string> containersConfFiles(const Surroundings& surroundings)
{
    std::vector<std::string> files;
    const auto add = [&files](const std::string& folder) {
        files.push_back(folder + "/containers.conf");
        std::vector<std::string> parts;
        std::error_code failure;
        for (std::filesystem::directory_iterator it(folder + "/containers.conf.d", failure), end;
             !failure && it != end && parts.size() < kMostDestinations; it.increment(failure))
            if (it->path().extension() == ".conf")
                parts.push_back(it->path().string());
        std::sort(parts.begin(), parts.end());
        files.insert(files.end(), parts.begin(), parts.end());
    };
    if (auto only = surroundings.variable("CONTAINERS_CONF"); !only.empty()) {
        files.push_back(std::move(only));
    } else {
        files.push_back(surroundings.root + "/usr/share/containers/containers.conf");
        add(surroundings.root + "/etc/containers");
        if (const auto folder = userFolder(surroundings); !folder.empty())
            add(folder);
    }
    if (auto last = surroundings.variable("CONTAINERS_CONF_OVERRIDE"); !last.empty())
        files.push_back(std::move(last));
    return files;
}

void putOver(DestinationList& all, DestinationList list)
{
    if (!list.active.empty())
        all.active = std::move(list.active);
    for (auto& entry : list.entries) {
        std::erase_if(all.entries, [&](const auto& other) { return other.name == entry.name; });
        all.entries.push_back(std::move(entry));
    }
}

/// @p parse the text of @p path onto @p all. A file that is not there is no error.
Result<void> readOver(
    DestinationList& all, const std::string& path,
    Result<DestinationList> (*parse)(std::string_view text))
{
    const auto text = readFile(path, kMaxDestinationBytes);
    if (!text)
        return {};
    SANDBENCH_TRY(auto list, parse(*text).within(path));
    putOver(all, std::move(list));
    return {};
}

Result<Connection> connectionOf(const DestinationList::Entry& entry)
{
    SANDBENCH_TRY(
        auto endpoint,
        net::parseEndpoint(entry.address).within("the podman connection '" + entry.name + "'"));
    endpoint.identity = entry.identity;
    endpoint.isOwnMachine = entry.isMachine;
    return Connection{"podman", entry.name, std::move(endpoint), "podman connection " + entry.name};
}

} // namespace

Result<DestinationList> parseContainersConf(std::string_view text)
{
    SANDBENCH_TRY(const auto parsed, parseToml(text));
    DestinationList list;
    const auto engine = parsed["engine"];
    list.active = engine["active_service"].value_or(std::string());
    if (const auto* destinations = engine["service_destinations"].as_table()) {
        for (const auto& [name, value] : *destinations) {
            const auto* destination = value.as_table();
            if (destination && list.entries.size() < kMostDestinations)
                list.entries.push_back(
                    {std::string(name.str()), (*destination)["uri"].value_or(std::string()),
                     (*destination)["identity"].value_or(std::string()),
                     (*destination)["is_machine"].value_or(false)});
        }
    }
    return list;
}

Result<DestinationList> parsePodmanConnections(std::string_view text)
{
    const auto json = parseJson(text, kMaxDestinationBytes);
    if (!json)
        return Error(ErrorCode::InvalidArgument, json.error().message());
    DestinationList list;
    const Json& connection = jsonField(*json, "Connection");
    list.active = jsonString(connection, "Default");
    const Json& connections = jsonField(connection, "Connections");
    if (connections.is_object() && connections.size() <= kMostDestinations)
        for (const auto& [name, value] : connections.items())
            list.entries.push_back(
                {name, jsonString(value, "URI"), jsonString(value, "Identity"),
                 jsonBool(value, "IsMachine")});
    return list;
}

Result<PodmanDestinations> podmanDestinations(const Surroundings& surroundings)
{
    PodmanDestinations destinations;
    if (const auto address = surroundings.variable("CONTAINER_HOST"); !address.empty()) {
        auto connection
            = connectionOf({"default", address, surroundings.variable("CONTAINER_SSHKEY"), false});
        if (!connection)
            return std::move(connection.error()).within("CONTAINER_HOST");
        connection->source = "CONTAINER_HOST";
        destinations.inUse.push_back(*std::move(connection));
    }
    DestinationList all;
    for (const auto& path : containersConfFiles(surroundings))
        SANDBENCH_TRY_VOID(readOver(all, path, parseContainersConf));
    auto own = surroundings.variable("PODMAN_CONNECTIONS_CONF");
    if (own.empty() && !userFolder(surroundings).empty())
        own = userFolder(surroundings) + "/podman-connections.json";
    SANDBENCH_TRY_VOID(readOver(all, own, parsePodmanConnections));
    if (auto chosen = surroundings.variable("CONTAINER_CONNECTION"); !chosen.empty())
        all.active = std::move(chosen);
    for (const auto& entry : all.entries) {
        auto connection = connectionOf(entry);
        if (connection)
            (entry.name == all.active ? destinations.inUse : destinations.others)
                .push_back(*std::move(connection));
        else if (entry.name == all.active)
            return std::move(connection.error());
    }
    return destinations;
}

} // namespace sandbench::docker
