// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/sandbox_table.h"

#include "core/base/several_at_once.h"
#include "core/base/timestamp.h"
#include "core/engine/container_options.h"
#include "core/workspace/kept_sandbox.h"

#include <algorithm>
#include <chrono>

namespace sandbench::workspace {

namespace {

constexpr int kAdoptTries = 3;
constexpr std::size_t kMostLost = 256;

bool mayPassSoon(const Result<void>& adopted)
{
    constexpr ErrorCode kPassing[]
        = {ErrorCode::Timeout, ErrorCode::ConnectionLost, ErrorCode::Protocol, ErrorCode::Io};
    return !adopted
        && std::find(std::begin(kPassing), std::end(kPassing), adopted.error().code())
        != std::end(kPassing);
}

bool owns(const Caller& caller, const std::string& owner)
{
    return owner == caller.id || caller.may(Scope::Admin);
}

bool isTooOld(const HostedSandbox& sandbox, std::int64_t now)
{
    const auto lifetime = sandbox.asked().lifetime.count();
    return lifetime > 0 && now - sandbox.createdAt() > lifetime;
}

std::string lifetimeText(const HostedSandbox& sandbox)
{
    return "the session was closed at the end of its lifetime of "
        + std::to_string(sandbox.asked().lifetime.count()) + " s (lifetime_seconds)";
}

} // namespace

SandboxTable::SandboxTable(
    Composition& parts, std::unique_ptr<SandboxStore> store, ServerRules rules)
    : m_parts(parts)
    , m_store(std::move(store))
    , m_rules(std::move(rules))
    , m_pools(parts)
    , m_lateClosing([this](HostedSandbox& sandbox) { (void)end(sandbox).has_value(); })
{
    if (!m_store)
        return;
    // adopt() says what is wrong with a store that cannot be read.
    if (const auto all = m_store->all())
        for (const auto& kept : *all)
            m_toAdopt.emplace(kept.id, kept.caller);
}

SandboxTable::~SandboxTable()
{
    closeAll();
}

/// With the mutex: why @p caller does not find it.
Error SandboxTable::missing(const Caller& caller, const std::string& id) const
{
    const auto waiting = m_toAdopt.find(id);
    if (waiting != m_toAdopt.end() && owns(caller, waiting->second))
        return Error(
            ErrorCode::Unavailable,
            "the server has just started and still looks for session " + id + "; try again");
    const auto isIt
        = [&](const auto& lost) { return lost.first == id && owns(caller, lost.second); };
    if (std::any_of(m_lost.begin(), m_lost.end(), isIt))
        return Error(ErrorCode::ConnectionLost, "it ended by itself")
            .within(std::string(kSandboxLost));
    return Error(
        ErrorCode::NotFound,
        "there is no session " + id.substr(0, 64) + "; it may have been closed for being idle");
}

/// With the mutex.
void SandboxTable::noteLost(const HostedSandbox& sandbox)
{
    m_lost.emplace_back(sandbox.id(), sandbox.caller());
    if (m_lost.size() > kMostLost)
        m_lost.pop_front();
}

/// With the mutex.
Result<std::shared_ptr<HostedSandbox>>
SandboxTable::openOne(const Caller& caller, const std::string& id) const
{
    const auto at = m_open.find(id);
    if (at == m_open.end() || !owns(caller, at->second->caller()))
        return missing(caller, id);
    return at->second;
}

Result<std::shared_ptr<HostedSandbox>>
SandboxTable::look(const Caller& caller, const std::string& id) const
{
    const std::lock_guard lock(m_mutex);
    return openOne(caller, id);
}

Result<std::shared_ptr<HostedSandbox>>
SandboxTable::find(const Caller& caller, const std::string& id) const
{
    const std::lock_guard lock(m_mutex);
    auto sandbox = openOne(caller, id);
    // Who has found it has some time to use it before it counts as idle.
    if (sandbox)
        (*sandbox)->touch();
    return sandbox;
}

std::vector<std::shared_ptr<HostedSandbox>> SandboxTable::list(const Caller& caller) const
{
    std::vector<std::shared_ptr<HostedSandbox>> sandboxes;
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& [id, sandbox] : m_open)
            if (owns(caller, sandbox->caller()))
                sandboxes.push_back(sandbox);
    }
    std::stable_sort(sandboxes.begin(), sandboxes.end(), [](const auto& a, const auto& b) {
        return a->createdAt() < b->createdAt();
    });
    return sandboxes;
}

Result<void> SandboxTable::close(const Caller& caller, const std::string& id)
{
    std::shared_ptr<HostedSandbox> sandbox;
    {
        const std::lock_guard lock(m_mutex);
        SANDBENCH_TRY(sandbox, openOne(caller, id));
        m_open.erase(id);
        callNext(sandbox->caller());
    }
    return end(*sandbox);
}

void SandboxTable::closeLater(const Caller& caller, const std::string& id)
{
    std::shared_ptr<HostedSandbox> sandbox;
    {
        const std::lock_guard lock(m_mutex);
        const auto found = openOne(caller, id);
        if (!found)
            return; // whoever closed it did the same
        sandbox = *found;
        m_open.erase(id);
        callNext(sandbox->caller());
    }
    if (sandbox->servesAgain())
        (void)end(*sandbox).has_value();
    else
        m_lateClosing.add(std::move(sandbox));
}

