// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/commands/bench/baseline.h"
#include "app/cli/commands/bench/row_table.h"
#include "core/session/session.h"
#include "core/workspace/composition.h"

#include <functional>
#include <set>
#include <stop_token>
#include <string>

namespace sandbench::net {
struct Endpoint;
}
namespace sandbench::mcp {
class McpServer;
}
namespace sandbench::workspace {
class SandboxTable;
class WarmPool;
} // namespace sandbench::workspace

namespace sandbench::cli {

/// 500 writes of 100 kB: 50 MB as a program that logs a lot prints them.
constexpr const char* kFlood = "import sys\n"
                               "block = ('x' * 99 + '\\n') * 1000\n"
                               "for _ in range(500):\n"
                               "    sys.stdout.write(block)\n";

constexpr const char* kPrintHello = "print('hello')\n";

struct BenchOptions
{
    std::string engine = "local";
    std::string connection, image; ///< Empty = the engine's own choice.
    std::set<std::string> only; ///< Ids of rows; empty = all.
    bool quick = false; ///< A quarter of the repetitions.
    std::function<void(const char* step)> progress; ///< Before each step; empty = nobody waits.
};

/// Measures the steps one after the other, each interleaved with its baseline, on this thread.
class Bench
{
public:
    /// @p kind belongs to @p baselines: it tells which steps there are.
    Bench(
        Composition& parts, Engine& engine, BenchKind kind, Baselines& baselines,
        const BenchOptions& options, std::stop_token stop);

    /// Everything that was asked for; a step that fails has its problem in its series.
    Measured measure();

private:
    /// What a run must have made to count.
    struct Step
    {
        const char* id = "";
        const char* baseline = ""; ///< Behind the prefix.
        std::string code = {};
        std::string hostCode = {}; ///< Empty = the plain `pass`.
        std::string mime = {}; ///< Of an artifact that must be there; empty = none.
        std::string context = {};
        int repetitions = 0;
        std::string language = "python";
        bool canBeUndone = false; ///< Of a cell.
    };
    using Timed = std::function<Result<double>()>;

    bool wants(std::string_view id) const;
    void say(const char* step) const;
    bool stopped() const { return m_stop.stop_requested(); }
    int times(int full) const;
    void attempt(const std::string& id, const Result<double>& milliseconds);
    /// So many times in turn, until @p work fails. The first round only warms the page cache.
    void repeat(
        const std::string& id, int full, const Timed& work, const std::string& baselineId,
        const Timed& baseline);

    Result<std::unique_ptr<Session>> open(Warm warm);
    Result<double> timeRun(Session& session, const Step& step);
    void warmUp(Session& session, const Step& step);

    void measureIdle();
    void measureOpenAndClose();
    Result<double> timeOpen(std::unique_ptr<Session>& session);
    void measureRuns();
    void measureStep(Session& session, const Step& step);
    void measureLanguages();
    void measureMcp();
    Result<double> timeMcpCalls(workspace::SandboxTable& table, const mcp::McpServer& server);
    void measureInstall();
    Result<double> timeInstall(const std::string& wheels);
    void measureCopies();
    std::vector<std::string> ownRun(const std::string& program) const;
    void measureStart();
    void measureOneShot();
    void measureChecks();
    void measureGrading();
    void measureBatch();
    void measureMatrix();
    void measureProbe();
    void measureManyOneShot(const std::string& program);
    void measureStdout();
    void measureCommandStdout();
    void measureSessionStdout();
    void measureManyOpen();
    /// With @p ready sandboxes that nobody has used.
    Result<std::shared_ptr<workspace::WarmPool>> fullPool(std::size_t ready, bool preloads);
    /// Waits until all that it keeps is ready, and has loaded what it shall have.
    Result<void> fillPool(const workspace::WarmPool& pool) const;
    /// Waits until the processes below this one do nothing, as interpreters of embedded sandboxes
    /// that load their libraries; 20 seconds at most.
    void settle() const;
    Result<double> timePoolHit(workspace::WarmPool& pool);
    void measurePoolHit();
    void measureIdlePool();
    void measureManyAtOnce();
    void measureScan();
    void measureHistory();
    void measureReport();
    void measureActivity();
    void measureUndo();
    Result<double> timeActivity(Session& session);
    void measureRest();
    void measureFresh(const net::Endpoint& server, workspace::SandboxTable& table);
    void measureRunCode(const net::Endpoint& server, workspace::SandboxTable& table);

    Composition& m_parts;
    Engine& m_engine;
    const BenchKind m_kind;
    Baselines& m_baselines;
    const BenchOptions& m_options;
    std::stop_token m_stop;
    Measured m_measured;
};

} // namespace sandbench::cli
