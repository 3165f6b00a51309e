// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/hostile_fixture.h"
#include "tests/support/test_program.h"

#include <future>

using namespace sandbench;
using namespace sandbench::test;

/// Programs that misuse processes, signals and time.
class TestHostileProcesses : public HostileTest
{
    Q_OBJECT

private Q_SLOTS:
    void endsAForkLoop()
    {
        const auto record = python(
            "import os\nwhile True:\n  try: os.fork()\n  except OSError: pass\n", wallLimit(2));
        QVERIFY2(record.verdict == Verdict::WallTimeout, text(record));
        QVERIFY2(tellsProcessLimit(record), text(record));
    }

    void endsAShellForkBombThatNoOtherSandboxNotices()
    {
        auto other = engine().open(smallLimits());
        QVERIFY2(other, engine().problem().c_str());
        auto bomb = std::async(std::launch::async, [this] {
            return run("bash", ":(){ :|:& };:\nwait; sleep 30", wallLimit(3));
        });
        const auto neighbour
            = runIn(*other, "bash", "for i in 1 2 3 4 5 6 7 8 9; do sh -c 'echo $0' $i; done");
        const auto record = bomb.get();
        QCOMPARE(out(neighbour), QByteArray("1\n2\n3\n4\n5\n6\n7\n8\n9\n"));
        QVERIFY2(!hasWarning(neighbour, "The process limit was reached"), text(neighbour));
        // The shell either waits for its bomb until the limit, or cannot fork and gives up.
        QVERIFY2(
            record.verdict == Verdict::WallTimeout || record.verdict == Verdict::Exited,
            text(record));
        QVERIFY2(tellsProcessLimit(record), text(record));
    }

    void killsADaemonWhenTheRunEnds()
    {
        const auto record = python("import os, sys, time\n"
                                   "if os.fork() == 0:\n"
                                   "  os.setsid()\n"
                                   "  if os.fork() == 0:\n"
                                   "    time.sleep(600)\n"
                                   "  os._exit(0)\n"
                                   "print('main ends')\n");
        QVERIFY2(record.verdict == Verdict::Exited && record.exitCode == 0, text(record));
        QCOMPARE(out(record), QByteArray("main ends\n"));
        QVERIFY2(record.wallSeconds < 30, text(record));
    }

    void doesNotWaitForADaemonThatHoldsTheOutput()
    {
        const auto record = run("bash", "sleep 600 & disown; echo done");
        QVERIFY2(record.verdict == Verdict::Exited && record.exitCode == 0, text(record));
        QCOMPARE(out(record), QByteArray("done\n"));
        QVERIFY2(record.wallSeconds < 30, text(record));
    }

    void killsAProgramThatIgnoresSignals()
    {
        const auto record = python(
            "import signal, time\n"
            "for s in range(1, 65):\n"
            "  try: signal.signal(s, signal.SIG_IGN)\n"
            "  except (OSError, ValueError): pass\n"
            "print('deaf', flush=True)\n"
            "while True: time.sleep(1)\n",
            wallLimit(1));
        QVERIFY2(record.verdict == Verdict::WallTimeout, text(record));
        QCOMPARE(out(record), QByteArray("deaf\n"));
        QVERIFY2(record.wallSeconds < 1 + 30, text(record));
    }

    void killsAProgramThatStopsItselfAndItsAgent()
    {
        const auto record = run(
            "bash", "kill -STOP 1; kill -STOP $PPID; kill -STOP $$; echo never", wallLimit(1));
        QVERIFY2(record.verdict == Verdict::WallTimeout, text(record));
        QCOMPARE(out(record), QByteArray());
    }

    void tellsCpuTimeFromWallTime()
    {
        RunLimits limits;
        limits.wallSeconds = 30;
        limits.cpuSeconds = 1;
        const auto busy = python("while True: pass", limits);
        QVERIFY2(busy.verdict == Verdict::CpuTimeout, text(busy));
        const auto backtracking = python("import re\nre.match(r'(a+)+$', 'a' * 40 + 'b')", limits);
        QVERIFY2(backtracking.verdict == Verdict::CpuTimeout, text(backtracking));
        const auto idle = python("import time\ntime.sleep(10**9)", wallLimit(1));
        QVERIFY2(idle.verdict == Verdict::WallTimeout, text(idle));
        // The kernel ends a program by ticks and tells its time by the clock: beside programs that
        // sleep much, a second of ticks was seen to be 0.79 s of time.
        QVERIFY2(idle.cpuSeconds < busy.cpuSeconds, text(busy));
    }

    void countsThreadsAsProcesses()
    {
        const auto record = python("import threading, time\n"
                                   "n = 0\n"
                                   "try:\n"
                                   "  for n in range(10000): threading.Thread(target=time.sleep, "
                                   "args=(60,), daemon=True).start()\n"
                                   "except RuntimeError as e: print(n < 70, e)\n");
        QVERIFY2(record.stdoutBytes.starts_with("True can't start new thread"), text(record));
        QVERIFY2(tellsProcessLimit(record), text(record));
    }

