// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/agent/agent_harness.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;
using agent::Channel;

class TestAgentRuns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void greetsQuickly();
    void tellsExitCodesAndSignals();
    void givesExactlyTheEnvironment();
    void passesUtf8AndRefusesNul();
    void givesNoOtherFiles();
    void resetsSignalsAndSession();
    void givesNothingOfTheHostsFileMode();
    void reportsProgramsThatCannotStart();
    void feedsInputAndItsEnd();
    void dropsInputBehindItsEnd();
    void doesNotBlockOnInputThatIsNeverRead();
    void goesOnWhenOutputIsClosedEarly();
    void runsInATerminal();
    void passesTheDisplayStream();
    void runsSideBySide();
    void signalsAndKillsARun();
    void printsManyBytesFast();
    void tellsABurstBeforeWhatIsWrittenElsewhere();
    void leaksNoFilesOverManyRuns();
};

void TestAgentRuns::greetsQuickly()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    qInfo("first frame after %.2f ms", agent.secondsToHello() * 1e3);
    QCOMPARE(jsonInt(agent.hello(), "protocol"), std::int64_t(1));
    QVERIFY(!jsonString(agent.hello(), "version").empty());
    QVERIFY(
        std::filesystem::file_size(
            std::string(qgetenv("SANDBENCH_TEST_BIN").constData()) + "/sandbench-agent")
        < 3U << 20);
    QVERIFY(jsonBool(agent.call({{"verb", "ping"}}).reply, "ok"));
    QCOMPARE(agent.call({{"verb", "fly"}}).code(), std::string("unsupported"));
}

void TestAgentRuns::tellsExitCodesAndSignals()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    for (const int code : {0, 1, 124, 127, 137, 255}) {
        const auto outcome = agent.run({"sh", "-c", "exit " + std::to_string(code)});
        QCOMPARE(outcome.exitCode(), code);
        QVERIFY(jsonField(outcome.reply, "cause").is_null());
        QVERIFY(!outcome.reply.contains("signal"));
    }
    const auto outcome = agent.run({"sh", "-c", "kill -SEGV $$"});
    QCOMPARE(jsonInt(outcome.reply, "signal"), std::int64_t(SIGSEGV));
    QVERIFY(!outcome.reply.contains("exit_code"));
    QVERIFY(jsonField(outcome.reply, "cause").is_null());
}

void TestAgentRuns::givesExactlyTheEnvironment()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    auto outcome = agent.run({"/usr/bin/env"}, {{"env", {{"A", "1"}, {"B", "x=y\nz"}}}});
    QCOMPARE(outcome.out(), std::string("A=1\nB=x=y\nz\n"));
    QCOMPARE(agent.run({"/usr/bin/env"}, {{"env", Json::object()}}).out(), std::string());
    auto folder = agent.run({"pwd"}, {{"cwd", "/usr"}});
    QCOMPARE(folder.out(), std::string("/usr\n"));
}

void TestAgentRuns::passesUtf8AndRefusesNul()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    const std::string text = "h\xc3\xa4 \xe2\x82\xac \xf0\x9f\x90\x8d \n\t'\"$";
    QCOMPARE(agent.run({"printf", "%s", text}).out(), text);
    QCOMPARE(agent.run({"printf", std::string("a\0b", 3)}).code(), std::string("invalid_argument"));
    QCOMPARE(
        agent.run({"true"}, {{"env", {{"A", std::string("\0", 1)}}}}).code(),
        std::string("invalid_argument"));
}

void TestAgentRuns::givesNoOtherFiles()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    // 3 is the folder that ls itself reads.
    QCOMPARE(agent.run({"ls", "/proc/self/fd"}).out(), std::string("0\n1\n2\n3\n"));
    QCOMPARE(
        agent.run({"ls", "/proc/self/fd"}, {{"display", true}}).out(),
        std::string("0\n1\n2\n3\n4\n"));
}

void TestAgentRuns::resetsSignalsAndSession()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    auto outcome = agent.run({"grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"});
    QCOMPARE(outcome.out(), std::string("SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n"));
    auto session
        = agent.run({"sh", "-c", "read p c s pp pg sid rest < /proc/$$/stat; [ $$ = $sid ]"});
    QCOMPARE(session.exitCode(), 0);
    QCOMPARE(agent.run({"cat", "/proc/self/oom_score_adj"}).out(), std::string("1000\n"));
}

void TestAgentRuns::givesNothingOfTheHostsFileMode()
{
    const auto before = ::umask(0077);
    AgentHarness agent;
    const bool started = agent.start();
    ::umask(before);
    QVERIFY(started);
    QCOMPARE(agent.run({"sh", "-c", "umask"}).out(), std::string("0022\n"));
}

