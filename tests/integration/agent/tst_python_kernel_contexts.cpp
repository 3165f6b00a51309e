// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/agent/python_kernel_driver.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QRegularExpression>
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
    void obeysWhatNotebooksHave_data();
    void obeysWhatNotebooksHave();
    void leavesPythonAlone_data();
    void leavesPythonAlone();
    void endsACommandWithItsCell();
    void awaitsOutsideOfFunctions();
    void saysWhyPipCannotInstall();
    void tellsWhetherACellIsWhole_data();
    void tellsWhetherACellIsWhole();
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

void TestPythonKernelContexts::obeysWhatNotebooksHave_data()
{
    QTest::addColumn<QByteArray>("cell");
    QTest::addColumn<QByteArray>("expected"); // a pattern of what it prints, and its value
    const auto row = [](const char* name, const char* cell, const char* expected) {
        QTest::newRow(name) << QByteArray(cell) << QByteArray(expected);
    };
    row("command", "print('before')\n!echo \"it's\" | tr a-z A-Z\nprint('after')\n",
        "before\nIT'S\nafter\n");
    row("command with a variable", "word = 'two words'\n!echo '{word}' $word $HOME.\n",
        "two words two words /.*\\.\n");
    row("command in a function", "def f(x):\n    !echo {x + 1}\nf(41)\n", "42\n");
    row("braces for the program", "!echo a b | awk '{print $2}'\n", "b\n");
    row("JSON for the program", "!echo '{\"a\": {\"b\": 1}}'\n", "\\{\"a\": \\{\"b\": 1\\}\\}\n");
    row("command over lines", "!echo one \\\n  two\nprint(3)\n", "one two\n3\n");
    row("command's output", "lines = !printf 'a\\nb\\n'\nlines\n", "= \\['a', 'b'\\]");
    row("command's status", "!exit 3\n_exit_code\n", "= 3");
    row("alias", "%mkdir made\n%ls\n", "(.*\n)*made\n(.*\n)*");
    row("harmless", "%matplotlib inline\n%load_ext autoreload\n%autoreload 2\n1\n", "= 1");
    row("time", "%time x = sum(range(10))\nx\n",
        "CPU times: user .*, sys: .*, total: .*\nWall time: .* [mµn]?s\n= 45");
    row("time of a value", "%time 6 * 7\n", "CPU.*\nWall.*\n= 42");
    row("time of a cell", "%%time\nfor i in range(2):\n    print(i)\n", "0\n1\nCPU.*\nWall.*\n");
    row("timeit", "%timeit -n 10 -r 2 sum(range(3))\n",
        ".* ± .* per loop \\(mean ± std\\. dev\\. of 2 runs, 10 loops each\\)\n");
    row("timeit with a setup", "%%timeit -n1 -r1 n = 5\nassert n == 5\n",
        ".* of 1 runs, 1 loops each\\)\n");
    row("who", "alpha, beta = 1, 'b'\n%who\n", "alpha   beta\n");
    row("whos", "alpha = 1\n%whos\n", "Variable .*\nalpha +int +1\n");
    row("reset", "alpha = 1\n%reset -f\n'alpha' in globals()\n", "= False");
    row("bash", "%%bash\nfor i in 1 2; do\n  echo $i\ndone\n", "1\n2\n");
    row("writefile", "%%writefile part.py\nprint(1)\n", "Wrote part.py\n");
    row("run",
        "_ = open('p.py', 'w').write('import sys; got = sys.argv[1]; print(__name__)')\n"
        "%run p.py x\ngot\n",
        "__main__\n= 'x'");
    row("capture", "%%capture seen\nprint('hidden')\n!echo too\n", "");
    row("cd", "%cd /tmp\n%pwd\n", "/tmp\n= '/tmp'");
    row("env", "%env A=b\n!echo $A\n", "b\n");
    row("html", "%%html\n<b>x</b>\n", "display text/html <b>x</b>\n");
    row("display", "display(6 * 7, 'x')\n", "display text/plain 42display text/plain 'x'");
    row("help", "def f(a, b=1):\n    'Adds.'\nf?\n",
        "Signature: f\\(a, b=1\\)\nType: .*\nDocstring: Adds\\.\n");
    row("help in front", "?len\n", "Signature: len.*\n(.*\n)*");
    row("help of nothing", "nothing?\n", "There is nothing called nothing\\.\n");
    row("beside Python that looks like it",
        "text = '''\n%time x\n!ls\n'''\n!echo ok\na = (17\n%10)\ntext.count('!'), a\n",
        "ok\n= \\(1, 7\\)");
    row("unknown", "%nothing at all\n", "! UsageError: %nothing is not among .*");
    row("below the first line", "1\n%%bash\n", "! UsageError: %%bash is for a whole cell.*");
    row("a command that fails", "%%bash\nexit 4\n", "! UsageError: bash ended with status 4");
    row("an error of its own", "%time 1 / 0\n", "CPU.*\nWall.*\n! ZeroDivisionError: .*");
}

