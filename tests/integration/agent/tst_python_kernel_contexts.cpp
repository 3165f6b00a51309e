// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/agent/python_kernel_driver.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;

/// Contexts, and how servers and seats end.
class TestPythonKernelContexts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void keepsItsNamespaceBetweenCells();
    void showsTheValueOfALastExpression_data();
    void showsTheValueOfALastExpression();
    void survivesExceptionsAndExits();
    void survivesAnInterrupt();
    void showsTheSourceOfEachCellInTracebacks();
    void endsForkedChildrenAtTheCellsEnd();
    void capturesChildrenAndFiguresOfACell();
    void tellsHowASeatDied_data();
    void tellsHowASeatDied();
    void seatsAndServersEndWithTheirSockets();
    void appliesLimits();
    void takesAPacketNearTheLimit();
    void givesATerminalToAProgram();
    void theServerOutlivesSignalsOfItsPrograms();

private:
    std::string cwd() const { return m_folder.path().toStdString(); }

    QTemporaryDir m_folder;
    std::unique_ptr<PythonKernel> m_kernel;
};

void TestPythonKernelContexts::init()
{
    m_kernel = std::make_unique<PythonKernel>();
    m_kernel->bare().waitReady();
}

void TestPythonKernelContexts::keepsItsNamespaceBetweenCells()
{
    KernelContext context(m_kernel->bare(), cwd());
    QCOMPARE(
        context.cell("import math\nx = 2\ndef area(r): return math.floor(math.pi * r * x)\n")
            .status,
        0);
    QCOMPARE(context.cell("print(area(2), __name__)\n").out, std::string("12 __main__\n"));
    QCOMPARE(context.cell("from __future__ import annotations\n").status, 0);
    const auto later = context.cell("def f(a: Unknown): pass\nprint(f.__annotations__)\n");
    QCOMPARE(QByteArray::fromStdString(later.out + later.err), QByteArray("{'a': 'Unknown'}\n"));
    KernelContext other(m_kernel->bare(), cwd());
    QCOMPARE(other.cell("x\n").status, 1);
}

void TestPythonKernelContexts::showsTheValueOfALastExpression_data()
{
    QTest::addColumn<QByteArray>("cell");
    QTest::addColumn<QByteArray>("expected"); // "mime:size mime:size|body", empty for no record
    QTest::newRow("number") << QByteArray("1\n6 * 7\n") << QByteArray("text/plain|42");
    QTest::newRow("None") << QByteArray("None\n") << QByteArray();
    QTest::newRow("no expression") << QByteArray("x = 1\n") << QByteArray();
    QTest::newRow("empty") << QByteArray("") << QByteArray();
    QTest::newRow("text") << QByteArray("'ä'\n") << QByteArray("text/plain|'ä'");
    QTest::newRow("html") << QByteArray("class A:\n  def _repr_html_(self): return '<b>'\n"
                                        "  def __repr__(self): return 'A'\nA()\n")
                          << QByteArray("text/html text/plain|<b>A");
    QTest::newRow("bundle") << QByteArray(
        "class A:\n  def _repr_mimebundle_(self, include=None, exclude=None): return "
        "{'text/plain': 'p', 'image/png': b'\\x89'}\nA()\n")
                            << QByteArray("text/plain image/png|p\x89");
    QTest::newRow("raising html") << QByteArray(
        "class A:\n  def _repr_html_(self): 1 / 0\n  def __repr__(self): return 'A'\nA()\n")
                                  << QByteArray("text/plain|A");
    QTest::newRow("previous") << QByteArray("_\n") << QByteArray("text/plain|'kept'");
}

void TestPythonKernelContexts::showsTheValueOfALastExpression()
{
    QFETCH(QByteArray, cell);
    QFETCH(QByteArray, expected);
    KernelContext context(m_kernel->bare(), cwd());
    QCOMPARE(context.cell("'kept'\n").records("result").size(), std::size_t{1});
    const auto outcome = context.cell(cell.toStdString());
    QCOMPARE(outcome.status, 0);
    QCOMPARE(outcome.out + outcome.err, std::string());
    QByteArray seen;
    for (const auto& record : outcome.records("result")) {
        QByteArrayList mimes;
        for (const auto& part : jsonField(record.header, "parts"))
            mimes << QByteArray::fromStdString(jsonString(part, "mime"));
        seen += mimes.join(' ') + '|' + QByteArray::fromStdString(record.body);
    }
    QCOMPARE(seen, expected);
}

