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
using agent::Channel;

/// Contexts that go back to what they were before a cell, and others that begin there.
class TestAgentCopies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void undoesTheLastCell();
    void goesBackOverSeveralCells();
    void bringsBackAContextThatItsCellKilled();
    void branchesFromNowAndFromBefore();
    void drawsTheSameNumbersAgain();
    void copiesAreNoChildrenOfTheProgram();
    void doesNotWakeTheProgramsOwnHandler();
    void endsWhatTheCellStarted();
    void tellsWhatACopyLacks();
    void keepsTenCopies();
    void keepsFewerWhereTheyHoldMuchMemory();
    void skipsACellThatWantsNoCopy();
    void keepsNothingOfAContextThatWasReset();
    void refusesWhatCannotBe();
    void takesNoProcessForACopyThatIsSomethingElse();
    void leavesNoCopyBehind();

private:
    Outcome context(const char* verb, Json more = Json::object());
    Outcome cell(const std::string& text, const std::string& name = "c", bool canBeUndone = true);
    std::string value(const std::string& expression, const std::string& name = "c");
    std::string path(const std::string& name) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AgentHarness> m_agent;
    int m_programs = 0;
    std::uint64_t m_memory = 0;
};

void TestAgentCopies::initTestCase()
{
    if (::access(kPython, X_OK) != 0)
        SKIP_WITHOUT("python", "python3 is not installed");
}

void TestAgentCopies::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_memory = 0;
    m_agent = std::make_unique<AgentHarness>();
    QVERIFY(m_agent->start());
    m_agent->startPython(m_folder->path().toStdString());
    QVERIFY(jsonBool(context("context_open", {{"kernel", "python"}}).reply, "ok"));
}

void TestAgentCopies::cleanup()
{
    m_agent.reset();
    m_folder.reset();
}

std::string TestAgentCopies::path(const std::string& name) const
{
    return m_folder->path().toStdString() + "/" + name;
}

Outcome TestAgentCopies::context(const char* verb, Json more)
{
    more["verb"] = verb;
    if (!more.contains("context"))
        more["context"] = "c";
    return m_agent->call(more);
}

Outcome TestAgentCopies::cell(const std::string& text, const std::string& name, bool canBeUndone)
{
    const auto file = path("p" + std::to_string(++m_programs) + ".py");
    std::ofstream(file) << text;
    return m_agent->finish(m_agent->post(
        {{"verb", "run"},
         {"context", name},
         {"path", file},
         {"name", "main.py"},
         {"undo", canBeUndone},
         {"memory_bytes", m_memory}}));
}

std::string TestAgentCopies::value(const std::string& expression, const std::string& name)
{
    return cell("print(" + expression + ", end='')", name).out();
}

void TestAgentCopies::undoesTheLastCell()
{
    cell("x = [1]");
    const auto changed = cell("\n  \nx.append(2)\ny = 5");
    QCOMPARE(jsonInt(changed.reply, "step"), 2);
    const auto undone = context("context_undo");
    QVERIFY2(jsonBool(undone.reply, "ok"), undone.reply.dump().c_str());
    QCOMPARE(jsonInt(undone.reply, "step"), 2);
    QCOMPARE(jsonString(undone.reply, "text"), std::string("x.append(2)"));
    QCOMPARE(value("x, 'y' in globals()"), std::string("[1] False"));
    // The number is free again: what was printed is the second cell now.
    QCOMPARE(jsonInt(context("context_undo").reply, "step"), 2);
    QCOMPARE(jsonInt(context("context_undo").reply, "step"), 1);
    QCOMPARE(value("'x' in globals()"), std::string("False"));
}

void TestAgentCopies::goesBackOverSeveralCells()
{
    for (int i = 1; i <= 5; ++i)
        cell("n = " + std::to_string(i));
    QCOMPARE(context("context_steps").reply["steps"].size(), std::size_t(5));
    QCOMPARE(jsonInt(context("context_undo", {{"step", 3}}).reply, "step"), 3);
    QCOMPARE(context("context_steps").reply["steps"].size(), std::size_t(2));
    QCOMPARE(value("n"), std::string("2"));
    QCOMPARE(context("context_undo", {{"step", 5}}).code(), std::string("not_found"));
}

void TestAgentCopies::bringsBackAContextThatItsCellKilled()
{
    cell("x = 7");
    const auto killed = cell("import os; os.kill(os.getpid(), 9)");
    QVERIFY(!jsonBool(killed.reply, "context_alive", true));
    QCOMPARE(jsonInt(killed.reply, "step"), 2);
    QVERIFY(context("context_list").reply["contexts"].empty());
    QVERIFY(!jsonBool(context("context_steps").reply, "alive", true));
    QVERIFY(jsonBool(context("context_undo").reply, "ok"));
    QCOMPARE(value("x"), std::string("7"));
}

