// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Spans, their text for a collector, and what becomes of them where there is none.
#include "app/rest/listener.h"
#include "app/rest/telemetry/open_span.h"
#include "app/rest/telemetry/trace_exporter.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>
#include <condition_variable>
#include <future>
#include <map>
#include <mutex>
#include <thread>

using namespace sandbench;
using namespace sandbench::rest::telemetry;
using namespace std::string_literals;

namespace {

const std::string kTrace = "0af7651916cd43dd8448eb211c80319c", kSpan = "b7ad6b7169203331";

ExporterOptions::Lookup saying(std::map<std::string, std::string> variables)
{
    return [variables = std::move(variables)](const char* name) {
        const auto at = variables.find(name);
        return at == variables.end() ? nullptr : at->second.c_str();
    };
}

/// What a collector was sent; answers as it is told.
class Collector
{
public:
    explicit Collector(int status = 200)
        : m_status(status)
    {
        auto opened = rest::Listener::open(
            {}, {.onCall = [this](rest::Call& call) {
                const auto body = call.body->readAll(1U << 20);
                const std::lock_guard lock(m_mutex);
                m_calls.push_back(
                    call.path + " " + call.header("x-key") + " " + call.header("content-type"));
                m_bodies.push_back(parseJson(body.value_or("")).value_or(Json()));
                m_changed.notify_all();
                return rest::jsonAnswer(Json::object(), m_status);
            }});
        m_listener = std::move(opened.value());
        m_thread
            = std::jthread([this](const std::stop_token& stop) { m_listener->serve(stop, {}); });
    }
    std::string url() const { return m_listener->addresses().front(); }
    /// The spans of the first @p count bodies, by their names.
    std::map<std::string, Json> spans(std::size_t count)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(
            lock, std::chrono::seconds(20), [&] { return m_bodies.size() >= count; });
        std::map<std::string, Json> all;
        for (const auto& body : m_bodies)
            for (const auto& span : body["resourceSpans"][0]["scopeSpans"][0]["spans"])
                all.emplace(jsonString(span, "name"), span);
        return all;
    }
    void answerWith(int status) { m_status = status; }
    std::vector<std::string> calls()
    {
        const std::lock_guard lock(m_mutex);
        return m_calls;
    }

private:
    std::atomic<int> m_status;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::string> m_calls;
    std::vector<Json> m_bodies;
    std::unique_ptr<rest::Listener> m_listener;
    std::jthread m_thread;
};

std::unique_ptr<TraceExporter>
exporterTo(const std::string& url, std::function<void(const std::string&)> tell = {})
{
    auto options = ExporterOptions::read(
        saying({{"OTEL_EXPORTER_OTLP_HEADERS", "x-key=a%2Cb"}, {"OTEL_SERVICE_NAME", "mine"}}), url,
        "1.2");
    return std::move(TraceExporter::start(*std::move(options), std::move(tell)).value());
}

} // namespace

