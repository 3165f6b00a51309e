// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/docker/agent_volume.h"
#include "core/engine/docker/docker_api.h"
#include "core/engine/docker/doubts.h"
#include "core/engine/docker/engine_facts.h"
#include "core/engine/reaper/reaper_client.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>

namespace sandbench::docker {

/// One engine that we have reached, and what its sandboxes share. Thread: any.
struct EngineLink
{
    /// Errors: DockerApi's.
    static Result<std::shared_ptr<EngineLink>> connect(
        const Connection& connection, std::shared_ptr<reaper::Reaper> reaper, std::stop_token stop);

    /// Units: seconds since 1970, by the engine's clock.
    std::int64_t now() const;

    std::shared_ptr<DockerApi> api;
    EngineFacts facts;
    std::shared_ptr<reaper::Reaper> reaper;
    std::unique_ptr<Doubts> doubts;
    std::unique_ptr<AgentVolumes> agents;
    /// How long it may take to give a container's stream: it has nothing to do for it but, in
    /// Podman, to prepare the container.
    std::chrono::milliseconds attachPatience = std::chrono::seconds(10);
    std::int64_t clockOffset = 0; ///< Of the engine's clock to ours, in seconds.
};

/// Errors: NotFound, saying how to get the image, also where it is another @p platform's ("" =
/// any); Unsupported.
Result<ImageFacts> findImage(
    const EngineLink& link, const std::string& image, const std::string& platform,
    std::stop_token stop);

} // namespace sandbench::docker
