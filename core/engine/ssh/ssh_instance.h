// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/held_stream.h"
#include "core/engine/ssh/far_machine.h"
#include "core/engine/ssh/kept_place.h"

#include <memory>
#include <string>

namespace sandbench::ssh {

/// A sandbox of the embedded engine on another machine. Its stream outlives the connection: while
/// that is made again, runs go on over there.
class SshInstance : public Instance
{
public:
    /// A failure leaves nothing behind. Errors: those of Engine::open().
    static Result<std::unique_ptr<SshInstance>>
    start(std::shared_ptr<FarMachine> machine, const SandboxSpec& spec, std::stop_token stop);
    /// Enters one that an earlier program kept, see SandboxSpec::adopts. A failure leaves it as it
    /// is. Errors: NotFound when it is gone, or is another session's.
    static Result<std::unique_ptr<SshInstance>>
    adopt(std::shared_ptr<FarMachine> machine, const SandboxSpec& spec, std::stop_token stop);
    ~SshInstance() override;

    ByteStream& stream() override { return *m_stream; }
    GuestSetup guestSetup() const override { return m_placed.setup; }
    const IsolationReport& isolation() const override { return m_placed.isolation; }
    std::string network() const override { return m_placed.network; }
    Result<void> dropNetwork(std::stop_token stop) override;
    /// Over the connection that is there; nothing while there is none.
    ResourceCounters counters() const override;
    void resetPeak() override;
    std::string description() const override;
    const std::string& version() const { return m_placed.version; }
    std::string id() const override;
    Result<void> keep() override;
    Result<void> leave() override;
    Result<void> close() override;

private:
    SshInstance(std::shared_ptr<FarMachine> machine, const SandboxSpec& spec);
    Result<void> place(std::stop_token stop);
    Result<std::unique_ptr<ByteStream>> attach(std::stop_token stop);
    Result<void> hold(std::stop_token stop);
    Result<void> letGo();
    Result<void> askToEnd();
    Json about(const char* what) const;

    const std::shared_ptr<FarMachine> m_machine;
    const SandboxSpec m_spec;
    outpost::Placed m_placed;
    agent::Link::Token m_token = agent::makeToken();
    std::unique_ptr<ByteStream> m_opened; ///< The first connection, until it is taken.
    bool m_isAdopted = false, m_isKept = false, m_isClosed = false;
    std::unique_ptr<agent::HeldStream> m_stream;
};

} // namespace sandbench::ssh
