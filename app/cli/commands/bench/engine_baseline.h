// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/commands/bench/bench.h"
#include "core/engine/docker/docker_api.h"

#include <memory>
#include <stop_token>
#include <string>

namespace sandbench::cli {

/// What a container engine's own API costs: a container without any of our layers, and an exec in
/// one. It is removed with this object. Thread: one.
class EngineBaselines : public Baselines
{
public:
    /// Errors: those of the connection; NotFound for the image.
    static Result<std::unique_ptr<EngineBaselines>>
    create(const BenchOptions& options, std::stop_token stop);
    ~EngineBaselines() override;

    std::string bareId() const override { return "baseline_engine_create_start"; }
    std::string pythonPrefix() const override { return "baseline_engine_exec_"; }
    Result<double> bare() override;
    Result<double> python(const std::string& code, bool drain) override;

private:
    EngineBaselines() = default;
    Result<std::string> startContainer();
    void removeContainer(const std::string& id);

    std::shared_ptr<docker::DockerApi> m_api;
    std::string m_image, m_container;
    std::stop_token m_stop;
};

} // namespace sandbench::cli
