// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// The steps that are about many sandboxes: those that wait in a pool, and those that are opened at
// once.
#include "app/cli/commands/bench/baseline.h"
#include "app/cli/commands/bench/bench.h"
#include "core/base/fd.h"
#include "core/base/stoppable_condition.h"
#include "core/process/process_stat.h"
#include "core/workspace/pool/warm_pool.h"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <latch>
#include <map>
#include <set>
#include <thread>
#include <unistd.h>
#include <vector>

namespace sandbench::cli {
namespace {

constexpr std::size_t kReady = 4, kWaiting = 50, kAtOnce = 100;
constexpr int kFirst = 4; ///< After so many a program has an interpreter that others are copies of.
constexpr auto kLook = std::chrono::milliseconds(20);
constexpr auto kFilled = std::chrono::minutes(2);
constexpr auto kIdle = std::chrono::seconds(2);
constexpr auto kQuiet = std::chrono::milliseconds(200);
constexpr auto kSettled = std::chrono::seconds(20);

/// When the first byte of output came.
class FirstOutput : public RunSink
{
public:
    void onOutput(StreamKind, std::string_view) override
    {
        if (m_at == Clock::time_point())
            m_at = Clock::now();
    }
    /// Of a program that printed something. Units: milliseconds.
    double after(Clock::time_point begin) const
    {
        return std::chrono::duration<double, std::milli>(m_at - begin).count();
    }

private:
    Clock::time_point m_at;
};

/// The line of /proc/PID/@p file that begins with @p name; 0 = there is none.
std::uint64_t procNumber(pid_t pid, const char* file, const std::string& name)
{
    const auto text = readFile("/proc/" + std::to_string(pid) + "/" + file, 16U << 10).value_or("");
    const auto at = text.find("\n" + name + ":");
    return at == std::string::npos ? 0 : std::strtoull(&text[at + name.size() + 2], nullptr, 10);
}

/// All processes that this one started, and those that they started. Source: proc(5).
std::set<pid_t> ownProcesses()
{
    std::map<pid_t, pid_t> parents;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const auto pid = static_cast<pid_t>(std::atoi(entry.path().filename().c_str()));
        if (pid > 0)
            parents[pid] = static_cast<pid_t>(procNumber(pid, "status", "PPid"));
    }
    std::set<pid_t> found = {::getpid()};
    for (std::size_t before = 0; before != found.size();) {
        before = found.size();
        for (const auto& [pid, parent] : parents)
            if (found.contains(parent))
                found.insert(pid);
    }
    found.erase(::getpid());
    return found;
}

std::uint64_t wakeups(const std::set<pid_t>& processes)
{
    std::uint64_t sum = 0;
    for (const auto pid : processes)
        sum += procNumber(pid, "status", "voluntary_ctxt_switches");
    return sum;
}

/// What they have used of the processors. Units: clock ticks.
std::uint64_t processorTicks(const std::set<pid_t>& processes)
{
    std::uint64_t sum = 0;
    for (const auto pid : processes)
        if (const auto process = readProcessStat(pid))
            sum += process->processorTicks;
    return sum;
}

} // namespace

Result<void> Bench::fillPool(const workspace::WarmPool& pool) const
{
    const auto end = Clock::now() + kFilled;
    while (pool.state().ready < pool.rules().least) {
        if (stopped())
            return Error(ErrorCode::Cancelled, "stopped");
        if (Clock::now() > end)
            return Error(
                ErrorCode::Timeout, "the pool did not become full: " + pool.state().problem);
        restFor(kLook, m_stop);
    }
    if (m_kind == BenchKind::Embedded)
        settle();
    else
        restFor(kIdle, m_stop); // interpreters in containers are no processes of ours
    return {};
}

void Bench::settle() const
{
    const auto end = Clock::now() + kSettled;
    for (auto before = processorTicks(ownProcesses()); !stopped() && Clock::now() < end;) {
        restFor(kQuiet, m_stop);
        const auto now = processorTicks(ownProcesses());
        if (now >= before && now <= before + 1) // less: one of them has ended
            return;
        before = now;
    }
}

