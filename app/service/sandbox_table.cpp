// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/service/sandbox_table.h"

#include "app/common/sandbox_opening.h"
#include "app/service/kept_sandbox.h"
#include "app/service/new_id.h"

#include <algorithm>
#include <exception>
#include <thread>

namespace sandbench::service {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostClosers = 8;
constexpr std::chrono::seconds kUsualKeep = std::chrono::hours(24 * 7);

std::int64_t secondsNow()
{
    return std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
}

Error noSuchSandbox(const std::string& id)
{
    return Error(
        ErrorCode::NotFound,
        "there is no session " + id.substr(0, 64) + "; it may have been closed for being idle");
}

/// 0 = as the quota; else never more than it.
std::chrono::seconds within(std::chrono::seconds asked, std::chrono::seconds quota)
{
    if (asked.count() <= 0)
        return quota;
    return quota.count() <= 0 ? asked : std::min(asked, quota);
}

bool owns(const Caller& caller, const HostedSandbox& sandbox)
{
    return sandbox.caller() == caller.id || caller.may(Scope::Admin);
}

/// Calls @p work for each of @p sandboxes, several at a time.
void forEach(
    const std::vector<std::shared_ptr<HostedSandbox>>& sandboxes,
    const std::function<void(HostedSandbox&)>& work)
{
    std::atomic<std::size_t> next{0};
    std::vector<std::jthread> workers;
    const auto count = std::min(kMostClosers, sandboxes.size());
    for (std::size_t i = 0; i < count; ++i)
        workers.emplace_back([&] {
            for (auto at = next++; at < sandboxes.size(); at = next++)
                work(*sandboxes[at]);
        });
}

} // namespace

HostedSandbox::HostedSandbox(
    std::string caller, OpenRequest asked, std::unique_ptr<Session> session, std::int64_t createdAt)
    : m_caller(std::move(caller))
    , m_asked(std::move(asked))
    , m_session(std::move(session))
    , m_createdAt(createdAt)
    , m_lastUse(Clock::now().time_since_epoch().count())
{
}

HostedSandbox::Use::Use(HostedSandbox& of)
    : m_of(of)
{
    ++m_of.m_users;
    m_of.touch();
}

HostedSandbox::Use::~Use()
{
    m_of.touch();
    --m_of.m_users;
}

void HostedSandbox::touch()
{
    m_lastUse = Clock::now().time_since_epoch().count();
}

Clock::duration HostedSandbox::idleFor() const
{
    if (m_users.load() > 0)
        return Clock::duration::zero();
    return Clock::now().time_since_epoch() - Clock::duration(m_lastUse.load());
}

SandboxTable::SandboxTable(Composition& parts, std::unique_ptr<SandboxStore> store)
    : m_parts(parts)
    , m_store(std::move(store))
{
}

SandboxTable::~SandboxTable()
{
    closeAll();
}

/// Counts as a sandbox of its caller until it is one, or will be none.
class SandboxTable::Opening
{
public:
    static Result<std::unique_ptr<Opening>> begin(SandboxTable& table, const Caller& caller)
    {
        const std::lock_guard lock(table.m_mutex);
        if (table.m_isEnding)
            return Error(ErrorCode::Unavailable, "the server is ending");
        const auto most = caller.quotas.sandboxes;
        if (most != 0 && table.countOf(caller.id) >= most)
            return Error(
                ErrorCode::ResourceExhausted,
                "there are " + std::to_string(most)
                    + " sandboxes already, which is this caller's quota; close one first");
        return std::unique_ptr<Opening>(new Opening(table, caller.id));
    }
    ~Opening()
    {
        const std::lock_guard lock(m_table.m_mutex);
        if (--m_table.m_opening[m_caller] == 0)
            m_table.m_opening.erase(m_caller);
        m_table.m_changed.notify_all();
    }
    Opening(const Opening&) = delete;
    Opening& operator=(const Opening&) = delete;

private:
    /// With the table's mutex.
    Opening(SandboxTable& table, std::string caller)
        : m_table(table)
        , m_caller(std::move(caller))
    {
        ++m_table.m_opening[m_caller];
    }

    SandboxTable& m_table;
    const std::string m_caller;
};

std::size_t SandboxTable::countOf(const std::string& caller) const
{
    const auto opening = m_opening.find(caller);
    std::size_t count = opening == m_opening.end() ? 0 : opening->second;
    for (const auto& [id, sandbox] : m_open)
        count += sandbox->caller() == caller ? 1 : 0;
    return count;
}

Result<std::shared_ptr<HostedSandbox>> SandboxTable::open(
    const Caller& caller, OpenRequest request,
    const std::function<void(std::string_view)>& onProgress, std::stop_token stop)
{
    if (request.isKept && !m_store)
        return Error(ErrorCode::Unsupported, "this server keeps no sandboxes; leave 'keep' out");
    SANDBENCH_TRY(const auto opening, Opening::begin(*this, caller));
    std::stop_source either;
    const std::stop_callback onCaller(stop, [&either] { either.request_stop(); });
    const std::stop_callback onEnd(m_end.get_token(), [&either] { either.request_stop(); });

    request.idle = within(request.idle, caller.quotas.idle);
    request.lifetime = within(request.lifetime, caller.quotas.lifetime);
    if (request.isKept && request.lifetime.count() == 0)
        request.lifetime = kUsualKeep; // nothing is kept for ever
    request.session.id = newId("s");
    request.session.sandbox.keepFor = request.isKept ? request.lifetime : std::chrono::seconds(0);
    auto session = openSession(request, onProgress, either.get_token());
    if (!session)
        return std::move(session.error());
    auto sandbox = std::make_shared<HostedSandbox>(
        caller.id, std::move(request), *std::move(session), secondsNow());
    SANDBENCH_TRY_VOID(keep(*sandbox));
    {
        const std::lock_guard lock(m_mutex);
        // After a stop nobody may find it open.
        if (!either.stop_requested()) {
            m_open.emplace(sandbox->id(), sandbox);
            return sandbox;
        }
    }
    (void)end(*sandbox).has_value();
    return Error(ErrorCode::Cancelled, "stopped while opening a sandbox");
}

