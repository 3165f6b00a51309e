// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/verdict.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <csignal>
#include <string>

using namespace sandbench;

namespace {

constexpr int kNone = -1;

EndedReport exited(int code, const char* cause = "")
{
    EndedReport report;
    report.exitCode = code;
    report.cause = cause;
    return report;
}

EndedReport signaled(int number, const char* cause = "")
{
    EndedReport report;
    report.signal = number;
    report.cause = cause;
    return report;
}

} // namespace

Q_DECLARE_METATYPE(sandbench::RunEvidence)
Q_DECLARE_METATYPE(sandbench::Verdict)

class SessionVerdictTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void judgesByTheTable_data();
    void judgesByTheTable();
    void howTheAgentWasLostComesBeforeWhy();
    void readsAReportWithoutBelievingIt();
    void namesEveryVerdict();
};

void SessionVerdictTest::judgesByTheTable_data()
{
    QTest::addColumn<RunEvidence>("evidence");
    QTest::addColumn<Verdict>("verdict");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<int>("signal");
    QTest::addColumn<int>("warnings");
    const auto row = [](const char* name, RunEvidence evidence, Verdict verdict, int code,
                        int signal, int warnings = 0) {
        QTest::newRow(name) << evidence << verdict << code << signal << warnings;
    };
    const auto because
        = [](KilledBecause why, std::optional<EndedReport> ended, bool lost = false) {
              RunEvidence evidence;
              evidence.killed = why;
              evidence.ended = std::move(ended);
              evidence.agentLost = lost;
              return evidence;
          };
    const auto ended = [](EndedReport report, std::uint64_t oomKills = 0) {
        RunEvidence evidence;
        evidence.ended = std::move(report);
        evidence.oomKills = oomKills;
        return evidence;
    };
    using enum KilledBecause;

    row("exit 0", ended(exited(0)), Verdict::Exited, 0, kNone);
    row("exit 137 by itself", ended(exited(137)), Verdict::Exited, 137, kNone);
    row("exit 124 by itself", ended(exited(124)), Verdict::Exited, 124, kNone);
    row("SIGTERM by itself", ended(signaled(SIGTERM)), Verdict::Signaled, kNone, SIGTERM);
    row("SIGSEGV", ended(signaled(SIGSEGV)), Verdict::Signaled, kNone, SIGSEGV);
    row("SIGKILL from nowhere", ended(signaled(SIGKILL)), Verdict::Signaled, kNone, SIGKILL, 1);
    row("wall", ended(signaled(SIGKILL, "wall")), Verdict::WallTimeout, kNone, SIGKILL);
    row("cpu", ended(signaled(SIGKILL, "cpu")), Verdict::CpuTimeout, kNone, SIGKILL);
    row("output", ended(signaled(SIGKILL, "output")), Verdict::OutputLimit, kNone, SIGKILL);
    row("wall, counted as memory too", ended(signaled(SIGKILL, "wall"), 1), Verdict::WallTimeout,
        kNone, SIGKILL, 1);
    row("memory", ended(signaled(SIGKILL), 1), Verdict::OutOfMemory, kNone, SIGKILL);
    row("a child's memory", ended(exited(0), 1), Verdict::Exited, 0, kNone, 1);
    row("children's memory, 137 passed on", ended(exited(137), 3), Verdict::Exited, 137, kNone, 1);

    row("stopped", because(StopRequested, signaled(SIGKILL, "killed")), Verdict::Cancelled, kNone,
        SIGKILL);
    row("stopped, no report yet", because(StopRequested, std::nullopt), Verdict::Cancelled, kNone,
        kNone);
    row("stopped, agent gone", because(StopRequested, std::nullopt, true), Verdict::Cancelled,
        kNone, kNone);
    row("stopped too late", because(StopRequested, exited(0)), Verdict::Exited, 0, kNone, 1);
    row("stopped after its wall limit", because(StopRequested, signaled(SIGKILL, "wall")),
        Verdict::WallTimeout, kNone, SIGKILL);
    row("killed by somebody else", because(Nothing, signaled(SIGKILL, "killed")),
        Verdict::Cancelled, kNone, SIGKILL);
    row("wall guard, killed", because(WallGuard, signaled(SIGKILL, "killed")), Verdict::WallTimeout,
        kNone, SIGKILL);
    row("wall guard, sandbox ended", because(WallGuard, std::nullopt, true), Verdict::WallTimeout,
        kNone, kNone);
    row("session closed", because(SessionClosed, std::nullopt, true), Verdict::Cancelled, kNone,
        kNone);
    row("agent gone", because(Nothing, std::nullopt, true), Verdict::AgentLost, kNone, kNone);
    row("agent says nothing", because(Nothing, EndedReport()), Verdict::AgentLost, kNone, kNone);
    auto lostToMemory = because(Nothing, std::nullopt, true);
    lostToMemory.oomKills = 2;
    row("agent lost to memory", lostToMemory, Verdict::OutOfMemory, kNone, kNone);

    auto endedByMemory = because(Nothing, std::nullopt, true);
    endedByMemory.endedByMemory = true;
    endedByMemory.endCause = "the engine saw the kernel end the container for its memory";
    row("sandbox ended for its memory", endedByMemory, Verdict::OutOfMemory, kNone, kNone);
    auto endedFromOutside = because(Nothing, std::nullopt, true);
    endedFromOutside.endCause = "the container was killed from outside (signal 9)";
    row("sandbox killed from outside", endedFromOutside, Verdict::AgentLost, kNone, kNone);

    auto manyForks = ended(exited(0));
    manyForks.pidsDenied = 3;
    row("forks refused", manyForks, Verdict::Exited, 0, kNone, 1);

    auto interrupted = ended(signaled(SIGINT, "signal_requested"));
    interrupted.signalsSent = {SIGINT};
    row("signal by the user", interrupted, Verdict::Cancelled, kNone, SIGINT);
    auto other = ended(signaled(SIGSEGV));
    other.signalsSent = {SIGINT};
    row("another signal than the user's", other, Verdict::Signaled, kNone, SIGSEGV);
    auto handled = ended(exited(0));
    handled.signalsSent = {SIGINT};
    row("signal handled", handled, Verdict::Exited, 0, kNone);
    auto cell = ended(exited(1));
    cell.signalsSent = {SIGINT};
    cell.inContext = true;
    row("cell fails after a signal", cell, Verdict::Exited, 1, kNone);
    cell.sawInterrupt = true;
    row("cell interrupted", cell, Verdict::Cancelled, 1, kNone);

    auto large = ended(signaled(SIGXFSZ));
    row("SIGXFSZ without a limit", large, Verdict::Signaled, kNone, SIGXFSZ);
    large.hasFileLimit = true;
    row("SIGXFSZ", large, Verdict::DiskLimit, kNone, SIGXFSZ);
    auto slow = ended(signaled(SIGXCPU));
    row("SIGXCPU that the agent does not explain", slow, Verdict::Signaled, kNone, SIGXCPU);
    slow.ended->cause = "cpu";
    row("SIGXCPU", slow, Verdict::CpuTimeout, kNone, SIGXCPU);
    auto full = ended(exited(1));
    full.ended->fullScratch = {"/work"};
    row("failed, disk full", full, Verdict::DiskLimit, 1, kNone);
    full.ended->exitCode = 0;
    row("fine, disk full", full, Verdict::Exited, 0, kNone);
}

