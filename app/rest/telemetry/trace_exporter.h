// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/telemetry/span.h"
#include "core/base/result.h"
#include "core/base/stoppable_condition.h"
#include "core/net/http_client.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace sandbench::rest::telemetry {

/// Where spans go. Source: OpenTelemetry, "OTLP exporter configuration".
struct ExporterOptions
{
    std::string url; ///< Of all of it: "http://127.0.0.1:4318/v1/traces".
    std::vector<std::pair<std::string, std::string>> headers = {}; ///< Such as a key.
    Resource resource = {};

    /// What the environment says: OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, else
    /// OTEL_EXPORTER_OTLP_ENDPOINT with "/v1/traces" behind it; OTEL_EXPORTER_OTLP_HEADERS (and
    /// _TRACES_HEADERS), OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES. An empty url = no traces are
    /// wanted, so with OTEL_SDK_DISABLED=true and OTEL_TRACES_EXPORTER=none. @p endpoint: instead
    /// of the environment's endpoint. Errors: InvalidArgument; Unsupported for another protocol
    /// than OTLP over HTTP.
    using Lookup = std::function<const char*(const char* name)>;
    static Result<ExporterOptions>
    read(const Lookup& environment, const std::string& endpoint, const std::string& version);
};

/// Sends spans to a collector from a thread of its own, many at a time: nobody waits for it, and
/// where the collector does not take them, the newest beyond a bound are dropped and counted.
/// Thread: any. Its destructor takes two seconds at most to send the last ones.
class TraceExporter
{
public:
    /// @p tell: one sentence when spans begin to be lost, and one when they are taken again.
    /// Errors: InvalidArgument for the url.
    static Result<std::unique_ptr<TraceExporter>>
    start(ExporterOptions options, std::function<void(const std::string&)> tell);
    ~TraceExporter();
    TraceExporter(const TraceExporter&) = delete;
    TraceExporter& operator=(const TraceExporter&) = delete;

    void add(Span span);
    struct Counts
    {
        std::uint64_t sent = 0, dropped = 0; ///< Spans since the start.
    };
    Counts counts() const;

    static constexpr std::size_t kMostWaiting = 4096, kMostAtOnce = 512;

private:
    TraceExporter(
        ExporterOptions options, net::Endpoint endpoint, std::string target,
        std::function<void(const std::string&)> tell);
    void work(const std::stop_token& stop);
    /// Empty = @p stop, and there are none.
    std::vector<Span> takeSome(const std::stop_token& stop);
    /// Errors: Unavailable to try again later; all else is for ever.
    Result<void> send(const std::vector<Span>& spans);
    void noteEnd(std::size_t spans, const Result<void>& end, bool comesAgain);

    const ExporterOptions m_options;
    const net::HttpClient m_client;
    const std::string m_target;
    const std::function<void(const std::string&)> m_tell;
    mutable std::mutex m_mutex;
    StoppableCondition m_changed;
    std::deque<Span> m_waiting;
    Counts m_counts;
    bool m_isFailing = false; ///< The last try.
    bool m_isDone = false;
    std::stop_source m_hurry; ///< The time to send the last ones is over.
    std::jthread m_thread; ///< Last: it uses all of the above.
};

} // namespace sandbench::rest::telemetry
