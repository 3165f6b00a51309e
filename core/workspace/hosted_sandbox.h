// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/session.h"
#include "core/workspace/pool/warm_pool.h"
#include "core/workspace/sandbox_request.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>

namespace sandbench::workspace {

/// 0 = as the quota, whose 0 = no limit; else never more than it.
std::chrono::seconds withinQuota(std::chrono::seconds asked, std::chrono::seconds quota);

/// How a sandbox came, where it is no new one of its own.
struct SandboxOrigin
{
    std::unique_ptr<PoolPlace> place = {}; ///< Null = it is of no pool.
    bool isForOneRun = false; ///< See SandboxOpening.
};

/// A sandbox of the table. Thread: any.
class HostedSandbox
{
public:
    HostedSandbox(
        std::string caller, SandboxRequest asked, std::shared_ptr<Session> session,
        std::int64_t createdAt, SandboxOrigin origin = {});

    const std::string& id() const { return m_session->id(); }
    const std::string& caller() const { return m_caller; }
    const SandboxRequest& asked() const { return m_asked; }
    Session& session() { return *m_session; }
    std::int64_t createdAt() const { return m_createdAt; } ///< Units: seconds since 1970.
    const std::string& pool() const { return m_pool; } ///< Empty = it is of none.
    unsigned usesBefore() const { return m_usesBefore; } ///< See PoolRules::uses.
    bool isForOneRun() const { return m_isForOneRun; } ///< See SandboxOpening.
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
    /// Closed after so long without a call; 0 = never. At first as it was asked for.
    std::chrono::seconds idleLimit() const { return std::chrono::seconds(m_idleLimit.load()); }
    void setIdleLimit(std::chrono::seconds limit) { m_idleLimit = limit.count(); }

    /// Whether a run in the interpreter context @p name is the first one since an earlier server
    /// had the sandbox: what that context may have had ended with that server. True once for each.
    bool beginsAnew(const std::string& name);

    /// Stopped when the sandbox is closed: what runs in it ends then, whoever started it.
    std::stop_token closing() const { return m_closing.get_token(); }
    /// Stops that, and ends the session, or gives it back to its pool. @p why: for the records of
    /// its runs, where nobody asked for it. Errors: the engine's.
    Result<void> close(const std::string& why = {});
    /// Whether close() gives it back for another call.
    bool servesAgain() const;
    /// Empty = it is open, or somebody asked for its end.
    std::string whyClosed() const;

private:
    const std::string m_caller;
    const SandboxRequest m_asked;
    std::unique_ptr<PoolPlace> m_place; ///< Before the session, which is closed first.
    const std::string m_pool;
    const unsigned m_usesBefore;
    const bool m_isForOneRun;
    const std::shared_ptr<Session> m_session;
    const std::int64_t m_createdAt;
    std::atomic<int> m_users{0};
    std::atomic<std::chrono::steady_clock::rep> m_lastUse;
    std::atomic<std::chrono::seconds::rep> m_idleLimit;
    std::stop_source m_closing;
    mutable std::mutex m_mutex;
    std::set<std::string> m_contexts; ///< That were used since it was adopted.
    std::string m_whyClosed;
};

} // namespace sandbench::workspace
