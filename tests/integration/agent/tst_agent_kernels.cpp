// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/embedded.h"
#include "tests/integration/agent/agent_harness.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <signal.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;
using agent::Channel;

class TestAgentKernels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void runsProgramsInSeats();
    void picksThePreloadedServerByTheProgram();
    void preloadsBetweenRunsThatFollowAtOnceWhereAProgramWantsIt();
    void makesNothingReadyAfterTheLastRun();
    void fallsBackWithoutAKernel_data();
    void fallsBackWithoutAKernel();
    void startsAgainWhenTheServerDies();
    void survivesAStoppedServer();
    void runsNoProgramInAServerThatIsNotApart();
    void killsTheTreeOfASeat();
    void keepsStateInAContext();
    void interruptsACellAndKeepsItsContext();
    void killsAContextThatDoesNotYield();
    void queuesCells();
    void tellsWhenAContextEnds();
    void resetsAndClosesContexts();
    void runsManyContexts();

private:
    Outcome startKernel(const std::string& warm = "never", Json preload = Json::array());
    std::string program(const std::string& text);
    Outcome run(const std::string& text, Json more = Json::object());
    Outcome runWhoseServerGets(int signal);
    std::uint32_t postCell(const std::string& text, Json more = Json::object());
    Outcome cell(const std::string& text, Json more = Json::object());
    Outcome context(const char* verb, const std::string& name = "c");
    static std::string kindOf(const Outcome& outcome);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AgentHarness> m_agent;
    int m_programs = 0;
};

void TestAgentKernels::initTestCase()
{
    if (::access(kPython, X_OK) != 0)
        SKIP_WITHOUT("python", "python3 is not installed");
}

void TestAgentKernels::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_agent = std::make_unique<AgentHarness>();
    QVERIFY(m_agent->start());
}

void TestAgentKernels::cleanup()
{
    m_agent.reset();
    m_folder.reset();
}

Outcome TestAgentKernels::startKernel(const std::string& warm, Json preload)
{
    return m_agent->startPython(
        m_folder->path().toStdString(), {{"preload", std::move(preload)}, {"warm", warm}});
}

std::string TestAgentKernels::program(const std::string& text)
{
    const std::string path
        = m_folder->path().toStdString() + "/p" + std::to_string(++m_programs) + ".py";
    std::ofstream(path) << text;
    return path;
}

Outcome TestAgentKernels::run(const std::string& text, Json more)
{
    const std::string path = program(text);
    more["kernel"] = "python";
    more["path"] = path;
    more["cwd"] = m_folder->path().toStdString();
    return m_agent->run({kPython, path}, std::move(more));
}

/// A program that exits with 42 after its server got that signal.
Outcome TestAgentKernels::runWhoseServerGets(int signal)
{
    const pid_t server = std::stoi(run("import os; print(os.getppid())").out());
    const std::string path = program("import os; input(); os._exit(42)");
    const auto stream = m_agent->postRun(
        {kPython, path},
        {{"kernel", "python"},
         {"path", path},
         {"cwd", m_folder->path().toStdString()},
         {"stdin", true}});
    m_agent->waitForEvent(stream, "started");
    ::kill(server, signal);
    m_agent->sendData(stream, Channel::Stdin, "\n");
    return m_agent->finish(stream);
}

/// An interpreter without what its server needs to close itself to programs.
void TestAgentKernels::runsNoProgramInAServerThatIsNotApart()
{
    std::ofstream(m_folder->path().toStdString() + "/_ctypes.py") << "raise ImportError\n";
    const auto started = m_agent->startKernel(
        {{"kernel", "python"},
         {"argv", {kPython, "-s"}},
         {"env", {{"PATH", "/usr/bin:/bin"}, {"PYTHONPATH", m_folder->path().toStdString()}}}},
        embeddedFile("guest/python_kernel.py").value_or(""));
    QVERIFY(jsonBool(started.reply, "ok"));
    auto outcome = run("print('here')");
    QCOMPARE(kindOf(outcome), std::string("none"));
    QCOMPARE(outcome.out(), std::string("here\n"));
    QVERIFY(jsonBool(context("context_open").reply, "ok"));
    QCOMPARE(cell("print('there')").out(), std::string("there\n"));
}

std::uint32_t TestAgentKernels::postCell(const std::string& text, Json more)
{
    more["verb"] = "run";
    more["context"] = "c";
    more["path"] = program(text);
    more["name"] = "main.py";
    return m_agent->post(more);
}

