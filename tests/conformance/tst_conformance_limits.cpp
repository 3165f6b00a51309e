// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/conformance_test.h"
#include "tests/support/test_program.h"

#include <csignal>
#include <memory>
#include <string>
#include <thread>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::string_literals;

/// Limits, stops and every ending that is not the program's own.
class ConformanceLimitsTest : public ConformanceTest
{
    Q_OBJECT

private Q_SLOTS:
    void endsARunAtItsWallClockLimit();
    void takesAFractionOfASecondForOne_data();
    void takesAFractionOfASecondForOne();
    void endsProgramsThatIgnoreSignals();
    void killsBackgroundChildrenWithTheRun();
    void endsARunAtItsCpuLimit();
    void runsWithoutALimitForZero();
    void provesOutOfMemoryByTheKernelsCounter();
    void warnsWhenOnlyAChildRanOutOfMemory();
    void endsARunAtItsOutputLimit();
    void endsAnErrorFloodToo();
    void saysWhenTheDiskWasFull();
    void saysWhenAFileGrewTooLarge();
    void holdsAForkBomb();
    void cancelsAndKeepsTheOutput();
    void doesNotStartWhatWasStopped();
    void tellsASignalByTheUserFromOthers();
    void survivesAProgramThatKillsItsParents();
    void endsRunsWhenTheSessionCloses();
    void closesTwice();
    void failsEveryCallAfterClosing();
    void isCalledAsWasAsked();
    void hasNoNetwork();
    void hasALoopbackOfItsOwn();
    void measuresWhatASessionUses();

protected:
    std::vector<std::string> engines() const override { return TestEngine::names(); }
    SessionSpec spec() const override
    {
        auto spec = ConformanceTest::spec();
        spec.sandbox.limits.memoryBytes = 256ULL << 20;
        spec.sandbox.limits.diskBytes = 64ULL << 20;
        spec.sandbox.limits.pids = 64;
        spec.sandbox.hostname = "lab-1";
        return spec;
    }
    bool sharesItsSession() const override { return true; }

private:
    void runsNext() { QCOMPARE(m_box->python("print('next')").stdoutBytes, "next\n"s); }
    /// What the engine itself says that it could not apply.
    bool lacks(std::string_view layer)
    {
        const auto& missing = session().isolation().missing;
        return std::any_of(missing.begin(), missing.end(), [layer](const MissingLayer& one) {
            return one.layer == layer;
        });
    }
};

void ConformanceLimitsTest::endsARunAtItsWallClockLimit()
{
    auto request = pythonRequest(
        "import time\nprint('partial', flush=True)\ntime.sleep(30)\nopen('late', 'w').write('x')");
    request.limits.wallSeconds = 1;
    const auto record = m_box->run(request);
    QCOMPARE(endingOf(record), "wall_timeout"s);
    QVERIFY(record.wallSeconds >= 0.95);
    QCOMPARE(record.stdoutBytes, "partial\n"s);
    QCOMPARE(exitStatusOf(record), 124);
    QCOMPARE(m_box->bash("ls late").stdoutBytes, ""s);
    runsNext();
}

void ConformanceLimitsTest::takesAFractionOfASecondForOne_data()
{
    QTest::addColumn<double>("seconds");
    QTest::newRow("a tenth") << 0.1;
    QTest::newRow("a half") << 0.5;
}

void ConformanceLimitsTest::takesAFractionOfASecondForOne()
{
    QFETCH(double, seconds);
    auto request = bashRequest("sleep 30");
    request.limits.wallSeconds = seconds;
    QCOMPARE(endingOf(m_box->run(request)), "wall_timeout"s);
}

void ConformanceLimitsTest::endsProgramsThatIgnoreSignals()
{
    auto request = bashRequest("trap '' TERM INT HUP QUIT\nwhile :; do sleep 1; done");
    request.limits.wallSeconds = 0.5;
    QCOMPARE(endingOf(m_box->run(request)), "wall_timeout"s);
}

void ConformanceLimitsTest::killsBackgroundChildrenWithTheRun()
{
    auto request = bashRequest(
        "sleep 4711 & setsid sleep 4712 & (setsid sh -c 'setsid sleep 4713 &') ; sleep 30");
    request.limits.wallSeconds = 0.5;
    QCOMPARE(endingOf(m_box->run(request)), "wall_timeout"s);
    QCOMPARE(m_box->bash(kCountSleeps).stdoutBytes, "0\n"s);
}

void ConformanceLimitsTest::endsARunAtItsCpuLimit()
{
    auto request = pythonRequest("while True: pass");
    request.limits.cpuSeconds = 1;
    const auto record = m_box->run(request);
    QCOMPARE(endingOf(record), "cpu_timeout"s);
    // Less than the second, for the kernel ends it by ticks; told as the clock saw it.
    QVERIFY2(record.cpuSeconds > 0.2, std::to_string(record.cpuSeconds).c_str());
}

void ConformanceLimitsTest::runsWithoutALimitForZero()
{
    auto request = bashRequest("echo unlimited");
    request.limits = {};
    request.limits.wallSeconds = 0;
    request.limits.outputBytes = 0;
    QCOMPARE(endingOf(m_box->run(request)), "exited 0"s);
}

