// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/async/event_relay.h"
#include "ui/async/job_runner.h"

#include <QSemaphore>
#include <QTest>
#include <QThread>

#include <atomic>
#include <thread>

using namespace sandbench;
using namespace sandbench::ui;

class TestAsync : public QObject
{
    Q_OBJECT

private slots:
    void deliversAResultOnTheGuiThread()
    {
        JobRunner jobs;
        QThread* worker = nullptr;
        QThread* delivery = nullptr;
        int result = 0;
        jobs.run(
            this,
            [&worker](std::stop_token) {
                worker = QThread::currentThread();
                return 42;
            },
            [&](int value) {
                delivery = QThread::currentThread();
                result = value;
            });
        QTRY_COMPARE(result, 42);
        QVERIFY(worker != delivery);
        QCOMPARE(delivery, QThread::currentThread());
    }

    void deliversNothingToAnOwnerThatIsGone()
    {
        JobRunner jobs;
        auto owner = std::make_unique<QObject>();
        QSemaphore release;
        bool delivered = false, second = false;
        jobs.run(
            owner.get(),
            [&release](std::stop_token) {
                release.acquire();
                return 1;
            },
            [&delivered](int) { delivered = true; });
        owner.reset();
        release.release();
        jobs.run(
            this, [](std::stop_token) { return 2; }, [&second](int) { second = true; });
        QTRY_VERIFY(second);
        QCoreApplication::sendPostedEvents();
        QVERIFY(!delivered);
    }

    void stopsItsJobsWhenItIsDestroyed()
    {
        std::atomic<bool> stopped = false;
        {
            JobRunner jobs;
            QSemaphore started;
            jobs.run(
                this,
                [&](std::stop_token stop) {
                    started.release();
                    while (!stop.stop_requested())
                        std::this_thread::yield();
                    stopped = true;
                    return 0;
                },
                [](int) {});
            started.acquire();
        }
        QVERIFY(stopped);
    }

    void leavesAHungJobBehindWhenToldSo()
    {
        const auto release = std::make_shared<QSemaphore>();
        const auto ended = std::make_shared<QSemaphore>();
        bool delivered = false;
        {
            JobRunner jobs(JobRunner::Ending::Abandon);
            QSemaphore started;
            jobs.run(
                this,
                [&started, release, ended](std::stop_token) {
                    started.release();
                    release->acquire();
                    ended->release();
                    return 1;
                },
                [&delivered](int) { delivered = true; });
            started.acquire();
        } // would never end
        release->release();
        ended->acquire();
        QCoreApplication::sendPostedEvents();
        QVERIFY(!delivered);
    }

    void relayKeepsOrderAndLosesNothing()
    {
        std::string seen;
        int notices = 0;
        EventRelay relay([&](const EventRelay::Event& event) {
            if (const auto* output = std::get_if<EventRelay::Output>(&event))
                seen += output->bytes;
            else
                ++notices;
        });
        std::string sent;
        for (int i = 0; i < 5000; ++i)
            sent += std::to_string(i) + ' ';
        std::thread worker([&] {
            relay.onNotice("before");
            for (std::size_t at = 0; at < sent.size(); at += 7)
                relay.onOutput(StreamKind::Stdout, std::string_view(sent).substr(at, 7));
            relay.onNotice("after");
        });
        QTRY_COMPARE(notices, 2);
        worker.join();
        QCOMPARE(seen, sent);
    }

    void relayPausesAFloodInsteadOfBufferingIt()
    {
        std::size_t received = 0;
        EventRelay relay([&](const EventRelay::Event& event) {
            received += std::get<EventRelay::Output>(event).bytes.size();
        });
        std::atomic<std::size_t> sent = 0;
        const std::string block(1 << 20, 'x');
        constexpr std::size_t kTotal = 64;
        std::thread worker([&] {
            for (std::size_t i = 0; i < kTotal; ++i) {
                relay.onOutput(StreamKind::Stdout, block);
                sent += block.size();
            }
        });
        // Nobody has taken anything yet, because no event loop ran: the worker must come to a halt.
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        while (sent < EventRelay::kMaxPending && std::chrono::steady_clock::now() < deadline)
            std::this_thread::yield();
        QVERIFY(sent >= EventRelay::kMaxPending);
        QVERIFY(sent <= EventRelay::kMaxPending + block.size());
        QTRY_COMPARE_WITH_TIMEOUT(received, kTotal * block.size(), 10000);
        worker.join();
    }

    void closingTheRelayFreesAWaitingWorker()
    {
        EventRelay relay([](const EventRelay::Event&) {});
        int sent = 0;
        std::thread worker([&] {
            for (; sent < 20; ++sent)
                relay.onOutput(StreamKind::Stderr, std::string(1 << 20, 'x'));
        });
        relay.close();
        worker.join(); // would never return
        QCOMPARE(sent, 20);
    }
};

SANDBENCH_TEST(TestAsync);
#include "tst_async.moc"
