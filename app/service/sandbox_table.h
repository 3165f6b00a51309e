// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/common/composition.h"
#include "app/common/sandbox_plan.h"
#include "app/service/caller.h"
#include "app/service/sandbox_store.h"
#include "core/session/install_phase.h"
#include "core/session/session.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::service {

/// What a caller wants opened, checked.
struct OpenRequest
{
    std::string engine = "local";
    std::string language = "python"; ///< Of runs that name none.
    SessionSpec session;
    InstallPhase installs;
    RunLimits runLimits; ///< Of runs that name none.
    Pull pull = Pull::Missing; ///< Of the image.
    std::string limitNames = {}; ///< What asked for memory or CPUs, see SandboxPlan.
    /// It goes on without the server, where the engine can; see SandboxTable::adopt().
    bool isKept = false;
    std::chrono::seconds idle{0}, lifetime{0}; ///< 0 = the caller's quota; never more than it.
    std::string policy = {}; ///< Id of session.policy.
};

/// A sandbox of the table. Thread: any.
class HostedSandbox
{
public:
    HostedSandbox(
        std::string caller, OpenRequest asked, std::unique_ptr<Session> session,
        std::int64_t createdAt);

    const std::string& id() const { return m_session->id(); }
    const std::string& caller() const { return m_caller; }
    const OpenRequest& asked() const { return m_asked; }
    Session& session() { return *m_session; }
    std::int64_t createdAt() const { return m_createdAt; } ///< Units: seconds since 1970.
    /// Somebody uses it; until the value is gone it is not idle.
    class Use
    {
    public:
        explicit Use(HostedSandbox& of);
        ~Use();
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

    private:
        HostedSandbox& m_of;
    };
    std::chrono::steady_clock::duration idleFor() const; ///< 0 while it is used.

    void touch();

private:
    const std::string m_caller;
    const OpenRequest m_asked;
    const std::unique_ptr<Session> m_session;
    const std::int64_t m_createdAt;
    std::atomic<int> m_users{0};
    std::atomic<std::chrono::steady_clock::rep> m_lastUse;
};

/// The sandboxes that a server or an MCP server has open. Closes all of them when it goes; kept
/// ones are left to adopt(). Thread: any; reapIdle() one at a time.
class SandboxTable
{
public:
    /// @p store: null = nothing outlives this program.
    SandboxTable(Composition& parts, std::unique_ptr<SandboxStore> store);
    ~SandboxTable();

    /// @p onProgress: what it waits for, one line each. Errors: those of the engine, its images and
    /// Session::open(); ResourceExhausted past the caller's quota.
    Result<std::shared_ptr<HostedSandbox>> open(
        const Caller& caller, OpenRequest request,
        const std::function<void(std::string_view)>& onProgress, std::stop_token stop);
    /// Errors: NotFound, also for those of other callers.
    Result<std::shared_ptr<HostedSandbox>> find(const Caller& caller, const std::string& id) const;
    /// The caller's, the oldest first.
    std::vector<std::shared_ptr<HostedSandbox>> list(const Caller& caller) const;
    /// Ends its runs and all that is in it. Errors: NotFound, the engine's.
    Result<void> close(const Caller& caller, const std::string& id);
    std::size_t count() const;

    /// Opens sessions in what an earlier server kept and the engines still have; forgets the rest.
    /// Returns one line for each that is gone.
    std::vector<std::string> adopt(std::stop_token stop);
    /// Closes what nobody used for too long, or is too old, or is not alive any more.
    std::size_t reapIdle();
    /// After something was installed, so that whoever adopts a kept sandbox finds it.
    Result<void> remember(HostedSandbox& sandbox);
    /// At the end of a server: stops those that are being opened, and closes all but kept ones,
    /// several at a time. Nothing can be opened afterwards.
    void closeAll();

private:
    class Opening;
    std::size_t countOf(const std::string& caller) const;
    Result<std::unique_ptr<Session>> openSession(
        OpenRequest& request, const std::function<void(std::string_view)>& onProgress,
        const std::stop_token& stop);
    Result<void> keep(HostedSandbox& sandbox);
    Result<void> adoptOne(const KeptSandbox& kept, std::stop_token stop);
    Result<void> end(HostedSandbox& sandbox);

    Composition& m_parts;
    std::unique_ptr<SandboxStore> m_store;
    mutable std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<HostedSandbox>> m_open;
    std::map<std::string, std::size_t> m_opening; ///< By caller: they count as well.
    bool m_isEnding = false;
    std::stop_source m_end;
    std::condition_variable m_changed;
};

} // namespace sandbench::service
