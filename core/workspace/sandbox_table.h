// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/stoppable_condition.h"
#include "core/workspace/caller.h"
#include "core/workspace/composition.h"
#include "core/workspace/hosted_sandbox.h"
#include "core/workspace/late_closing.h"
#include "core/workspace/latency.h"
#include "core/workspace/pool/warm_pools.h"
#include "core/workspace/sandbox_opening.h"
#include "core/workspace/sandbox_store.h"
#include "core/workspace/server_rules.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sandbench::workspace {

/// What calls to a sandbox say (Error::within) that ended by itself, a ConnectionLost.
inline constexpr std::string_view kSandboxLost = "the sandbox is gone; open a new one";

/// The sandboxes that a program has open. Closes all of them when it goes; kept
/// ones are left to adopt(). Thread: any; reapIdle() one at a time.
class SandboxTable
{
public:
    /// @p store: null = nothing outlives this program.
    /// @p rules: of all sandboxes. Networks and the runtime are readOpen()'s to hold where one is
    /// asked for.
    SandboxTable(Composition& parts, std::unique_ptr<SandboxStore> store, ServerRules rules = {});
    ~SandboxTable();

    /// Errors: openSandbox()'s; ResourceExhausted past the caller's quota, but one for a single run
    /// waits while others of the caller for a single run will end.
    Result<std::shared_ptr<HostedSandbox>>
    open(const Caller& caller, SandboxOpening opening, std::stop_token stop);
    /// Errors: NotFound, also for those of other callers; Unavailable for one that adopt() has yet
    /// to take over; ConnectionLost within kSandboxLost.
    Result<std::shared_ptr<HostedSandbox>> find(const Caller& caller, const std::string& id) const;
    /// The same of one that is only looked at, which is no use: it becomes no younger.
    Result<std::shared_ptr<HostedSandbox>> look(const Caller& caller, const std::string& id) const;
    /// The caller's, the oldest first.
    std::vector<std::shared_ptr<HostedSandbox>> list(const Caller& caller) const;
    /// Ends its runs and all that is in it. Errors: NotFound, the engine's.
    Result<void> close(const Caller& caller, const std::string& id);
    /// The same for one whose use is over: it is gone for everybody when this returns, and closed
    /// soon afterwards. Closed by then where its pool gives it to the next call.
    void closeLater(const Caller& caller, const std::string& id);
    /// For what a sandbox holds until it is closed, such as its image: returns when closeLater()
    /// has closed all that it was given before, or at the stop.
    void awaitClosings(std::stop_token stop);
    std::size_t count() const;
    std::map<std::string, std::size_t> countByEngine() const;
    /// Sandboxes that are open before anybody asks: open() takes them where they are what is asked
    /// for.
    WarmPools& pools() { return m_pools; }
    /// A pool with what the rules say of all sandboxes. @p engine: null = the one that the request
    /// names. Errors: WarmPools::add()'s.
    Result<std::shared_ptr<WarmPool>> addPool(
        const Caller& owner, const std::string& name, SandboxRequest request,
        const PoolRules& rules, Engine* engine = nullptr);
    /// What open() does and did since the start; by engine.
    struct Openings
    {
        std::map<std::string, std::size_t> goingOn; ///< With those that wait.
        std::size_t waiting = 0; ///< For a sandbox of the same caller to end.
        std::map<std::pair<std::string, ErrorCode>, std::uint64_t> failed; ///< By code, too.
        Latencies took = {}; ///< Where it opened one; with what it installs.
    };
    Openings openings() const;

    /// Opens sessions in what an earlier server kept and the engines still have, several at a time;
    /// forgets the rest. What the rules do not allow is left as it is. Returns one line for each
    /// that is gone or not allowed. Engines may be slow: callers need
    /// not wait for it. Once; closeAll() ends it early.
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
    Result<std::shared_ptr<HostedSandbox>>
    openCounted(const Caller& caller, SandboxOpening& opening, const std::stop_token& stop);
    void prepare(const Caller& caller, SandboxRequest& request) const;
    Result<std::shared_ptr<Session>>
    takeOrOpen(SandboxOpening& opening, const SandboxOrigin& origin, const std::stop_token& stop);
    /// What a caller has, or will have when what is being opened is open.
    struct Holding
    {
        std::size_t sandboxes = 0;
        std::uint64_t memoryBytes = 0;
        std::size_t passing = 0; ///< Of the sandboxes, those that end after a single run.
    };
    Holding heldBy(const std::string& caller) const;
    std::optional<Error> refusalOf(const Caller& caller, const Holding& wanted) const;
    bool mayPass(const Error& refusal, const Caller& caller, const Holding& wanted) const;
    void callNext(const std::string& caller);
    Result<std::shared_ptr<HostedSandbox>>
    openOne(const Caller& caller, const std::string& id) const;
    void noteLost(const HostedSandbox& sandbox);
    Error missing(const Caller& caller, const std::string& id) const;
    Result<void> keep(HostedSandbox& sandbox);
    Result<void> adoptOne(const KeptSandbox& kept, const std::stop_token& stop);
    Result<void> end(HostedSandbox& sandbox, const std::string& why = {});

    Composition& m_parts;
    std::unique_ptr<SandboxStore> m_store;
    const ServerRules m_rules;
    mutable std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<HostedSandbox>> m_open;
    std::map<std::string, Holding> m_opening; ///< By caller: they count as well.
    /// By caller: who waits for a sandbox of the caller's to end, the first first.
    std::map<std::string, std::list<StoppableCondition*>> m_queues;
    std::map<std::string, std::string> m_toAdopt; ///< Ids and callers.
    /// The same of those that ended by themselves, the newest last, so that their callers hear of
    /// it.
    std::deque<std::pair<std::string, std::string>> m_lost;
    Openings m_openings;
    WarmPools m_pools;
    bool m_isEnding = false;
    std::stop_source m_end;
    std::condition_variable m_changed;
    LateClosing m_lateClosing; ///< Last: it closes what is in the others.
};

} // namespace sandbench::workspace