void ConformanceLimitsTest::provesOutOfMemoryByTheKernelsCounter()
{
    const auto record
        = m_box->python("print('before', flush=True)\nx = bytearray(600 << 20)\nprint(len(x))");
    if (endingOf(record) == "exited 0")
        SKIP_WITHOUT("cgroups", "this engine cannot limit memory here");
    QCOMPARE(endingOf(record), "out_of_memory"s);
    QCOMPARE(record.stdoutBytes, "before\n"s);
    QCOMPARE(exitStatusOf(record), 137);
    QVERIFY(!record.exitCode);
    runsNext();
}

void ConformanceLimitsTest::warnsWhenOnlyAChildRanOutOfMemory()
{
    const auto record
        = m_box->bash("python3 -c 'x = bytearray(600 << 20)'; echo child ended with $?; exit 0");
    if (record.stdoutBytes == "child ended with 0\n")
        SKIP_WITHOUT("cgroups", "this engine cannot limit memory here");
    QCOMPARE(endingOf(record), "exited 0"s);
    QCOMPARE(record.stdoutBytes, "child ended with 137\n"s);
    QCOMPARE(
        record.warnings,
        std::vector<std::string>{"1 process in the sandbox was killed for memory"});
}

void ConformanceLimitsTest::endsARunAtItsOutputLimit()
{
    auto request = bashRequest("yes");
    request.limits.outputBytes = 1U << 20;
    const auto record = m_box->run(request);
    QCOMPARE(endingOf(record), "output_limit"s);
    QCOMPARE(record.stdoutTotal, std::uint64_t(1U << 20));
    QCOMPARE(record.stdoutBytes.size(), std::size_t(1U << 20));
    QVERIFY(record.truncated);
    QCOMPARE(exitStatusOf(record), 122);
    runsNext();
}