void TestPythonKernelContexts::survivesExceptionsAndExits()
{
    KernelContext context(m_kernel->bare(), cwd());
    const auto failed = context.cell("x = 5\n1 / 0\n");
    QCOMPARE(failed.status, 1);
    QCOMPARE(failed.records("error").size(), std::size_t{1});
    QCOMPARE(context.cell("import sys\nsys.exit(7)\n").status, 7);
    const auto text = context.cell("sys.exit('why')\n");
    QCOMPARE(text.status, 1);
    QCOMPARE(text.err, std::string("why\n"));
    QCOMPARE(context.cell("a = = 1\n").status, 1);
    QCOMPARE(context.cell("print(x)\n").out, std::string("5\n"));
}

void TestPythonKernelContexts::survivesAnInterrupt()
{
    KernelContext context(m_kernel->bare(), cwd());
    context.start("import time\nx = 1\nprint('in', flush=True)\ntime.sleep(30)\n");
    pollfd output = {context.output().get(), POLLIN, 0};
    QCOMPARE(::poll(&output, 1, 20'000), 1);
    QCOMPARE(::kill(context.pid(), SIGINT), 0);
    const auto outcome = context.finish();
    QCOMPARE(outcome.status, 1);
    QVERIFY(outcome.err.find("KeyboardInterrupt") != std::string::npos);
    QCOMPARE(::kill(context.pid(), SIGINT), 0); // between cells: nothing to interrupt
    QCOMPARE(context.cell("print(x)\n").out, std::string("1\n"));
}

void TestPythonKernelContexts::showsTheSourceOfEachCellInTracebacks()
{
    KernelContext context(m_kernel->bare(), cwd());
    context.cell("def first():\n    return 1 / 0\n", "main.py");
    const auto outcome = context.cell("\n\n\nfirst()  # here\n", "main.py");
    // Python 3.13 marks the name of what is called in another way than its brackets.
    QCOMPARE(
        QByteArray::fromStdString(outcome.err).replace("~~~~~^^\n", "^^^^^^^\n"),
        QByteArray("Traceback (most recent call last):\n"
                   "  File \"main.py\", line 4, in <module>\n    first()  # here\n    ^^^^^^^\n"
                   "  File \"main.py\", line 2, in first\n    return 1 / 0\n           ~~^~~\n"
                   "ZeroDivisionError: division by zero\n"));
}

void TestPythonKernelContexts::endsForkedChildrenAtTheCellsEnd()
{
    KernelContext context(m_kernel->bare(), cwd());
    const auto outcome = context.cell(
        "import os\npid = os.fork()\nif pid: os.waitpid(pid, 0)\nprint(bool(pid), flush=True)\n");
    QCOMPARE(outcome.out, std::string("False\nTrue\n"));
    QCOMPARE(context.cell("print('one')\n").out, std::string("one\n"));
}

void TestPythonKernelContexts::capturesChildrenAndFiguresOfACell()
{
    KernelContext context(m_kernel->bare(), cwd());
    QCOMPARE(
        context.cell("import subprocess\nsubprocess.run(['echo', 'child'])\n").out,
        std::string("child\n"));
    if (context.cell("import matplotlib.pyplot as plt\n").status != 0)
        SKIP_WITHOUT("matplotlib", "matplotlib is not installed");
    QCOMPARE(
        context.cell("f = plt.figure()\nplt.plot([1])\nf\n").records("display").size(),
        std::size_t{1});
    QCOMPARE(context.cell("1\n").records("display").size(), std::size_t{0});
}

void TestPythonKernelContexts::tellsHowASeatDied_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<int>("status");
    QTest::newRow("exit 3") << QByteArray("raise SystemExit(3)") << (3 << 8);
    QTest::newRow("kill -9") << QByteArray("import os\nos.kill(os.getpid(), 9)") << 9;
    QTest::newRow("segv") << QByteArray("import os\nos.kill(os.getpid(), 11)") << 11;
}

void TestPythonKernelContexts::tellsHowASeatDied()
{
    QFETCH(QByteArray, source);
    QFETCH(int, status);
    KernelContext context(m_kernel->bare(), cwd());
    const PythonRun run = {cwd() + "/main.py", cwd()};
    QVERIFY(writeTestFile(run.path, source.toStdString()));
    // A core dump flag may be set; the signal is what counts.
    QCOMPARE(m_kernel->bare().run(run).status & ~0x80, status);
    QCOMPARE(::kill(context.pid(), SIGKILL), 0);
    const auto exited = m_kernel->bare().waitExit(context.pid());
    QCOMPARE(exited.value("status"), std::string("9"));
    QVERIFY(!exited.value("maxrss").empty());
}

void TestPythonKernelContexts::seatsAndServersEndWithTheirSockets()
{
    KernelContext context(m_kernel->bare(), cwd());
    QCOMPARE(context.cell("x = 1\n").status, 0);
    context.close();
    QCOMPARE(m_kernel->bare().waitExit(context.pid()).value("status"), std::string("0"));
    auto [pid, seat] = m_kernel->bare().takeSeat();
    seat.reset();
    QCOMPARE(m_kernel->bare().waitExit(pid).value("status"), std::string("0"));
    m_kernel->bare().close();
    QCOMPARE(m_kernel->waitEnd(10'000), 0);
}

void TestPythonKernelContexts::appliesLimits()
{
    PythonRun run = {cwd() + "/main.py", cwd()};
    run.limits = {"NOFILE:64:64", "CORE:0:0", "NO_SUCH:1:1"};
    QVERIFY(writeTestFile(
        run.path,
        "import resource as r\nprint(r.getrlimit(r.RLIMIT_NOFILE), r.getrlimit(r.RLIMIT_CORE))\n"));
    QCOMPARE(m_kernel->bare().run(run).out, std::string("(64, 64) (0, 0)\n"));
}

void TestPythonKernelContexts::takesAPacketNearTheLimit()
{
    PythonRun run = {cwd() + "/main.py", cwd()};
    run.environment = {"BIG=" + std::string(120'000, 'x')};
    run.arguments = {std::string(60'000, 'y')};
    QVERIFY(writeTestFile(
        run.path, "import os, sys\nprint(len(os.environ['BIG']), len(sys.argv[1]))\n"));
    QCOMPARE(m_kernel->bare().run(run).out, std::string("120000 60000\n"));
    // One that is cut off must not run with half of its fields.
    auto [pid, seat] = m_kernel->bare().takeSeat();
    if (trySendPacket(
            seat.get(), "run",
            {"path=" + run.path, "cwd=" + cwd(), "env=BIG=" + std::string(200'000, 'x')})) {
        const auto status = m_kernel->bare().waitExit(pid).value("status");
        QVERIFY(status != "0");
    }
}

void TestPythonKernelContexts::givesATerminalToAProgram()
{
    const UniqueFd master(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
    QVERIFY(master && ::grantpt(master.get()) == 0 && ::unlockpt(master.get()) == 0);
    UniqueFd slave(::open(::ptsname(master.get()), O_RDWR | O_NOCTTY | O_CLOEXEC));
    QVERIFY(bool(slave));
    const auto path = cwd() + "/main.py";
    QVERIFY(writeTestFile(
        path,
        "import os, sys\nprint(sys.stdin.isatty(), sys.stdout.line_buffering, "
        "os.tcgetpgrp(0) == os.getpid(), os.open('/dev/tty', os.O_RDWR) > 2)\n"));
    auto [pid, seat] = m_kernel->bare().takeSeat();
    sendPacket(
        seat.get(), "run",
        {"path=" + path, "cwd=" + cwd(), "pty=1", "env=PATH=/usr/bin", "env=LANG=C.UTF-8"},
        {slave.get(), slave.get(), slave.get()});
    slave.reset();
    std::string seen;
    std::array<char, 256> buffer;
    for (ssize_t n = 0; (n = ::read(master.get(), buffer.data(), buffer.size())) > 0;)
        seen.append(buffer.data(), static_cast<std::size_t>(n));
    QCOMPARE(seen, std::string("True True True True\r\n"));
    QCOMPARE(m_kernel->bare().waitExit(pid).value("status"), std::string("0"));
}

void TestPythonKernelContexts::theServerOutlivesSignalsOfItsPrograms()
{
    const PythonRun run = {cwd() + "/main.py", cwd()};
    QVERIFY(writeTestFile(
        run.path, "import os\nfor s in (15, 2, 1): os.kill(os.getppid(), s)\nprint('sent')\n"));
    QCOMPARE(m_kernel->bare().run(run).out, std::string("sent\n"));
    QCOMPARE(m_kernel->bare().run(run).out, std::string("sent\n"));
}

SANDBENCH_TEST(TestPythonKernelContexts);
#include "tst_python_kernel_contexts.moc"