void TestPythonKernelContexts::obeysWhatNotebooksHave()
{
    QFETCH(QByteArray, cell);
    QFETCH(QByteArray, expected);
    KernelContext context(m_kernel->bare(), cwd());
    const auto outcome = context.cell(cell.toStdString());
    auto seen = outcome.out;
    for (const auto& [header, body] : outcome.records()) {
        const auto kind = jsonString(header, "kind");
        if (kind == "result")
            seen += "= " + body;
        if (kind == "display")
            seen += "display " + jsonString(jsonField(header, "parts").at(0), "mime") + ' ' + body;
        if (kind == "error")
            seen += "! " + jsonString(header, "name") + ": " + jsonString(header, "value");
    }
    const auto all = QString::fromStdString(seen);
    const QRegularExpression pattern(
        QRegularExpression::anchoredPattern(QString::fromUtf8(expected)));
    QVERIFY2(pattern.match(all).hasMatch(), qPrintable(all + outcome.err.c_str()));
    if (!expected.contains("! "))
        QCOMPARE(QByteArray::fromStdString(outcome.err), QByteArray());
    else
        QVERIFY2(outcome.err.find("__notebook__") == std::string::npos, outcome.err.c_str());
}

void TestPythonKernelContexts::leavesPythonAlone_data()
{
    QTest::addColumn<QByteArray>("cell");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("remainder") << QByteArray("a, b = 17, 10\n(a\n%b)\n") << QByteArray("7");
    QTest::newRow("joined") << QByteArray("b = 10\n17 \\\n%b\n") << QByteArray("7");
    QTest::newRow("text") << QByteArray("'''\n%time 1\n!ls\nx?\n'''\n")
                          << QByteArray("'\\n%time 1\\n!ls\\nx?\\n'");
    QTest::newRow("format") << QByteArray("x = 'b'\n'a %s' \\\n%x\n") << QByteArray("'a b'");
    QTest::newRow("unequal") << QByteArray("x = 1\n(x\n!= 2)\n") << QByteArray("True");
}

void TestPythonKernelContexts::leavesPythonAlone()
{
    QFETCH(QByteArray, cell);
    QFETCH(QByteArray, value);
    KernelContext context(m_kernel->bare(), cwd());
    const auto outcome = context.cell(cell.toStdString());
    QCOMPARE(QByteArray::fromStdString(outcome.err), QByteArray());
    const auto shown = outcome.records("result");
    QCOMPARE(shown.size(), std::size_t{1});
    QCOMPARE(QByteArray::fromStdString(shown[0].body), value);
}

void TestPythonKernelContexts::endsACommandWithItsCell()
{
    KernelContext context(m_kernel->bare(), cwd());
    context.start("!echo going; sleep 600\n");
    std::array<char, 16> bytes = {};
    QVERIFY(::read(context.output().get(), bytes.data(), bytes.size()) > 0);
    ::kill(context.pid(), SIGINT);
    const auto outcome = context.finish(); // which waits for the last who has its output
    QCOMPARE(outcome.status, 1);
    QVERIFY(outcome.err.find("KeyboardInterrupt") != std::string::npos);
}