void SandboxTable::awaitClosings(std::stop_token stop)
{
    m_lateClosing.wait(std::move(stop));
}

Result<void> SandboxTable::end(HostedSandbox& sandbox, const std::string& why)
{
    auto closed = sandbox.close(why);
    // What could not be removed is tried again by whoever adopts it.
    if (closed && m_store && sandbox.asked().isKept)
        return m_store->remove(sandbox.id());
    return closed;
}

Result<void> SandboxTable::remember(HostedSandbox& sandbox)
{
    if (!sandbox.asked().isKept || !m_store)
        return {};
    return m_store->put(keptOf(sandbox));
}

std::size_t SandboxTable::count() const
{
    const std::lock_guard lock(m_mutex);
    return m_open.size();
}

std::map<std::string, std::size_t> SandboxTable::countByEngine() const
{
    std::map<std::string, std::size_t> counts;
    const std::lock_guard lock(m_mutex);
    for (const auto& [id, sandbox] : m_open)
        ++counts[sandbox->asked().engine];
    return counts;
}

SandboxTable::Openings SandboxTable::openings() const
{
    const std::lock_guard lock(m_mutex);
    auto openings = m_openings;
    for (const auto& [caller, queue] : m_queues)
        openings.waiting += queue.size();
    return openings;
}

std::size_t SandboxTable::reapIdle()
{
    const auto now = secondsNow();
    std::vector<std::shared_ptr<HostedSandbox>> over;
    {
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_open, [&](auto& entry) {
            auto& [id, sandbox] = entry;
            const auto idle = sandbox->idleLimit();
            const bool isIdle = idle.count() > 0 && sandbox->idleFor() > idle;
            const bool isOld = isTooOld(*sandbox, now);
            if (!isIdle && !isOld && sandbox->session().isAlive())
                return false;
            if (!isIdle && !isOld)
                noteLost(*sandbox);
            over.push_back(std::move(sandbox));
            return true;
        });
        for (const auto& sandbox : over)
            callNext(sandbox->caller());
    }
    severalAtOnce(over, [&](const auto& sandbox) {
        (void)end(*sandbox, isTooOld(*sandbox, now) ? lifetimeText(*sandbox) : "").has_value();
    });
    return over.size();
}

std::vector<std::string> SandboxTable::adopt(std::stop_token stop)
{
    if (!m_store)
        return {};
    auto all = m_store->all();
    if (!all)
        return {all.error().text()};
    std::stop_source either;
    const std::stop_callback onCaller(stop, [&either] { either.request_stop(); });
    const std::stop_callback onEnd(m_end.get_token(), [&either] { either.request_stop(); });
    std::vector<std::string> gone;
    severalAtOnce(*all, [&](const KeptSandbox& kept) {
        auto adopted = adoptOne(kept, either.get_token());
        // An engine that is busy may need another moment.
        for (int i = 1; i < kAdoptTries && mayPassSoon(adopted); ++i)
            adopted = adoptOne(kept, either.get_token());
        // An engine that is away may come back. The store waits for the disk: without the mutex.
        if (!adopted && adopted.error().code() == ErrorCode::NotFound)
            (void)m_store->remove(kept.id).has_value();
        const std::lock_guard lock(m_mutex);
        m_toAdopt.erase(kept.id);
        if (!adopted)
            gone.push_back(kept.id + ": " + adopted.error().text());
    });
    const std::lock_guard lock(m_mutex);
    m_toAdopt.clear();
    return gone;
}

Result<void> SandboxTable::adoptOne(const KeptSandbox& kept, const std::stop_token& stop)
{
    SANDBENCH_TRY(auto request, requestOf(m_parts, kept));
    addLayers(request, m_rules.requiredLayers);
    SANDBENCH_TRY(auto* const engine, m_parts.engines().find(kept.engine));
    // Interpreters would run what was installed in it: not before it is known what it has.
    request.session.installsFirst = true;
    SANDBENCH_TRY(
        auto session,
        Session::open(*engine, request.session, m_parts.languages(), m_parts.artifacts(), stop));
    SANDBENCH_TRY_VOID(
        checkKept(m_rules, containerOf(request.session.sandbox).runtime, session->network()));
    SANDBENCH_TRY_VOID(session->startInterpreters());
    SANDBENCH_TRY_VOID(session->keep());
    auto sandbox = std::make_shared<HostedSandbox>(
        kept.caller, std::move(request), std::move(session), kept.createdAt);
    {
        const std::lock_guard lock(m_mutex);
        if (!m_isEnding) {
            m_open.emplace(kept.id, std::move(sandbox));
            return {};
        }
    }
    return sandbox->session().leave();
}

void SandboxTable::closeAll()
{
    std::vector<std::shared_ptr<HostedSandbox>> all;
    {
        std::unique_lock lock(m_mutex);
        m_isEnding = true;
        lock.unlock();
        m_end.request_stop();
        m_pools.end();
        lock.lock();
        m_changed.wait(lock, [this] { return m_opening.empty() && m_queues.empty(); });
        for (auto& [id, sandbox] : m_open)
            all.push_back(std::move(sandbox));
        m_open.clear();
    }
    severalAtOnce(all, [this](const auto& sandbox) {
        if (m_store && sandbox->asked().isKept)
            (void)sandbox->session().leave().has_value();
        else
            (void)sandbox->close().has_value();
    });
    m_lateClosing.wait();
}

} // namespace sandbench::workspace
