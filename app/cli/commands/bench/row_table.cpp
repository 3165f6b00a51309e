// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/bench/row_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace sandbench::cli {
namespace {

constexpr std::array<RowGoal, 45> kEmbeddedGoals = {{
    {"start", "baseline_host_true", 5, 0, 0, "<= 5 ms"},
    {"one_shot_hello", "baseline_bwrap_python", 70, 0, 0, "<= 70 ms"},
    {"check_3_by_10", "", 3000, 0, 0, "<= 3000 ms"},
    {"grade_30_by_10", "", 10000, 0, 0, "<= 10000 ms"},
    {"batch_fresh_1000", "", 12500, 0, 0, "<= 12500 ms, 80 programs a second"},
    {"batch_fork_1000", "", 2000, 0, 0, "<= 2000 ms, 500 programs a second"},
    {"open_hello", "baseline_bwrap_python", 0, 3, 0, "<= 3x baseline_bwrap_python"},
    {"run_hello", "baseline_host_python", 5, 0.25, 0, "<= 5 ms and <= 0.25x baseline_host_python"},
    {"run_numpy", "baseline_host_numpy", 15, 0, 0, "<= 15 ms"},
    {"context_hello", "baseline_host_python", 2, 0, 0, "<= 2 ms"},
    {"context_hello_undo", "baseline_host_python", 5, 0, 0, "<= 5 ms, 100 ms after the last cell"},
    {"run_matplotlib", "baseline_host_matplotlib", 180, 0, 0, "<= 180 ms"},
    {"run_plotly", "baseline_host_plotly", 100, 0, 0, "<= 100 ms"},
    {"run_node", "baseline_host_javascript", 60, 0, 0, "<= 60 ms"},
    {"run_bash", "baseline_host_bash", 8, 0, 0, "<= 8 ms"},
    {"run_cpp", "baseline_host_cpp", 0, 1.2, 0, "<= 1.2x baseline_host_cpp, the compiler alone"},
    {"mcp_run_hello", "baseline_library_run", 0, 0, 1.5, "<= baseline_library_run + 1.5 ms"},
    {"install_wheel", "baseline_host_pip", 0, 1.5, 0, "<= 1.5x baseline_host_pip"},
    {"stdout_50mb", "baseline_host_stdout_50mb", 500, 0, 0, "<= 500 ms"},
    {"pool_hello", "", 5, 0, 0, "<= 5 ms to its first output"},
    {"pool_50_pss_mb", "", 4, 0, 0, "<= 4 MB each, no wakeups"},
    {"open_100_at_once", "", 350, 0, 0, "<= 350 ms, the median of a hundred"},
    {"open_100_last", "", 1000, 0, 0, "<= 1000 ms, the last of a hundred"},
    {"copy_in_64mib", "baseline_host_copy_64mib", 300, 0, 0, "<= 300 ms"},
    {"copy_out_64mib", "baseline_host_copy_64mib", 300, 0, 0, "<= 300 ms"},
    {"close", "", 100, 0, 0, "<= 100 ms"},
    {"idle_50_sessions_rss_mb", "", 150, 0, 0, "<= 150 MB and <= 1 % CPU"},
    {"scan_python_10k_lines", "", 50, 0, 0, "<= 50 ms"},
    {"scan_hostile_1mb", "", 100, 0, 0, "<= 100 ms"},
    {"scan_hostile_2mb", "scan_hostile_1mb", 0, 3, 0, "<= 3x scan_hostile_1mb"},
    {"scan_hostile_4mb", "scan_hostile_1mb", 0, 6, 0, "<= 6x scan_hostile_1mb"},
    {"scan_hostile_8mb", "scan_hostile_1mb", 0, 12, 0, "<= 12x scan_hostile_1mb"},
    {"scan_hostile_10mb", "", 1000, 0, 0, "<= 1000 ms, also the slowest"},
    {"history_10k_runs", "", 150, 0, 0, "<= 150 ms"},
    {"history_10k_search", "", 100, 0, 0, "<= 100 ms"},
    {"report_20_figures", "", 1000, 0, 0, "<= 1000 ms"},
    {"activity_1000_files", "", 100, 0, 0, "<= 100 ms from the program's last line to its record"},
    {"undo_100mb", "", 20, 0, 0, "<= 20 ms"},
    {"branch_100mb", "", 20, 0, 0, "<= 20 ms"},
    {"rest_run_hello", "baseline_library_hello", 0, 0, 1, "<= baseline_library_hello + 1 ms"},
    {"rest_500_requests", "", 833, 0, 0, "<= 833 ms, by 8 clients, 600 a second"},
    {"rest_fresh_hello", "", 20, 0, 0, "<= 20 ms, each in a sandbox of a pool that nobody used"},
    {"rest_200_fresh", "", 2500, 0, 0, "<= 2500 ms, by 8 clients, 80 a second"},
    {"rest_2000_run_code", "", 5714, 0, 0, "<= 5714 ms, by 128 clients, 350 a second"},
    {"rest_200_streams_rss_mb", "", 32, 0, 0, "<= 32 MB more from open to end"},
}};

constexpr std::array<RowGoal, 16> kContainerGoals = {{
    {"one_shot_hello", "baseline_engine_run_rm", 0, 1.1, 0, "<= 1.1x baseline_engine_run_rm"},
    {"one_shot_20_at_once", "", 3500, 0, 0, "<= 3500 ms"},
    {"open", "baseline_engine_create_start", 0, 0, 60, "<= baseline_engine_create_start + 60 ms"},
    {"run_hello", "baseline_engine_exec_python", 8, 1.0 / 12, 0,
     "<= 8 ms and <= 1/12 of baseline_engine_exec_python"},
    {"run_numpy", "baseline_engine_exec_numpy", 0, 1, 0, "<= baseline_engine_exec_numpy"},
    {"context_hello", "baseline_engine_exec_python", 0, 1.0 / 12, 0,
     "<= 1/12 of baseline_engine_exec_python"},
    {"run_matplotlib", "baseline_engine_exec_matplotlib", 200, 0, 0, "<= 200 ms"},
    {"run_plotly", "baseline_engine_exec_plotly", 120, 0, 0, "<= 120 ms"},
    {"stdout_50mb", "baseline_engine_exec_stdout_50mb", 600, 0, 0, "<= 600 ms"},
    {"pool_hello", "", 12, 0, 0, "<= 12 ms to its first output"},
    {"copy_in_64mib", "baseline_host_copy_64mib", 400, 0, 0, "<= 400 ms"},
    {"copy_out_64mib", "baseline_host_copy_64mib", 400, 0, 0, "<= 400 ms"},
    {"close", "", 400, 0, 0, "<= 400 ms, the container gone"},
    {"open_20_at_once", "baseline_open_20_in_turn", 0, 1, 0,
     "faster than baseline_open_20_in_turn"},
    {"matrix_3_by_6", "", 10000, 0, 0, "<= 10000 ms"},
    {"probe_image", "", 3000, 0, 0, "<= 3000 ms"},
}};

constexpr std::array<RowGoal, 11> kClusterGoals = {{
    {"one_shot_hello", "baseline_pod_ready", 0, 1, 0, "<= baseline_pod_ready"},
    {"open_hello", "baseline_pod_ready", 0, 0, 300, "<= baseline_pod_ready + 300 ms"},
    {"run_hello", "baseline_kubectl_exec_python", 8, 1.0 / 20, 0,
     "<= 8 ms and <= 1/20 of baseline_kubectl_exec_python"},
    {"run_numpy", "baseline_kubectl_exec_numpy", 0, 1, 0, "<= baseline_kubectl_exec_numpy"},
    {"context_hello", "baseline_kubectl_exec_python", 8, 1.0 / 20, 0,
     "<= 8 ms and <= 1/20 of baseline_kubectl_exec_python"},
    {"run_matplotlib", "baseline_kubectl_exec_matplotlib", 220, 0, 0, "<= 220 ms"},
    {"run_plotly", "baseline_kubectl_exec_plotly", 140, 0, 0, "<= 140 ms"},
    {"stdout_50mb", "baseline_kubectl_exec_stdout_50mb", 1500, 0, 0, "<= 1500 ms"},
    {"copy_in_64mib", "baseline_host_copy_64mib", 1000, 0, 0, "<= 1000 ms"},
    {"copy_out_64mib", "baseline_host_copy_64mib", 1000, 0, 0, "<= 1000 ms"},
    {"close", "", 2000, 0, 0, "<= 2000 ms, the pod and its programs gone"},
}};

struct FarNames
{
    const char *python, *numpy, *matplotlib, *plotly, *stdout50mb, *roundTrip;
    double helloOver; ///< Units: milliseconds.
    const char* helloText;
    const char* openText; ///< Empty = a container or a job takes what it takes.
};

/// Over a network each has its round trips: a login is many of them.
constexpr std::array<RowGoal, 11> farGoals(const FarNames& names)
{
    return {{
        {"one_shot_hello", names.python, 0, 3, 0, "<= 3x its baseline"},
        {"open_hello", names.python, 0, 1, 0, names.openText},
        {"run_hello", names.roundTrip, 0, 0, names.helloOver, names.helloText},
        {"run_numpy", names.numpy, 0, 1.0 / 6, 0, "<= 1/6 of its baseline"},
        {"context_hello", names.python, 0, 1.0 / 12, 0, "<= 1/12 of its baseline"},
        {"run_matplotlib", names.matplotlib, 0, 1, 0, "<= its baseline"},
        {"run_plotly", names.plotly, 0, 1, 0, "<= its baseline"},
        {"stdout_50mb", names.stdout50mb, 0, 2, 0, "<= 2x its baseline"},
        {"copy_in_64mib", "", 0, 0, 0, ""},
        {"copy_out_64mib", "", 0, 0, 0, ""},
        {"close", names.python, 0, 1, 0, "<= its baseline, nothing left there"},
    }};
}

constexpr auto kSshGoals = farGoals(
    {"baseline_ssh_python", "baseline_ssh_numpy", "baseline_ssh_matplotlib", "baseline_ssh_plotly",
     "baseline_ssh_stdout_50mb", "baseline_ssh_round_trip", 8, "<= baseline_ssh_round_trip + 8 ms",
     "<= its baseline"});
constexpr auto kApptainerGoals = farGoals(
    {"baseline_apptainer_python", "baseline_apptainer_numpy", "baseline_apptainer_matplotlib",
     "baseline_apptainer_plotly", "baseline_apptainer_stdout_50mb", "baseline_apptainer_round_trip",
     10, "<= baseline_apptainer_round_trip + 10 ms", ""});
constexpr auto kSlurmGoals = farGoals(
    {"baseline_srun_python", "baseline_srun_numpy", "baseline_srun_matplotlib",
     "baseline_srun_plotly", "baseline_srun_stdout_50mb", "baseline_srun_round_trip", 15,
     "<= baseline_srun_round_trip + 15 ms", ""});

double rounded(double value)
{
    return std::round(value * 1000) / 1000;
}

Json figures(const std::string& id, const Series& series)
{
    Json row = {{"id", id},
                {"n", series.values.size()},
                {"min_ms", nullptr},
                {"median_ms", nullptr},
                {"max_ms", nullptr},
                {"baseline_id", nullptr},
                {"ratio", nullptr},
                {"goal", nullptr},
                {"holds", nullptr},
                {"problem", series.problem},
                {"note", series.extra}};
    if (series.values.empty())
        return row;
    const auto [least, most] = std::minmax_element(series.values.begin(), series.values.end());
    row["min_ms"] = rounded(*least);
    row["median_ms"] = rounded(median(series.values));
    row["max_ms"] = rounded(*most);
    return row;
}

Json goalRow(const RowGoal& goal, const Series& series, const Measured& measured)
{
    Json row = figures(goal.id, series);
    if (*goal.text == 0)
        return row;
    row["goal"] = goal.text;
    const double middle = median(series.values);
    double ratio = 0;
    const auto baseline = measured.find(goal.baselineId);
    if (baseline != measured.end() && !baseline->second.values.empty() && !series.values.empty()) {
        ratio = middle / median(baseline->second.values);
        row["baseline_id"] = goal.baselineId;
        row["ratio"] = rounded(ratio);
    }
    const bool boundHolds = goal.maxMedian == 0 || middle <= goal.maxMedian;
    const bool ratioHolds = goal.maxRatio == 0 || (ratio > 0 && ratio <= goal.maxRatio);
    const bool overHolds
        = goal.maxOver == 0 || (ratio > 0 && middle - middle / ratio <= goal.maxOver);
    row["holds"] = !series.values.empty() && series.problem.empty() && boundHolds && ratioHolds
        && overHolds && series.extraHolds;
    return row;
}

std::string numberText(const Json& row, const char* key)
{
    std::array<char, 32> text = {};
    const double value = jsonNumber(row, key);
    std::snprintf(text.data(), text.size(), value < 100 ? "%10.2f" : "%10.0f", value);
    return jsonField(row, key).is_number() ? text.data() : "         -";
}

std::string padded(std::string text, std::size_t width)
{
    text.resize(std::max(width, text.size()), ' ');
    return text;
}

} // namespace

