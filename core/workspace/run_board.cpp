// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/run_board.h"

#include "core/base/clock.h"
#include "core/base/timestamp.h"
#include "core/workspace/members.h"
#include "core/workspace/new_id.h"
#include "core/workspace/requests.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace sandbench::workspace {

namespace {

/// Of runs that ended: how long they stay; how many, and how many bytes of memory and of files, at
/// most.
constexpr auto kKeepFor = std::chrono::minutes(15);
constexpr KeptSizes kBounds = {1000, 256ULL << 20, 2ULL << 30};
/// What is left of as many as that: looking at each of them is too much for each start.
constexpr KeptSizes kAfterwards = {kBounds[0] / 10 * 9, kBounds[1] / 10 * 9, kBounds[2] / 10 * 9};
/// Of who is told that a run was accepted, for a history that cannot be written.
constexpr std::chrono::seconds kHistoryPatience(1);

/// What is known of a run at its beginning.
Json beginningOf(const HostedRun& run, const RunRequest& request, HostedSandbox& sandbox)
{
    auto& session = sandbox.session();
    const auto& asked = sandbox.asked().session;
    RunRecord record;
    record.runId = run.id();
    record.sessionId = run.sandbox();
    record.engine = session.engineName();
    record.image = session.image();
    record.language = request.language;
    record.startedAt = utcNow();
    record.runLimits = request.limits;
    record.sandboxLimits = asked.sandbox.limits;
    record.network = session.network();
    record.profile = asked.profile;
    record.isolation = session.isolation();
    auto view = runView(record, {});
    view["program"] = programView(request);
    return view;
}

} // namespace

static Error noSuchRun(const std::string& id)
{
    return Error(ErrorCode::NotFound, "there is no run " + id.substr(0, 64) + " any more");
}

RunBoard::RunBoard(RunHistory* history, Links links)
    : m_history(history)
    , m_links(std::move(links))
{
}

RunBoard::~RunBoard()
{
    end();
}

Result<void> RunBoard::checkStart(const Caller& caller, const RunRequest& request) const
{
    const auto denied
        = [&](const std::string& what) { return scopeError(caller, what, Scope::Admin); };
    if (!caller.may(Scope::Admin)) {
        for (const auto& member : runMembers())
            if (member.relaxes && member.relaxes({}, request.limits, true))
                return denied("a run with " + std::string(member.relaxation));
        if (request.gateConfirmed)
            return denied("saying yes to what a policy asks a person");
    }
    if (m_isEnding)
        return Error(ErrorCode::Unavailable, "the server is ending");
    const std::lock_guard lock(m_countsMutex);
    const auto running = m_goingOn.find(caller.id);
    const auto most = caller.quotas.runs;
    if (most != 0 && running != m_goingOn.end() && running->second >= most)
        return Error(
            ErrorCode::ResourceExhausted,
            std::to_string(most) + " runs go on already, which is this caller's quota");
    return {};
}

Result<std::shared_ptr<HostedRun>> RunBoard::start(
    const Caller& caller, std::shared_ptr<HostedSandbox> sandbox, RunRequest request,
    std::shared_ptr<void> held)
{
    auto started = tryStart(caller, std::move(sandbox), std::move(request), std::move(held));
    const std::lock_guard lock(m_countsMutex);
    m_counts.refused += started ? 0 : 1;
    return started;
}

Result<FollowedRun> RunBoard::startFollowed(
    const Caller& caller, std::shared_ptr<HostedSandbox> sandbox, RunRequest request)
{
    FollowedRun followed;
    auto started
        = tryStart(caller, std::move(sandbox), std::move(request), nullptr, &followed.events);
    if (!started) {
        const std::lock_guard lock(m_countsMutex);
        ++m_counts.refused;
        return std::move(started.error());
    }
    followed.run = *std::move(started);
    return followed;
}

Result<std::shared_ptr<HostedRun>> RunBoard::tryStart(
    const Caller& caller, std::shared_ptr<HostedSandbox> sandbox, RunRequest request,
    std::shared_ptr<void> held, std::unique_ptr<EventLog::Reader>* follower)
{
    request.isLast = sandbox->isForOneRun() && !sandbox->servesAgain();
    auto run = std::make_shared<HostedRun>();
    run->m_id = newId("r");
    run->m_caller = caller.id;
    run->m_sandboxId = sandbox->id();
    run->m_links = m_links ? m_links(run->m_id) : std::string();
    run->m_log = std::make_shared<EventLog>();
    if (follower)
        *follower = EventLog::read(run->m_log, 0, ReadAs::Follower);
    run->m_sandbox = sandbox;
    if (m_history)
        run->m_beginning = beginningOf(*run, request, *sandbox);
    std::vector<std::shared_ptr<HostedRun>> old;
    const std::lock_guard lock(m_mutex);
    SANDBENCH_TRY_VOID(checkStart(caller, request));
    if (isFull())
        old = takeOld();
    run->m_use = std::make_unique<HostedSandbox::Use>(*sandbox);
    goesOn(caller.id, +1);
    try {
        run->m_thread = std::jthread([this, run = run.get(), sandbox = std::move(sandbox),
                                      held = std::move(held),
                                      request = std::move(request)](std::stop_token stop) mutable {
            run->work(request, *this, *sandbox, stop);
            sandbox.reset();
            run->letGo();
        });
    } catch (...) { // no thread to be had
        goesOn(caller.id, -1);
        throw;
    }
    m_runs.emplace(run->id(), run);
    return run;
}