Result<std::unique_ptr<Session>> SandboxTable::openSession(
    OpenRequest& request, const std::function<void(std::string_view)>& onProgress,
    const std::stop_token& stop)
{
    SANDBENCH_TRY(auto* const engine, m_parts.engines().find(request.engine));
    SandboxOpening opening;
    opening.session = request.session;
    opening.session.sandbox.onWaiting = onProgress;
    opening.installs = request.installs;
    opening.pull = request.pull;
    opening.limitNames = request.limitNames;
    opening.onNote = onProgress;
    return openSandbox(m_parts, *engine, std::move(opening), stop);
}

Result<std::shared_ptr<HostedSandbox>>
SandboxTable::find(const Caller& caller, const std::string& id) const
{
    const std::lock_guard lock(m_mutex);
    const auto at = m_open.find(id);
    if (at == m_open.end() || !owns(caller, *at->second))
        return noSuchSandbox(id);
    // Who has found it has some time to use it before it counts as idle.
    at->second->touch();
    return at->second;
}

std::vector<std::shared_ptr<HostedSandbox>> SandboxTable::list(const Caller& caller) const
{
    std::vector<std::shared_ptr<HostedSandbox>> sandboxes;
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& [id, sandbox] : m_open)
            if (owns(caller, *sandbox))
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
        const auto at = m_open.find(id);
        if (at == m_open.end() || !owns(caller, *at->second))
            return noSuchSandbox(id);
        sandbox = std::move(at->second);
        m_open.erase(at);
    }
    return end(*sandbox);
}

Result<void> SandboxTable::end(HostedSandbox& sandbox)
{
    auto closed = sandbox.session().close();
    // What could not be removed is tried again by whoever adopts it.
    if (closed && m_store && sandbox.asked().isKept)
        return m_store->remove(sandbox.id());
    return closed;
}

/// Before anybody knows of it. When this program dies after that, it is in the store, or its
/// engine removes it.
Result<void> SandboxTable::keep(HostedSandbox& sandbox)
{
    if (!sandbox.asked().isKept)
        return {};
    SANDBENCH_TRY_VOID(m_store->put(keptOf(sandbox)));
    auto kept = sandbox.session().keep();
    if (!kept)
        (void)m_store->remove(sandbox.id()).has_value();
    return kept;
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

std::size_t SandboxTable::reapIdle()
{
    const auto now = secondsNow();
    std::vector<std::shared_ptr<HostedSandbox>> over;
    {
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_open, [&](auto& entry) {
            auto& [id, sandbox] = entry;
            const auto& asked = sandbox->asked();
            const bool isIdle = asked.idle.count() > 0 && sandbox->idleFor() > asked.idle;
            const bool isOld
                = asked.lifetime.count() > 0 && now - sandbox->createdAt() > asked.lifetime.count();
            if (!isIdle && !isOld && sandbox->session().isAlive())
                return false;
            over.push_back(std::move(sandbox));
            return true;
        });
    }
    forEach(over, [this](HostedSandbox& sandbox) { (void)end(sandbox).has_value(); });
    return over.size();
}

std::vector<std::string> SandboxTable::adopt(std::stop_token stop)
{
    if (!m_store)
        return {};
    const auto all = m_store->all();
    if (!all)
        return {all.error().text()};
    std::vector<std::string> gone;
    for (const auto& kept : *all) {
        const auto adopted = adoptOne(kept, stop);
        if (adopted)
            continue;
        gone.push_back(kept.id + ": " + adopted.error().text());
        // An engine that is away may come back.
        if (adopted.error().code() == ErrorCode::NotFound)
            (void)m_store->remove(kept.id).has_value();
    }
    return gone;
}

Result<void> SandboxTable::adoptOne(const KeptSandbox& kept, std::stop_token stop)
{
    SANDBENCH_TRY(auto request, requestOf(m_parts, kept));
    SANDBENCH_TRY(auto* const engine, m_parts.engines().find(kept.engine));
    SANDBENCH_TRY(
        auto session,
        Session::open(
            *engine, request.session, m_parts.languages(), m_parts.artifacts(), std::move(stop)));
    SANDBENCH_TRY_VOID(session->keep());
    auto sandbox = std::make_shared<HostedSandbox>(
        kept.caller, std::move(request), std::move(session), kept.createdAt);
    const std::lock_guard lock(m_mutex);
    m_open.emplace(kept.id, std::move(sandbox));
    return {};
}

void SandboxTable::closeAll()
{
    std::vector<std::shared_ptr<HostedSandbox>> all;
    {
        std::unique_lock lock(m_mutex);
        m_isEnding = true;
        lock.unlock();
        m_end.request_stop();
        lock.lock();
        m_changed.wait(lock, [this] { return m_opening.empty(); });
        for (auto& [id, sandbox] : m_open)
            all.push_back(std::move(sandbox));
        m_open.clear();
    }
    forEach(all, [this](HostedSandbox& sandbox) {
        if (m_store && sandbox.asked().isKept)
            (void)sandbox.session().leave().has_value();
        else
            (void)sandbox.session().close().has_value();
    });
}

} // namespace sandbench::service