std::span<const RowGoal> rowGoals(BenchKind kind, std::string_view engine)
{
    if (kind == BenchKind::Embedded)
        return kEmbeddedGoals;
    if (kind == BenchKind::Cluster)
        return kClusterGoals;
    if (kind == BenchKind::Far && engine == "apptainer")
        return kApptainerGoals;
    if (kind == BenchKind::Far)
        return engine == "slurm" ? kSlurmGoals : kSshGoals;
    return kContainerGoals;
}

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    const auto half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

Result<std::set<std::string>> parseIds(const std::string& text, std::span<const RowGoal> goals)
{
    std::set<std::string> ids;
    std::string known;
    for (const auto& goal : goals)
        known += (known.empty() ? "" : ", ") + std::string(goal.id);
    for (std::size_t at = 0; at < text.size();) {
        const auto comma = std::min(text.find(',', at), text.size());
        const auto id = text.substr(at, comma - at);
        at = comma + 1;
        const bool found = std::any_of(
            goals.begin(), goals.end(), [&](const RowGoal& goal) { return id == goal.id; });
        if (!found)
            return Error(
                ErrorCode::InvalidArgument,
                "--only: there is no step '" + id + "'; the known ones are " + known);
        ids.insert(id);
    }
    return ids;
}

Json makeRows(const Measured& measured, std::span<const RowGoal> goals)
{
    Json rows = Json::array();
    for (const auto& goal : goals) {
        if (const auto found = measured.find(goal.id); found != measured.end())
            rows.push_back(goalRow(goal, found->second, measured));
    }
    for (const auto& [id, series] : measured) {
        if (id.starts_with("baseline_"))
            rows.push_back(figures(id, series));
    }
    return rows;
}

std::string rowsText(const Json& rows)
{
    std::string text = padded("step", 28) + "   n       min    median       max     ratio  goal\n";
    for (const auto& row : rows) {
        std::array<char, 16> count = {};
        std::snprintf(
            count.data(), count.size(), "%4lld", static_cast<long long>(jsonInt(row, "n")));
        text += padded(jsonString(row, "id"), 28) + count.data() + numberText(row, "min_ms")
            + numberText(row, "median_ms") + numberText(row, "max_ms") + numberText(row, "ratio");
        if (const Json& holds = jsonField(row, "holds"); holds.is_boolean())
            text += std::string("  ") + (holds.get<bool>() ? "holds  " : "FAILS  ")
                + jsonString(row, "goal");
        for (const auto* key : {"note", "problem"}) {
            if (const auto remark = jsonString(row, key); !remark.empty())
                text += " (" + remark + ")";
        }
        text += "\n";
    }
    return text
        + "Milliseconds, but megabytes for rss_mb; ratio: median to its baseline's median.\n";
}

} // namespace sandbench::cli