Outcome TestAgentKernels::cell(const std::string& text, Json more)
{
    return m_agent->finish(postCell(text, std::move(more)));
}

Outcome TestAgentKernels::context(const char* verb, const std::string& name)
{
    return m_agent->call({{"verb", verb}, {"context", name}, {"kernel", "python"}});
}

std::string TestAgentKernels::kindOf(const Outcome& outcome)
{
    return outcome.events.empty() ? "" : jsonString(outcome.events[0], "kernel");
}

void TestAgentKernels::runsProgramsInSeats()
{
    QVERIFY(jsonBool(startKernel().reply, "ok"));
    QCOMPARE(startKernel().code(), std::string("already_exists"));
    auto outcome = run(
        "import sys, os; print(sys.argv[1:], os.environ); sys.exit(3)",
        {{"args", {"a", "b c"}}, {"env", {{"ONLY", "this"}}}});
    QCOMPARE(kindOf(outcome), std::string("bare"));
    QCOMPARE(outcome.exitCode(), 3);
    QVERIFY(outcome.out().find("['a', 'b c']") != std::string::npos);
    QVERIFY(outcome.out().find("ONLY") != std::string::npos);
    outcome = run("import os; os.kill(os.getpid(), 11)");
    QCOMPARE(jsonInt(outcome.reply, "signal"), std::int64_t(SIGSEGV));
    outcome = run("import time; time.sleep(60)", {{"limits", {{"wall_seconds", 0.3}}}});
    QCOMPARE(outcome.cause(), std::string("wall"));
    outcome = run("while True: pass", {{"limits", {{"cpu_seconds", 0.4}, {"wall_seconds", 15}}}});
    QCOMPARE(outcome.cause(), std::string("cpu"));
    QVERIFY(jsonInt(outcome.reply, "max_rss_bytes") > 1 << 20);
    QCOMPARE(
        m_agent->run({"true"}, {{"kernel", "python"}, {"path", "/x"}, {"cwd", "/no/such"}}).code(),
        std::string("invalid_argument"));
}

void TestAgentKernels::picksThePreloadedServerByTheProgram()
{
    QVERIFY(jsonBool(startKernel("now", {"colorsys", "no_such_module"}).reply, "ok"));
    const auto loaded = [this] { return kindOf(run("import colorsys; print(1)")) == "full"; };
    QVERIFY(eventually(loaded, 15s));
    QCOMPARE(kindOf(run("print('plain')")), std::string("bare"));
    QCOMPARE(kindOf(run("import colorsys2_ as x" + std::string(60, ' '))), std::string("bare"));
}

/// It is never quiet here for as long as other programs wait for that.
void TestAgentKernels::preloadsBetweenRunsThatFollowAtOnceWhereAProgramWantsIt()
{
    QVERIFY(jsonBool(startKernel("idle", {"colorsys"}).reply, "ok"));
    const auto begin = std::chrono::steady_clock::now();
    std::string kind;
    while (kind != "full" && std::chrono::steady_clock::now() < begin + 15s)
        kind = kindOf(run("import colorsys; print(1)"));
    QCOMPARE(kind, std::string("full"));
}

void TestAgentKernels::makesNothingReadyAfterTheLastRun()
{
    QVERIFY(jsonBool(startKernel("now").reply, "ok"));
    const auto seats = [this](bool isLast) {
        return run("import os\nos.system('true')\n"
                   "print(len(open('/proc/{0}/task/{0}/"
                   "children'.format(os.getppid())).read().split()))",
                   {{"last", isLast}})
            .out();
    };
    QVERIFY(eventually([&] { return seats(false) == "2\n"; }, 15s));
    // One that was made ready for it.
    QCOMPARE(seats(true), std::string("1\n"));
    QVERIFY(eventually([&] { return seats(false) == "2\n"; }, 15s));
}

void TestAgentKernels::fallsBackWithoutAKernel_data()
{
    QTest::addColumn<QString>("source");
    QTest::newRow("ends at once") << "import sys; sys.exit(1)";
    QTest::newRow("never says ready") << "import time; time.sleep(100)";
    QTest::newRow("says nonsense")
        << "import socket, time; socket.socket(fileno=3).send(b'seat\\0pid=1\\0xx'); "
           "time.sleep(100)";
    QTest::newRow("offers the agent itself as a seat")
        << "import os, socket, time\ns = socket.socket(fileno=3)\n"
           "s.send(b'ready\\0kind=bare\\0')\nsocket.send_fds(s, [b'seat\\0pid=%d\\0' % "
           "os.getppid()], [0])\n"
           "time.sleep(100)";
}

