// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/topics.h"

#include <cinttypes>
#include <cstdio>

namespace sandbench::rest {

namespace {

/// Source: the text format of Prometheus, version 0.0.4.
void addLine(std::string& text, const char* name, const char* type, const char* help, double value)
{
    char line[512];
    std::snprintf(
        line, sizeof line, "# HELP %s %s\n# TYPE %s %s\n%s %.15g\n", name, help, name, type, name,
        value);
    text += line;
}

double number(std::uint64_t value)
{
    return static_cast<double>(value);
}

void addTraffic(std::string& text, const Listener::Counters& traffic)
{
    addLine(
        text, "sandbench_http_connections", "gauge", "Open connections.",
        number(traffic.connections));
    addLine(
        text, "sandbench_http_calls", "gauge", "Requests that are being answered.",
        number(traffic.calls));
    addLine(
        text, "sandbench_http_calls_total", "counter", "Requests since the start.",
        number(traffic.total));
    addLine(
        text, "sandbench_http_refused_total", "counter", "Connections that were refused.",
        number(traffic.refused));
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
    addLine(
        text, "sandbench_sandboxes", "gauge", "Open sandboxes.", number(parts.sandboxes.count()));
    addLine(text, "sandbench_runs", "gauge", "Runs that go on.", number(parts.runs.running()));
    if (parts.traffic)
        addTraffic(text, parts.traffic());
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
         .scope = service::Scope::Metrics,
         .answerType = "text/plain",
         .handler = [&parts](const Call&) { return metrics(parts); }});
}

} // namespace sandbench::rest
