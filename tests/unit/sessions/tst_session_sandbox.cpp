// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/unit/sessions/session_fixture.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::test;

/// What a session learns of its sandbox from the engine and from the agent.
class SessionSandboxTest : public SessionFixture
{
    Q_OBJECT

private Q_SLOTS:
    void callsALostAgentOutOfMemoryWhenTheKernelCountedIt();
    void asksTheEngineWhyTheSandboxEnded();
    void takesTheAgentsCountersWhereTheEngineHasNone();
    void tellsNoPeakOfAnEarlierRun();
    void opensNoSessionWhoseAgentCannotBeSetUp();
    void looksFromInsideWhetherTheNetworkIsGone();
};

void SessionSandboxTest::callsALostAgentOutOfMemoryWhenTheKernelCountedIt()
{
    serve([this] {
        acceptRun();
        m_state->oomKills = 1;
        guest().hangUp();
    });
    QCOMPARE(run().verdict, Verdict::OutOfMemory);
}

void SessionSandboxTest::asksTheEngineWhyTheSandboxEnded()
{
    m_state->endCause = Instance::EndCause{"the kernel ended the container for its memory", true};
    serve([this] {
        guest().sendData(acceptRun(), agent::Channel::Stdout, "partial");
        guest().hangUp();
    });
    const auto record = run();
    QCOMPARE(record.verdict, Verdict::OutOfMemory);
    QCOMPARE(record.evidence, std::string("the kernel ended the container for its memory"));
    QCOMPARE(record.stdoutBytes, std::string("partial"));
    QCOMPARE(record.image, std::string("python:test"));
}

void SessionSandboxTest::takesTheAgentsCountersWhereTheEngineHasNone()
{
    m_state->hasCounters = false;
    serve([this] {
        const auto stream = acceptRun();
        guest().send(
            agent::FrameType::Reply, stream,
            Json{
                {"ok", true},
                {"signal", 9},
                {"max_rss_bytes", 7U << 20},
                {"oom_kills", 1},
                {"memory_peak_bytes", 64U << 20}});
        guest().hangUp();
    });
    const auto record = run();
    QCOMPARE(record.verdict, Verdict::OutOfMemory);
    QCOMPARE(record.peakMemoryBytes, std::uint64_t(64U << 20));
}

void SessionSandboxTest::tellsNoPeakOfAnEarlierRun()
{
    m_state->memoryPeak = 900U << 20;
    serve([this] {
        const auto stream = acceptRun();
        guest().send(
            agent::FrameType::Reply, stream,
            Json{{"ok", true}, {"exit_code", 0}, {"max_rss_bytes", 7U << 20}});
        guest().hangUp();
    });
    QCOMPARE(run().peakMemoryBytes, std::uint64_t(7U << 20));
}

void SessionSandboxTest::opensNoSessionWhoseAgentCannotBeSetUp()
{
    ScriptedState state;
    state.setup.user = "no-such-user";
    state.guest.sendHello();
    std::string asked;
    std::jthread script([&] {
        const auto frame = state.guest.nextOf(agent::FrameType::Request);
        if (!frame)
            return;
        asked = frame->payload;
        state.guest.send(
            agent::FrameType::Reply, frame->stream,
            Json{{"ok", false}, {"code", "not_found"}, {"message", "no such user"}});
    });
    ScriptedEngine engine(state);
    const auto opened = Session::open(engine, {}, *LanguageCatalog::load(), *m_store, {});
    script.join();
    QVERIFY(!opened);
    QVERIFY(opened.error().code() == ErrorCode::NotFound);
    QCOMPARE(jsonString(*parseJson(asked), "verb"), std::string("setup"));
    QCOMPARE(jsonString(*parseJson(asked), "user"), std::string("no-such-user"));
}

void SessionSandboxTest::looksFromInsideWhetherTheNetworkIsGone()
{
    const std::string loopback = "    lo: 0 0\n";
    for (const bool isGone : {true, false}) {
        serve([&] {
            for (int reads = 0; reads < 3;) {
                const auto frame = guest().nextOf(agent::FrameType::Request);
                if (!frame)
                    return;
                const auto path = jsonString(*parseJson(frame->payload, 4U << 20), "path");
                if (path == "/proc/net/dev")
                    guest().sendData(
                        frame->stream, agent::Channel::File,
                        loopback + (isGone ? "" : "  eth0: 0 0\n"));
                reads += path.starts_with("/proc/net/") ? 1 : 0;
                guest().send(agent::FrameType::Reply, frame->stream, Json{{"ok", true}});
            }
        });
        const auto dropped = m_session->dropNetwork({});
        QCOMPARE(dropped.has_value(), isGone);
        m_guest = {};
    }
}

SANDBENCH_TEST(SessionSandboxTest);
#include "tst_session_sandbox.moc"
