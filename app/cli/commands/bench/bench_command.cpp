// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/bench/bench.h"
#include "app/cli/commands/bench/engine_baseline.h"
#include "app/cli/commands/bench/kube_baseline.h"
#include "app/cli/failure.h"
#include "app/cli/host_facts.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/text.h"
#include "core/base/fd.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr const char* kBenchFooter
    = R"(Each step is repeated after a warm-up, and its baseline is measured in between, so that a ratio
compares figures of the same minute. The embedded engine is compared with the host's own programs,
Docker and Podman with what their engine's API offers, Kubernetes with when such a pod is ready, and kubectl exec.
Steps: open_hello (Docker, Podman: open), run_hello, run_numpy, context_hello, run_matplotlib, run_plotly, stdout_50mb, copy_in_64mib, copy_out_64mib,
close; the embedded engine alone: run_node, run_bash, run_cpp, install_wheel, idle_50_sessions_rss_mb,
scan_python_10k_lines, scan_hostile_1mb (2mb, 4mb, 8mb, 10mb), rest_run_hello, rest_500_requests, rest_200_streams_rss_mb,
mcp_run_hello; Docker and Podman: open_20_at_once.

Examples:
  sandbenchctl bench
  sandbenchctl bench --engine docker --image sandbench-python
  sandbenchctl bench --only run_hello,context_hello --quick
  sandbenchctl bench --json | jq '.rows[] | select(.holds == false)'

Exit status: 0 when every step could be measured (the rows say which goals hold), 1 when one
could not, 125 when the engine does not work.)";

struct Typed
{
    BenchOptions bench;
    std::string only;
    bool json = false;
};

BenchKind kindOf(const std::string& engine)
{
    if (engine == "kubernetes")
        return BenchKind::Cluster;
    return engine == "local" ? BenchKind::Embedded : BenchKind::Container;
}

Result<std::set<std::string>> parseOnly(const std::string& text, BenchKind kind)
{
    std::set<std::string> ids;
    std::string known;
    for (const auto& goal : rowGoals(kind))
        known += (known.empty() ? "" : ", ") + std::string(goal.id);
    for (std::size_t at = 0; at < text.size();) {
        const auto comma = std::min(text.find(',', at), text.size());
        const auto id = text.substr(at, comma - at);
        at = comma + 1;
        const bool found
            = std::any_of(rowGoals(kind).begin(), rowGoals(kind).end(), [&](const RowGoal& goal) {
                  return id == goal.id;
              });
        if (!found)
            return Error(
                ErrorCode::InvalidArgument,
                "--only: there is no step '" + id + "'; the known ones are " + known);
        ids.insert(id);
    }
    return ids;
}

Result<std::unique_ptr<Baselines>> makeBaselines(BenchOptions& options, std::stop_token stop)
{
    if (kindOf(options.engine) == BenchKind::Embedded)
        return std::unique_ptr<Baselines>(std::make_unique<HostBaselines>());
    if (kindOf(options.engine) == BenchKind::Cluster) {
        SANDBENCH_TRY(auto baselines, KubeBaselines::create(options, stop));
        return std::unique_ptr<Baselines>(std::move(baselines));
    }
    SANDBENCH_TRY(auto baselines, EngineBaselines::create(options, stop));
    return std::unique_ptr<Baselines>(std::move(baselines));
}

// One line of the terminal, replaced by the next.
void sayProgress(const std::string& text)
{
    (void)writeAll(STDERR_FILENO, "\r\033[K" + text);
}

int benchCommand(const Program& program, Typed& typed)
{
    const auto stop = program.signals.stopToken();
    const auto kind = kindOf(typed.bench.engine);
    auto only = parseOnly(typed.only, kind);
    if (!only)
        return fail(only.error(), typed.json);
    typed.bench.only = *std::move(only);
    const auto composition = Composition::create(typed.bench.connection, typed.bench.engine);
    if (!composition)
        return fail(composition.error(), typed.json);
    Composition& parts = **composition;
    const auto engine = parts.engines().find(typed.bench.engine);
    if (!engine)
        return fail(engine.error(), typed.json);
    const auto status = (*engine)->probe(stop);
    if (!status.usable)
        return fail(
            Error(ErrorCode::Unavailable, status.problem + "; " + status.remedy), typed.json);
    const bool watched = ::isatty(STDERR_FILENO);
    if (watched)
        typed.bench.progress = [](const char* step) {
            sayProgress("Measuring " + std::string(step) + ", a minute or two in all");
        };
    auto baselines = makeBaselines(typed.bench, stop);
    if (!baselines)
        return fail(baselines.error(), typed.json);
    const auto measured = Bench(parts, **engine, kind, **baselines, typed.bench, stop).measure();
    baselines->reset();
    if (watched)
        sayProgress({});
    if (stop.stop_requested())
        return fail(Error(ErrorCode::Cancelled, "stopped"), typed.json);
    const Json report
        = {{"schema", "sandbench.bench/1"},
           {"machine", hostFacts()},
           {"engine", status.engine},
           {"engine_version", status.version},
           {"rows", makeRows(measured, kind)}};
    const auto text = typed.json ? writeJson(report) + "\n" : rowsText(report["rows"]);
    if (!print(text))
        return 1;
    const auto& rows = report["rows"];
    const bool complete = std::all_of(rows.begin(), rows.end(), [](const Json& row) {
        return jsonString(row, "problem").empty();
    });
    return complete ? 0 : 1;
}

} // namespace

void addBenchCommand(CLI::App& root, Action& chosen)
{
    const auto typed = std::make_shared<Typed>();
    CLI::App* command
        = root.add_subcommand("bench", "Measure what sandboxes cost here, against their goals");
    one(*command, "--engine", typed->bench.engine, "ENGINE", "What to measure (default: local)");
    one(*command, "--connection", typed->bench.connection, "CONNECTION",
        "How to reach the engine: a profile, a context or an address");
    one(*command, "--image", typed->bench.image, "IMAGE", "What sandboxes are made from");
    one(*command, "--only", typed->only, "ID,...", "Only these steps");
    command->add_flag("--quick", typed->bench.quick, "A quarter of the repetitions");
    command->add_flag("--json", typed->json, "Print one JSON object instead");
    command->footer(kBenchFooter);
    command->callback([&chosen, typed] {
        chosen = [typed](const Program& program) { return benchCommand(program, *typed); };
    });
}

} // namespace sandbench::cli