    void survivesAProgramThatKillsEverythingItCan()
    {
        // The agent is process 1, which no signal from inside reaches.
        const auto everything = run("bash", "kill -9 -1; echo still here", wallLimit(10));
        QVERIFY2(everything.verdict == Verdict::Exited, text(everything));
        QCOMPARE(out(everything), QByteArray("still here\n"));
        // Python's parent is the interpreter server; the agent is then the one that reaps. Where
        // the agent is another user, it may not even be tried.
        const auto parent = python(
            "import os\nfor pid in (1, os.getppid()):\n  try: os.kill(pid, 9)\n"
            "  except PermissionError: pass\nprint('still here')",
            wallLimit(10));
        QVERIFY2(parent.verdict == Verdict::Exited && parent.exitCode == 0, text(parent));
        QCOMPARE(out(parent), QByteArray("still here\n"));
    }

    void cannotTraceTheAgent()
    {
        const auto record
            = python("import ctypes, errno\n"
                     "libc = ctypes.CDLL(None, use_errno=True)\n"
                     "print(libc.ptrace(16, 1, 0, 0), ctypes.get_errno() == errno.EPERM)\n"
                     "for path in ('/proc/1/mem', '/proc/1/fd/0', '/proc/1/fd/1'):\n"
                     "  try: open(path, 'r+b', 0).write(b'x'); print('WROTE', path)\n"
                     "  except OSError: pass\n");
        QCOMPARE(out(record), QByteArray("-1 True\n"));
    }

    void reportsItsOwnExitCodes_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<int>("wanted");
        for (const int code : {0, 1, 124, 125, 126, 127, 130, 137, 139, 143, 255})
            QTest::addRow("%d", code)
                << "import sys; sys.exit(" + QByteArray::number(code) + ")" << code;
        QTest::newRow("minus one") << QByteArray("import sys; sys.exit(-1)") << 255;
        QTest::newRow("text") << QByteArray("raise SystemExit('text')") << 1;
        QTest::newRow("os._exit") << QByteArray("import os; os._exit(137)") << 137;
    }

    void reportsItsOwnExitCodes()
    {
        QFETCH(QByteArray, code);
        QFETCH(int, wanted);
        const auto record = python(code.toStdString());
        QVERIFY2(record.verdict == Verdict::Exited, text(record));
        QCOMPARE(record.exitCode, std::optional<int>(wanted));
    }

    void reportsTheSignalThatEndedIt()
    {
        const auto aborted = python("import os; os.abort()");
        QVERIFY2(aborted.verdict == Verdict::Signaled && aborted.signal == 6, text(aborted));
        const auto crashed = python("import ctypes; ctypes.string_at(0)");
        QVERIFY2(crashed.verdict == Verdict::Signaled && crashed.signal == 11, text(crashed));
        const auto term = run("bash", "kill -TERM $$");
        QVERIFY2(term.verdict == Verdict::Signaled && term.signal == 15, text(term));
        // The usual stack of 8 MiB takes it half a minute.
        const auto overflow = run("bash", "ulimit -s 512; f() { f; }; f");
        QVERIFY2(overflow.verdict == Verdict::Signaled && overflow.signal == 11, text(overflow));
        const auto cores = run("bash", "sh -c 'kill -SEGV $$'; ls core* 2>/dev/null; echo none");
        QCOMPARE(out(cores), QByteArray("none\n"));
    }

    void cannotChangeTheClock()
    {
        const auto record
            = python("import time\n"
                     "try: time.clock_settime(time.CLOCK_REALTIME, 0); print('CHANGED')\n"
                     "except PermissionError: print('refused')");
        QCOMPARE(out(record), QByteArray("refused\n"));
    }

    void reapsAFarmOfZombies()
    {
        auto session = engine().open(smallLimits());
        QVERIFY2(session, engine().problem().c_str());
        const auto farm = runIn(
            *session, "python",
            "import os\n"
            "for i in range(40):\n"
            "  if os.fork() == 0: os._exit(0)\n"
            "print('farm')");
        QCOMPARE(out(farm), QByteArray("farm\n"));
        // As many again fit only because nothing of them is left.
        const auto after = runIn(
            *session, "bash",
            "for i in $(seq 50); do sleep 60 & done; grep -l 'State:.Z' /proc/[0-9]*/status | wc "
            "-l");
        QCOMPARE(out(after), QByteArray("0\n"));
        QVERIFY2(!hasWarning(after, "The process limit was reached"), text(after));
    }
};

SANDBENCH_TEST(TestHostileProcesses);
#include "tst_hostile_processes.moc"
