// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/agent/agent_harness.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace sandbench;
using namespace sandbench::test;
using agent::Channel;

namespace {

Json stepsOf(const std::vector<std::string>& scripts)
{
    auto steps = Json::array();
    for (const auto& script : scripts)
        steps.push_back({{"name", "step"}, {"argv", {"sh", "-c", script}}});
    return steps;
}

/// "started step0 step1"
std::string storyOf(const Outcome& outcome)
{
    std::string story;
    for (const auto& event : outcome.events) {
        const auto name = jsonString(event, "event");
        story += (story.empty() ? "" : " ") + name;
        if (name == "step")
            story += std::to_string(jsonInt(event, "index", -1));
    }
    return story;
}

} // namespace

/// Compilers before a program, in the real agent.
class TestAgentSteps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QVERIFY(m_agent.emplace().start()); }
    void cleanup() { m_agent.reset(); }

    void runsStepsBeforeTheProgram();
    void endsWithTheStepThatFails();
    void givesTheInputToTheProgramOnly();
    void givesTheDisplayToTheProgramOnly();
    void givesTheTerminalToTheProgram();
    void startsTheProgramWithoutWhatAStepLeft();
    void endsAStepAtTheWallClock();
    void countsTheWallClockOverAllSteps();
    void addsUpTheCpuTime();
    void killsAStep();
    void signalsAStep();
    void saysWhichProgramCannotStart();
    void limitsTheOutputOfAStep();

private:
    Outcome
    run(const std::vector<std::string>& steps, std::string program, Json more = Json::object())
    {
        more["steps"] = stepsOf(steps);
        return m_agent->run({"sh", "-c", std::move(program)}, std::move(more));
    }
    std::uint32_t post(const std::vector<std::string>& steps, std::string program)
    {
        return m_agent->postRun(
            {"sh", "-c", std::move(program)}, {{"steps", stepsOf(steps)}, {"stdin", true}});
    }

    std::optional<AgentHarness> m_agent;
};

void TestAgentSteps::runsStepsBeforeTheProgram()
{
    auto outcome = run({"echo one; echo warning >&2", "echo two"}, "echo three; exit 5");
    QCOMPARE(outcome.out(), std::string("one\ntwo\nthree\n"));
    QCOMPARE(outcome.err(), std::string("warning\n"));
    QCOMPARE(outcome.exitCode(), 5);
    QCOMPARE(storyOf(outcome), std::string("started step0 step1 step2"));
    QCOMPARE(storyOf(m_agent->run({"true"})), std::string("started"));
}

void TestAgentSteps::endsWithTheStepThatFails()
{
    auto outcome = run({"echo one", "echo two; exit 3", "echo three"}, "echo four");
    QCOMPARE(outcome.out(), std::string("one\ntwo\n"));
    QCOMPARE(outcome.exitCode(), 3);
    QCOMPARE(storyOf(outcome), std::string("started step0 step1"));
    QCOMPARE(jsonInt(run({"kill -SEGV $$"}, "echo x").reply, "signal"), std::int64_t(SIGSEGV));
}

void TestAgentSteps::givesTheInputToTheProgramOnly()
{
    const auto stream = post({"cat; readlink /proc/self/fd/0"}, "cat");
    m_agent->sendData(stream, Channel::Stdin, "for the program");
    m_agent->sendEof(stream, Channel::Stdin);
    QCOMPARE(m_agent->finish(stream).out(), std::string("/dev/null\nfor the program"));
}

void TestAgentSteps::givesTheDisplayToTheProgramOnly()
{
    auto outcome = run(
        {"echo \"<$SANDBENCH_DISPLAY_FD>\"; test -e /proc/self/fd/3 || echo none"},
        "printf x >&$SANDBENCH_DISPLAY_FD", {{"display", true}});
    QCOMPARE(outcome.out(), std::string("<>\nnone\n"));
    QCOMPARE(outcome.data[Channel::Display], std::string("x"));
}

