// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/docker/engine_link.h"
#include "core/engine/docker/existing_container.h"
#include "core/engine/docker/stream_demux.h"
#include "core/engine/engine.h"

#include <cstdint>
#include <memory>
#include <string>

namespace sandbench::docker {

/// The agent in a container of somebody else's, as one exec. Started if it was stopped, and stopped
/// again at close.
class ExistingInstance : public Instance
{
public:
    /// Errors: those of Engine::open(); NotFound.
    static Result<std::unique_ptr<Instance>>
    start(std::shared_ptr<EngineLink> link, const SandboxSpec& spec, std::stop_token stop);
    ~ExistingInstance() override;

    ByteStream& stream() override { return *m_stream; }
    GuestSetup guestSetup() const override { return m_found.setup; }
    const IsolationReport& isolation() const override { return m_found.isolation; }
    std::string image() const override;
    std::string network() const override { return m_found.network; }
    std::optional<EndCause> endCause() override;
    ResourceCounters counters() const override { return {}; }
    void resetPeak() override { }
    std::string description() const override;
    Result<void> close() override;

private:
    ExistingInstance(std::shared_ptr<EngineLink> link, const SandboxSpec& spec);

    Result<void> wake(std::stop_token stop);
    Result<void> startAgent(std::stop_token stop);
    Result<void> startThroughShell(std::string_view agent, std::stop_token stop);
    Result<void> startFromArchive(std::string_view agent, std::stop_token stop);
    Error execFailure(const Error& error, std::stop_token stop) const;
    Result<void> exec(const std::vector<std::string>& command, std::stop_token stop);

    const std::shared_ptr<EngineLink> m_link;
    const SandboxSpec m_spec;
    ExistingContainer m_found;
    std::string m_execId;
    std::int64_t m_since = 0; ///< By the engine's clock.
    bool m_wasStarted = false; ///< By us.
    bool m_closed = false;
    std::unique_ptr<DemuxStream> m_stream;
};

} // namespace sandbench::docker
