// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/engine.h"
#include "core/engine/engine_connection.h"

#include <functional>
#include <memory>
#include <mutex>

namespace sandbench {

namespace ssh {
class FarMachine;
}

/// The embedded engine of another machine, which needs nothing but ssh, bubblewrap and a shell. A
/// static program of ours is copied there at the first use, and is gone with the connection. Host
/// keys, users and ways are those of the user's own ssh. Thread: any.
class SshEngine : public Engine
{
public:
    struct Options
    {
        std::function<Result<EngineConnection>()> choose; ///< Called until it succeeds.
    };

    explicit SshEngine(Options options);
    ~SshEngine() override;

    std::string name() const override { return "ssh"; }
    EngineStatus probe(std::stop_token stop) override;
    EngineStatus look(std::stop_token stop) override;
    Result<HostCapacity> capacity(std::stop_token stop) override;
    Result<std::unique_ptr<Instance>> open(const SandboxSpec& spec, std::stop_token stop) override;
    /// Those of this user on that machine.
    Result<std::vector<SandboxInfo>> sandboxes(std::stop_token stop) override;
    Result<void> removeSandbox(const std::string& id, std::stop_token stop) override;

private:
    Result<std::shared_ptr<ssh::FarMachine>> machine();

    const Options m_options;
    std::mutex m_mutex;
    std::string m_connection; ///< EngineConnection::text()
    std::shared_ptr<ssh::FarMachine> m_machine;
};

} // namespace sandbench
