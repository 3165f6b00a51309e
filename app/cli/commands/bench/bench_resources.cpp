// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// The steps that are about bytes and memory instead of runs, and what a program waits for that
// opens a full history.
#include "app/cli/commands/bench/baseline.h"
#include "app/cli/commands/bench/bench.h"
#include "app/cli/commands/bench/full_history.h"
#include "app/cli/commands/bench/scratch_folder.h"
#include "core/base/fd.h"
#include "core/workspace/run_history.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <optional>
#include <poll.h>
#include <string>
#include <sys/resource.h>
#include <thread>

namespace sandbench::cli {
namespace {

constexpr int kIdleSessions = 50;
constexpr int kIdleMilliseconds = 2000;
constexpr double kIdleCpuPercent = 1;
constexpr std::size_t kCopyBytes = 64U << 20;

constexpr std::uint64_t kFloodBytes = 50'000'000;
constexpr int kManySessions = 20;

class CountingSink : public RunSink
{
public:
    void onOutput(StreamKind, std::string_view bytes) override { m_bytes += bytes.size(); }
    std::uint64_t bytes() const { return m_bytes; }

private:
    std::uint64_t m_bytes = 0;
};

// Incompressible enough that nothing on the way can make it smaller.
std::string noise(std::size_t bytes)
{
    std::string text(bytes, '\0');
    std::uint64_t state = 88172645463325252ULL;
    for (char& c : text) {
        state ^= state << 13U;
        state ^= state >> 7U;
        state ^= state << 17U;
        c = static_cast<char>(state & 0xffU);
    }
    return text;
}

double cpuMilliseconds()
{
    rusage usage = {};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto of = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) * 1000 + static_cast<double>(time.tv_usec) / 1000;
    };
    return of(usage.ru_utime) + of(usage.ru_stime);
}

constexpr const char* kHistoryId = "history_10k_runs";
constexpr const char* kSearchId = "history_10k_search";
constexpr std::size_t kPage = 50;

Result<double> timeOpening(const std::string& path)
{
    const auto begin = Clock::now();
    std::string problem;
    const auto history = workspace::openRunHistory(
        path, [&problem](const std::string& sentence) { problem = sentence; });
    SANDBENCH_TRY(const auto page, history->list(workspace::userCaller(), {}, kPage));
    const auto took = since(begin);
    if (page.size() != kPage)
        return Error(ErrorCode::Unavailable, "there are too few runs; " + problem);
    return took;
}

/// Words that few runs have, then such that all of them have.
Result<double> timeSearching(workspace::RunHistory& history)
{
    double slowest = 0;
    for (const auto* words : {"needle(", "report numbers"}) {
        const auto begin = Clock::now();
        SANDBENCH_TRY(
            const auto found, history.list(workspace::userCaller(), {}, kPage, {.search = words}));
        slowest = std::max(slowest, since(begin));
        if (found.size() != kPage)
            return Error(ErrorCode::Unavailable, "too few runs were found");
    }
    return slowest;
}

} // namespace

void Bench::measureIdle()
{
    constexpr const char* id = "idle_50_sessions_rss_mb";
    if (!wants(id))
        return;
    std::vector<std::unique_ptr<Session>> sessions;
    while (sessions.size() < kIdleSessions && !stopped()) {
        auto session = open(Warm::Never);
        if (!session)
            return attempt(id, session.error());
        sessions.push_back(*std::move(session));
    }
    const double before = cpuMilliseconds();
    const WakeEvent wake;
    const std::stop_callback onStop(m_stop, [&] { wake.signal(); });
    pollfd wait = {wake.fd(), POLLIN, 0};
    ::poll(&wait, 1, kIdleMilliseconds);
    const double percent = (cpuMilliseconds() - before) * 100 / kIdleMilliseconds;
    attempt(id, residentMegabytes());
    std::array<char, 32> text = {};
    std::snprintf(text.data(), text.size(), "%.2f %% CPU", percent);
    Series& series = m_measured[id];
    series.extra = text.data();
    series.extraHolds = percent <= kIdleCpuPercent;
}