void TestAgentRuns::reportsProgramsThatCannotStart()
{
    QTemporaryDir folder;
    const std::string plain = folder.path().toStdString() + "/plain";
    QVERIFY(QFile(QString::fromStdString(plain)).open(QIODevice::WriteOnly));
    AgentHarness agent;
    QVERIFY(agent.start());
    const auto codeOf = [&agent](std::vector<std::string> argv, const char* cwd) {
        const auto outcome = agent.run(std::move(argv), {{"cwd", cwd}});
        return outcome.events.empty() ? outcome.code() : std::string("started");
    };
    QCOMPARE(codeOf({"no-such-program"}, "/"), std::string("not_found"));
    QCOMPARE(codeOf({"/no/such/program"}, "/"), std::string("not_found"));
    QCOMPARE(codeOf({plain}, "/"), std::string("permission_denied"));
    QCOMPARE(codeOf({"/usr"}, "/"), std::string("permission_denied"));
    QCOMPARE(codeOf({"true"}, "/no/such/folder"), std::string("invalid_argument"));
    QCOMPARE(codeOf({"true"}, "/etc/passwd"), std::string("invalid_argument"));
    QCOMPARE(agent.run({"true"}).exitCode(), 0);
}

void TestAgentRuns::feedsInputAndItsEnd()
{
    AgentHarness agent;
    AgentHarness::Options options;
    options.twoPipes = true;
    QVERIFY(agent.start(options));
    const auto stream = agent.postRun({"cat"}, {{"stdin", true}});
    agent.sendData(stream, Channel::Stdin, std::string("one\0two", 7));
    agent.sendEof(stream, Channel::Stdin);
    QCOMPARE(agent.finish(stream).out(), std::string("one\0two", 7));
    // Without input a program reads the end at once.
    QCOMPARE(agent.run({"cat"}).exitCode(), 0);
}

void TestAgentRuns::dropsInputBehindItsEnd()
{
    // One thread of a host may end the input while another one is still sending.
    AgentHarness agent;
    QVERIFY(agent.start());
    const auto stream = agent.postRun({"sh", "-c", "cat; sleep 0.2"}, {{"stdin", true}});
    agent.sendData(stream, Channel::Stdin, "before");
    agent.sendEof(stream, Channel::Stdin);
    agent.sendData(stream, Channel::Stdin, "behind");
    QCOMPARE(agent.finish(stream).out(), std::string("before"));
    QCOMPARE(agent.run({"true"}).exitCode(), 0);
}

void TestAgentRuns::doesNotBlockOnInputThatIsNeverRead()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    const auto stream
        = agent.postRun({"sh", "-c", "sleep 0.3; head -c 3000000 /dev/zero"}, {{"stdin", true}});
    // All that the credit allows; the agent must hold it and still pass output on.
    for (int i = 0; i < 8; ++i)
        agent.sendData(stream, Channel::Stdin, std::string(agent::kDataChunk, 'x'));
    const auto pinged = agent.post({{"verb", "ping"}});
    QVERIFY(jsonBool(agent.finish(pinged).reply, "ok"));
    auto outcome = agent.finish(stream);
    QCOMPARE(outcome.out().size(), std::size_t(3000000));
    QCOMPARE(outcome.exitCode(), 0);
    // A program that closed its input takes 50 MiB without anybody waiting: credit keeps coming.
    const auto closed = agent.postRun({"sh", "-c", "exec 0<&-; sleep 5"}, {{"stdin", true}});
    QVERIFY(agent.waitForEvent(closed, "started"));
    std::size_t credit = agent::kInitialCredit;
    for (std::size_t sent = 0; sent < 50U << 20; sent += agent::kDataChunk) {
        while (credit < agent::kDataChunk) {
            const auto frame = agent.next(5s);
            QVERIFY(frame.has_value());
            if (frame->type == agent::FrameType::Credit)
                credit += frame->credit();
        }
        agent.sendData(closed, Channel::Stdin, std::string(agent::kDataChunk, 'y'));
        credit -= agent::kDataChunk;
    }
    agent.call({{"verb", "kill"}, {"run", closed}});
}

void TestAgentRuns::goesOnWhenOutputIsClosedEarly()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    const auto outcome = agent.run({"sh", "-c", "exec 1>&- 2>&-; sleep 0.2; exit 9"});
    QCOMPARE(outcome.exitCode(), 9);
    QVERIFY(jsonNumber(outcome.reply, "wall_seconds") >= 0.2);
}

void TestAgentRuns::runsInATerminal()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    auto outcome = agent.run(
        {"sh", "-c", "tty >/dev/null && stty size; echo err >&2"},
        {{"pty", {{"rows", 33}, {"cols", 101}}}});
    QCOMPARE(outcome.out(), std::string("33 101\r\nerr\r\n"));
    const auto stream = agent.postRun(
        {"sh", "-c", "trap 'stty size; exit 4' WINCH; echo ready; while :; do sleep 0.05; done"},
        {{"pty", {{"rows", 24}, {"cols", 80}}}, {"stdin", true}});
    QVERIFY(agent.waitForEvent(stream, "started"));
    while (const auto frame = agent.next(5s)) {
        if (frame->type == agent::FrameType::Data)
            break;
    }
    agent.post({{"verb", "resize"}, {"run", stream}, {"rows", 50}, {"cols", 132}});
    auto resized = agent.finish(stream);
    QVERIFY(resized.out().find("50 132") != std::string::npos);
    QCOMPARE(resized.exitCode(), 4);
    // The end of input is a character there.
    const auto cat = agent.postRun({"cat"}, {{"pty", Json::object()}, {"stdin", true}});
    agent.sendEof(cat, Channel::Stdin);
    QCOMPARE(agent.finish(cat).exitCode(), 0);
    QCOMPARE(agent.run({"cat", "/dev/null"}, {{"pty", Json::object()}}).exitCode(), 0);
}

