// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/pool/warm_pool.h"

#include "core/base/several_at_once.h"
#include "core/engine/ownership.h"
#include "core/workspace/new_id.h"
#include "core/workspace/pool/likeness.h"
#include "core/workspace/sandbox_opening.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sandbench::workspace {
namespace {

using namespace std::chrono_literals;

/// Openings at the same time: more of them only slow each other and the programs that run.
constexpr int kWorkers = 2;
/// Between two looks at whether all that is ready still fits.
constexpr std::chrono::seconds kLookEvery = 10s;
constexpr auto kLongestBackoff = 60s;
/// A sandbox that answered so lately is not asked whether it is there.
constexpr auto kJustAnswered = 100ms;
/// For so long after a sandbox was taken, opening the next one leaves the processors to the program
/// that took it: about what a short one needs.
constexpr auto kCalm = 15ms;

/// Sooner where the rules count in less.
std::chrono::seconds lookEvery(const PoolRules& rules)
{
    return std::clamp(std::min(rules.idle, rules.age), std::chrono::seconds(1), kLookEvery);
}

} // namespace

PoolPlace::PoolPlace(std::shared_ptr<WarmPool> pool, PooledSandbox sandbox)
    : m_pool(std::move(pool))
    , m_sandbox(std::move(sandbox))
{
}

PoolPlace::~PoolPlace()
{
    m_sandbox.session.reset(); // may close it
    m_pool->leave();
}

const std::string& PoolPlace::pool() const
{
    return m_pool->name();
}

void PoolPlace::bring(std::shared_ptr<Session> session, std::stop_token stop)
{
    if (auto described = m_pool->describe(std::move(session), stop))
        m_sandbox = *std::move(described);
}

bool PoolPlace::servesAgain() const
{
    return m_sandbox.session && m_sandbox.uses + 1 < m_pool->rules().uses
        && m_sandbox.session->isAlive();
}

bool PoolPlace::giveBack(const std::string& caller, std::stop_token stop)
{
    if (!servesAgain())
        return false;
    if (!cleanSandbox(*m_sandbox.session, m_sandbox.untouched, std::move(stop)))
        return false;
    ++m_sandbox.uses;
    m_sandbox.caller = caller;
    m_sandbox.readySince = Clock::now();
    return m_pool->keep(std::move(m_sandbox));
}

std::shared_ptr<WarmPool> WarmPool::open(
    Composition& parts, Engine& engine, std::string name, SandboxRequest request, PoolRules rules)
{
    if (!rules.preloads)
        request.session.warm = Warm::Never;
    std::shared_ptr<WarmPool> pool(
        new WarmPool(parts, engine, std::move(name), std::move(request), rules));
    const std::lock_guard lock(pool->m_mutex);
    for (int i = 0; i < kWorkers; ++i)
        pool->m_workers.emplace_back([raw = pool.get(), looks = i == 0](
                                         const std::stop_token& stop) { raw->work(stop, looks); });
    return pool;
}

WarmPool::WarmPool(
    Composition& parts, Engine& engine, std::string name, SandboxRequest request, PoolRules rules)
    : m_parts(parts)
    , m_engine(engine)
    , m_name(std::move(name))
    , m_request(std::move(request))
    , m_likeness(likenessOf(m_request))
    , m_rules(rules)
    , m_target(rules.least)
    , m_lastLook(Clock::now())
{
}

WarmPool::~WarmPool()
{
    end();
}

WarmPool::State WarmPool::state() const
{
    const std::lock_guard lock(m_mutex);
    auto state = m_state;
    state.ready = m_ready.size();
    state.waiting = m_waiters.size();
    return state;
}

std::size_t WarmPool::total() const
{
    return m_ready.size() + m_state.opening + m_state.inUse;
}

bool WarmPool::wantsMore() const
{
    const auto fresh = static_cast<std::size_t>(std::count_if(
        m_ready.begin(), m_ready.end(), [](const auto& sandbox) { return sandbox.uses == 0; }));
    return !m_isEnding && fresh + m_state.opening < m_target && total() < m_rules.most
        && Clock::now() >= m_retryAt;
}

/// While at least half are ready, opening the next one has time.
bool WarmPool::isCalm() const
{
    return Clock::now() < m_calmUntil && m_ready.size() * 2 >= m_target;
}

/// Of a place that was taken or is free, where there is something to do for it.
void WarmPool::tellWorkers()
{
    if (!m_over.empty() || wantsMore())
        m_changed.notify_all();
}

void WarmPool::discard(std::list<PooledSandbox>::iterator sandbox)
{
    m_over.splice(m_over.end(), m_ready, sandbox);
    m_changed.notify_one();
}

