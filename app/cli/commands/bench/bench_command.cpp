// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/bench/bench.h"
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
Docker and Podman with what their engine's API offers, Kubernetes with when such a pod is ready, and kubectl exec,
another machine (--engine ssh) with Python there over ssh, Apptainer with 'apptainer exec', Slurm with that in a job by srun.
Steps: one_shot_hello (a whole 'sandbenchctl run'), open_hello (Docker, Podman: open), run_hello, run_numpy, context_hello, context_hello_undo, run_matplotlib, run_plotly, stdout_50mb, copy_in_64mib, copy_out_64mib,
close; embedded, Docker and Podman: pool_hello; the embedded engine alone: start ('sandbenchctl --version'), check_3_by_10 (a whole 'sandbenchctl check' of three answers), grade_30_by_10 (a whole 'sandbenchctl grade' of thirty), batch_fresh_1000 and batch_fork_1000 (a whole 'sandbenchctl batch'), run_node, run_bash, run_cpp, install_wheel, idle_50_sessions_rss_mb,
scan_python_10k_lines, scan_hostile_1mb (2mb, 4mb, 8mb, 10mb), rest_run_hello, rest_500_requests, rest_200_streams_rss_mb,
mcp_run_hello, history_10k_runs, history_10k_search, report_20_figures, activity_1000_files, undo_100mb, branch_100mb, pool_50_pss_mb, open_100_at_once, open_100_last, rest_fresh_hello, rest_200_fresh, rest_2000_run_code; Docker and Podman: open_20_at_once,
one_shot_20_at_once, matrix_3_by_6 (a whole 'sandbenchctl matrix' of three programs in six images), probe_image (a whole 'sandbenchctl check-image').

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
    if (engine == "ssh" || engine == "apptainer" || engine == "slurm")
        return BenchKind::Far;
    return engine == "local" ? BenchKind::Embedded : BenchKind::Container;
}

Result<std::unique_ptr<Baselines>>
baselinesFor(Composition& parts, const BenchOptions& options, std::stop_token stop)
{
    switch (kindOf(options.engine)) {
    case BenchKind::Embedded:
        return hostBaselines();
    case BenchKind::Cluster:
        return kubernetesBaselines(options, std::move(stop));
    case BenchKind::Far:
        if (options.engine == "apptainer")
            return apptainerBaselines(parts, options, std::move(stop));
        if (options.engine == "slurm")
            return slurmBaselines(parts, options, std::move(stop));
        return sshBaselines(options);
    case BenchKind::Container:
        break;
    }
    return engineBaselines(options, std::move(stop));
}

// One line of the terminal, replaced by the next.
void sayProgress(const std::string& text)
{
    (void)writeAll(STDERR_FILENO, "\r\033[K" + text);
}

Result<int> benchCommand(const Program& program, const Typed& typed)
{
    const auto stop = program.signals.stopToken();
    auto bench = typed.bench;
    const auto kind = kindOf(bench.engine);
    const auto goals = rowGoals(kind, bench.engine);
    SANDBENCH_TRY(bench.only, parseIds(typed.only, goals));
    SANDBENCH_TRY(const auto composition, Composition::create(bench.connection, bench.engine));
    Composition& parts = *composition;
    SANDBENCH_TRY(const auto engine, parts.engines().find(bench.engine));
    const auto found = engine->probe(stop);
    if (!found.usable)
        return Error(ErrorCode::Unavailable, found.problem + "; " + found.remedy);
    const bool watched = ::isatty(STDERR_FILENO);
    if (watched)
        bench.progress = [](const char* step) {
            sayProgress("Measuring " + std::string(step) + ", a minute or two in all");
        };
    SANDBENCH_TRY(auto baselines, baselinesFor(parts, bench, stop));
    const auto measured = Bench(parts, *engine, kind, *baselines, bench, stop).measure();
    baselines.reset();
    if (watched)
        sayProgress({});
    if (stop.stop_requested())
        return Error(ErrorCode::Cancelled, "stopped");
    const Json report
        = {{"schema", "sandbench.bench/1"},
           {"machine", hostFacts()},
           {"engine", found.engine},
           {"engine_version", found.version},
           {"rows", makeRows(measured, goals)}};
    const auto& rows = report["rows"];
    const int status = printed(typed.json, report, rowsText(rows));
    const bool complete = std::all_of(rows.begin(), rows.end(), [](const Json& row) {
        return jsonString(row, "problem").empty();
    });
    return complete ? status : 1;
}

} // namespace

void addBenchCommand(CLI::App& root, Action& chosen)
{
    const auto typed = std::make_shared<Typed>();
    CLI::App* command = addSubcommand(
        root, typed, chosen, "bench", "Measure what sandboxes cost here, against their goals",
        benchCommand);
    one(*command, "--engine", typed->bench.engine, "ENGINE", "What to measure (default: local)");
    one(*command, "--connection", typed->bench.connection, "CONNECTION",
        "How to reach the engine: a profile, a context or an address");
    one(*command, "--image", typed->bench.image, "IMAGE", "What sandboxes are made from");
    one(*command, "--only", typed->only, "ID,...", "Only these steps");
    command->add_flag("--quick", typed->bench.quick, "A quarter of the repetitions");
    addJson(*command, typed->json);
    command->footer(kBenchFooter);
}

} // namespace sandbench::cli