void TestAgentCopies::branchesFromNowAndFromBefore()
{
    cell("x = [1]");
    cell("x.append(2)");
    QVERIFY(jsonBool(context("context_branch", {{"to", "now"}}).reply, "ok"));
    QVERIFY(jsonBool(context("context_branch", {{"to", "before"}, {"step", 2}}).reply, "ok"));
    cell("x.append(3)");
    cell("x.append('b')", "before");
    QCOMPARE(value("x"), std::string("[1, 2, 3]"));
    QCOMPARE(value("x", "now"), std::string("[1, 2]"));
    QCOMPARE(value("x", "before"), std::string("[1, 'b']"));
    // The copy that was branched from is there still.
    QCOMPARE(jsonInt(context("context_undo", {{"step", 2}}).reply, "step"), 2);
    QCOMPARE(value("x"), std::string("[1]"));
    QCOMPARE(jsonInt(context("context_undo", {{"context", "before"}}).reply, "step"), 3);
}

void TestAgentCopies::drawsTheSameNumbersAgain()
{
    cell("import random; random.seed(1)");
    const auto first = value("random.random()");
    context("context_undo");
    QCOMPARE(value("random.random()"), first);
}

void TestAgentCopies::copiesAreNoChildrenOfTheProgram()
{
    cell("import os");
    auto waited = cell(
        "try:\n    os.waitpid(-1, 0)\nexcept ChildProcessError:\n    print('none', end='')\n");
    QCOMPARE(waited.out(), std::string("none"));
    context("context_undo");
    QCOMPARE(value("os.getsid(0) == os.getpid()"), std::string("True"));
}

void TestAgentCopies::doesNotWakeTheProgramsOwnHandler()
{
    cell("import signal\ncalls = []\nsignal.signal(signal.SIGCHLD, lambda *a: calls.append(a))");
    cell("pass");
    QCOMPARE(
        value("calls, signal.getsignal(signal.SIGCHLD) != signal.SIG_DFL"), std::string("[] True"));
    context("context_undo", {{"step", 3}});
    QCOMPARE(
        value("calls, signal.getsignal(signal.SIGCHLD) != signal.SIG_DFL"), std::string("[] True"));
    cell("signal.signal(signal.SIGCHLD, signal.SIG_IGN)");
    cell("import subprocess; p = subprocess.Popen(['sleep', '1000'])");
    QCOMPARE(value("1"), std::string("1")); // and does not wait for the program's child
}

void TestAgentCopies::endsWhatTheCellStarted()
{
    cell("import subprocess");
    const auto pid
        = std::stoi(cell("p = subprocess.Popen(['sleep', '1000']); print(p.pid, end='')").out());
    QCOMPARE(::kill(pid, 0), 0);
    QVERIFY(jsonBool(context("context_undo").reply, "ok"));
    QTRY_VERIFY(::kill(pid, 0) != 0); // gone when somebody has waited for it
}

void TestAgentCopies::tellsWhatACopyLacks()
{
    cell("import threading, socket\n"
         "stop = threading.Event()\n"
         "t = threading.Thread(target=stop.wait, daemon=True); t.start()\n"
         "s = socket.socketpair()");
    const auto warned = cell("import warnings; warnings.simplefilter('error')");
    QCOMPARE(jsonInt(warned.reply, "exit_code", -1), 0);
    cell("pass");
    const auto steps = context("context_steps").reply["steps"];
    QCOMPARE(steps.size(), std::size_t(3));
    QCOMPARE(jsonInt(steps[0], "threads"), 0);
    QCOMPARE(jsonInt(steps[0], "sockets"), 0);
    QCOMPARE(jsonInt(steps[1], "threads"), 1);
    QCOMPARE(jsonInt(steps[1], "sockets"), 2);
    context("context_undo");
    QCOMPARE(value("t.is_alive(), s[0].send(b'x')"), std::string("False 1"));
}

void TestAgentCopies::keepsTenCopies()
{
    for (int i = 1; i <= 12; ++i)
        cell("n = " + std::to_string(i));
    const auto steps = context("context_steps").reply["steps"];
    QCOMPARE(steps.size(), std::size_t(10));
    QCOMPARE(jsonInt(steps[0], "step"), 3);
    QCOMPARE(context("context_undo", {{"step", 2}}).code(), std::string("not_found"));
    QVERIFY(jsonBool(context("context_undo", {{"step", 3}}).reply, "ok"));
    QCOMPARE(value("n"), std::string("2"));
}