void TestAgentKernels::fallsBackWithoutAKernel()
{
    QFETCH(QString, source);
    m_agent->startKernel(
        {{"kernel", "python"}, {"argv", {kPython}}, {"env", {{"PATH", "/usr/bin:/bin"}}}},
        source.toStdString());
    auto outcome = run("print('here')");
    QCOMPARE(kindOf(outcome), std::string("none"));
    QCOMPARE(outcome.out(), std::string("here\n"));
}

void TestAgentKernels::startsAgainWhenTheServerDies()
{
    QVERIFY(jsonBool(startKernel().reply, "ok"));
    auto outcome = run("import os; print(os.getppid())");
    QCOMPARE(kindOf(outcome), std::string("bare"));
    const pid_t server = std::stoi(outcome.out());
    ::kill(server, SIGKILL);
    // Until a new server has taken over, the parent of a program may be the agent itself.
    const auto comesFromAServer = [this] {
        return run("import os; print(open(f'/proc/{os.getppid()}/comm').read())")
            .out()
            .starts_with("python3");
    };
    QVERIFY(eventually(comesFromAServer, 10s));
    // While a program runs: its end is told all the same.
    QCOMPARE(runWhoseServerGets(SIGKILL).exitCode(), 42);
}

void TestAgentKernels::survivesAStoppedServer()
{
    QVERIFY(jsonBool(startKernel().reply, "ok"));
    QCOMPARE(runWhoseServerGets(SIGSTOP).exitCode(), 42);
    // Until a new server has taken over, the parent of a program may be the agent itself.
    const auto comesFromAServer = [this] {
        return run("import os; print(open(f'/proc/{os.getppid()}/comm').read())")
            .out()
            .starts_with("python3");
    };
    QVERIFY(eventually(comesFromAServer, 10s));
}

void TestAgentKernels::killsTheTreeOfASeat()
{
    QVERIFY(jsonBool(startKernel().reply, "ok"));
    const std::string sleep = std::to_string(20000 + ::getpid());
    const auto outcome = run(
        "import subprocess, time\nsubprocess.Popen(['setsid', 'sleep', '" + sleep
        + "'])\nsubprocess.Popen(['sleep', '" + sleep + "'])\ntime.sleep(0.2)");
    QCOMPARE(outcome.exitCode(), 0);
    QCOMPARE(jsonInt(outcome.reply, "killed_processes"), std::int64_t(2));
    QCOMPARE(countProcesses("sleep" + std::string(1, '\0') + sleep), 0);
    QCOMPARE(kindOf(run("1")), std::string("bare"));
}

void TestAgentKernels::keepsStateInAContext()
{
    QCOMPARE(context("context_open").code(), std::string("not_found"));
    QVERIFY(jsonBool(startKernel().reply, "ok"));
    QCOMPARE(cell("1").code(), std::string("not_found"));
    QVERIFY(jsonBool(context("context_open").reply, "ok"));
    QCOMPARE(context("context_open").code(), std::string("already_exists"));
    QCOMPARE(cell("x = 41; print('set')").out(), std::string("set\n"));
    auto outcome = cell("x += 1; print(x)");
    QCOMPARE(kindOf(outcome), std::string("context"));
    QCOMPARE(outcome.out(), std::string("42\n"));
    QVERIFY(jsonBool(outcome.reply, "context_alive"));
    outcome = cell("1 / 0");
    QCOMPARE(outcome.exitCode(), 1);
    QVERIFY(outcome.err().find("main.py") != std::string::npos);
    outcome = cell("x", {{"display", true}});
    QVERIFY(outcome.data[Channel::Display].find("42") != std::string::npos);
    const auto stream = postCell("print(input() + '!')", {{"stdin", true}});
    m_agent->sendData(stream, Channel::Stdin, "typed\n");
    QCOMPARE(m_agent->finish(stream).out(), std::string("typed!\n"));
}

