// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/docker/connections.h"

#include <optional>
#include <string>
#include <vector>

namespace sandbench::docker {

/// What the docker command line would use, read from its own files and variables. Certificates are
/// always verified, also where a context says not to.
/// Source: docs of the docker CLI on contexts, DOCKER_HOST, DOCKER_CONTEXT, DOCKER_CONFIG,
/// DOCKER_TLS, DOCKER_TLS_VERIFY and DOCKER_CERT_PATH.

/// Reads @p address and adds the certificates that the environment names.
/// Errors: those of net::parseEndpoint().
Result<net::Endpoint> dockerEndpoint(const std::string& address, const Surroundings& surroundings);

/// DOCKER_HOST; none where it is not set. Errors: InvalidArgument, naming it.
Result<std::optional<Connection>> dockerFromEnvironment(const Surroundings& surroundings);

/// The current context first, when DOCKER_CONTEXT or the configuration names one. Others that
/// cannot be read are left out. Errors: InvalidArgument (the current one is missing or broken).
struct DockerContexts
{
    std::optional<Connection> current;
    std::vector<Connection> others;
};
Result<DockerContexts> dockerContexts(const Surroundings& surroundings);

/// Checks and converts one meta.json. @p tlsFolder: where its certificates are, if any. No I/O but
/// to see which of them exist. Errors: InvalidArgument.
Result<Connection> parseContext(std::string_view metaJson, const std::string& tlsFolder);

} // namespace sandbench::docker
