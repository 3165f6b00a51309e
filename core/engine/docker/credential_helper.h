// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/docker/registry_auth.h"

#include <chrono>
#include <map>

namespace sandbench::docker {

/// Runs `docker-credential-<helper> get` from @p env's PATH with that environment and hands it
/// @p server; nothing where it knows no login. Its answer is bounded, its complaints are not shown.
/// Errors: Unavailable (missing, failed), Timeout, Cancelled.
/// Source: docker-credential-helpers' protocol.
Result<std::optional<Credentials>> askCredentialHelper(
    const std::string& helper, const std::string& server,
    const std::map<std::string, std::string>& env, std::stop_token stop,
    std::chrono::milliseconds patience = std::chrono::seconds(10));

} // namespace sandbench::docker