Result<std::shared_ptr<workspace::WarmPool>> Bench::fullPool(std::size_t ready, bool preloads)
{
    SANDBENCH_TRY(
        auto request,
        workspace::readSandbox(
            m_parts, {{"engine", m_options.engine}, {"image", m_options.image}}));
    auto pool = workspace::WarmPool::open(
        m_parts, m_engine, "bench", std::move(request),
        {.least = ready, .most = 2 * ready, .preloads = preloads});
    SANDBENCH_TRY_VOID(fillPool(*pool));
    return pool;
}

/// From asking until the first output of a program in a sandbox that waited.
Result<double> Bench::timePoolHit(workspace::WarmPool& pool)
{
    SANDBENCH_TRY_VOID(fillPool(pool));
    RunRequest request;
    request.code = kPrintHello;
    FirstOutput sink;
    const auto begin = Clock::now();
    SANDBENCH_TRY(const auto place, pool.take({{}, {}, true}, m_stop));
    if (!place || !place->session())
        return Error(ErrorCode::Unavailable, "no sandbox of the pool was ready");
    SANDBENCH_TRY(const auto record, place->session()->run(request, sink, m_stop));
    if (record.stdoutBytes != "hello\n")
        return Error(ErrorCode::Unavailable, verdictSentence(record));
    return sink.after(begin);
}

void Bench::measurePoolHit()
{
    constexpr const char* id = "pool_hello";
    if (!wants(id))
        return;
    const auto pool = fullPool(kReady, true);
    if (!pool)
        return attempt(id, pool.error());
    for (int i = -1; i < times(20) && !stopped(); ++i) {
        const auto took = timePoolHit(**pool);
        if (i >= 0 || !took)
            attempt(id, took);
        if (!took)
            return;
    }
}

void Bench::measureIdlePool()
{
    constexpr const char* id = "pool_50_pss_mb";
    if (!wants(id))
        return;
    const auto before = ownProcesses();
    const auto pool = fullPool(kWaiting, false);
    if (!pool)
        return attempt(id, pool.error());
    auto processes = ownProcesses();
    for (const auto pid : before)
        processes.erase(pid);
    const auto woken = wakeups(processes);
    restFor(kIdle, m_stop);
    Series& series = m_measured[id];
    const auto again = wakeups(processes) - woken;
    std::uint64_t kilobytes = 0;
    for (const auto pid : processes) {
        const auto own = procNumber(pid, "smaps_rollup", "Pss");
        if (own == 0)
            return attempt(
                id, Error(ErrorCode::PermissionDenied, "the memory of a sandbox cannot be read"));
        kilobytes += own;
    }
    attempt(id, static_cast<double>(kilobytes) / 1024 / kWaiting);
    series.extra = std::to_string(again) + " wakeups of " + std::to_string(processes.size())
        + " processes in 2 s";
    series.extraHolds = again == 0;
}

/// Each is opened and says hello; all begin together, and are open together once the last has
/// spoken.
void Bench::measureManyAtOnce()
{
    constexpr const char* id = "open_100_at_once";
    constexpr const char* lastId = "open_100_last";
    if (!wants(id) && !wants(lastId))
        return;
    for (int i = 0; i < kFirst && !stopped(); ++i)
        if (auto session = open(Warm::Never))
            (void)timeRun(**session, {.code = kPrintHello}).has_value();
    settle();
    std::vector<Result<double>> took(kAtOnce, Error(ErrorCode::Cancelled, "stopped"));
    for (int i = 0; i < times(4) && !stopped(); ++i) {
        Clock::time_point begin;
        std::barrier all(kAtOnce, [&begin]() noexcept { begin = Clock::now(); });
        std::latch spoken(kAtOnce);
        {
            std::vector<std::jthread> openers;
            for (auto& mine : took)
                openers.emplace_back([&] {
                    all.arrive_and_wait();
                    auto session = open(Warm::Never);
                    const auto ran = session ? timeRun(**session, {.code = kPrintHello})
                                             : Result<double>(session.error());
                    mine = ran ? Result<double>(since(begin)) : ran;
                    spoken.arrive_and_wait();
                });
        }
        double last = 0;
        for (const auto& one : took) {
            if (wants(id) || !one)
                attempt(id, one);
            last = std::max(last, one ? *one : 0);
        }
        if (wants(lastId))
            attempt(lastId, last);
    }
}

} // namespace sandbench::cli