std::unique_ptr<PoolPlace> WarmPool::place(PooledSandbox sandbox)
{
    ++m_state.inUse;
    tellWorkers();
    return std::make_unique<PoolPlace>(shared_from_this(), std::move(sandbox));
}

/// Null = there is none, and there may be no more.
std::unique_ptr<PoolPlace> WarmPool::pick(const Asked& asked)
{
    auto found = m_ready.end(), others = m_ready.end();
    for (auto at = m_ready.begin(); at != m_ready.end();) {
        const auto one = at++;
        if (!one->session->isAlive()) {
            ++m_state.replaced;
            discard(one);
        } else if (one->uses == 0)
            found = found == m_ready.end() ? one : found;
        else if (asked.isForOneRun && one->caller == asked.caller) {
            found = one; // rather than one that could serve anybody
            break;
        } else
            others = one;
    }
    if (found != m_ready.end()) {
        ++m_state.hits;
        m_calmUntil = Clock::now() + kCalm;
        auto sandbox = std::move(*found);
        m_ready.erase(found);
        return place(std::move(sandbox));
    }
    if (total() >= m_rules.most) {
        if (others == m_ready.end())
            return nullptr;
        discard(others);
    }
    ++m_state.misses;
    m_lastMiss = Clock::now();
    m_target = std::clamp(m_target + 1, m_rules.least, m_rules.most);
    return place({});
}

Result<std::unique_ptr<PoolPlace>> WarmPool::take(const Asked& asked, std::stop_token stop)
{
    const auto takeAny
        = [&](std::unique_lock<std::mutex>& lock) -> Result<std::unique_ptr<PoolPlace>> {
        if (m_isEnding || !asked.tenant.maySee(m_imageOwner))
            return std::unique_ptr<PoolPlace>();
        if (m_waiters.empty())
            if (auto place = pick(asked))
                return place;
        if (m_rules.exhausted == Exhausted::Temporary) {
            ++m_state.temporary;
            return std::unique_ptr<PoolPlace>();
        }
        Waiter waiter{asked, {}, {}};
        if (m_rules.exhausted == Exhausted::Wait) {
            const auto self = m_waiters.insert(m_waiters.end(), &waiter);
            waiter.given.wait_for(
                lock, stop, m_rules.wait, [&] { return waiter.place != nullptr || m_isEnding; });
            if (!waiter.place) // else it is not in the list any more
                m_waiters.erase(self);
        }
        if (waiter.place || (m_isEnding && !stop.stop_requested()))
            return std::move(waiter.place);
        ++m_state.refused;
        return Error(
            ErrorCode::ResourceExhausted,
            "pool " + m_name + " has no sandbox that is free, and " + std::to_string(m_rules.most)
                + " at most (max); try again later");
    };
    for (;;) {
        std::unique_lock lock(m_mutex);
        auto place = takeAny(lock);
        lock.unlock();
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped while taking a sandbox");
        // One that was killed a moment ago may not be known to be gone: it is asked.
        const bool isUsable = !place || !*place || !(*place)->session()
            || (*place)->readySince() > Clock::now() - kJustAnswered
            || (*place)->session()->fileInfo("/", stop).has_value();
        if (isUsable)
            return place;
        place = std::unique_ptr<PoolPlace>();
        lock.lock();
        ++m_state.replaced;
        --m_state.hits;
    }
}

void WarmPool::serveWaiters()
{
    while (!m_waiters.empty()) {
        auto* const first = m_waiters.front();
        first->place = pick(first->asked);
        if (!first->place)
            return;
        m_waiters.pop_front();
        first->given.notify_one();
    }
}

void WarmPool::leave()
{
    const std::lock_guard lock(m_mutex);
    --m_state.inUse;
    serveWaiters();
    tellWorkers();
}

/// Its place is still taken: leave() follows.
bool WarmPool::keep(PooledSandbox sandbox)
{
    const std::lock_guard lock(m_mutex);
    if (m_isEnding)
        return false;
    m_ready.push_back(std::move(sandbox));
    return true;
}

void WarmPool::work(const std::stop_token& stop, bool looks)
{
    std::unique_lock lock(m_mutex);
    const auto hasWork = [this] { return !m_over.empty() || wantsMore(); };
    while (!stop.stop_requested()) {
        if (!m_over.empty())
            closeOver(lock);
        else if (wantsMore() && isCalm())
            m_changed.wait_until(
                lock, stop, m_calmUntil, [this] { return !m_over.empty() || !isCalm(); });
        else if (wantsMore())
            openOne(lock, stop);
        else if (!looks)
            m_changed.wait(lock, stop, hasWork);
        else if (const auto next = m_lastLook + lookEvery(m_rules); Clock::now() < next)
            m_changed.wait_until(
                lock, stop, m_retryAt > Clock::now() ? std::min(next, m_retryAt) : next, hasWork);
        else
            look(lock, stop);
    }
}