void RunBoard::makeKnown(HostedRun& run, std::stop_token stop)
{
    if (!m_history)
        return;
    run.tellBeginning(*m_history);
    m_history->awaitWritten(run.id(), Clock::now() + kHistoryPatience, std::move(stop));
}

Result<std::shared_ptr<HostedRun>> RunBoard::find(const Caller& caller, const std::string& id)
{
    const std::lock_guard lock(m_mutex);
    const auto at = m_runs.find(id);
    if (at == m_runs.end() || (at->second->caller() != caller.id && !caller.may(Scope::Admin)))
        return noSuchRun(id);
    return at->second;
}

Result<Json> RunBoard::past(const Caller& caller, const std::string& id) const
{
    return m_history ? m_history->find(caller, id) : Result<Json>(noSuchRun(id));
}

std::vector<std::shared_ptr<HostedRun>> RunBoard::list(const Caller& caller)
{
    std::vector<std::shared_ptr<HostedRun>> runs;
    const std::lock_guard lock(m_mutex);
    for (const auto& [id, run] : m_runs)
        if (run->caller() == caller.id || caller.may(Scope::Admin))
            runs.push_back(run);
    return runs;
}

std::size_t RunBoard::running() const
{
    const std::lock_guard lock(m_countsMutex);
    return std::accumulate(
        m_goingOn.begin(), m_goingOn.end(), std::size_t(0),
        [](std::size_t sum, const auto& of) { return sum + of.second; });
}

void RunBoard::goesOn(const std::string& caller, int change)
{
    const std::lock_guard lock(m_countsMutex);
    if ((m_goingOn[caller] += static_cast<std::size_t>(change)) == 0)
        m_goingOn.erase(caller);
}

void RunBoard::count(
    const std::string& caller, const Result<RunRecord>& end, const KeptSizes& sizes)
{
    goesOn(caller, -1);
    const bool isCancelled = !end && end.error().code() == ErrorCode::Cancelled;
    const std::string name(
        end               ? verdictName(end->verdict)
            : isCancelled ? verdictName(Verdict::Cancelled)
                          : "failed");
    const std::lock_guard lock(m_countsMutex);
    ++m_counts.byVerdict[name];
    if (end)
        m_counts.took[{end->engine, end->language}].add(end->wallSeconds);
    for (std::size_t kind = 0; kind < sizes.size(); ++kind)
        m_kept[kind] += sizes[kind];
}

bool RunBoard::isFull() const
{
    const std::lock_guard lock(m_countsMutex);
    return !std::equal(m_kept.begin(), m_kept.end(), kBounds.begin(), std::less_equal{});
}

RunBoard::Counts RunBoard::counts() const
{
    const std::lock_guard lock(m_countsMutex);
    return m_counts;
}

/// With the mutex. The caller lets them go without it.
std::vector<std::shared_ptr<HostedRun>> RunBoard::takeOld()
{
    std::vector<std::pair<Clock::time_point, Runs::iterator>> ended;
    for (auto at = m_runs.begin(); at != m_runs.end(); ++at)
        if (const auto when = at->second->endedAt())
            ended.emplace_back(*when, at);
    std::sort(
        ended.begin(), ended.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::shared_ptr<HostedRun>> old;
    std::vector<KeptItem> kept;
    std::vector<Runs::iterator> places;
    const auto oldest = Clock::now() - kKeepFor;
    for (const auto& [when, run] : ended) {
        if (when < oldest) {
            old.push_back(std::move(run->second));
            m_runs.erase(run);
        } else {
            kept.push_back(
                {run->second->caller(), run->second->keptSizes(run->second->m_end.get())});
            places.push_back(run);
        }
    }
    for (const auto number : itemsToDrop(kept, kAfterwards)) {
        old.push_back(std::move(places[number]->second));
        m_runs.erase(places[number]);
        kept[number].sizes = {};
    }
    const std::lock_guard lock(m_countsMutex);
    m_kept = {};
    for (const auto& item : kept)
        for (std::size_t kind = 0; kind < m_kept.size(); ++kind)
            m_kept[kind] += item.sizes[kind];
    return old;
}

void RunBoard::forgetOld()
{
    std::vector<std::shared_ptr<HostedRun>> old;
    const std::lock_guard lock(m_mutex);
    old = takeOld();
}

void RunBoard::end()
{
    Runs runs;
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
        runs.swap(m_runs);
    }
    for (const auto& [id, run] : runs)
        run->cancel();
    for (const auto& [id, run] : runs)
        (void)run->wait(Clock::time_point::max(), {});
}

} // namespace sandbench::workspace
