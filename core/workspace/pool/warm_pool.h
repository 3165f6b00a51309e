// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/stoppable_condition.h"
#include "core/workspace/composition.h"
#include "core/workspace/pool/clean_sandbox.h"
#include "core/workspace/pool/pool_rules.h"
#include "core/workspace/sandbox_request.h"

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace sandbench::workspace {

/// A sandbox of a pool: that nobody has used, or, where PoolRules::uses allows it, that has run
/// something for one caller.
struct PooledSandbox
{
    std::shared_ptr<Session> session;
    std::string imageId; ///< Empty = the engine has no images.
    std::string imageOwner; ///< See ImageTenant; empty = it is everybody's.
    Clock::time_point openedAt, readySince;
    std::string caller; ///< Whose runs it had; empty = nobody's.
    unsigned uses = 0;
    Untouched untouched; ///< Only where it may be used again.
};

class WarmPool;

/// One sandbox's place in a pool while somebody uses it. Gone, the place is free. Thread: one at a
/// time.
class PoolPlace
{
public:
    PoolPlace(std::shared_ptr<WarmPool> pool, PooledSandbox sandbox);
    ~PoolPlace();
    PoolPlace(const PoolPlace&) = delete;
    PoolPlace& operator=(const PoolPlace&) = delete;

    /// Null = none was ready: whoever has the place opens one.
    const std::shared_ptr<Session>& session() const { return m_sandbox.session; }
    const std::string& pool() const;
    unsigned usesBefore() const { return m_sandbox.uses; }
    Clock::time_point readySince() const { return m_sandbox.readySince; }
    /// The session that was opened for this place; before anybody uses it.
    void bring(std::shared_ptr<Session> session, std::stop_token stop);
    /// Whether its pool wants it back after a call of one run.
    bool servesAgain() const;
    /// After a call of one run of @p caller: cleans the session and keeps it for the next of them,
    /// where the pool's rules allow that. False = it must be closed.
    bool giveBack(const std::string& caller, std::stop_token stop);

private:
    std::shared_ptr<WarmPool> m_pool;
    PooledSandbox m_sandbox;
};

/// Sandboxes that are open before anybody asks for them. Each is used by one session, or for the
/// runs of one caller, and then closed. Thread: any. Has threads that open and close them.
class WarmPool : public std::enable_shared_from_this<WarmPool>
{
public:
    struct State
    {
        std::size_t ready = 0, opening = 0, inUse = 0, waiting = 0;
        std::uint64_t hits = 0; ///< Who asked and got one that was ready.
        std::uint64_t misses = 0; ///< For whom one had to be opened in the pool.
        std::uint64_t temporary = 0; ///< For whom one was opened besides.
        std::uint64_t refused = 0; ///< Exhausted::Fail, and whose wait was too long.
        std::uint64_t opened = 0, failed = 0;
        std::uint64_t replaced = 0; ///< Ended by themselves, too old, or of an image that changed.
        std::string problem; ///< Why none could be opened at last; empty = that one was.
    };

    /// @p request: checkPoolable().
    static std::shared_ptr<WarmPool> open(
        Composition& parts, Engine& engine, std::string name, SandboxRequest request,
        PoolRules rules);
    ~WarmPool();

    const std::string& name() const { return m_name; }
    const Engine& engine() const { return m_engine; }
    const SandboxRequest& request() const { return m_request; }
    const std::string& likeness() const { return m_likeness; }
    const PoolRules& rules() const { return m_rules; }
    State state() const;

    /// Who asks, and what for.
    struct Asked
    {
        std::string caller;
        ImageTenant tenant;
        bool isForOneRun = false;
    };
    /// Null = the pool has none for it, and a temporary one shall be opened. Waits as the rules
    /// say. Errors: ResourceExhausted, Cancelled.
    Result<std::unique_ptr<PoolPlace>> take(const Asked& asked, std::stop_token stop);

    /// Closes all that is ready; nothing is opened any more. What is in use stays so.
    void end();

private:
    friend class PoolPlace;
    struct Waiter
    {
        Asked asked;
        std::unique_ptr<PoolPlace> place;
        StoppableCondition given;
    };

    WarmPool(
        Composition& parts, Engine& engine, std::string name, SandboxRequest request,
        PoolRules rules);

    struct Image
    {
        std::string id, owner; ///< See PooledSandbox.
    };

    // With the mutex:
    std::size_t total() const;
    bool wantsMore() const;
    bool isCalm() const;
    void tellWorkers();
    std::unique_ptr<PoolPlace> pick(const Asked& asked);
    std::unique_ptr<PoolPlace> place(PooledSandbox sandbox);
    void serveWaiters();
    void discard(std::list<PooledSandbox>::iterator sandbox);

    // Of PoolPlace:
    void leave();
    bool keep(PooledSandbox sandbox);
    Result<PooledSandbox> describe(std::shared_ptr<Session> session, const std::stop_token& stop);

    // Of the threads:
    void work(const std::stop_token& stop, bool looks);
    void closeOver(std::unique_lock<std::mutex>& lock);
    void openOne(std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
    void look(std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
    Result<PooledSandbox> openFresh(const std::stop_token& stop);
    Result<Image> imageNow(const std::stop_token& stop) const;

    Composition& m_parts;
    Engine& m_engine;
    const std::string m_name;
    const SandboxRequest m_request;
    const std::string m_likeness;
    const PoolRules m_rules;

    mutable std::mutex m_mutex;
    StoppableCondition m_changed;
    std::list<PooledSandbox> m_ready; ///< The newest last.
    std::list<PooledSandbox> m_over; ///< To be closed.
    std::list<Waiter*> m_waiters; ///< Who came first is first.
    State m_state;
    std::string m_imageOwner; ///< Of the sandbox that was opened last.
    std::size_t m_target; ///< How many shall be ready: grows with misses.
    Clock::time_point m_lastMiss, m_lastLook, m_retryAt, m_calmUntil;
    std::chrono::seconds m_backoff{0};
    bool m_isEnding = false;
    std::vector<std::jthread> m_workers; ///< Last: they use all of the above.
};

} // namespace sandbench::workspace
