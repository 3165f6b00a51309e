// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/service/run_board.h"

#include "app/service/new_id.h"

#include <algorithm>

namespace sandbench::service {

namespace {

using Clock = std::chrono::steady_clock;

/// Of runs that ended: how long they stay, and how many at most. Units: bytes of memory, of files.
constexpr auto kKeepFor = std::chrono::minutes(15);
constexpr std::size_t kMostEnded = 1000;
constexpr std::uint64_t kMostBytes = 256ULL << 20;
constexpr std::uint64_t kMostArtifactBytes = 2ULL << 30;

std::uint64_t bytesOf(const std::vector<Artifact>& artifacts)
{
    std::uint64_t sum = 0;
    for (const auto& artifact : artifacts)
        sum += artifact.bytes;
    return sum;
}

} // namespace

RunBoard::RunBoard(RunHistory* history)
    : m_history(history)
{
}

RunBoard::~RunBoard()
{
    end();
}

Result<void> RunBoard::checkStart(const Caller& caller, const RunRequest& request) const
{
    const auto denied = [](const char* what) {
        return Error(ErrorCode::PermissionDenied, std::string(what) + " takes the scope admin");
    };
    if (!caller.may(Scope::Admin)) {
        if (request.limits.wallSeconds == 0)
            return denied("a run without a time limit");
        if (request.limits.outputBytes == 0)
            return denied("a run without an output limit");
        if (request.gateConfirmed)
            return denied("saying yes to what a policy asks a person");
    }
    if (m_isEnding)
        return Error(ErrorCode::Unavailable, "the server is ending");
    const auto running = std::count_if(m_runs.begin(), m_runs.end(), [&](const auto& entry) {
        return entry.second->caller() == caller.id && !entry.second->hasEnded();
    });
    const auto most = caller.quotas.runs;
    if (most != 0 && static_cast<std::size_t>(running) >= most)
        return Error(
            ErrorCode::ResourceExhausted,
            std::to_string(most) + " runs go on already, which is this caller's quota");
    return {};
}

Result<std::shared_ptr<HostedRun>>
RunBoard::start(const Caller& caller, std::shared_ptr<HostedSandbox> sandbox, RunRequest request)
{
    auto run = std::make_shared<HostedRun>();
    run->m_id = newId("r");
    run->m_caller = caller.id;
    run->m_sandboxId = sandbox->id();
    run->m_log = std::make_shared<EventLog>();
    run->m_sandbox = sandbox;
    std::vector<std::shared_ptr<HostedRun>> old;
    const std::lock_guard lock(m_mutex);
    SANDBENCH_TRY_VOID(checkStart(caller, request));
    old = takeOld();
    auto use = std::make_unique<HostedSandbox::Use>(*sandbox);
    run->m_thread = std::jthread([run = run.get(), history = m_history,
                                  sandbox = std::move(sandbox), use = std::move(use),
                                  request = std::move(request)](std::stop_token stop) mutable {
        run->work(request, history, *sandbox, stop);
        use.reset();
        sandbox.reset();
    });
    m_runs.emplace(run->id(), run);
    return run;
}

Result<std::shared_ptr<HostedRun>> RunBoard::find(const Caller& caller, const std::string& id)
{
    const std::lock_guard lock(m_mutex);
    const auto at = m_runs.find(id);
    if (at == m_runs.end() || (at->second->caller() != caller.id && !caller.may(Scope::Admin)))
        return Error(ErrorCode::NotFound, "there is no run " + id.substr(0, 64) + " any more");
    return at->second;
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
    const std::lock_guard lock(m_mutex);
    return static_cast<std::size_t>(std::count_if(
        m_runs.begin(), m_runs.end(), [](const auto& run) { return !run.second->hasEnded(); }));
}

/// With the mutex. The caller lets them go without it.
std::vector<std::shared_ptr<HostedRun>> RunBoard::takeOld()
{
    struct Ended
    {
        Clock::time_point at;
        Runs::iterator run;
    };
    std::vector<Ended> ended;
    std::uint64_t bytes = 0, artifactBytes = 0;
    for (auto at = m_runs.begin(); at != m_runs.end(); ++at) {
        const auto& run = *at->second;
        if (!run.hasEnded())
            continue;
        const std::lock_guard lock(run.m_mutex);
        ended.push_back({run.m_endedAt, at});
        bytes += run.keptBytes();
        artifactBytes += bytesOf(run.m_artifacts);
    }
    std::sort(ended.begin(), ended.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
    std::vector<std::shared_ptr<HostedRun>> old;
    const auto oldest = Clock::now() - kKeepFor;
    for (auto left = ended.size(); const auto& [at, run] : ended) {
        if (at >= oldest && left <= kMostEnded && bytes <= kMostBytes
            && artifactBytes <= kMostArtifactBytes)
            break;
        --left;
        bytes -= run->second->keptBytes();
        artifactBytes -= bytesOf(run->second->m_artifacts);
        old.push_back(std::move(run->second));
        m_runs.erase(run);
    }
    return old;
}

void RunBoard::forgetOld()
{
    std::vector<std::shared_ptr<HostedRun>> old;
    const std::lock_guard lock(m_mutex);
    old = takeOld();
}

void RunBoard::cancelAll(const std::string& sandboxId)
{
    const std::lock_guard lock(m_mutex);
    for (const auto& [id, run] : m_runs)
        if (sandboxId.empty() || run->sandbox() == sandboxId)
            run->cancel();
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
        (void)run->wait(Clock::time_point::max(), {}).has_value();
}

} // namespace sandbench::service
