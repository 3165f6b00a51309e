// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/docker/container_spec.h"
#include "core/engine/docker/engine_link.h"
#include "core/engine/docker/stream_demux.h"
#include "core/engine/engine.h"
#include "core/engine/image_maker.h"

#include <cstdint>
#include <memory>
#include <string>

namespace sandbench::docker {

/// A container of our own, whose first process is the agent.
class DockerInstance : public Instance, public ImageMaker
{
public:
    /// Makes and starts it and waits for the agent's first bytes; a failure leaves nothing behind.
    /// Errors: those of Engine::open().
    static Result<std::unique_ptr<Instance>> start(
        std::shared_ptr<EngineLink> link, const SandboxSpec& spec, const std::string& image,
        std::stop_token stop);
    /// Enters one that an earlier program kept, see SandboxSpec::adopts. Errors: NotFound when it
    /// is gone, or is another session's.
    static Result<std::unique_ptr<Instance>>
    adopt(std::shared_ptr<EngineLink> link, const SandboxSpec& spec, std::stop_token stop);
    ~DockerInstance() override;

    ByteStream& stream() override { return *m_stream; }
    GuestSetup guestSetup() const override { return m_plan.setup; }
    const IsolationReport& isolation() const override { return m_plan.isolation; }
    std::string image() const override;
    std::string network() const override;
    Result<void> dropNetwork(std::stop_token stop) override;
    std::optional<EndCause> endCause() override;
    ResourceCounters counters() const override { return {}; }
    void resetPeak() override { }
    std::string description() const override;
    std::string id() const override { return m_id; }
    Result<void> keep() override;
    Result<void> leave() override;
    void keepEnvironment(std::map<std::string, std::string> env) override
    {
        m_keptEnv = std::move(env);
    }
    Result<void> close() override;

private:
    DockerInstance(std::shared_ptr<EngineLink> link, const SandboxSpec& spec, ImageFacts image);
    static Result<std::unique_ptr<Instance>> startWithAgent(
        const std::shared_ptr<EngineLink>& link, const SandboxSpec& spec, const ImageFacts& facts,
        std::stop_token stop);

    Result<void> create(const std::string& agentVolume, std::stop_token stop);
    /// Tells the reaper of it.
    void watch();
    Result<void> fill(std::stop_token stop);
    Result<void> run(std::stop_token stop);
    /// In a container that is kept the agent is no first process.
    Result<void> runAgent(std::stop_token stop);
    void endAgent();
    bool isKept() const { return m_spec.keepFor.count() > 0; }
    Result<void> keepImage();

    const std::shared_ptr<EngineLink> m_link;
    const SandboxSpec m_spec;
    ImageFacts m_image;
    ContainerPlan m_plan;
    std::map<std::string, std::string> m_keptEnv;
    std::string m_keptName; ///< Of one that was adopted: it is ours to remove after keep() only.
    std::string m_execId; ///< Of the agent, where it is no first process.
    std::string m_name, m_id; ///< Both empty = nothing to remove.
    std::int64_t m_since = 0; ///< By the engine's clock.
    bool m_isDoubtful = false; ///< It may be made yet, though nobody waits for it.
    bool m_started = false;
    bool m_networkDropped = false;
    bool m_closed = false;
    std::unique_ptr<DemuxStream> m_stream;
};

} // namespace sandbench::docker