void Bench::measureCopies()
{
    if (!wants("copy_in_64mib") && !wants("copy_out_64mib"))
        return;
    const ScratchFolder folder;
    const auto source = folder.file("in");
    const auto target = folder.file("out");
    const auto bytes = noise(kCopyBytes);
    auto session = open(Warm::Never);
    const auto written = writeFile(source, bytes);
    if (!session || !written)
        return attempt("copy_in_64mib", session ? written.error() : session.error());
    // The first round only warms the page cache.
    for (int i = -1; i < times(8) && !stopped(); ++i) {
        const auto in = timed([&] { return (*session)->copyIn(source, "copy", m_stop); });
        const auto out = timed([&] { return (*session)->copyOut("copy", target, m_stop); });
        const auto host = timed([&] { return writeFile(folder.file("host"), bytes); });
        if (i < 0 && in && out)
            continue;
        if (wants("copy_in_64mib"))
            attempt("copy_in_64mib", in);
        if (wants("copy_out_64mib"))
            attempt("copy_out_64mib", out);
        attempt("baseline_host_copy_64mib", host);
        if (!in || !out)
            break;
        const auto back = readFile(target, kCopyBytes);
        if (!back || *back != bytes)
            m_measured["copy_out_64mib"].problem = "what came out is not what went in";
    }
    (void)(*session)->close();
}

void Bench::measureStdout()
{
    if (!wants("stdout_50mb"))
        return;
    if (m_kind == BenchKind::Embedded)
        measureCommandStdout();
    else
        measureSessionStdout();
}

// In an open session: what an engine needs to make a sandbox is another row.
void Bench::measureSessionStdout()
{
    constexpr const char* id = "stdout_50mb";
    auto session = open(Warm::Now);
    if (!session)
        return attempt(id, session.error());
    RunRequest request;
    request.code = kFlood;
    request.limits.outputBytes = 64U << 20;
    request.keepBytes = 0;
    const auto flood = [&]() -> Result<void> {
        CountingSink sink;
        SANDBENCH_TRY(const auto record, (*session)->run(request, sink, m_stop));
        if (record.verdict != Verdict::Exited || sink.bytes() != kFloodBytes)
            return Error(ErrorCode::Io, "not all of the output came: " + record.evidence);
        return {};
    };
    repeat(
        id, 8, [&] { return timed(flood); }, m_baselines.pythonPrefix() + id,
        [this] { return m_baselines.python(kFlood, true); });
    (void)(*session)->close();
}

void Bench::measureManyOpen()
{
    constexpr const char* id = "open_20_at_once";
    if (!wants(id))
        return;
    const auto openAll = [&](std::size_t threads) {
        return timed([&]() -> Result<void> {
            std::atomic<int> left = kManySessions;
            std::mutex mutex;
            std::vector<std::unique_ptr<Session>> sessions;
            std::optional<Error> failure;
            const auto work = [&] {
                while (left-- > 0 && !stopped()) {
                    auto session = open(Warm::Never);
                    const std::lock_guard lock(mutex);
                    if (session)
                        sessions.push_back(*std::move(session));
                    else
                        failure = session.error();
                }
            };
            {
                std::vector<std::jthread> workers;
                for (std::size_t i = 0; i < threads; ++i)
                    workers.emplace_back(work);
            }
            return failure ? Result<void>(*failure) : Result<void>();
        });
    };
    for (int i = 0; i < times(4) && !stopped(); ++i) {
        attempt(id, openAll(kManySessions));
        attempt("baseline_open_20_in_turn", openAll(1));
    }
}

void Bench::measureHistory()
{
    if (!wants(kHistoryId) && !wants(kSearchId))
        return;
    say(kHistoryId);
    const ScratchFolder folder;
    const auto path = folder.file(workspace::kHistoryName);
    if (const auto filled = fillHistory(path); !filled)
        return attempt(kHistoryId, filled.error());
    for (int i = 0; i < times(20) && !stopped(); ++i)
        attempt(kHistoryId, timeOpening(path));
    say(kSearchId);
    const auto history = workspace::openRunHistory(path, [](const std::string&) {});
    for (int i = 0; i < times(20) && !stopped(); ++i)
        attempt(kSearchId, timeSearching(*history));
}

} // namespace sandbench::cli
