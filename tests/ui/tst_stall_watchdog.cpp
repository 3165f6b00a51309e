// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What watches every test of the window: that it finds a stall, and nothing else.
#include "tests/support/stall_watchdog.h"
#include "tests/support/test_program.h"

#include <QProcess>
#include <QSemaphore>
#include <QTest>
#include <QTimer>

#include <array>
#include <string>
#include <vector>

using namespace sandbench::test;

namespace {

constexpr double kLong = 50; // ms
constexpr auto kPlant = "SANDBENCH_TEST_PLANT_STALL";

void work(double milliseconds)
{
    const double until = workedMilliseconds() + milliseconds;
    while (workedMilliseconds() < until) { }
}

} // namespace

class TestStallWatchdog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_told.clear(); }

    void tellsOnceOfEventsThatWorkTooLong()
    {
        StallWatchdog watchdog(kLong, tell());
        for (int event = 0; event < 3; ++event) {
            watchdog.enter();
            work(kLong);
            watchdog.leave();
        }
        QCOMPARE(m_told.size(), std::size_t(1));
        QVERIFY2(
            m_told.front().find("at a time; 50 ms are allowed") != std::string::npos,
            m_told.front().c_str());
    }

    void forgetsWhatWasBeforeTheEventLoopRan()
    {
        StallWatchdog watchdog(kLong, tell());
        for (int event = 0; event < 6; ++event) {
            watchdog.enter();
            work(kLong / 5);
            watchdog.leave();
            watchdog.turn();
        }
        QVERIFY(m_told.empty());
    }

    void takesNeitherAWaitNorTheTestsOwnWorkForAStall()
    {
        StallWatchdog watchdog(kLong, tell());
        watchdog.enter();
        QVERIFY(!QSemaphore().tryAcquire(1, static_cast<int>(3 * kLong)));
        watchdog.leave();
        work(3 * kLong); // of the test itself
        watchdog.enter();
        watchdog.leave();
        QVERIFY(m_told.empty());
    }

    void knowsAnEventLoopWithinAnEvent()
    {
        StallWatchdog watchdog(kLong, tell());
        watchdog.enter();
        for (int turn = 0; turn < 6; ++turn) {
            watchdog.enter();
            work(kLong / 5);
            watchdog.leave();
            watchdog.turn();
        }
        watchdog.leave();
        QVERIFY(m_told.empty());
    }

    void leavesATestAloneThatIsExcused()
    {
        const std::array excuses{StallExcuse{
            "TestStallWatchdog::leavesATestAloneThatIsExcused", "it stalls on purpose"}};
        StallWatchdog watchdog(kLong, tell(), excuses);
        watchdog.enter();
        work(2 * kLong);
        watchdog.leave();
        QVERIFY(m_told.empty());
    }

    void failsTheTestInWhoseEventsTheWindowStalls()
    {
        QProcess other;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QLatin1String(kPlant), QStringLiteral("1"));
        other.setProcessEnvironment(environment);
        other.start(
            QCoreApplication::applicationFilePath(),
            {QStringLiteral("tst_stall_watchdog"), QStringLiteral("stallsWhereThatIsWanted")});
        QVERIFY(other.waitForFinished(60'000));
        const QByteArray said = other.readAllStandardOutput();
        QCOMPARE(other.exitCode(), 1);
        QVERIFY2(
            said.contains("FAIL!  : TestStallWatchdog::stallsWhereThatIsWanted() events kept the "
                          "thread busy for "),
            said.constData());
    }

    void stallsWhereThatIsWanted()
    {
        bool isDone = false;
        QTimer::singleShot(0, this, [&isDone] {
            work(qEnvironmentVariableIsSet(kPlant) ? 1.1 * kLongestWork : 0);
            isDone = true;
        });
        QTRY_VERIFY(isDone);
    }

private:
    StallWatchdog::Tell tell()
    {
        return [this](const std::string& sentence) { m_told.push_back(sentence); };
    }

    std::vector<std::string> m_told;
};

SANDBENCH_TEST(TestStallWatchdog);
#include "tst_stall_watchdog.moc"
