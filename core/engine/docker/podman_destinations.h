// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/docker/connections.h"

#include <string>
#include <string_view>
#include <vector>

namespace sandbench::docker {

/// What `podman --remote` would use, the one in use first: CONTAINER_HOST, then
/// CONTAINER_CONNECTION or the default of the user's connections, then the other connections. Those
/// that cannot be read are left out unless they are the one in use. Errors: InvalidArgument.
/// Source: podman(1), podman-system-connection(1), containers.conf(5).
struct PodmanDestinations
{
    std::vector<Connection> inUse; ///< At most one of the environment and one of the files.
    std::vector<Connection> others;
};
Result<PodmanDestinations> podmanDestinations(const Surroundings& surroundings);

/// The named addresses of one file, in its order.
struct DestinationList
{
    struct Entry
    {
        std::string name, address, identity;
        bool isMachine = false; ///< Of `podman machine`.
    };
    std::string active; ///< Empty = it names none.
    std::vector<Entry> entries;
};
/// containers.conf: [engine] active_service and service_destinations. No I/O.
/// Errors: InvalidArgument.
Result<DestinationList> parseContainersConf(std::string_view toml);
/// podman-connections.json. No I/O. Errors: InvalidArgument.
Result<DestinationList> parsePodmanConnections(std::string_view json);

} // namespace sandbench::docker
