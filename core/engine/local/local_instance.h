// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/socket_stream.h"
#include "core/engine/engine.h"
#include "core/engine/install_network.h"
#include "core/engine/local/local_host.h"
#include "core/engine/local/uid_reservation.h"
#include "core/engine/local/zygote.h"

#include <memory>
#include <mutex>
#include <optional>

namespace sandbench::local {

/// One bwrap with the agent as process 1 of its own process-id namespace.
class LocalInstance : public Instance
{
public:
    /// Starts it and waits for the agent's first byte. Errors: Unavailable, Cancelled, Timeout, Io.
    static Result<std::unique_ptr<LocalInstance>>
    start(std::shared_ptr<LocalHost> host, const SandboxSpec& spec, std::stop_token stop);
    ~LocalInstance() override;

    ByteStream& stream() override { return *m_stream; }
    GuestSetup guestSetup() const override { return m_setup; }
    bool lendKernel(const KernelRecipe& recipe) override;
    const IsolationReport& isolation() const override { return m_isolation; }
    ResourceCounters counters() const override;
    void resetPeak() override;
    std::string description() const override;
    std::string network() const override { return m_network.name(); }
    Result<void> dropNetwork(std::stop_token stop) override;
    Result<void> close() override;

    /// Process 1 of the sandbox, as this machine counts.
    pid_t initPid() const { return m_initPid; }
    /// Whom bwrap runs as where it is not who we are.
    std::optional<uid_t> ownUid() const
    {
        return m_user ? std::optional<uid_t>(m_user->uid()) : std::nullopt;
    }

private:
    LocalInstance(
        std::shared_ptr<LocalHost> host, std::shared_ptr<Zygote> zygote, const SandboxSpec& spec);
    std::vector<CopiedFile> copiedFiles(const SandboxSpec& spec) const;
    Result<void> open(const SandboxSpec& spec, std::stop_token stop);
    Result<void> attachNetwork(const SandboxSpec& spec, std::stop_token stop);
    Result<void> removeGroup();
    Result<void> reserve(const SandboxSpec& spec);
    Result<void> spawn(const SandboxSpec& spec);
    Result<void> enterGroup(const SandboxLimits& limits, std::stop_token stop);
    void limitEachProcess(std::uint64_t memoryBytes);
    Result<void> release(const SandboxSpec& spec);
    Result<void> findInit(std::stop_token stop);
    Result<void> separateFromHost();
    Error startFailure();
    Result<void> awaitAgent(std::stop_token stop);
    Result<void> waitFor(int fd, std::stop_token stop, std::string_view what);
    std::string messages();

    // In the order in which they may go: the user id is given back last.
    std::shared_ptr<LocalHost> m_host;
    const bool m_bwrapHides; ///< Others may find out meanwhile that it has to.
    const std::shared_ptr<Zygote> m_zygote; ///< Whose copies may enter; may be none.
    const bool m_isPrepared; ///< bwrap finds the sandbox's system where the zygote has prepared it.
    const HostLayout& m_layout;
    std::optional<UidReservation> m_user;
    mutable std::mutex
        m_groupMutex; ///< Guards m_group from open() on: counters() comes from any thread.
    std::unique_ptr<cgroup::SandboxCgroup> m_group;
    std::unique_ptr<SocketStream> m_stream;
    UniqueFd m_messages;
    UniqueFd m_info;
    UniqueFd m_options; ///< Open until bwrap has been told what to do.
    UniqueFd m_door; ///< The other end of the agent's, until a kernel is lent or refused.
    std::uint64_t m_processLimit = 0; ///< As set by rlimit, 0 = not.
    std::uint64_t m_dataLimit = 0;
    ChildProcess m_bwrap;
    pid_t m_initPid = 0;
    UniqueFd m_init; ///< pidfd of process 1 inside.
    InstallNetwork m_network;
    GuestSetup m_setup;
    IsolationReport m_isolation;
    bool m_hasFewerCalls = false; ///< The agent gives programs, and so kernels, a filter more.
    bool m_isLent = false; ///< A kernel was.
    bool m_closed = false;
};

/// Adds what holds for every sandbox of this engine.
void addFixedLayers(IsolationReport& report);

} // namespace sandbench::local
