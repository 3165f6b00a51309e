// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/net/endpoint.h"

#include <string>

namespace sandbench {

/// One way to an engine's API, and how we came to know of it.
struct EngineConnection
{
    std::string engine; ///< "docker", "podman", "ssh" or "kubernetes"
    std::string name; ///< Of the profile or context; else "default", "rootless", "colima" …
    net::Endpoint endpoint; ///< Not of "kubernetes": its context's name leads to it.
    std::string source; ///< "DOCKER_HOST", "context desktop-linux", "profile lab", "found"

    /// "unix:///run/docker.sock (from DOCKER_HOST)", for EngineStatus::connection.
    std::string text() const
    {
        return endpoint.text()
            + (source.empty() || source == "found" ? "" : " (from " + source + ")");
    }
};

} // namespace sandbench