void TestPythonKernelContexts::awaitsOutsideOfFunctions()
{
    KernelContext context(m_kernel->bare(), cwd());
    const auto first = context.cell(
        "import asyncio\nasync def f(x):\n    await asyncio.sleep(0)\n    return x + 1\n"
        "y = await f(40)\nawait f(y)\n");
    QCOMPARE(QByteArray::fromStdString(first.err), QByteArray());
    QCOMPARE(first.records("result").at(0).body, std::string("42"));
    const auto later
        = context.cell("async def g():\n    yield y\nasync for z in g():\n    print(z)\n");
    QCOMPARE(QByteArray::fromStdString(later.out + later.err), QByteArray("41\n"));
    QCOMPARE(context.cell("print(asyncio.run(f(1)))\n").out, std::string("2\n"));
    QCOMPARE(context.cell("print(await f(2))\n").out, std::string("3\n"));
    QVERIFY(context.cell("def h(): await f(1)\n").err.find("SyntaxError") != std::string::npos);
}

void TestPythonKernelContexts::saysWhyPipCannotInstall()
{
    KernelContext context(m_kernel->bare(), cwd());
    // As in a sandbox, which has no way out by itself.
    const auto outcome = context.cell(
        "%time pass\nimport builtins\n"
        "builtins.__notebook__.do_pip.__func__.__globals__['is_offline'] = lambda: True\n");
    QCOMPARE(QByteArray::fromStdString(outcome.err), QByteArray());
    const auto refused = context.cell("%pip install sandbench-nothing-of-that-name\n");
    QCOMPARE(refused.status, 1);
    const auto error = refused.records("error").at(0).header;
    const auto said = QByteArray::fromStdString(jsonString(error, "value"));
    QVERIFY2(said.contains("no network") && said.contains("--library NAME"), said);
}

void TestPythonKernelContexts::tellsWhetherACellIsWhole_data()
{
    QTest::addColumn<QByteArray>("cell");
    QTest::addColumn<int>("state"); // of kernel_protocol.md
    const auto row = [](const char* name, const char* cell, int state) {
        QTest::newRow(name) << QByteArray(cell) << state;
    };
    row("statement", "x = 1\n", 0);
    row("block begins", "if x:\n", 1);
    row("block goes on", "if x:\n    y\n", 2);
    row("block and an empty line", "if x:\n    y\n\n", 2);
    row("one-line block", "if x: y\n", 0);
    row("behind a block", "if x:\n    y\nz\n", 0);
    row("colon in a comment", "x  # so:\n", 0);
    row("bracket", "f(\n", 1);
    row("bracket over empty lines", "f(\n\n", 1);
    row("dictionary", "{'a':\n  1}\n", 0);
    row("triple", "x = '''a\n", 1);
    row("open quote is Python's to judge", "x = 'a\n", 0);
    row("backslash", "x = 1 + \\\n", 1);
    row("decorator", "@cache\n", 1);
    row("decorated", "@cache\ndef f():\n    pass\n", 2);
    row("try", "try:\n    x\n", 1);
    row("clause by itself", "else:\n", 0);
    row("too many closing", ")\n", 0);
    row("await", "await f()\n", 0);
    row("async", "async with x:\n    y\n", 2);
    row("command", "!echo \"it's\n", 0);
    row("command goes on", "!echo a \\\n", 1);
    row("command in a block", "for x in y:\n    !echo {x}\n", 2);
    row("bracket below a command", "%time 1\nf(\n", 1);
    row("whole cell", "%%bash\nls\n", 2);
    row("whole cell and an empty line", "%%bash\nls\n\n", 0);
}

void TestPythonKernelContexts::tellsWhetherACellIsWhole()
{
    QFETCH(QByteArray, cell);
    QFETCH(int, state);
    KernelContext context(m_kernel->bare(), cwd());
    const auto outcome = context.check(cell.toStdString());
    QCOMPARE(outcome.status, state);
    QCOMPARE(outcome.out + outcome.err, std::string());
    QCOMPARE(context.cell("print('on')\n").out, std::string("on\n"));
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
