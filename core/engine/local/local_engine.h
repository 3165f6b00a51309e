// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/turn_gate.h"
#include "core/engine/engine.h"
#include "core/engine/local/local_host.h"

#include <memory>
#include <mutex>

namespace sandbench {

/// The embedded engine: bubblewrap, the host's own interpreters, no daemon, no image, no network.
///
/// bwrap never runs as host root: a root workbench switches to a user id of the sandbox's own
/// first. Owns one thread that starts sandboxes (see SpawnThread), and after some sandboxes an
/// interpreter that the next ones get copies of, which another thread starts (see ZygoteKeeper);
/// they live until the engine and its last sandbox are gone. Source: bwrap(1) >= 0.8.
class LocalEngine : public Engine
{
public:
    explicit LocalEngine(local::LocalEngineOptions options = {});

    std::string name() const override { return "local"; }
    EngineStatus probe(std::stop_token stop) override;
    Result<HostCapacity> capacity(std::stop_token stop) override;
    Result<std::unique_ptr<Instance>> open(const SandboxSpec& spec, std::stop_token stop) override;
    /// Those that have a control group; without any, a sandbox cannot outlive its program anyway.
    Result<std::vector<SandboxInfo>> sandboxes(std::stop_token stop) override;
    Result<void> removeSandbox(const std::string& id, std::stop_token stop) override;

private:
    Result<std::shared_ptr<local::LocalHost>> host();

    local::LocalEngineOptions m_options;
    TurnGate m_openings; ///< More of them at a time would only slow each other.
    std::mutex m_mutex;
    std::shared_ptr<local::LocalHost> m_host; ///< Made by the first call that succeeds.
};

} // namespace sandbench
