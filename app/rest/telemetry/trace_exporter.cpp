// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/telemetry/trace_exporter.h"

#include "app/rest/wire/header_text.h"
#include "app/rest/wire/request_head.h"
#include "core/base/text.h"

#include <algorithm>
#include <iterator>

namespace sandbench::rest::telemetry {

namespace {

using namespace std::chrono_literals;

constexpr auto kGather = 1s; ///< So long spans wait for others.
constexpr auto kLastSpans = 2s;
constexpr std::chrono::seconds kFirstRetry(1), kLongestRetry(30);
constexpr std::size_t kMostAnswer = 64U << 10;
constexpr const char* kPath = "/v1/traces";

/// What cannot be decoded stays as it is.
std::string valueOf(std::string_view text)
{
    return decodePercent(text, false).value_or(std::string(text));
}

/// "name=value,name=value". Source: W3C Baggage, which OpenTelemetry's variables are written in.
std::vector<std::pair<std::string, std::string>> pairsOf(std::string_view text)
{
    std::vector<std::pair<std::string, std::string>> pairs;
    while (!text.empty()) {
        const auto comma = std::min(text.find(','), text.size());
        const auto pair = text.substr(0, comma);
        text.remove_prefix(std::min(comma + 1, text.size()));
        const auto sign = pair.find('=');
        if (sign != pair.npos && !trimmed(pair.substr(0, sign)).empty())
            pairs.emplace_back(
                trimmed(pair.substr(0, sign)), valueOf(trimmed(pair.substr(sign + 1))));
    }
    return pairs;
}

Error tryLater(const std::string& why)
{
    return {ErrorCode::Unavailable, why};
}

} // namespace

Result<ExporterOptions> ExporterOptions::read(
    const Lookup& environment, const std::string& endpoint, const std::string& version)
{
    const auto variable = [&](const char* name) {
        const auto* const value = environment(name);
        return std::string(value ? value : "");
    };
    ExporterOptions options;
    const auto traces = variable("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
    const auto base = endpoint.empty() ? variable("OTEL_EXPORTER_OTLP_ENDPOINT") : endpoint;
    const bool isOff = lowerCase(variable("OTEL_SDK_DISABLED")) == "true"
        || variable("OTEL_TRACES_EXPORTER") == "none";
    if (endpoint.empty() && (isOff || (traces.empty() && base.empty())))
        return options;
    const auto own = variable("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL");
    const auto protocol = own.empty() ? variable("OTEL_EXPORTER_OTLP_PROTOCOL") : own;
    // By JSON the same receivers take it that take protobuf.
    if (endpoint.empty() && !protocol.empty() && !protocol.starts_with("http/"))
        return Error(
            ErrorCode::Unsupported,
            "traces go by OTLP over HTTP, not by '" + oneLine(protocol, 40)
                + "': set OTEL_EXPORTER_OTLP_PROTOCOL=http/json, and the port that is for it, "
                  "usually 4318");
    options.url = endpoint.empty() && !traces.empty() ? traces
        : base.ends_with('/')                         ? base.substr(0, base.size() - 1) + kPath
        : base.ends_with(kPath)                       ? base
                                                      : base + kPath;
    options.headers = pairsOf(variable("OTEL_EXPORTER_OTLP_HEADERS"));
    for (auto& header : pairsOf(variable("OTEL_EXPORTER_OTLP_TRACES_HEADERS")))
        options.headers.push_back(std::move(header));
    for (auto& [name, value] : pairsOf(variable("OTEL_RESOURCE_ATTRIBUTES")))
        options.resource.attributes[name] = std::move(value);
    const auto name = variable("OTEL_SERVICE_NAME");
    options.resource.serviceName = !name.empty()
        ? name
        : jsonString(options.resource.attributes, "service.name", "sandbench");
    options.resource.version = version;
    return options;
}

Result<std::unique_ptr<TraceExporter>>
TraceExporter::start(ExporterOptions options, std::function<void(const std::string&)> tell)
{
    const std::string_view url = options.url;
    const auto scheme = url.find("://");
    const auto path = std::min(url.find('/', scheme == url.npos ? 0 : scheme + 3), url.size());
    auto endpoint = net::parseEndpoint(url.substr(0, path));
    if (!endpoint)
        return std::move(endpoint.error()).within("traces");
    if (endpoint->kind != net::Endpoint::Kind::Tcp && endpoint->kind != net::Endpoint::Kind::Tls)
        return Error(
            ErrorCode::InvalidArgument, "traces go to http:// and https:// addresses only");
    const std::string target(path == url.size() ? "/" : url.substr(path));
    return std::unique_ptr<TraceExporter>(
        new TraceExporter(std::move(options), *std::move(endpoint), target, std::move(tell)));
}

TraceExporter::TraceExporter(
    ExporterOptions options, net::Endpoint endpoint, std::string target,
    std::function<void(const std::string&)> tell)
    : m_options(std::move(options))
    , m_client(std::move(endpoint))
    , m_target(std::move(target))
    , m_tell(std::move(tell))
{
    m_thread = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

TraceExporter::~TraceExporter()
{
    m_thread.request_stop();
    std::unique_lock lock(m_mutex);
    // The thread tells when it has nothing left.
    m_changed.wait_for(lock, {}, kLastSpans, [this] { return m_isDone; });
    lock.unlock();
    m_hurry.request_stop();
    m_thread = {};
}

void TraceExporter::add(Span span)
{
    const std::lock_guard lock(m_mutex);
    if (m_waiting.size() >= kMostWaiting) {
        ++m_counts.dropped;
        return;
    }
    m_waiting.push_back(std::move(span));
    if (m_waiting.size() == 1 || m_waiting.size() == kMostAtOnce)
        m_changed.notify_all();
}

TraceExporter::Counts TraceExporter::counts() const
{
    const std::lock_guard lock(m_mutex);
    return m_counts;
}

void TraceExporter::work(const std::stop_token& stop)
{
    auto retry = kFirstRetry;
    std::vector<Span> some;
    while (!m_hurry.stop_requested()) {
        if (some.empty())
            some = takeSome(stop);
        if (some.empty())
            break; // It ends, and all are sent.
        const auto end = send(some);
        const bool comesAgain = !end && end.error().code() == ErrorCode::Unavailable;
        noteEnd(some.size(), end, comesAgain && !stop.stop_requested());
        if (!comesAgain || stop.stop_requested()) {
            some.clear();
            retry = kFirstRetry;
            continue;
        }
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, stop, retry, [] { return false; });
        retry = std::min(2 * retry, kLongestRetry);
    }
    const std::lock_guard lock(m_mutex);
    m_counts.dropped += m_waiting.size();
    m_waiting.clear();
    m_isDone = true;
    m_changed.notify_all();
}

std::vector<Span> TraceExporter::takeSome(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, stop, [this] { return !m_waiting.empty(); });
    m_changed.wait_for(lock, stop, kGather, [this] { return m_waiting.size() >= kMostAtOnce; });
    const auto count = std::min(m_waiting.size(), kMostAtOnce);
    const auto last = m_waiting.begin() + static_cast<std::ptrdiff_t>(count);
    std::vector<Span> some(
        std::make_move_iterator(m_waiting.begin()), std::make_move_iterator(last));
    m_waiting.erase(m_waiting.begin(), last);
    return some;
}

Result<void> TraceExporter::send(const std::vector<Span>& spans)
{
    net::HttpRequest request;
    request.method = "POST";
    request.target = m_target;
    request.headers = m_options.headers;
    request.headers.emplace_back("Content-Type", "application/json");
    request.body = otlpBody(m_options.resource, spans);
    request.patience = 10s;
    const auto answer = m_client.send(request, m_hurry.get_token(), kMostAnswer);
    if (!answer)
        return tryLater(answer.error().text());
    const auto status = answer->status;
    if (status >= 200 && status < 300)
        return {};
    const auto said = m_client.endpoint().text() + m_target + " answered " + std::to_string(status);
    // Source: OTLP 1, "Retryable Response Codes".
    if (status == 429 || status == 502 || status == 503 || status == 504)
        return tryLater(said);
    return Error(ErrorCode::Protocol, said);
}

void TraceExporter::noteEnd(std::size_t spans, const Result<void>& end, bool comesAgain)
{
    bool isNews = false;
    {
        const std::lock_guard lock(m_mutex);
        if (end)
            m_counts.sent += spans;
        else if (!comesAgain)
            m_counts.dropped += spans;
        isNews = m_isFailing == bool(end);
        m_isFailing = !end;
    }
    if (!isNews || !m_tell)
        return;
    m_tell(
        end ? "traces are taken again"
            : "traces are not taken, and are lost when too many wait: " + end.error().text());
}

} // namespace sandbench::rest::telemetry