void TestAgentRuns::passesTheDisplayStream()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    auto outcome = agent.run(
        {"sh", "-c", "printf '\\001raw' >&$SANDBENCH_DISPLAY_FD; echo out"}, {{"display", true}});
    QCOMPARE(outcome.data[Channel::Display], std::string("\001raw"));
    QCOMPARE(outcome.out(), std::string("out\n"));
}

void TestAgentRuns::runsSideBySide()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    QTemporaryDir meeting;
    // Each waits for all the others: one after the other they would never end.
    const QString all
        = QStringLiteral("cd '%1'; : > %2; until [ -e 19 ] && [ $(ls | wc -l) = 20 ]; "
                         "do sleep 0.05; done; exit %2")
              .arg(meeting.path(), QStringLiteral("%1"));
    std::vector<std::uint32_t> streams;
    for (int i = 0; i < 20; ++i)
        streams.push_back(agent.postRun({"sh", "-c", all.arg(i).toStdString()}));
    const auto last = agent.finish(streams.back());
    QCOMPARE(last.exitCode(), 19);
}

void TestAgentRuns::signalsAndKillsARun()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    auto stream = agent.postRun({"sleep", "100"});
    QVERIFY(agent.waitForEvent(stream, "started"));
    agent.post({{"verb", "signal"}, {"run", stream}, {"signal", SIGTERM}});
    auto outcome = agent.finish(stream);
    QCOMPARE(jsonInt(outcome.reply, "signal"), std::int64_t(SIGTERM));
    QCOMPARE(outcome.cause(), std::string("signal_requested"));
    stream = agent.postRun({"sh", "-c", "trap '' TERM INT HUP; sleep 100; sleep 100"});
    QVERIFY(agent.waitForEvent(stream, "started"));
    agent.post({{"verb", "kill"}, {"run", stream}});
    outcome = agent.finish(stream);
    QCOMPARE(outcome.cause(), std::string("killed"));
    QCOMPARE(
        agent.call({{"verb", "signal"}, {"run", stream}, {"signal", 15}}).code(),
        std::string("not_found"));
    QCOMPARE(
        agent.call({{"verb", "signal"}, {"run", stream}, {"signal", 4000}}).code(),
        std::string("invalid_argument"));
}

void TestAgentRuns::printsManyBytesFast()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    const auto begin = std::chrono::steady_clock::now();
    auto outcome = agent.run({"head", "-c", "200000000", "/dev/zero"});
    const double seconds
        = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    QCOMPARE(outcome.out().size(), std::size_t(200000000));
    qInfo("stdout: %.0f MB/s", 200 / seconds);
}

// What comes byte by byte is read once a millisecond, but for this.
void TestAgentRuns::tellsABurstBeforeWhatIsWrittenElsewhere()
{
    constexpr int kWrites = 300;
    AgentHarness agent;
    QVERIFY(agent.start());
    const auto stream = agent.postRun(
        {kPython, "-c",
         "import os, time\nfor _ in range(" + std::to_string(kWrites)
             + "):\n os.write(1, b'x'); time.sleep(0.0001)\nos.write(2, b'e')\n"});
    std::size_t before = 0;
    bool isTold = false;
    while (!isTold) {
        const auto frame = agent.nextOf(FrameType::Data);
        QVERIFY(frame && frame->stream == stream);
        isTold = frame->channel() == Channel::Stderr;
        if (!isTold)
            before += frame->data().size();
    }
    QCOMPARE(before, std::size_t{kWrites});
}

void TestAgentRuns::leaksNoFilesOverManyRuns()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    const auto countFiles = [&agent] {
        const auto files = "/proc/" + std::to_string(agent.pid()) + "/fd";
        return std::distance(std::filesystem::directory_iterator(files), {});
    };
    agent.run({"/bin/true"});
    const auto before = countFiles();
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 2000; ++i) {
        const auto outcome = agent.run({i % 7 == 0 ? "/no/such" : "/bin/true"});
        QVERIFY(!outcome.reply.is_null());
    }
    const double seconds
        = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    qInfo("run /bin/true: %.2f ms", seconds / 2);
    QCOMPARE(countFiles(), before);
}

SANDBENCH_TEST(TestAgentRuns);
#include "tst_agent_runs.moc"
