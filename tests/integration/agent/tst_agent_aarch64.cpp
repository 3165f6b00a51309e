// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/agent/agent_harness.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;
using agent::Channel;

namespace {

/// Statically linked, so that it also works where nothing else is.
std::string findEmulator()
{
    for (const char* place : {"/usr/bin/qemu-aarch64-static", "/usr/bin/qemu-aarch64"})
        if (::access(place, X_OK) == 0)
            return place;
    return {};
}

} // namespace

/// The agent for ARM machines, on any machine: under qemu's user-mode emulation. What it runs are
/// programs of this machine, because the emulator hands execve() to the kernel.
class TestAgentAarch64 : public QObject
{
    Q_OBJECT

private:
    AgentHarness::Options m_options;

private Q_SLOTS:
    void initTestCase();
    void runsInAnEmptyRoot();
    void tellsExitCodesAndSignals();
    void feedsInputAndItsEnd();
    void runsInATerminal();
    void endsAProgramAfterItsTime();
    void endsWhatAProgramLeft();
    void writesAndReadsFiles();
    void endsWithItsHost();
};

void TestAgentAarch64::initTestCase()
{
    m_options.program = "sandbench-agent-aarch64";
    m_options.emulator = findEmulator();
    if (m_options.emulator.empty())
        SKIP_WITHOUT("aarch64", "qemu-aarch64 is not installed");
    if (::access(builtProgram(m_options.program).c_str(), X_OK) != 0)
        SKIP_WITHOUT("aarch64", "this build has no aarch64 agent; its compiler is not installed");
}

void TestAgentAarch64::runsInAnEmptyRoot()
{
    if (::geteuid() != 0)
        SKIP_WITHOUT("root", "only root may change the root folder");
    QTemporaryDir root;
    auto options = m_options;
    options.root = root.path().toStdString();
    AgentHarness agent;
    QVERIFY(agent.start(options));
    QCOMPARE(jsonInt(agent.hello(), "protocol"), std::int64_t(agent::kProtocolVersion));
    QVERIFY(jsonBool(agent.call({{"verb", "ping"}}).reply, "ok"));
    // The only program there is the emulator itself.
    auto outcome = agent.run(
        {"/" + QFileInfo(m_options.emulator.c_str()).fileName().toStdString(), "--version"});
    QCOMPARE(outcome.exitCode(), 0);
    QVERIFY2(outcome.out().starts_with("qemu-aarch64"), outcome.out().c_str());
    QCOMPARE(agent.run({"/bin/true"}).code(), std::string("not_found"));
}

void TestAgentAarch64::tellsExitCodesAndSignals()
{
    AgentHarness agent;
    QVERIFY(agent.start(m_options));
    QCOMPARE(agent.run({"true"}).exitCode(), 0);
    QCOMPARE(agent.run({"sh", "-c", "exit 137"}).exitCode(), 137);
    const auto outcome = agent.run({"sh", "-c", "kill -SEGV $$"});
    QCOMPARE(jsonInt(outcome.reply, "signal"), std::int64_t(SIGSEGV));
}

void TestAgentAarch64::feedsInputAndItsEnd()
{
    AgentHarness agent;
    QVERIFY(agent.start(m_options));
    const auto stream = agent.postRun({"cat"}, {{"stdin", true}});
    agent.sendData(stream, Channel::Stdin, std::string("one\0two", 7));
    agent.sendEof(stream, Channel::Stdin);
    QCOMPARE(agent.finish(stream).out(), std::string("one\0two", 7));
}

void TestAgentAarch64::runsInATerminal()
{
    AgentHarness agent;
    QVERIFY(agent.start(m_options));
    auto outcome = agent.run({"stty", "size"}, {{"pty", {{"rows", 33}, {"cols", 101}}}});
    QCOMPARE(outcome.out(), std::string("33 101\r\n"));
}

void TestAgentAarch64::endsAProgramAfterItsTime()
{
    AgentHarness agent;
    QVERIFY(agent.start(m_options));
    const auto marker = "1000." + std::to_string(::getpid());
    const auto outcome = agent.run(
        {"sh", "-c", "trap '' TERM INT; setsid sleep " + marker + " & sleep " + marker},
        {{"limits", {{"wall_seconds", 0.3}}}});
    QCOMPARE(outcome.cause(), std::string("wall"));
    QVERIFY(eventually([&] { return countProcesses(marker) == 0; }, std::chrono::seconds(5)));
}

void TestAgentAarch64::endsWhatAProgramLeft()
{
    if (::geteuid() != 0)
        SKIP_WITHOUT("root", "only root may make a process namespace");
    // As process 1: the emulator knows no PR_SET_CHILD_SUBREAPER.
    auto options = m_options;
    options.inPidNamespace = true;
    AgentHarness agent;
    QVERIFY(agent.start(options));
    const auto marker = "1002." + std::to_string(::getpid());
    const auto outcome = agent.run({"sh", "-c", "setsid sleep " + marker + " & exit 3"});
    QCOMPARE(outcome.exitCode(), 3);
    QCOMPARE(jsonInt(outcome.reply, "killed_processes"), std::int64_t(1));
    QCOMPARE(countProcesses(marker), 0);
}

void TestAgentAarch64::writesAndReadsFiles()
{
    QTemporaryDir folder;
    AgentHarness agent;
    QVERIFY(agent.start(m_options));
    const auto path = folder.filePath("new/file").toStdString();
    const std::string bytes("a\0\xff\n", 4);
    const auto stream
        = agent.post({{"verb", "write"}, {"path", path}, {"parents", true}, {"mode", 0640}});
    agent.sendData(stream, Channel::File, bytes);
    agent.sendEof(stream, Channel::File);
    QCOMPARE(jsonInt(agent.finish(stream).reply, "size"), std::int64_t(4));
    auto read = agent.call({{"verb", "read"}, {"path", path}});
    QCOMPARE(read.data[Channel::File], bytes);
    QCOMPARE(jsonInt(read.reply, "mode"), std::int64_t(0640));
}

void TestAgentAarch64::endsWithItsHost()
{
    AgentHarness agent;
    QVERIFY(agent.start(m_options));
    const auto marker = "1001." + std::to_string(::getpid());
    const auto stream = agent.postRun({"sleep", marker});
    QVERIFY(agent.waitForEvent(stream, "started"));
    agent.hangUp();
    QCOMPARE(agent.waitForExit(std::chrono::seconds(8)), 0);
    QCOMPARE(countProcesses(marker), 0);
}

SANDBENCH_TEST(TestAgentAarch64);
#include "tst_agent_aarch64.moc"
