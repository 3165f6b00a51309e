// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/docker/connections.h"
#include "core/engine/docker/image_reference.h"

#include <chrono>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::docker {

/// A login at a registry. Never logged, never part of an error.
struct Credentials
{
    std::string user, password;
    std::string identityToken; ///< Instead of both.
};

/// The files that may hold logins, the one that counts most first: for Docker config.json in
/// $DOCKER_CONFIG or ~/.docker; for Podman $REGISTRY_AUTH_FILE, containers/auth.json in
/// $XDG_RUNTIME_DIR and ~/.config, then Docker's. Source: containers-auth.json(5), docker login.
std::vector<std::string>
credentialFiles(const std::string& engine, const Surroundings& surroundings);

/// What a file says about the image: a login, or the program that knows it. No I/O.
struct CredentialEntry
{
    std::optional<Credentials> credentials;
    std::string helper; ///< "pass" for docker-credential-pass; empty = none.
    std::string server; ///< What to ask the helper for.
};
/// @p image as inRegistry() makes it. Errors: InvalidArgument for a file that is no such JSON.
Result<CredentialEntry> credentialsIn(std::string_view json, const ImageReference& image);

/// What `docker-credential-… get` printed. No I/O. Errors: Protocol.
Result<Credentials> parseHelperAnswer(std::string_view json);

/// Runs `docker-credential-<helper> get` from @p env's PATH with that environment and hands it
/// @p server; nothing where it knows no login. Its answer is bounded, its complaints are not shown.
/// Errors: Unavailable (missing, failed), Timeout, Cancelled.
/// Source: docker-credential-helpers' protocol.
Result<std::optional<Credentials>> askCredentialHelper(
    const std::string& helper, const std::string& server,
    const std::map<std::string, std::string>& env, std::stop_token stop,
    std::chrono::milliseconds patience = std::chrono::seconds(10));

/// The user's login for the registry of @p image; nothing where there is none. A helper that does
/// not know the registry is no error. Blocks while a helper runs, ten seconds at most.
/// Errors: InvalidArgument (a broken file, by its path), Unavailable (a helper that is missing or
/// fails, by its name), Timeout, Cancelled.
Result<std::optional<Credentials>> findCredentials(
    const std::string& engine, const ImageReference& image, const Surroundings& surroundings,
    std::stop_token stop);

/// For X-Registry-Auth. Source: Docker Engine API 1.41, Authentication: base64url of JSON.
std::string authHeader(const Credentials& credentials, const std::string& registry);
/// For X-Registry-Config of a build: every registry with its login.
std::string authConfigHeader(const std::vector<std::pair<std::string, Credentials>>& credentials);

} // namespace sandbench::docker
