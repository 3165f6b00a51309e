// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/clock.h"
#include "core/base/stoppable_condition.h"
#include "core/base/timestamp.h"
#include "core/base/units.h"
#include "core/workspace/kept_sandbox.h"
#include "core/workspace/new_id.h"
#include "core/workspace/sandbox_table.h"

#include <algorithm>
#include <chrono>

namespace sandbench::workspace {

namespace {

constexpr std::chrono::seconds kUsualKeep = std::chrono::hours(24 * 7);

} // namespace

/// Counts as a sandbox of its caller until it is one, or will be none.
class SandboxTable::Opening
{
public:
    /// One that @p isForOneRun waits while another such one of the caller will make room, behind
    /// those that came before it. Errors: ResourceExhausted, Cancelled, Unavailable.
    static Result<std::unique_ptr<Opening>> begin(
        SandboxTable& table, const Caller& caller, const Holding& wanted,
        const std::stop_token& stop)
    {
        std::unique_lock lock(table.m_mutex);
        auto refusal = table.refusalOf(caller, wanted);
        const bool isQueued = wanted.passing > 0 && table.m_queues.contains(caller.id);
        if (isQueued || (refusal && table.mayPass(*refusal, caller, wanted)))
            refusal = waitForTurn(table, caller, wanted, lock, stop);
        if (refusal)
            return *refusal;
        return std::unique_ptr<Opening>(new Opening(table, caller.id, wanted));
    }
    ~Opening()
    {
        const std::lock_guard lock(m_table.m_mutex);
        auto& opening = m_table.m_opening[m_caller];
        opening.memoryBytes -= m_wanted.memoryBytes;
        opening.passing -= m_wanted.passing;
        opening.sandboxes -= m_wanted.sandboxes;
        if (opening.sandboxes == 0)
            m_table.m_opening.erase(m_caller);
        m_table.m_changed.notify_all();
        m_table.callNext(m_caller);
    }
    Opening(const Opening&) = delete;
    Opening& operator=(const Opening&) = delete;

private:
    /// With the table's mutex.
    Opening(SandboxTable& table, std::string caller, const Holding& wanted)
        : m_table(table)
        , m_caller(std::move(caller))
        , m_wanted(wanted)
    {
        auto& opening = m_table.m_opening[m_caller];
        opening.sandboxes += m_wanted.sandboxes;
        opening.memoryBytes += m_wanted.memoryBytes;
        opening.passing += m_wanted.passing;
    }

    static std::optional<Error> waitForTurn(
        SandboxTable& table, const Caller& caller, const Holding& wanted,
        std::unique_lock<std::mutex>& lock, const std::stop_token& stop)
    {
        StoppableCondition called;
        auto& queue = table.m_queues[caller.id];
        const auto place = queue.insert(queue.end(), &called);
        std::optional<Error> refusal;
        const bool isOver = called.wait(lock, stop, [&] {
            if (place != queue.begin())
                return false;
            refusal = table.refusalOf(caller, wanted);
            return !refusal || !table.mayPass(*refusal, caller, wanted);
        });
        queue.erase(place);
        if (queue.empty())
            table.m_queues.erase(caller.id);
        table.callNext(caller.id);
        table.m_changed.notify_all();
        if (!isOver)
            return Error(ErrorCode::Cancelled, "stopped while waiting for another sandbox to end");
        return refusal;
    }