void TestAgentSteps::givesTheTerminalToTheProgram()
{
    auto outcome = run(
        {"tty || echo step"}, "tty >/dev/null && stty size",
        {{"pty", {{"rows", 33}, {"cols", 101}}}});
    QCOMPARE(outcome.out(), std::string("not a tty\r\nstep\r\n33 101\r\n"));
}

void TestAgentSteps::startsTheProgramWithoutWhatAStepLeft()
{
    const auto outcome = run(
        {"sleep 4711.5 & setsid sh -c 'sleep 4711.5; true' & true"}, "pgrep -fc '[s]leep 4711.5'");
    QCOMPARE(outcome.exitCode(), 1);
    QVERIFY(jsonInt(outcome.reply, "killed_processes") >= 2);
}

void TestAgentSteps::endsAStepAtTheWallClock()
{
    auto outcome = run({"echo in; sleep 60"}, "echo no", {{"limits", {{"wall_seconds", 1}}}});
    QCOMPARE(outcome.cause(), std::string("wall"));
    QCOMPARE(outcome.out(), std::string("in\n"));
}

void TestAgentSteps::countsTheWallClockOverAllSteps()
{
    const auto outcome
        = run({"sleep 0.3", "sleep 0.3"}, "sleep 60", {{"limits", {{"wall_seconds", 3}}}});
    QCOMPARE(outcome.cause(), std::string("wall"));
    QCOMPARE(storyOf(outcome), std::string("started step0 step1 step2"));
    QVERIFY(jsonNumber(outcome.reply, "wall_seconds") >= 3);
}

void TestAgentSteps::addsUpTheCpuTime()
{
    // Each alone stays below the limit.
    const std::string busy = "(ulimit -t 1; while :; do :; done); true";
    const auto outcome = run({busy, busy, busy}, busy, {{"limits", {{"cpu_seconds", 2}}}});
    QCOMPARE(outcome.cause(), std::string("cpu"));
    QVERIFY(jsonNumber(outcome.reply, "cpu_seconds") >= 1.9);
}

void TestAgentSteps::killsAStep()
{
    const auto stream = post({"sleep 60"}, "echo no");
    QVERIFY(m_agent->waitForEvent(stream, "step"));
    m_agent->post({{"verb", "kill"}, {"run", stream}});
    auto outcome = m_agent->finish(stream);
    QCOMPARE(outcome.cause(), std::string("killed"));
    QCOMPARE(outcome.out(), std::string());
}

void TestAgentSteps::signalsAStep()
{
    const auto stream = post({"sleep 60"}, "echo no");
    QVERIFY(m_agent->waitForEvent(stream, "step"));
    m_agent->post({{"verb", "signal"}, {"run", stream}, {"signal", SIGTERM}});
    const auto outcome = m_agent->finish(stream);
    QCOMPARE(outcome.cause(), std::string("signal_requested"));
    QCOMPARE(jsonInt(outcome.reply, "signal"), std::int64_t(SIGTERM));
}

void TestAgentSteps::saysWhichProgramCannotStart()
{
    const Json missing = {{{"name", "cc"}, {"argv", {"no-such-compiler"}}}};
    QCOMPARE(m_agent->run({"true"}, {{"steps", missing}}).code(), std::string("not_found"));
    const auto later = m_agent->run({"no-such-program"}, {{"steps", stepsOf({"true"})}});
    QCOMPARE(later.code(), std::string("not_found"));
    QVERIFY(jsonString(later.reply, "message").find("no-such-program") != std::string::npos);
    QCOMPARE(
        m_agent->run({"true"}, {{"steps", {{{"name", "x"}}}}}).code(),
        std::string("invalid_argument"));
}

void TestAgentSteps::limitsTheOutputOfAStep()
{
    auto outcome = run({"yes | head -c 100000"}, "echo no", {{"limits", {{"output_bytes", 1000}}}});
    QCOMPARE(outcome.cause(), std::string("output"));
    QCOMPARE(outcome.out().size(), std::size_t(1000));
}

SANDBENCH_TEST(TestAgentSteps);
#include "tst_agent_steps.moc"