void SessionVerdictTest::judgesByTheTable()
{
    QFETCH(RunEvidence, evidence);
    QFETCH(Verdict, verdict);
    QFETCH(int, exitCode);
    QFETCH(int, signal);
    QFETCH(int, warnings);
    const auto result = judgeRun(evidence);
    QCOMPARE(
        QByteArray(verdictName(result.verdict).data()), QByteArray(verdictName(verdict).data()));
    QCOMPARE(result.exitCode.value_or(kNone), exitCode);
    QCOMPARE(result.signal.value_or(kNone), signal);
    QCOMPARE(static_cast<int>(result.warnings.size()), warnings);
    QVERIFY(!result.evidence.empty());
}

void SessionVerdictTest::howTheAgentWasLostComesBeforeWhy()
{
    RunEvidence evidence;
    evidence.agentLost = true;
    QCOMPARE(judgeRun(evidence).evidence, std::string("the sandbox's agent is gone"));
    evidence.loss = "the sandbox's agent is gone (the token is expired)";
    QCOMPARE(judgeRun(evidence).evidence, evidence.loss);
    evidence.endCause = "the container ended";
    QCOMPARE(judgeRun(evidence).evidence, evidence.loss + ": the container ended");
}

void SessionVerdictTest::readsAReportWithoutBelievingIt()
{
    const auto report = readEndedReport(
        {{"exit_code", 300},
         {"signal", "nine"},
         {"cause", 7},
         {"wall_seconds", -1},
         {"cpu_seconds", 1e300},
         {"max_rss_bytes", -5},
         {"oom_kills", -1},
         {"pids_denied", "many"},
         {"memory_peak_bytes", -7},
         {"scratch_full", {1, "/tmp", nullptr}}});
    QVERIFY(!report.exitCode && !report.signal);
    QVERIFY(report.cause.empty());
    QCOMPARE(report.wallSeconds, 0.0);
    QCOMPARE(report.cpuSeconds, 0.0);
    QCOMPARE(report.maxRssBytes, 0U);
    QCOMPARE(report.oomKills, 0U);
    QCOMPARE(report.pidsDenied, 0U);
    QVERIFY(!report.memoryPeakBytes);
    QCOMPARE(report.fullScratch.size(), std::size_t(1));
    const auto both = readEndedReport({{"exit_code", 0}, {"signal", 9}});
    QVERIFY(!both.exitCode);
    QCOMPARE(both.signal.value_or(0), 9);
    QVERIFY(readEndedReport(Json::array()).contextAlive);
}

void SessionVerdictTest::namesEveryVerdict()
{
    for (int i = 0; i <= static_cast<int>(Verdict::AgentLost); ++i)
        QVERIFY(!verdictName(static_cast<Verdict>(i)).empty());
}

SANDBENCH_TEST(SessionVerdictTest);
#include "tst_session_verdict.moc"
