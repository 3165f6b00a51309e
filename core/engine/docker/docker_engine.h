// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/stoppable_mutex.h"
#include "core/engine/docker/engine_link.h"
#include "core/engine/engine.h"
#include "core/engine/image_store.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace sandbench {

/// Containers of a Docker or Podman engine, local or far away. Connects at its first use, and again
/// when that failed. Source: Docker Engine API 1.41; Podman 4.3.
class DockerEngine : public Engine
{
public:
    struct Options
    {
        std::string name; ///< "docker" or "podman"
        /// Called at the first use.
        std::function<Result<docker::Connection>()> choose;
        std::string defaultImage;
        std::shared_ptr<reaper::Reaper> reaper; ///< Shared with other engines; null = its own.
        std::optional<std::chrono::milliseconds> attachPatience; ///< See EngineLink.
    };

    explicit DockerEngine(Options options);
    ~DockerEngine() override;

    std::string name() const override { return m_options.name; }
    EngineStatus probe(std::stop_token stop) override;
    EngineStatus look(std::stop_token stop) override;
    Result<HostCapacity> capacity(std::stop_token stop) override;
    Result<std::unique_ptr<Instance>> open(const SandboxSpec& spec, std::stop_token stop) override;
    ImageStore* images() override { return m_images.get(); }
    Result<std::vector<SandboxInfo>> sandboxes(std::stop_token stop) override;
    Result<void> removeSandbox(const std::string& id, std::stop_token stop) override;

private:
    Result<std::shared_ptr<docker::EngineLink>> link(std::stop_token stop);

    const Options m_options;
    const std::shared_ptr<reaper::Reaper> m_reaper;
    StoppableMutex m_mutex;
    std::shared_ptr<docker::EngineLink> m_link;
    std::unique_ptr<ImageStore> m_images;
};

} // namespace sandbench