void TestAgentCopies::keepsFewerWhereTheyHoldMuchMemory()
{
    m_memory = 64U << 20; // of which copies may hold 16 MiB
    cell("big = bytearray(6 << 20)");
    for (int i = 1; i <= 6; ++i)
        cell("for at in range(0, len(big), 4096): big[at] = " + std::to_string(i));
    const auto steps = context("context_steps").reply["steps"];
    QVERIFY2(!steps.empty() && steps.size() <= 3, steps.dump().c_str());
    QVERIFY(jsonBool(context("context_undo").reply, "ok"));
    QCOMPARE(value("big[0]"), std::string("5"));
}

void TestAgentCopies::skipsACellThatWantsNoCopy()
{
    cell("x = [1]");
    QCOMPARE(jsonInt(cell("x.append(2)", "c", false).reply, "step"), 0);
    // The copy that was made ahead is from before that cell.
    cell("x.append(3)");
    QCOMPARE(jsonInt(context("context_undo").reply, "step"), 2);
    QCOMPARE(value("x"), std::string("[1, 2]"));
}

void TestAgentCopies::keepsNothingOfAContextThatWasReset()
{
    cell("x = 1");
    QVERIFY(jsonBool(context("context_reset").reply, "ok"));
    QCOMPARE(context("context_undo").code(), std::string("unsupported"));
    QVERIFY(jsonBool(context("context_close").reply, "ok"));
    QCOMPARE(context("context_undo").code(), std::string("not_found"));
    QCOMPARE(context("context_steps").code(), std::string("not_found"));
}

void TestAgentCopies::refusesWhatCannotBe()
{
    cell("x = 1");
    QCOMPARE(context("context_branch", {{"to", "c"}}).code(), std::string("already_exists"));
    QCOMPARE(context("context_branch", {{"to", ""}}).code(), std::string("invalid_argument"));
    QCOMPARE(
        context("context_branch", {{"to", "d"}, {"step", 9}}).code(), std::string("not_found"));
    QCOMPARE(
        context("context_branch", {{"context", "no"}, {"to", "d"}}).code(),
        std::string("not_found"));
    const auto file = path("waits.py");
    std::ofstream(file) << "print('here', flush=True); input()";
    const auto stream = m_agent->post(
        {{"verb", "run"},
         {"context", "c"},
         {"path", file},
         {"name", "main.py"},
         {"stdin", true},
         {"undo", true}});
    m_agent->waitForEvent(stream, "started");
    QCOMPARE(context("context_undo").code(), std::string("unavailable"));
    QCOMPARE(context("context_branch", {{"to", "d"}}).code(), std::string("unavailable"));
    m_agent->sendData(stream, Channel::Stdin, "\n");
    m_agent->finish(stream);
}

/// A program can send whatever it likes on its context's socket.
void TestAgentCopies::takesNoProcessForACopyThatIsSomethingElse()
{
    cell("import os, socket, array\n"
         "own = next(int(n) for n in os.listdir('/proc/self/fd') if int(n) > 2\n"
         "           and os.readlink('/proc/self/fd/' + n).startswith('socket:'))\n"
         "channel = socket.socket(fileno=os.dup(own))\n"
         "ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)\n"
         "ours.setsockopt(socket.SOL_SOCKET, 16, 1)\n"
         "for i in range(100):\n"
         "    socket.send_fds(channel, [b'copied\\0threads=-5\\0'], [ours.fileno()])\n"
         "theirs.send(b'copy\\0')\n"
         "channel.send(b'copied\\0sockets=999999999999999999999\\0')\n");
    const auto told = context("context_steps").reply;
    QVERIFY(told["steps"].size() <= 1);
    cell("x = 1");
    QCOMPARE(value("x"), std::string("1"));
    QVERIFY(jsonBool(context("context_undo", {{"step", 3}}).reply, "ok"));
    QCOMPARE(value("x"), std::string("1"));
}

void TestAgentCopies::leavesNoCopyBehind()
{
    for (int i = 0; i < 4; ++i)
        cell("pass");
    QVERIFY(jsonInt(context("metrics").reply, "processes") >= 5);
    context("context_close");
    QTRY_VERIFY(jsonInt(context("metrics").reply, "processes") <= 2); // the server and its seat
}

SANDBENCH_TEST(TestAgentCopies);
#include "tst_agent_copies.moc"
