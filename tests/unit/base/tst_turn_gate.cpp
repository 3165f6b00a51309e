// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/turn_gate.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

using namespace sandbench;

/// A few at a time, in the order in which they came.
class TurnGateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void neverAreMoreInThanMayBe();
    void whoCameFirstIsFirst();
    void whoStopsWaitingTakesNoPlace();
};

void TurnGateTest::neverAreMoreInThanMayBe()
{
    constexpr int kThreads = 8, kTurns = 500, kMost = 3;
    TurnGate gate(kMost);
    std::atomic<int> inside = 0, most = 0, done = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < kThreads; ++i)
            threads.emplace_back([&] {
                for (int turn = 0; turn < kTurns; ++turn) {
                    const auto mine = gate.enter({});
                    const int now = ++inside;
                    for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);)
                        ;
                    --inside;
                    ++done;
                }
            });
    }
    QCOMPARE(done.load(), kThreads * kTurns);
    QVERIFY(most.load() <= kMost);
}

void TurnGateTest::whoCameFirstIsFirst()
{
    constexpr int kWaiting = 5;
    TurnGate gate(1);
    std::mutex mutex;
    std::vector<int> order;
    std::vector<std::jthread> threads;
    {
        const auto first = gate.enter({});
        for (int i = 0; i < kWaiting; ++i) {
            threads.emplace_back([&, i] {
                const auto mine = gate.enter({});
                const std::lock_guard lock(mutex);
                order.push_back(i);
            });
            QTRY_COMPARE(gate.waiting(), std::size_t(i) + 1);
        }
    }
    threads.clear();
    QCOMPARE(order, (std::vector<int>{0, 1, 2, 3, 4}));
}

void TurnGateTest::whoStopsWaitingTakesNoPlace()
{
    TurnGate gate(1);
    std::optional first(gate.enter({}));
    QVERIFY(*first);
    std::stop_source stop;
    std::jthread stopper([&] {
        while (gate.waiting() == 0)
            std::this_thread::yield();
        stop.request_stop();
    });
    QVERIFY(gate.enter(stop.get_token()).failedAs(ErrorCode::Cancelled));
    QCOMPARE(gate.waiting(), std::size_t(0));
    first.reset();
    QVERIFY(gate.enter({}));
    QVERIFY(gate.enter({})); // the one before has left
}

SANDBENCH_TEST(TurnGateTest);
#include "tst_turn_gate.moc"
