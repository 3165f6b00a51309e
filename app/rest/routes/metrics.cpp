// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/handling.h"
#include "core/process/own_usage.h"

#include <array>
#include <cinttypes>
#include <cstdio>
#include <map>

namespace sandbench::rest {

namespace {

/// All are there from the start, so that a rate can be computed of the first one.
constexpr std::array kVerdicts
    = {Verdict::Exited,       Verdict::Signaled,    Verdict::WallTimeout, Verdict::CpuTimeout,
       Verdict::OutOfMemory,  Verdict::OutputLimit, Verdict::DiskLimit,   Verdict::Cancelled,
       Verdict::PolicyDenied, Verdict::AgentLost};

/// Source: the text format of Prometheus, version 0.0.4.
template <typename Number>
void addLine(std::string& text, const char* name, const char* type, const char* help, Number value)
{
    char line[512];
    std::snprintf(
        line, sizeof line, "# HELP %s %s\n# TYPE %s %s\n%s %.15g\n", name, help, name, type, name,
        static_cast<double>(value));
    text += line;
}

/// One line for each value of @p label; none of them needs to be escaped.
template <typename Count>
void addFamily(
    std::string& text, const std::string& name, const std::string& type, const std::string& help,
    const std::string& label, const std::map<std::string, Count>& values)
{
    text += "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n";
    for (const auto& [of, value] : values)
        text += name + "{" + label + "=\"" + of + "\"} " + std::to_string(value) + "\n";
}

/// One line for each pair of values of two labels, as @p textOf says them.
template <typename Counts, typename TextOf>
void addPairs(
    std::string& text, const std::string& name, const std::string& help,
    const std::array<std::string, 2>& labels, const Counts& counts, TextOf textOf)
{
    text += "# HELP " + name + " " + help + "\n# TYPE " + name + " counter\n";
    for (const auto& [of, count] : counts)
        text += name + "{" + labels[0] + "=\"" + std::string(of.first) + "\"," + labels[1] + "=\""
            + std::string(textOf(of.second)) + "\"} " + std::to_string(count) + "\n";
}

std::string numberText(double number)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.15g", number);
    return text;
}

/// Names of engines and languages need not be escaped.
void addHistogram(
    std::string& text, const std::string& name, const std::string& help,
    const workspace::Latencies& latencies)
{
    text += "# HELP " + name + " " + help + "\n# TYPE " + name + " histogram\n";
    for (const auto& [of, latency] : latencies) {
        const auto labels = "engine=\"" + of.first + "\",language=\"" + of.second + "\"";
        std::uint64_t upTo = 0;
        for (std::size_t i = 0; i < latency.counts.size(); ++i) {
            const bool isLast = i == latency.kBounds.size();
            upTo += latency.counts[i];
            text += name + "_bucket{" + labels + ",le=\""
                + (isLast ? "+Inf" : numberText(latency.kBounds[i])) + "\"} " + std::to_string(upTo)
                + "\n";
        }
        text += name + "_sum{" + labels + "} " + numberText(latency.sum) + "\n" + name + "_count{"
            + labels + "} " + std::to_string(upTo) + "\n";
    }
}

void addTraffic(std::string& text, const Listener::Counters& traffic)
{
    addLine(text, "sandbench_http_connections", "gauge", "Open connections.", traffic.connections);
    addLine(text, "sandbench_http_calls", "gauge", "Calls that are being answered.", traffic.calls);
    addLine(
        text, "sandbench_http_connections_total", "counter", "Connections since the start.",
        traffic.accepted);
    addLine(
        text, "sandbench_http_calls_total", "counter",
        "Calls that were answered since the start, with whatever status.", traffic.answered);
    addLine(
        text, "sandbench_http_refused_total", "counter",
        "Connections and requests that came to no call: too many, too slow, not HTTP.",
        traffic.refused);
}

/// Under the names that Prometheus's own clients give them. Source: proc(5).
void addProcess(std::string& text)
{
    const auto usage = ownUsage();
    addLine(
        text, "process_resident_memory_bytes", "gauge", "Memory of the server itself.",
        usage.residentBytes);
    addLine(
        text, "process_cpu_seconds_total", "counter", "Processor time of the server itself.",
        usage.cpuSeconds);
    addLine(text, "process_open_fds", "gauge", "Its open files and connections.", usage.files);
    addLine(text, "process_max_fds", "gauge", "How many it may have.", usage.mostFiles);
    addLine(text, "process_threads", "gauge", "Its threads.", usage.threads);
}

void addSandboxesAndRuns(std::string& text, const ServerParts& parts)
{
    auto sandboxes = parts.workspace.sandboxes().countByEngine();
    for (const auto* const engine : parts.workspace.parts().engines().all())
        sandboxes.try_emplace(engine->name(), 0);
    addFamily(text, "sandbench_sandboxes", "gauge", "Open sandboxes.", "engine", sandboxes);
    addLine(text, "sandbench_runs", "gauge", "Runs that go on.", parts.workspace.runs().running());
    auto counts = parts.workspace.runs().counts();
    for (const auto verdict : kVerdicts)
        counts.byVerdict.try_emplace(std::string(verdictName(verdict)), 0);
    counts.byVerdict.try_emplace("failed", 0);
    addFamily(
        text, "sandbench_runs_total", "counter",
        "Runs that ended since the start; failed: the engine could not run them.", "verdict",
        counts.byVerdict);
    addHistogram(
        text, "sandbench_run_seconds", "How long the programs of ended runs took.", counts.took);
    const auto openings = parts.workspace.sandboxes().openings();
    addFamily(
        text, "sandbench_sandboxes_opening", "gauge",
        "Sandboxes that are being opened, or wait in the engine's queue.", "engine",
        openings.goingOn);
    addLine(
        text, "sandbench_sandboxes_waiting", "gauge",
        "Of those that are being opened: for a single run, until another one of its caller ends.",
        openings.waiting);
    addPairs(
        text, "sandbench_sandbox_open_failed_total",
        "Sandboxes that could not be opened, by the code of the error.", {"engine", "code"},
        openings.failed, [](ErrorCode code) { return errorCodeName(code); });
    addHistogram(
        text, "sandbench_sandbox_open_seconds",
        "How long it took to open a sandbox, with what was installed.", openings.took);
    addLine(
        text, "sandbench_runs_refused_total", "counter",
        "Runs that were not started: past a quota, or without the scope.", counts.refused);
}

void addPoolMetrics(std::string& text, const ServerParts& parts)
{
    using State = workspace::WarmPool::State;
    std::map<std::string, State> states;
    for (const auto& pool : parts.workspace.sandboxes().pools().list())
        states.emplace(pool->name(), pool->state());
    const auto add = [&](const char* name, const char* type, const char* help, auto member) {
        std::map<std::string, std::uint64_t> values;
        for (const auto& [pool, state] : states)
            values.emplace(pool, state.*member);
        addFamily(text, std::string("sandbench_pool_") + name, type, help, "pool", values);
    };
    add("ready", "gauge", "Sandboxes of the pool that nobody has taken yet.", &State::ready);
    add("opening", "gauge", "Sandboxes that are being opened for it.", &State::opening);
    add("in_use", "gauge", "Its sandboxes that somebody uses.", &State::inUse);
    add("waiting", "gauge", "Calls that wait for one of its sandboxes.", &State::waiting);
    add("hits_total", "counter", "Calls that got one that was ready.", &State::hits);
    add("misses_total", "counter", "Calls for which one was opened in the pool.", &State::misses);
    add("temporary_total", "counter", "Calls for which one was opened besides.", &State::temporary);
    add("refused_total", "counter", "Calls that got none.", &State::refused);
    add("opened_total", "counter", "Sandboxes that were opened for the pool.", &State::opened);
    add("failed_total", "counter", "Sandboxes that could not be.", &State::failed);
    add("replaced_total", "counter", "Ready ones that ended, were too old or of an old image.",
        &State::replaced);
}

Answer metrics(const ServerParts& parts)
{
    const std::chrono::duration<double> started = parts.startedAt.time_since_epoch();
    std::string text = "# HELP sandbench_build_info The server's version.\n"
                       "# TYPE sandbench_build_info gauge\n"
                       "sandbench_build_info{version=\""
        + parts.version + "\"} 1\n";
    addLine(
        text, "sandbench_start_time_seconds", "gauge", "When the server started, since 1970.",
        started.count());
    addSandboxesAndRuns(text, parts);
    addPoolMetrics(text, parts);
    if (parts.traffic)
        addTraffic(text, parts.traffic());
    if (parts.answers)
        addPairs(
            text, "sandbench_http_answers_total",
            "Calls that were answered since the start: by operation of /openapi.json, which is "
            "empty for a path that has none, and by status.",
            {"operation", "status"}, parts.answers(),
            [](int status) { return std::to_string(status); });
    if (parts.traces) {
        const auto counts = parts.traces->counts();
        addFamily<std::uint64_t>(
            text, "sandbench_trace_spans_total", "counter",
            "Spans since the start; lost: the collector did not take them.", "state",
            {{"sent", counts.sent}, {"lost", counts.dropped}});
    }
    addProcess(text);
    return {.contentType = "text/plain; version=0.0.4; charset=utf-8", .body = std::move(text)};
}

} // namespace

void addMetrics(Routes& routes, ServerParts& parts)
{
    routes.push_back(
        {.method = "GET",
         .path = "/metrics",
         .id = "metrics",
         .tag = "server",
         .summary = "Counters in the text format of Prometheus",
         .scope = workspace::Scope::Metrics,
         .answerType = "text/plain",
         .handler = [&parts](const Call&) { return metrics(parts); }});
}

} // namespace sandbench::rest