    SandboxTable& m_table;
    const std::string m_caller;
    const Holding m_wanted;
};

/// With the mutex: why @p caller cannot have it now.
std::optional<Error> SandboxTable::refusalOf(const Caller& caller, const Holding& wanted) const
{
    const auto tooMuch = [](const std::string& what) {
        return Error(
            ErrorCode::ResourceExhausted, what + ", which is this caller's quota; close one");
    };
    if (m_isEnding)
        return Error(ErrorCode::Unavailable, "the server is ending");
    const auto& quotas = caller.quotas;
    const auto held = heldBy(caller.id);
    if (quotas.sandboxes != 0 && held.sandboxes >= quotas.sandboxes)
        return tooMuch("there are " + std::to_string(quotas.sandboxes) + " sandboxes already");
    if (quotas.memoryBytes != 0 && held.memoryBytes + wanted.memoryBytes > quotas.memoryBytes)
        return tooMuch(
            "with it the sandboxes may use more than " + formatSize(quotas.memoryBytes)
            + " of memory together");
    return std::nullopt;
}

/// With the mutex: whether @p refusal ends by itself.
bool SandboxTable::mayPass(const Error& refusal, const Caller& caller, const Holding& wanted) const
{
    const auto most = caller.quotas.memoryBytes;
    const bool isTooLarge = most != 0 && wanted.memoryBytes > most;
    return refusal.code() == ErrorCode::ResourceExhausted && wanted.passing > 0 && !isTooLarge
        && heldBy(caller.id).passing > 0;
}

/// With the mutex: there may be room for another one of @p caller.
void SandboxTable::callNext(const std::string& caller)
{
    const auto queue = m_queues.find(caller);
    if (queue != m_queues.end() && !queue->second.empty())
        queue->second.front()->notify_one();
}

/// With the mutex.
SandboxTable::Holding SandboxTable::heldBy(const std::string& caller) const
{
    const auto opening = m_opening.find(caller);
    auto held = opening == m_opening.end() ? Holding() : opening->second;
    for (const auto& [id, sandbox] : m_open)
        if (sandbox->caller() == caller) {
            ++held.sandboxes;
            held.passing += sandbox->isForOneRun() ? 1 : 0;
            held.memoryBytes += sandbox->asked().session.sandbox.limits.memoryBytes;
        }
    for (const auto& [id, owner] : m_toAdopt)
        if (owner == caller && !m_open.contains(id))
            ++held.sandboxes;
    return held;
}

Result<std::shared_ptr<HostedSandbox>>
SandboxTable::open(const Caller& caller, SandboxOpening opening, std::stop_token stop)
{
    const auto begin = Clock::now();
    if (!opening.engine) {
        SANDBENCH_TRY(opening.engine, m_parts.engines().find(opening.request.engine));
    }
    const auto engine = opening.request.engine, language = opening.request.language;
    {
        const std::lock_guard lock(m_mutex);
        ++m_openings.goingOn[engine];
    }
    const std::shared_ptr<void> goesOn(nullptr, [this, &engine](void*) {
        const std::lock_guard lock(m_mutex);
        --m_openings.goingOn[engine];
    });
    auto opened = openCounted(caller, opening, stop);
    const std::lock_guard lock(m_mutex);
    if (!opened)
        ++m_openings.failed[{engine, opened.error().code()}];
    else
        m_openings.took[{engine, language}].add(
            std::chrono::duration<double>(Clock::now() - begin).count());
    return opened;
}

Result<std::shared_ptr<HostedSandbox>> SandboxTable::openCounted(
    const Caller& caller, SandboxOpening& opening, const std::stop_token& stop)
{
    auto& request = opening.request;
    if (request.isKept && !m_store)
        return Error(ErrorCode::Unsupported, "this server keeps no sandboxes; leave 'keep' out");
    std::stop_source either;
    const std::stop_callback onCaller(stop, [&either] { either.request_stop(); });
    const std::stop_callback onEnd(m_end.get_token(), [&either] { either.request_stop(); });
    const Holding wanted
        = {1, request.session.sandbox.limits.memoryBytes, opening.isForOneRun ? std::size_t(1) : 0};
    SANDBENCH_TRY(const auto counted, Opening::begin(*this, caller, wanted, either.get_token()));

    prepare(caller, request);
    request.idle = withinQuota(request.idle, caller.quotas.idle);
    request.lifetime = withinQuota(request.lifetime, caller.quotas.lifetime);
    if (request.isKept && request.lifetime.count() == 0)
        request.lifetime = kUsualKeep; // nothing is kept for ever
    request.session.id = newId("s");
    request.session.sandbox.keepFor = request.isKept ? request.lifetime : std::chrono::seconds(0);
    SandboxOrigin origin{.isForOneRun = opening.isForOneRun};
    if (const auto pool = m_pools.forRequest(*opening.engine, request)) {
        SANDBENCH_TRY(
            origin.place,
            pool->take(
                {caller.id, request.session.sandbox.tenant, opening.isForOneRun},
                either.get_token()));
    }
    SANDBENCH_TRY(const auto session, takeOrOpen(opening, origin, either.get_token()));
    request.session.id = session->id();
    // Who was told of the opening may be gone soon.
    request.session.sandbox.onWaiting = {};
    request.installs = {};
    auto sandbox = std::make_shared<HostedSandbox>(
        caller.id, std::move(request), session, secondsNow(), std::move(origin));
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

/// What holds for every sandbox of @p caller.
void SandboxTable::prepare(const Caller& caller, SandboxRequest& request) const
{
    request.session.sandbox.tenant = tenantOf(caller);
    addLayers(request, m_rules.requiredLayers);
    addLayers(request, caller.requiredLayers);
}

/// From its place in a pool, or a new one.
Result<std::shared_ptr<Session>> SandboxTable::takeOrOpen(
    SandboxOpening& opening, const SandboxOrigin& origin, const std::stop_token& stop)
{
    if (origin.place && origin.place->session())
        return origin.place->session();
    if (opening.isForOneRun && !origin.place)
        opening.request.session.warm = Warm::Never; // no program follows the first
    SANDBENCH_TRY(auto opened, openSandbox(m_parts, *opening.engine, opening, stop));
    std::shared_ptr<Session> session = std::move(opened);
    if (origin.place)
        origin.place->bring(session, stop);
    return session;
}

Result<std::shared_ptr<WarmPool>> SandboxTable::addPool(
    const Caller& owner, const std::string& name, SandboxRequest request, const PoolRules& rules,
    Engine* engine)
{
    prepare(owner, request);
    if (!engine) {
        SANDBENCH_TRY(engine, m_parts.engines().find(request.engine));
    }
    return m_pools.add(*engine, name, std::move(request), rules);
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

} // namespace sandbench::workspace
