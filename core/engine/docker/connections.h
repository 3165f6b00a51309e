// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/config/settings.h"
#include "core/engine/engine_connection.h"
#include "core/engine/surroundings.h"

#include <map>
#include <string>
#include <vector>

namespace sandbench::docker {

using Connection = EngineConnection;
using sandbench::Surroundings;

/// Every way to @p engine, the one to use first: what the environment names, the user's current
/// context, profiles, other contexts, rootless and rootful sockets, Colima's and Podman machine's
/// usual places.
/// Does not connect; sockets that are not there are left out unless they were named. Errors:
/// InvalidArgument (DOCKER_HOST or a context that cannot be read). Source: docs of the docker CLI
/// on contexts and DOCKER_HOST, DOCKER_TLS_VERIFY, DOCKER_CERT_PATH; podman-system-connection(1),
/// CONTAINER_HOST.
Result<std::vector<Connection>> findConnections(
    const std::string& engine, const Settings& settings, const Surroundings& surroundings);

/// @p wanted: empty = the first; else a name of the above (a profile's before others), or an
/// address, for which DOCKER_TLS_VERIFY and DOCKER_CERT_PATH hold as they do for DOCKER_HOST.
/// Errors: NotFound with the known names, Unavailable saying how to get one.
Result<Connection> chooseConnection(
    const std::string& engine, const std::string& wanted, const Settings& settings,
    const Surroundings& surroundings);

} // namespace sandbench::docker
