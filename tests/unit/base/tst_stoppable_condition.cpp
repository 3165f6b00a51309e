// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/clock.h"
#include "core/base/stoppable_condition.h"
#include "core/base/stoppable_mutex.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

using namespace sandbench;
using namespace std::chrono_literals;

/// Waits that end with a change, at a deadline or at a stop.
class StoppableConditionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatIsReadyIsNotWaitedFor();
    void aStopEndsAWait();
    void aStopBeforeTheWaitEndsIt();
    void aDeadlineEndsAWait();
    void aDeadlineInThePastEndsItAtOnce();
    void everyNotificationArrives_data();
    void everyNotificationArrives();
    void severalShareWhatComes();
    void aMutexGoesFromOneToTheNext();
    void aRestEndsWithAStop();
};

namespace {

/// Whether a wait for what never comes ended because of @p stop, before the test gives up.
bool endsBy(std::stop_source stop, const std::function<void(std::stop_token)>& wait)
{
    std::jthread stopper([stop]() mutable { stop.request_stop(); });
    wait(stop.get_token());
    return stop.stop_requested();
}

} // namespace

void StoppableConditionTest::whatIsReadyIsNotWaitedFor()
{
    std::mutex mutex;
    StoppableCondition condition;
    std::stop_source stop;
    stop.request_stop();
    std::unique_lock lock(mutex);
    QVERIFY(condition.wait(lock, stop.get_token(), [] { return true; }));
    QVERIFY(condition.wait_until(lock, {}, Clock::now() - 1s, [] { return true; }));
    QVERIFY(lock.owns_lock());
}

void StoppableConditionTest::aStopEndsAWait()
{
    std::mutex mutex;
    StoppableCondition condition;
    QVERIFY(endsBy({}, [&](const std::stop_token& stop) {
        std::unique_lock lock(mutex);
        QVERIFY(!condition.wait(lock, stop, [] { return false; }));
        QVERIFY(lock.owns_lock());
    }));
}

void StoppableConditionTest::aStopBeforeTheWaitEndsIt()
{
    std::mutex mutex;
    StoppableCondition condition;
    std::stop_source stop;
    stop.request_stop();
    std::unique_lock lock(mutex);
    QVERIFY(!condition.wait(lock, stop.get_token(), [] { return false; }));
}

void StoppableConditionTest::aDeadlineEndsAWait()
{
    std::mutex mutex;
    StoppableCondition condition;
    std::unique_lock lock(mutex);
    const auto deadline = Clock::now() + 5ms;
    QVERIFY(!condition.wait_until(lock, {}, deadline, [] { return false; }));
    QVERIFY(Clock::now() >= deadline);
    QVERIFY(!condition.wait_for(lock, {}, 1ns, [] { return false; }));
}

void StoppableConditionTest::aDeadlineInThePastEndsItAtOnce()
{
    std::mutex mutex;
    StoppableCondition condition;
    std::unique_lock lock(mutex);
    for (const auto deadline : {Clock::time_point::min(), Clock::time_point(), Clock::now()})
        QVERIFY(!condition.wait_until(lock, {}, deadline, [] { return false; }));
}

void StoppableConditionTest::everyNotificationArrives_data()
{
    QTest::addColumn<bool>("isUnderTheMutex");
    QTest::newRow("with the mutex") << true;
    QTest::newRow("without the mutex") << false;
}

/// Would hang, did one of them get lost.
void StoppableConditionTest::everyNotificationArrives()
{
    QFETCH(bool, isUnderTheMutex);
    constexpr int kTurns = 20'000;
    std::mutex mutex;
    StoppableCondition condition;
    int turn = 0; // even: the other thread's
    const auto play = [&](int own) {
        for (int i = 0; i < kTurns; ++i) {
            std::unique_lock lock(mutex);
            condition.wait(lock, [&] { return turn % 2 == own; });
            ++turn;
            if (!isUnderTheMutex)
                lock.unlock();
            condition.notify_all();
        }
    };
    {
        std::jthread other([&] { play(0); });
        play(1);
    }
    QCOMPARE(turn, 2 * kTurns);
}

void StoppableConditionTest::severalShareWhatComes()
{
    constexpr int kItems = 2'000, kReaders = 4;
    std::mutex mutex;
    StoppableCondition condition;
    std::deque<int> items;
    std::atomic<int> sum = 0;
    std::vector<std::jthread> readers;
    for (int i = 0; i < kReaders; ++i)
        readers.emplace_back([&](const std::stop_token& stop) {
            std::unique_lock lock(mutex);
            while (condition.wait(lock, stop, [&] { return !items.empty(); })) {
                sum += items.front();
                items.pop_front();
            }
        });
    for (int i = 0; i < kItems; ++i) {
        {
            const std::lock_guard lock(mutex);
            items.push_back(1);
        }
        condition.notify_one();
    }
    QTRY_COMPARE(sum.load(), kItems);
    readers.clear(); // each asks its own to stop
}

void StoppableConditionTest::aMutexGoesFromOneToTheNext()
{
    constexpr int kTurns = 500, kThreads = 4;
    StoppableMutex mutex;
    int count = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < kThreads; ++i)
            threads.emplace_back([&] {
                for (int turn = 0; turn < kTurns; ++turn) {
                    const auto held = mutex.lock({});
                    ++count;
                }
            });
    }
    QCOMPARE(count, kThreads * kTurns);
    const auto held = mutex.lock({});
    QVERIFY(held);
    QVERIFY(endsBy({}, [&](const std::stop_token& stop) {
        QVERIFY(mutex.lock(stop).failedAs(ErrorCode::Cancelled));
    }));
}

void StoppableConditionTest::aRestEndsWithAStop()
{
    QVERIFY(endsBy({}, [](const std::stop_token& stop) { restFor(1h, stop); }));
    restUntil(Clock::now() - 1s, {});
}

SANDBENCH_TEST(StoppableConditionTest);
#include "tst_stoppable_condition.moc"
