// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/event_log.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>
#include <future>
#include <thread>

using namespace sandbench;
using namespace sandbench::workspace;
using namespace std::chrono_literals;

namespace {

constexpr auto kForever = std::chrono::steady_clock::time_point::max();
constexpr auto kNow = std::chrono::steady_clock::time_point();

/// "1 started {}, 2 stdout abc"
std::string textOf(const std::vector<RunEvent>& events)
{
    std::string text;
    for (const auto& event : events)
        text += (text.empty() ? "" : ", ") + std::to_string(event.number) + " " + event.kind + " "
            + event.data;
    return text;
}

/// All until the end.
std::string readAll(EventLog::Reader& reader)
{
    std::string text;
    while (!reader.isOver())
        for (const auto& event : reader.next(kForever, {}))
            text += event.kind == "stdout" ? event.data : "<" + event.kind + ">";
    return text;
}

} // namespace

class TestServiceEventLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesEventsInOrderAndAgain()
    {
        auto log = std::make_shared<EventLog>();
        log->add("started", "{}");
        log->add("stdout", "ab");
        log->add("stdout", "c");
        log->add("stderr", "d");
        log->end("{}");
        const std::string all = "1 started {}, 2 stdout abc, 3 stderr d, 4 ended {}";
        const auto reader = EventLog::read(log, 0);
        QVERIFY(!reader->isOver());
        QCOMPARE(textOf(reader->next(kNow, {})), all);
        QVERIFY(reader->isOver() && log->hasEnded());
        QCOMPARE(textOf(reader->next(kForever, {})), std::string());
        QCOMPARE(
            textOf(EventLog::read(log, 2)->next(kNow, {})), std::string("3 stderr d, 4 ended {}"));
        QVERIFY(EventLog::read(log, 99)->isOver());
    }

    void addsNothingToWhatSomebodyHasGot()
    {
        auto log = std::make_shared<EventLog>();
        log->add("stdout", "a");
        {
            const auto reader = EventLog::read(log, 0);
            QCOMPARE(textOf(reader->next(kNow, {})), std::string("1 stdout a"));
        }
        log->add("stdout", "b");
        QCOMPARE(textOf(EventLog::read(log, 1)->next(kNow, {})), std::string("2 stdout b"));
    }

    void waitsForAFollowerWhateverElseHappens()
    {
        auto log = std::make_shared<EventLog>(1000);
        const auto follower = EventLog::read(log, 0, ReadAs::Follower);
        log->setWallLimit(std::chrono::nanoseconds(1));
        std::stop_source stop;
        stop.request_stop();
        auto writer = std::async(std::launch::async, [&] {
            for (const char letter : {'a', 'b', 'c', 'd'})
                log->add("stdout", std::string(800, letter), stop.get_token());
            log->end("{}");
        });
        const auto all = readAll(*follower);
        QCOMPARE(
            all,
            std::string(800, 'a') + std::string(800, 'b') + std::string(800, 'c')
                + std::string(800, 'd') + "<ended>");
        writer.get();
    }

    void waitsNoMoreForAFollowerThatIsGone()
    {
        auto log = std::make_shared<EventLog>(1000);
        auto follower = EventLog::read(log, 0, ReadAs::Follower);
        auto writer = std::async(std::launch::async, [&] {
            for (const char letter : {'a', 'b', 'c'})
                log->add("stdout", std::string(800, letter));
        });
        follower.reset();
        writer.get();
        QVERIFY(textOf(EventLog::read(log, 0)->next(kNow, {})).starts_with("2 lost"));
    }

    void addsNothingAfterTheEnd()
    {
        auto log = std::make_shared<EventLog>();
        log->end("first");
        log->end("second");
        log->add("stdout", "late");
        QCOMPARE(textOf(EventLog::read(log, 0)->next(kNow, {})), std::string("1 ended first"));
    }

    void tellsWhatIsLostWhereNobodyRead()
    {
        auto log = std::make_shared<EventLog>(1000);
        for (int i = 0; i < 20; ++i)
            log->add(i % 2 == 0 ? "stdout" : "stderr", std::string(100, 'x'));
        QVERIFY(log->bytes() <= 1000);
        const auto reader = EventLog::read(log, 3);
        const auto events = reader->next(kNow, {});
        QCOMPARE(events.front().kind, std::string("lost"));
        const auto until = events.front().number;
        QCOMPARE(events[1].number, until + 1);
        QCOMPARE(events.back().number, std::uint64_t(20));
        QCOMPARE(events.front().data, writeJson({{"events", until - 3}, {"until", until}}));
    }

    void makesTheWriterWaitForASlowReader()
    {
        auto log = std::make_shared<EventLog>(2000);
        const auto reader = EventLog::read(log, 0, ReadAs::Starter);
        std::atomic<int> written = 0;
        std::string expected;
        for (int i = 0; i < 500; ++i)
            expected += std::string(50, static_cast<char>('a' + i % 26));
        std::jthread writer([&] {
            for (int i = 0; i < 500; ++i, ++written)
                log->add("stdout", std::string(50, static_cast<char>('a' + i % 26)));
            log->end("");
        });
        QCOMPARE(readAll(*reader), expected + "<ended>");
        QCOMPARE(written.load(), 500);
    }

    void letsAWriterThatIsStoppedGo()
    {
        auto log = std::make_shared<EventLog>(100);
        const auto reader = EventLog::read(log, 0, ReadAs::Starter);
        log->add("stdout", "unread");
        std::stop_source stop;
        std::jthread writer([&] {
            log->add("stderr", std::string(100, 'x'), stop.get_token());
            log->end("");
        });
        stop.request_stop();
        writer.join();
        QCOMPARE(reader->next(kForever, {}).back().kind, std::string("ended"));
    }

    void goesOnWhenAReaderThatBlocksItGoes()
    {
        auto log = std::make_shared<EventLog>(100);
        auto reader = EventLog::read(log, 0, ReadAs::Starter);
        log->add("stdout", "unread");
        std::jthread writer([&] { log->add("stderr", std::string(100, 'x')); });
        reader.reset();
        writer.join();
        QCOMPARE(log->bytes() > 0, true);
    }

    void waitsForAWatcherThatReads()
    {
        auto log = std::make_shared<EventLog>(2000);
        const auto reader = EventLog::read(log, 0);
        std::jthread writer([&] {
            for (int i = 0; i < 40; ++i)
                log->add(i % 2 == 0 ? "stdout" : "stderr", std::string(50, 'x'));
            log->end("");
        });
        QVERIFY(readAll(*reader).find("lost") == std::string::npos);
    }

    void aWatcherThatStallsCostsOthersNothing()
    {
        auto log = std::make_shared<EventLog>(2000);
        const auto stalled = EventLog::read(log, 0);
        const auto starter = EventLog::read(log, 0, ReadAs::Starter);
        const auto writer = std::async(std::launch::async, [&] {
            for (int i = 0; i < 500; ++i)
                log->add("stdout", std::string(50, 'x'));
            log->end("");
        });
        auto reader = std::async(std::launch::async, [&] { return readAll(*starter); });
        QVERIFY(writer.wait_for(EventLog::kPatience / 2) == std::future_status::ready);
        QCOMPARE(reader.get(), std::string(500U * 50, 'x') + "<ended>");
        QCOMPARE(stalled->next(kNow, {}).front().kind, std::string("lost"));
    }

    void waitsForNobodyPastTheWallLimit()
    {
        auto log = std::make_shared<EventLog>(100);
        const auto starter = EventLog::read(log, 0, ReadAs::Starter);
        log->add("stdout", "unread");
        auto writer
            = std::async(std::launch::async, [&] { log->add("stderr", std::string(100, 'x')); });
        // Also where it waits already.
        log->setWallLimit(0.001s);
        QVERIFY(writer.wait_for(EventLog::kPatience / 2) == std::future_status::ready);
        QCOMPARE(starter->next(kNow, {}).front().kind, std::string("lost"));
    }

    void wakesAWaitingReaderAtItsStop()
    {
        auto log = std::make_shared<EventLog>();
        const auto reader = EventLog::read(log, 0);
        std::stop_source stop;
        std::jthread stopper([&] { stop.request_stop(); });
        QCOMPARE(textOf(reader->next(kForever, stop.get_token())), std::string());
        QVERIFY(!reader->isOver());
    }

    void isAskedWhetherItIsOverWhileItEnds()
    {
        auto log = std::make_shared<EventLog>();
        const auto reader = EventLog::read(log, 0);
        // Relaxed: nothing but the log itself may order what the two threads do.
        std::atomic<bool> isAsked = false, hasEnded = false;
        std::thread writer([&] {
            while (!isAsked.load(std::memory_order_relaxed))
                std::this_thread::yield();
            log->end("{}");
            hasEnded.store(true, std::memory_order_relaxed);
        });
        while (!hasEnded.load(std::memory_order_relaxed)) {
            QVERIFY(!reader->isOver()); // the end itself is still to be read
            isAsked.store(true, std::memory_order_relaxed);
        }
        writer.join();
        QCOMPARE(textOf(reader->next(kNow, {})), std::string("1 ended {}"));
        QVERIFY(reader->isOver());
    }

    void servesManyReadersAtOnce()
    {
        auto log = std::make_shared<EventLog>(4096);
        std::vector<std::string> got(8);
        std::vector<std::unique_ptr<EventLog::Reader>> readers;
        for (std::size_t i = 0; i < got.size(); ++i)
            readers.push_back(EventLog::read(log, 0, ReadAs::Starter));
        {
            std::vector<std::jthread> threads;
            for (std::size_t i = 0; i < got.size(); ++i)
                threads.emplace_back([&, i] { got[i] = readAll(*readers[i]); });
            for (int i = 0; i < 1000; ++i)
                log->add("stdout", std::to_string(i) + ";");
            log->end("");
        }
        for (const auto& text : got)
            QCOMPARE(text, got.front());
        QVERIFY(got.front().ends_with("998;999;<ended>"));
        QVERIFY(got.front().starts_with("0;1;2;"));
    }
};

SANDBENCH_TEST(TestServiceEventLog);
#include "tst_service_event_log.moc"
