// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/agent/agent_harness.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cstdlib>
#include <memory>
#include <string>

using namespace sandbench;
using namespace sandbench::test;

namespace {

constexpr auto kImage = "sandbench-python:1";

bool hasImage()
{
    return std::system(("docker image inspect " + std::string(kImage) + " >/dev/null 2>&1").c_str())
        == 0;
}

} // namespace

/// The agent as a container's main process, with what the engine lets it have and nothing between
/// us but the docker command: what its control groups say is real.
class TestAgentDocker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_agent.reset(); }
    void provesAMemoryKillAndTellsItsPeakOnce();
    void countsRefusedForks();
    void measuresTheContainer();

private:
    std::unique_ptr<AgentHarness> m_agent;
};

void TestAgentDocker::init()
{
    if (!hasImage())
        SKIP_WITHOUT("docker", "needs the docker command, its engine and the image for tests");
    AgentHarness::Options options;
    options.twoPipes = true;
    options.command
        = {"docker",
           "run",
           "--rm",
           "--interactive",
           "--network",
           "none",
           "--cap-drop",
           "ALL",
           "--cap-add",
           "SETUID",
           "--cap-add",
           "SETGID",
           "--cap-add",
           "KILL",
           "--memory",
           "96m",
           "--memory-swap",
           "96m",
           "--pids-limit",
           "40",
           "--security-opt",
           "no-new-privileges",
           "--read-only",
           "--tmpfs",
           "/work:mode=1777",
           "--volume",
           builtProgram("sandbench-agent") + ":/agent:ro",
           "--entrypoint",
           "/agent",
           kImage};
    m_agent = std::make_unique<AgentHarness>();
    QVERIFY(m_agent->start(options));
    const auto done = m_agent->call({{"verb", "setup"}, {"user", "65534:65534"}});
    QVERIFY2(jsonBool(done.reply, "ok"), done.reply.dump().c_str());
}

void TestAgentDocker::provesAMemoryKillAndTellsItsPeakOnce()
{
    const auto killed = m_agent->run({"python3", "-c", "bytearray(300 << 20)"});
    QCOMPARE(jsonInt(killed.reply, "signal"), std::int64_t(9));
    QVERIFY(jsonInt(killed.reply, "oom_kills") >= 1);
    QVERIFY(jsonInt(killed.reply, "memory_peak_bytes") > 80 << 20);
    // Neither is told of a run that had no part in it.
    const auto after = m_agent->run({"true"});
    QCOMPARE(after.exitCode(), 0);
    QCOMPARE(jsonInt(after.reply, "oom_kills", -1), std::int64_t(0));
    QVERIFY(!after.reply.contains("memory_peak_bytes"));
    // One that kills itself is no memory kill.
    const auto itself = m_agent->run({"sh", "-c", "kill -9 $$"});
    QCOMPARE(jsonInt(itself.reply, "signal"), std::int64_t(9));
    QCOMPARE(jsonInt(itself.reply, "oom_kills", -1), std::int64_t(0));
}

void TestAgentDocker::countsRefusedForks()
{
    const auto run = m_agent->run({"sh", "-c", "for i in $(seq 60); do sleep 60 & done; wait"});
    QVERIFY(jsonInt(run.reply, "pids_denied") >= 1);
    QCOMPARE(jsonInt(m_agent->run({"true"}).reply, "pids_denied", -1), std::int64_t(0));
}

void TestAgentDocker::measuresTheContainer()
{
    const auto metrics = m_agent->call({{"verb", "metrics"}});
    QCOMPARE(jsonInt(metrics.reply, "memory_limit_bytes"), std::int64_t(96 << 20));
    QVERIFY(jsonInt(metrics.reply, "memory_bytes") > 0);
    QVERIFY(jsonNumber(metrics.reply, "cpu_seconds") > 0);
}

SANDBENCH_TEST(TestAgentDocker);
#include "tst_agent_docker.moc"