void ConformanceLimitsTest::endsAnErrorFloodToo()
{
    auto request = bashRequest("yes >&2");
    request.limits.outputBytes = 100'000;
    const auto record = m_box->run(request);
    QCOMPARE(endingOf(record), "output_limit"s);
    QCOMPARE(record.stderrTotal, 100'000U);
}

void ConformanceLimitsTest::saysWhenTheDiskWasFull()
{
    const auto record = m_box->bash("cat /dev/zero > big; exit 1");
    if (lacks("disk limit")) {
        // Kubernetes before 1.22: only the memory bounds it. What fills it may leave none to reach
        // the agent with, and then nothing but that is known.
        const auto ending = endingOf(record);
        QVERIFY2(ending == "out_of_memory" || ending.starts_with("agent_lost: "), ending.c_str());
        QVERIFY(!record.exitCode);
        return;
    }
    QCOMPARE(endingOf(record), "disk_limit"s);
    QCOMPARE(exitStatusOf(record), 122);
    // The next program runs all the same, and can make room.
    QCOMPARE(m_box->bash("rm big; echo freed").stdoutBytes, "freed\n"s);
    QVERIFY(session().isAlive());
}

void ConformanceLimitsTest::saysWhenAFileGrewTooLarge()
{
    auto request = bashRequest("exec head -c 10000000 /dev/zero > big");
    request.limits.fileBytes = 1U << 20;
    QCOMPARE(endingOf(m_box->run(request)), "disk_limit"s);
}

void ConformanceLimitsTest::holdsAForkBomb()
{
    auto request = pythonRequest(
        "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass");
    request.limits.wallSeconds = 1;
    QCOMPARE(endingOf(m_box->run(request)), "wall_timeout"s);
    runsNext();
}

void ConformanceLimitsTest::cancelsAndKeepsTheOutput()
{
    std::stop_source stop;
    RecordingSink sink;
    Clock::time_point stopped;
    sink.whenOutput = [&](const std::string& out) {
        if (!out.ends_with('\n'))
            return; // an unbuffered print() writes twice
        stopped = Clock::now();
        stop.request_stop();
    };
    const auto record = m_box->run(
        pythonRequest("import time\nprint('here', flush=True)\ntime.sleep(60)"), sink,
        stop.get_token());
    const auto took = secondsSince(stopped);
    QCOMPARE(endingOf(record), "cancelled"s);
    qInfo("cancelled in %.0f ms", took * 1000);
    QCOMPARE(record.stdoutBytes, "here\n"s);
    QCOMPARE(exitStatusOf(record), 130);
    runsNext();
}

void ConformanceLimitsTest::doesNotStartWhatWasStopped()
{
    std::stop_source stop;
    stop.request_stop();
    RunSink sink;
    const auto record = session().run(bashRequest("touch started"), sink, stop.get_token());
    QVERIFY(!record);
    QCOMPARE(record.error().code(), ErrorCode::Cancelled);
    QCOMPARE(m_box->bash("ls").stdoutBytes.find("started"), std::string::npos);
}

void ConformanceLimitsTest::tellsASignalByTheUserFromOthers()
{
    RecordingSink sink;
    sink.whenOutput = [&](const std::string&) { QVERIFY(session().signal(sink.runId, SIGTERM)); };
    const auto record = m_box->run(bashRequest("echo ready; exec sleep 60"), sink);
    QCOMPARE(endingOf(record), "cancelled"s);
    QCOMPARE(record.signal.value_or(0), SIGTERM);
    QCOMPARE(session().signal(sink.runId, SIGTERM).error().code(), ErrorCode::NotFound);
}

void ConformanceLimitsTest::survivesAProgramThatKillsItsParents()
{
    const auto record = m_box->python("import os, time\nprint('partial', flush=True)\n"
                                      "for pid in (1, os.getppid()):\n    try: os.kill(pid, 9)\n"
                                      "    except OSError: pass\ntime.sleep(0.2)");
    QCOMPARE(record.stdoutBytes, "partial\n"s);
    // An agent that can be killed takes its sandbox along; one that cannot serves on.
    if (session().isAlive())
        runsNext();
    else
        QCOMPARE(record.verdict, Verdict::AgentLost);
}

void ConformanceLimitsTest::endsRunsWhenTheSessionCloses()
{
    RecordingSink sink;
    std::jthread closer;
    sink.whenStarted = [&](const std::string&) {
        closer = std::jthread([&] { [[maybe_unused]] const auto closed = session().close(); });
    };
    const auto record = m_box->run(bashRequest("sleep 60"), sink);
    QCOMPARE(endingOf(record), "cancelled"s);
}

void ConformanceLimitsTest::closesTwice()
{
    runsNext();
    const auto begin = Clock::now();
    QVERIFY(session().close());
    const auto took = secondsSince(begin);
    qInfo("closed in %.0f ms", took * 1000);
    QVERIFY(session().close());
}

void ConformanceLimitsTest::failsEveryCallAfterClosing()
{
    QVERIFY(session().close());
    QVERIFY(!session().isAlive());
    RunSink sink;
    QCOMPARE(session().run(bashRequest(""), sink, {}).error().code(), ErrorCode::ConnectionLost);
    QCOMPARE(session().readGuestFile("x", 1, {}).error().code(), ErrorCode::ConnectionLost);
    QCOMPARE(session().writeFile("x", "", 0644, {}).error().code(), ErrorCode::ConnectionLost);
    QCOMPARE(session().openContext("c", "python").error().code(), ErrorCode::ConnectionLost);
    QCOMPARE(session().metrics().error().code(), ErrorCode::ConnectionLost);
}

void ConformanceLimitsTest::hasNoNetwork()
{
    const auto record = m_box->python(
        "import socket\nfor where in (('127.0.0.1', 22), ('192.0.2.1', 80)):\n"
        "    try:\n        s = socket.socket(); s.settimeout(2); s.connect(where)\n"
        "        print('connected')\n    except TimeoutError:\n        print('nobody answered')\n"
        "    except OSError:\n        print('refused')");
    QCOMPARE(record.stdoutBytes, "refused\nrefused\n"s);
}

void ConformanceLimitsTest::isCalledAsWasAsked()
{
    const auto record = m_box->python(
        "import socket\nprint(socket.gethostname(), open('/etc/hostname').read().strip())");
    QCOMPARE(record.stdoutBytes, "lab-1 lab-1\n"s);
}

void ConformanceLimitsTest::hasALoopbackOfItsOwn()
{
    // The same port in two sandboxes at once, and again in the next run of one of them.
    const std::string serve
        = "import socket\ns = socket.create_server(('127.0.0.1', 8000))\n"
          "c = socket.create_connection(('127.0.0.1', 8000))\n"
          "c.sendall(b'served\\n')\nprint(s.accept()[0].recv(100).decode(), end='')";
    if (lacks("network policy")) {
        // A cluster that does not keep a pod from the network: then nothing has any sockets.
        const auto record = m_box->python(serve);
        QVERIFY(record.error);
        QCOMPARE(record.error->name, "PermissionError"s);
        return;
    }
    const auto other = m_box->openAnother();
    QVERIFY(other);
    RecordingSink sink;
    auto held = pythonRequest(serve + "\nimport sys; sys.stdout.flush(); input()");
    held.liveInput = true;
    RunRecord beside;
    sink.whenOutput = [&](const std::string&) {
        beside = m_box->python(serve);
        QVERIFY(other->closeInput(sink.runId));
    };
    const auto record = runRequest(*other, held, sink);
    QCOMPARE(record.stdoutBytes, "served\n"s);
    QCOMPARE(beside.stdoutBytes, "served\n"s);
    QCOMPARE(m_box->python(serve).stdoutBytes, "served\n"s);
}

void ConformanceLimitsTest::measuresWhatASessionUses()
{
    runsNext();
    const auto metrics = session().metrics();
    QVERIFY(metrics);
    QVERIFY(metrics->memoryBytes > 0);
    QVERIFY(metrics->processes > 0);
    QCOMPARE(metrics->memoryLimitBytes, 256ULL << 20);
}

SANDBENCH_TEST(ConformanceLimitsTest);
#include "tst_conformance_limits.moc"