void WarmPool::closeOver(std::unique_lock<std::mutex>& lock)
{
    const auto over = std::exchange(m_over, {});
    lock.unlock();
    for (const auto& sandbox : over)
        (void)sandbox.session->close().has_value();
    lock.lock();
}

void WarmPool::openOne(std::unique_lock<std::mutex>& lock, const std::stop_token& stop)
{
    ++m_state.opening;
    lock.unlock();
    auto opened = openFresh(stop);
    lock.lock();
    --m_state.opening;
    if (opened) {
        ++m_state.opened;
        m_state.problem.clear();
        m_backoff = 0s;
        m_imageOwner = opened->imageOwner;
        (m_isEnding ? m_over : m_ready).push_back(*std::move(opened));
    } else if (!stop.stop_requested()) {
        ++m_state.failed;
        m_state.problem = opened.error().text();
        m_backoff = std::clamp<std::chrono::seconds>(m_backoff * 2, 1s, kLongestBackoff);
        m_retryAt = Clock::now() + m_backoff;
    }
    serveWaiters();
}

Result<PooledSandbox> WarmPool::openFresh(const std::stop_token& stop)
{
    SandboxOpening opening{.request = m_request};
    opening.request.session.id = newId("s");
    opening.request.session.sandbox.pool = m_name;
    SANDBENCH_TRY(auto session, openSandbox(m_parts, m_engine, opening, stop));
    return describe(std::move(session), stop);
}

Result<PooledSandbox>
WarmPool::describe(std::shared_ptr<Session> session, const std::stop_token& stop)
{
    PooledSandbox sandbox;
    SANDBENCH_TRY(const auto image, imageNow(stop));
    sandbox.imageId = image.id;
    sandbox.imageOwner = image.owner;
    if (m_rules.uses > 1) {
        SANDBENCH_TRY(sandbox.untouched, lookAtUntouched(*session, stop));
    }
    sandbox.session = std::move(session);
    sandbox.openedAt = sandbox.readySince = Clock::now();
    return sandbox;
}

Result<WarmPool::Image> WarmPool::imageNow(const std::stop_token& stop) const
{
    const auto& name = m_request.session.sandbox.image;
    auto* const images = m_engine.images();
    if (!images || name.empty())
        return Image();
    SANDBENCH_TRY(const auto info, images->inspect(name, stop));
    const auto owner = info.labels.find(std::string(label::kTenant));
    return Image{info.id, owner == info.labels.end() ? std::string() : owner->second};
}

/// Replaces what ended by itself, is too old, or was made from what its image's name does not mean
/// any more; and has fewer ready when nobody missed one for long.
void WarmPool::look(std::unique_lock<std::mutex>& lock, const std::stop_token& stop)
{
    lock.unlock();
    // An engine that is away says nothing about its images.
    const auto image = imageNow(stop);
    lock.lock();
    const auto now = m_lastLook = Clock::now();
    if (now - m_lastMiss > m_rules.idle)
        m_target = m_rules.least;
    std::size_t fitting = 0;
    for (auto at = m_ready.begin(); at != m_ready.end();) {
        const auto one = at++;
        const bool isUnfit = !one->session->isAlive() || now - one->openedAt > m_rules.age
            || (image && image->id != one->imageId);
        const bool isTooMany = fitting >= m_target && now - one->readySince > m_rules.idle;
        m_state.replaced += isUnfit ? 1 : 0;
        if (isUnfit || isTooMany)
            discard(one);
        else
            ++fitting;
    }
}

void WarmPool::end()
{
    std::vector<std::jthread> workers;
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
        workers = std::exchange(m_workers, {});
        for (auto* waiter : m_waiters)
            waiter->given.notify_one();
    }
    for (auto& worker : workers)
        worker.request_stop();
    workers.clear();
    std::list<PooledSandbox> over;
    {
        const std::lock_guard lock(m_mutex);
        over.splice(over.end(), m_ready);
        over.splice(over.end(), m_over);
    }
    std::vector<PooledSandbox> all(
        std::make_move_iterator(over.begin()), std::make_move_iterator(over.end()));
    severalAtOnce(all, [](const auto& sandbox) { (void)sandbox.session->close().has_value(); });
}

} // namespace sandbench::workspace