class TestRestTraces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhoseTraceACallIsPartOf()
    {
        const auto header = "00-" + kTrace + "-" + kSpan + "-01";
        const auto parent = parseTraceParent(header);
        QVERIFY(parent && parent->isSampled);
        QCOMPARE(parent->traceId, kTrace);
        QCOMPARE(parent->spanId, kSpan);
        QVERIFY(!parseTraceParent("00-" + kTrace + "-" + kSpan + "-00")->isSampled);
        QVERIFY(parseTraceParent("01-" + kTrace + "-" + kSpan + "-03-later")->isSampled);
        for (std::size_t length = 0; length < header.size(); ++length) {
            QVERIFY(!parseTraceParent(header.substr(0, length)));
            auto broken = header;
            broken[length] = '!';
            QVERIFY2(!parseTraceParent(broken), broken.c_str());
        }
        for (const auto& bad :
             {header + "-later", "ff" + header.substr(2),
              "00-" + std::string(32, '0') + "-" + kSpan + "-01",
              "00-" + kTrace + "-" + std::string(16, '0') + "-01", "01" + header.substr(2) + "x"})
            QVERIFY2(!parseTraceParent(bad), bad.c_str());
    }

    void writesSpansAsOtlpHasThem()
    {
        Span span;
        span.traceId = kTrace;
        span.spanId = kSpan;
        span.name = "run \xff";
        span.begin = span.end = std::chrono::system_clock::time_point(std::chrono::seconds(7));
        span.attributes
            = {{"text", "a"}, {"number", 7}, {"part", 0.5}, {"yes", true}, {"none", nullptr}};
        span.hasFailed = true;
        span.problem = "why";
        const auto body = parseJson(otlpBody({"mine", "1.2"}, {span})).value();
        const auto& resource = body["resourceSpans"][0];
        QCOMPARE(
            writeJson(resource["resource"]["attributes"]),
            R"([{"key":"service.name","value":{"stringValue":"mine"}},{"key":"service.version","value":{"stringValue":"1.2"}}])"s);
        auto written = resource["scopeSpans"][0]["spans"][0];
        QVERIFY(written["name"] == Json("run \xEF\xBF\xBD"));
        QVERIFY(written["startTimeUnixNano"] == Json("7000000000"));
        QVERIFY(!written.contains("parentSpanId"));
        QCOMPARE(writeJson(written["status"]), R"({"code":2,"message":"why"})"s);
        QCOMPARE(
            writeJson(written["attributes"]),
            R"([{"key":"number","value":{"intValue":"7"}},{"key":"part","value":{"doubleValue":0.5}},{"key":"text","value":{"stringValue":"a"}},{"key":"yes","value":{"boolValue":true}}])"s);
    }

    void readsTheVariablesOfOpenTelemetry_data()
    {
        using Variables = std::map<std::string, std::string>;
        QTest::addColumn<Variables>("variables");
        QTest::addColumn<QString>("endpoint");
        QTest::addColumn<QString>("url"); // or what the error has
        const auto row = [](const char* name, const Variables& variables, const char* endpoint,
                            const char* url) {
            QTest::newRow(name) << variables << QString(endpoint) << QString(url);
        };
        const std::string base = "OTEL_EXPORTER_OTLP_ENDPOINT";
        row("nothing", {}, "", "");
        row("base", {{base, "http://a:4318"}}, "", "http://a:4318/v1/traces");
        row("base with a slash", {{base, "http://a/b/"}}, "", "http://a/b/v1/traces");
        row("of traces", {{base, "http://a"}, {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://c/d"}},
            "", "http://c/d");
        row("option", {{base, "http://a"}}, "http://b:1", "http://b:1/v1/traces");
        row("whole option", {}, "http://b:1/v1/traces", "http://b:1/v1/traces");
        row("switched off", {{base, "http://a"}, {"OTEL_SDK_DISABLED", "TRUE"}}, "", "");
        row("no exporter", {{base, "http://a"}, {"OTEL_TRACES_EXPORTER", "none"}}, "", "");
        row("gRPC", {{base, "http://a"}, {"OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"}}, "", "4318");
    }
    void readsTheVariablesOfOpenTelemetry()
    {
        using Variables = std::map<std::string, std::string>;
        QFETCH(Variables, variables);
        QFETCH(QString, endpoint);
        QFETCH(QString, url);
        const auto read = ExporterOptions::read(saying(variables), endpoint.toStdString(), "1");
        if (read)
            QCOMPARE(read->url, url.toStdString());
        else
            QVERIFY2(
                read.error().text().find(url.toStdString()) != std::string::npos,
                read.error().text().c_str());
        QCOMPARE(bool(read), url != "4318");
    }

    void refusesAddressesThatAreNone()
    {
        for (const auto* const url : {"collector", "unix:///a", "ssh://a", "http://"})
            QVERIFY2(!TraceExporter::start({.url = url}, {}), url);
    }

    void sendsWhatEndedWithItsParts()
    {
        Collector collector;
        const auto exporter = exporterTo(collector.url());
        {
            const auto whole = std::make_shared<OpenSpan>(
                *exporter, "whole", Span::Kind::Server, TraceParent{kTrace, kSpan});
            const auto part = partOf(whole, "part");
            part->set("size", 3);
            part->fail(Error(ErrorCode::Timeout, "too slow"));
            QVERIFY(!partOf(nullptr, "none"));
        }
        const auto spans = collector.spans(1);
        const auto& whole = spans.at("whole");
        const auto& part = spans.at("part");
        QCOMPARE(jsonString(whole, "parentSpanId"), kSpan);
        QVERIFY(whole["kind"] == Json(2));
        QCOMPARE(jsonString(part, "parentSpanId"), jsonString(whole, "spanId"));
        QCOMPARE(jsonString(part, "traceId"), kTrace);
        QCOMPARE(jsonString(part["status"], "message"), "too slow"s);
        QCOMPARE(collector.calls().front(), "/v1/traces a,b application/json"s);
    }

    void triesAgainWhereTheCollectorIsBusyAndTellsOnce()
    {
        Collector collector(503);
        std::promise<std::string> first, second;
        int told = 0;
        const auto exporter = exporterTo(collector.url(), [&](const std::string& said) {
            (++told == 1 ? first : second).set_value(said);
        });
        {
            OpenSpan(*exporter, "kept", Span::Kind::Internal, {});
        }
        QVERIFY(first.get_future().get().find("503") != std::string::npos);
        collector.answerWith(200);
        QVERIFY(second.get_future().get().find("again") != std::string::npos);
        QCOMPARE(exporter->counts().sent, std::uint64_t(1));
        QCOMPARE(exporter->counts().dropped, std::uint64_t(0));
    }

    void losesOnlyTheNewestAndEndsSoon()
    {
        const auto exporter = exporterTo("http://127.0.0.1:1");
        constexpr auto kMany = TraceExporter::kMostWaiting + TraceExporter::kMostAtOnce + 100;
        for (std::size_t i = 0; i < kMany; ++i)
            exporter->add({.traceId = kTrace, .spanId = kSpan, .name = "a"});
        QVERIFY(exporter->counts().dropped >= 100);
    }

    void sendsTheLastOnesAtTheEnd()
    {
        Collector collector;
        auto exporter = exporterTo(collector.url());
        {
            OpenSpan(*exporter, "last", Span::Kind::Internal, {});
        }
        exporter.reset();
        QCOMPARE(collector.calls().size(), std::size_t(1));
    }
};

SANDBENCH_TEST(TestRestTraces);
#include "tst_rest_traces.moc"