void TestAgentKernels::interruptsACellAndKeepsItsContext()
{
    startKernel();
    context("context_open");
    cell("x = 7");
    auto outcome = cell("import time; time.sleep(60)", {{"limits", {{"wall_seconds", 0.3}}}});
    QCOMPARE(outcome.cause(), std::string("wall"));
    QVERIFY(jsonBool(outcome.reply, "context_alive"));
    outcome = cell("while True: print('x' * 1000)", {{"limits", {{"output_bytes", 50000}}}});
    QCOMPARE(outcome.cause(), std::string("output"));
    QCOMPARE(outcome.out().size(), std::size_t(50000));
    const auto stream = postCell("import time; print('on', flush=True); time.sleep(60)");
    QVERIFY(m_agent->waitForEvent(stream, "started"));
    while (const auto frame = m_agent->next(5s)) {
        if (frame->type == agent::FrameType::Data)
            break;
    }
    m_agent->post({{"verb", "kill"}, {"run", stream}});
    outcome = m_agent->finish(stream);
    QCOMPARE(outcome.cause(), std::string("killed"));
    QVERIFY(jsonBool(outcome.reply, "context_alive"));
    QCOMPARE(cell("print(x)").out(), std::string("7\n"));
}

void TestAgentKernels::killsAContextThatDoesNotYield()
{
    startKernel();
    context("context_open");
    const auto outcome = cell(
        "import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "print('deaf', flush=True)\nwhile True: time.sleep(60)",
        {{"limits", {{"wall_seconds", 0.3}}}});
    QCOMPARE(outcome.cause(), std::string("wall"));
    QVERIFY(!jsonBool(outcome.reply, "context_alive", true));
    QCOMPARE(jsonInt(outcome.reply, "signal"), std::int64_t(SIGKILL));
    QVERIFY(jsonNumber(outcome.reply, "wall_seconds") < 4);
    QCOMPARE(cell("1").code(), std::string("not_found"));
}

void TestAgentKernels::queuesCells()
{
    startKernel();
    context("context_open");
    const auto first = postCell("import time; time.sleep(0.3); order = ['first']");
    const auto second = postCell("order.append('second'); print(order)");
    const auto third = postCell("never = 1");
    m_agent->post({{"verb", "kill"}, {"run", third}});
    QCOMPARE(m_agent->finish(third).code(), std::string("cancelled"));
    QCOMPARE(m_agent->finish(second).out(), std::string("['first', 'second']\n"));
    QCOMPARE(cell("print('never' in globals())").out(), std::string("False\n"));
    Q_UNUSED(first)
}

void TestAgentKernels::tellsWhenAContextEnds()
{
    startKernel();
    context("context_open");
    auto outcome = cell("import os; print('bye', flush=True); os._exit(7)");
    QCOMPARE(outcome.exitCode(), 7);
    QCOMPARE(outcome.out(), std::string("bye\n"));
    QVERIFY(!jsonBool(outcome.reply, "context_alive", true));
    QVERIFY(context("context_list").reply["contexts"].empty());
    QVERIFY(jsonBool(context("context_open").reply, "ok"));
    outcome = cell("import os, signal; os.kill(os.getpid(), signal.SIGKILL)");
    QCOMPARE(jsonInt(outcome.reply, "signal"), std::int64_t(SIGKILL));
    QCOMPARE(outcome.cause(), std::string());
}

void TestAgentKernels::resetsAndClosesContexts()
{
    startKernel();
    context("context_open");
    const std::string sleep = std::to_string(30000 + ::getpid());
    cell("x = 1\nimport subprocess\nsubprocess.Popen(['setsid', 'sleep', '" + sleep + "'])");
    const std::string commandLine = "sleep" + std::string(1, '\0') + sleep;
    QVERIFY(eventually([&] { return countProcesses(commandLine) == 1; }, 5s));
    QVERIFY(jsonBool(context("context_reset").reply, "ok"));
    QCOMPARE(countProcesses(commandLine), 0);
    QCOMPARE(cell("print('x' in globals())").out(), std::string("False\n"));
    QVERIFY(jsonBool(context("context_close").reply, "ok"));
    QCOMPARE(context("context_close").code(), std::string("not_found"));
    QCOMPARE(cell("1").code(), std::string("not_found"));
}

void TestAgentKernels::runsManyContexts()
{
    startKernel();
    for (int i = 0; i < 10; ++i)
        QVERIFY(jsonBool(context("context_open", "c" + std::to_string(i)).reply, "ok"));
    QCOMPARE(context("context_list").reply["contexts"].size(), std::size_t(10));
    QCOMPARE(kindOf(run("1")), std::string("bare"));
}

SANDBENCH_TEST(TestAgentKernels);
#include "tst_agent_kernels.moc"
