// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/server_events.h"
#include "app/rest/event_stream.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <thread>

using namespace sandbench;
using namespace sandbench::rest;
using namespace std::chrono_literals;

namespace {

/// Keeps what is written; gone after so many writes.
class TextSink : public BodySink
{
public:
    explicit TextSink(int mostWrites = 1000)
        : m_left(mostWrites)
    {
    }
    bool write(std::string_view bytes) override
    {
        text += bytes;
        return --m_left > 0;
    }
    std::string text;

private:
    int m_left;
};

Call callWith(const Headers& headers, const std::map<std::string, std::string>& query)
{
    Call call;
    call.headers = headers;
    call.query = query;
    return call;
}

std::string streamed(
    const std::shared_ptr<workspace::EventLog>& log, EventStreamOptions options,
    TextSink sink = TextSink())
{
    eventStreamAnswer(log, std::move(options), {}).stream(sink);
    return sink.text;
}

} // namespace

class RestEventsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyLineOfDataIsADataLine()
    {
        QCOMPARE(
            serverSentEvent(7, "x", "a\nb\r\nc\rd"),
            std::string("id: 7\nevent: x\ndata: a\ndata: b\ndata: c\ndata: d\n\n"));
        QCOMPARE(serverSentEvent(0, "", ""), std::string("data: \n\n"));
    }

    void aCharacterThatIsCutComesWholeWithTheLaterEvent()
    {
        EventText text;
        QCOMPARE(text.add({1, "stdout", "a\xc3"}), std::string());
        QCOMPARE(
            text.add({2, "stdout", "\xa4z"}),
            std::string("id: 2\nevent: stdout\ndata: {\"text\":\"a\xc3\xa4z\"}\n\n"));
        // Of another stream it is not the rest.
        QCOMPARE(text.add({3, "stdout", "\xc3"}), std::string());
        const auto both = text.add({4, "stderr", "e"});
        QVERIFY2(
            both.starts_with(
                "id: 3\nevent: stdout\ndata: {\"base64\":\"ww==\",\"text\":\"\xef\xbf\xbd\"}"),
            both.c_str());
        QVERIFY(both.ends_with("id: 4\nevent: stderr\ndata: {\"text\":\"e\"}\n\n"));
        QCOMPARE(text.add({5, "stdout", "\xc3"}), std::string());
        QVERIFY(text.flush().starts_with("id: 5\n"));
        QCOMPARE(text.flush(), std::string());
    }

    void whereToGoOnIsTheHeadersOrTheQuerys()
    {
        QCOMPARE(lastEventId(callWith({}, {})).value(), std::uint64_t(0));
        QCOMPARE(
            lastEventId(callWith({{"last-event-id", "7"}}, {{"after", "3"}})).value(),
            std::uint64_t(7));
        QCOMPARE(lastEventId(callWith({}, {{"after", "3"}})).value(), std::uint64_t(3));
        for (const char* bad : {"-1", "x", "1 ", "99999999999999999999"})
            QCOMPARE(
                lastEventId(callWith({}, {{"after", bad}})).error().code(),
                ErrorCode::InvalidArgument);
    }

    void aStreamEndsWithItsRunAndGoesOnWhereItWas()
    {
        const auto log = std::make_shared<workspace::EventLog>();
        log->add("started", "{}");
        log->add("stdout", "one");
        log->end("{\"done\":1}");
        const auto all = streamed(log, {});
        QVERIFY2(all.find("id: 1\nevent: started") != std::string::npos, all.c_str());
        QVERIFY(all.ends_with("id: 3\nevent: ended\ndata: {\"done\":1}\n\n"));
        EventStreamOptions later;
        later.after = 2;
        const auto rest = streamed(log, later);
        QVERIFY(rest.find("id: 2") == std::string::npos && rest.find("id: 3") != std::string::npos);
    }

    void quietStreamsSayThatTheyAreThereAndAVanishedClientIsTold()
    {
        const auto log = std::make_shared<workspace::EventLog>();
        int vanished = 0;
        EventStreamOptions options;
        options.keepAlive = 1ms;
        options.onVanished = [&vanished] { ++vanished; };
        // Nothing ever happens in this run: only the comments tell that the client is gone.
        const auto text = streamed(log, options, TextSink(3));
        QCOMPARE(text, std::string("retry: 1000\n\n: still here\n\n: still here\n\n"));
        QCOMPARE(vanished, 1);
        log->end("{}");
        streamed(log, options);
        QCOMPARE(vanished, 1);
    }

    void aStopEndsAStreamAtOnce()
    {
        const auto log = std::make_shared<workspace::EventLog>();
        std::stop_source stop;
        bool vanished = false;
        EventStreamOptions options;
        options.keepAlive = std::chrono::hours(1);
        options.onVanished = [&vanished] { vanished = true; };
        const auto answer = eventStreamAnswer(log, options, stop.get_token());
        TextSink sink;
        std::jthread stopper([&stop] { stop.request_stop(); });
        answer.stream(sink);
        QVERIFY(vanished);
    }

    void takesEventStreamsApartHoweverTheyAreCut()
    {
        const std::string text = "retry: 1000\n\n: still here\n\nid: 1\nevent: stdout\ndata: a\n"
                                 "data:  b\r\n\nevent: none\n\nevent: ended\ndata\n\ndata: cut";
        for (std::size_t piece : {std::size_t(1), std::size_t(7), text.size()}) {
            cli::ServerEvents events;
            std::string seen;
            for (std::size_t at = 0; at < text.size(); at += piece) {
                const auto whole = events.add(text.substr(at, piece));
                QVERIFY(whole);
                for (const auto& event : *whole)
                    seen += event.kind + "<" + event.data + ">";
            }
            QCOMPARE(seen, std::string("stdout<a\n b>ended<>"));
        }
        cli::ServerEvents endless;
        const std::string much(1U << 20, 'x');
        bool isTaken = true;
        for (int i = 0; i < 100 && isTaken; ++i)
            isTaken = endless.add(much).has_value();
        QVERIFY(!isTaken);
    }
};

SANDBENCH_TEST(RestEventsTest);
#include "tst_rest_events.moc"
