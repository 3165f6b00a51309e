// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/agent/agent_harness.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>

#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;
using agent::Channel;
using agent::FrameType;

namespace {

/// A sleep that no other test, process or run of this test uses.
std::string uniqueSleep(int index)
{
    return std::to_string(10000 + ::getpid()) + "." + std::to_string(1000 + index);
}

int leftOf(const std::string& duration)
{
    return countProcesses("sleep" + std::string(1, '\0') + duration);
}

Json limits(Json fields)
{
    return {{"limits", std::move(fields)}};
}

} // namespace

class TestAgentLimits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pausesAPrinterThatNobodyReads();
    void answersWhileAStreamIsPaused();
    void endsAtTheOutputLimit();
    void endsAtTheWallLimit();
    void endsAtTheCpuLimit();
    void countsTheCpuOfTheWholeTree();
    void appliesResourceLimits();
    void killsDaemonsWithTheRun();
    void killsWhatHoldsOutputOpen();
    void leavesAnotherRunAlone();
    void killsAForkBomb();
    void reapsAZombieFarm();
    void seesFullScratch();
    void startsNoRunWhoseFileWasRefused();
    void endsEverythingAtTheEndOfTheStream();
    void endsWhenTheHostFallsSilent();
    void staysWhileTheHostPings();
    void endsOnProtocolErrors_data();
    void endsOnProtocolErrors();
    void runsInAnEmptyRoot();
    void survivesAsInit();
    void leavesTheSharedMemoryOfTheMachineAlone();
};

void TestAgentLimits::pausesAPrinterThatNobodyReads()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    const auto stream = agent.postRun({"head", "-c", "100000000", "/dev/zero"});
    std::size_t received = 0;
    // No credit: exactly the initial one arrives, then silence.
    while (const auto frame = agent.next(500ms)) {
        if (frame->type == FrameType::Data)
            received += frame->data().size();
    }
    QCOMPARE(received, std::size_t(agent::kInitialCredit));
    agent.sendCredit(stream, Channel::Stdout, 1000);
    const auto more = agent.next(2s);
    QVERIFY(more && more->type == FrameType::Data);
    QCOMPARE(more->data().size(), std::size_t(1000));
    received += 1000;
    agent.sendCredit(stream, Channel::Stdout, agent::kInitialCredit);
    auto outcome = agent.finish(stream);
    QCOMPARE(received + outcome.out().size(), std::size_t(100000000));
    QCOMPARE(outcome.exitCode(), 0);
}

void TestAgentLimits::answersWhileAStreamIsPaused()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    const auto printer = agent.postRun({"yes"});
    while (const auto frame = agent.next(300ms)) { }
    QCOMPARE(agent.run({"echo", "hi"}).out(), std::string("hi\n"));
    agent.post({{"verb", "kill"}, {"run", printer}});
    QCOMPARE(agent.finish(printer).reply.is_null(), false);
}

void TestAgentLimits::endsAtTheOutputLimit()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    auto outcome = agent.run({"yes"}, limits({{"output_bytes", 100000}}));
    QCOMPARE(outcome.cause(), std::string("output"));
    QCOMPARE(outcome.out().size(), std::size_t(100000));
    QCOMPARE(jsonInt(outcome.reply, "stdout_bytes"), std::int64_t(100000));
    outcome = agent.run({"head", "-c", "100000", "/dev/zero"}, limits({{"output_bytes", 100000}}));
    QCOMPARE(outcome.cause(), std::string());
    QCOMPARE(outcome.exitCode(), 0);
    outcome = agent.run({"sh", "-c", "yes >&2"}, limits({{"output_bytes", 5}}));
    QCOMPARE(outcome.err(), std::string("y\ny\ny"));
    QCOMPARE(outcome.cause(), std::string("output"));
}

void TestAgentLimits::endsAtTheWallLimit()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    const auto sleep = uniqueSleep(1);
    const auto outcome = agent.run(
        {"sh", "-c", "trap '' TERM INT; sleep " + sleep + "; sleep 1"},
        limits({{"wall_seconds", 0.3}}));
    QCOMPARE(outcome.cause(), std::string("wall"));
    const double wall = jsonNumber(outcome.reply, "wall_seconds");
    QVERIFY2(wall >= 0.3 && wall < 1.5, std::to_string(wall).c_str());
    QVERIFY(jsonNumber(outcome.reply, "cpu_seconds") < 0.2);
    QCOMPARE(leftOf(sleep), 0);
}

void TestAgentLimits::endsAtTheCpuLimit()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    const auto outcome = agent.run(
        {"sh", "-c", "while :; do :; done"}, limits({{"cpu_seconds", 0.5}, {"wall_seconds", 15}}));
    QCOMPARE(outcome.cause(), std::string("cpu"));
    QVERIFY(jsonNumber(outcome.reply, "cpu_seconds") >= 0.5);
    QVERIFY(jsonNumber(outcome.reply, "cpu_seconds") < 1.5);
}

void TestAgentLimits::countsTheCpuOfTheWholeTree()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    // No process of it reaches a second alone.
    const auto outcome = agent.run(
        {"sh", "-c", "for i in 1 2 3 4; do (while :; do :; done) & done; wait"},
        limits({{"cpu_seconds", 1}, {"wall_seconds", 15}}));
    QCOMPARE(outcome.cause(), std::string("cpu"));
    QCOMPARE(jsonInt(outcome.reply, "killed_processes"), std::int64_t(4));
}

void TestAgentLimits::appliesResourceLimits()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    auto outcome = agent.run(
        {"sh", "-c", "ulimit -n; ulimit -c; ulimit -s"},
        limits({{"open_files", 77}, {"stack_bytes", 1 << 20}}));
    QCOMPARE(outcome.out(), std::string("77\n0\n1024\n"));
    QTemporaryDir folder;
    outcome = agent.run(
        {"sh", "-c", "head -c 200000 /dev/zero > f; stat -c %s f"},
        {{"limits", {{"file_bytes", 65536}}}, {"cwd", folder.path().toStdString()}});
    QCOMPARE(outcome.out(), std::string("65536\n"));
}

void TestAgentLimits::killsDaemonsWithTheRun()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    const auto one = uniqueSleep(2);
    const auto two = uniqueSleep(3);
    const auto three = uniqueSleep(4);
    // A child, a setsid daemon, and a double fork whose middle is gone.
    const auto outcome = agent.run(
        {"sh", "-c",
         "sleep " + one + " & setsid sleep " + two + " & (setsid sh -c 'setsid sleep " + three
             + " & exit 0' &) ; sleep 0.2; exit 5"});
    QCOMPARE(outcome.exitCode(), 5);
    QCOMPARE(jsonInt(outcome.reply, "killed_processes"), std::int64_t(3));
    QCOMPARE(leftOf(one) + leftOf(two) + leftOf(three), 0);
}

void TestAgentLimits::killsWhatHoldsOutputOpen()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    const auto sleep = uniqueSleep(1000);
    auto outcome = agent.run({"sh", "-c", "setsid sleep " + sleep + " & echo done"});
    QCOMPARE(outcome.out(), std::string("done\n"));
    QCOMPARE(leftOf(sleep), 0);
}

void TestAgentLimits::leavesAnotherRunAlone()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    const auto sleep = uniqueSleep(6);
    const auto other = agent.postRun({"sh", "-c", "(sleep " + sleep + " &) ; sleep 30"});
    QVERIFY(agent.waitForEvent(other, "started"));
    QVERIFY(eventually([&] { return leftOf(sleep) == 1; }, 5s));
    const auto outcome = agent.run({"sh", "-c", "(sleep 50 &) ; exit 0"});
    QCOMPARE(jsonInt(outcome.reply, "killed_processes"), std::int64_t(1));
    QCOMPARE(leftOf(sleep), 1);
    agent.post({{"verb", "kill"}, {"run", other}});
    QCOMPARE(agent.finish(other).cause(), std::string("killed"));
    QCOMPARE(leftOf(sleep), 0);
}

void TestAgentLimits::killsAForkBomb()
{
    if (::getuid() != 0)
        SKIP_WITHOUT("root", "only root can give the bomb a user of its own");
    AgentHarness agent;
    AgentHarness::Options options;
    options.uid = 61234; // a limit on processes counts per user, and does not bind root
    QVERIFY(agent.start(options));
    const auto sleep = uniqueSleep(7);
    // No process may be created by root here: the shell checks that first.
    const auto outcome = agent.run(
        {"sh", "-c",
         "[ $(id -u) = 61234 ] || exit 66; b() { sleep " + sleep + " & b & b & wait; }; b"},
        limits({{"processes", 60}, {"wall_seconds", 1}}));
    QCOMPARE(outcome.cause(), std::string("wall"));
    QVERIFY(jsonInt(outcome.reply, "killed_processes") > 10);
    QVERIFY(eventually([&] { return leftOf(sleep) == 0; }, 2s));
    QCOMPARE(agent.run({"true"}).exitCode(), 0);
}

void TestAgentLimits::reapsAZombieFarm()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    const auto outcome = agent.run(
        {"sh", "-c", "i=0; while [ $i -lt 100 ]; do (true &) ; i=$((i+1)); done; exec true"});
    QCOMPARE(outcome.exitCode(), 0);
    const auto metrics = agent.call({{"verb", "metrics"}}).reply;
    QCOMPARE(jsonInt(metrics, "processes"), std::int64_t(0));
}

void TestAgentLimits::seesFullScratch()
{
    if (::getuid() != 0)
        SKIP_WITHOUT("root", "only root can mount a small file system");
    QTemporaryDir folder;
    const std::string path = folder.path().toStdString();
    QCOMPARE(::mount("tmpfs", path.c_str(), "tmpfs", 0, "size=1m"), 0);
    AgentHarness agent;
    AgentHarness::Options options;
    options.scratch = {path};
    QVERIFY(agent.start(options));
    auto outcome = agent.run({"true"});
    const bool emptyAtFirst = outcome.reply["scratch_full"].empty();
    outcome = agent.run({"sh", "-c", "head -c 5000000 /dev/zero > big"}, {{"cwd", path}});
    const auto metrics = agent.call({{"verb", "metrics"}}).reply;
    ::umount2(path.c_str(), MNT_DETACH);
    QVERIFY(emptyAtFirst);
    QCOMPARE(outcome.reply["scratch_full"].dump(), Json({path}).dump());
    QCOMPARE(jsonInt(metrics["scratch"][0], "total_bytes"), std::int64_t(1 << 20));
}

void TestAgentLimits::startsNoRunWhoseFileWasRefused()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    QTemporaryDir folder;
    const auto path = folder.path().toStdString();
    const auto write = [&](const std::string& name) {
        const auto stream = agent.post({{"verb", "write"}, {"path", path + name}});
        agent.sendData(stream, Channel::File, "x");
        agent.sendEof(stream, Channel::File);
        return stream;
    };
    // All sent before any answer is read, as a host does.
    const auto good = write("/good");
    const auto bad = write("/none/bad");
    const auto unfinished = agent.post({{"verb", "write"}, {"path", path + "/unfinished"}});
    const auto refused = agent.postRun({"echo", "ran"}, {{"after", {good, bad}}});
    const auto early = agent.postRun({"echo", "ran"}, {{"after", {unfinished}}});
    const auto allowed = agent.postRun({"echo", "ran"}, {{"after", {good}}});
    std::vector<Outcome> outcomes;
    outcomes.push_back(agent.finish(refused));
    outcomes.push_back(agent.finish(early));
    QCOMPARE(agent.finish(allowed).out(), std::string("ran\n"));
    // And again when the refused request is long over.
    outcomes.push_back(agent.run({"echo", "ran"}, {{"after", {bad}}}));
    for (auto& outcome : outcomes) {
        QCOMPARE(outcome.code(), std::string("unavailable"));
        QVERIFY(outcome.events.empty() && outcome.out().empty());
    }
}

void TestAgentLimits::endsEverythingAtTheEndOfTheStream()
{
    AgentHarness agent;
    QVERIFY(agent.start());
    const auto sleep = uniqueSleep(8);
    const auto stream = agent.postRun(
        {"sh", "-c",
         "trap '' TERM; setsid sleep " + sleep + " & (sleep " + sleep + " &) ; sleep 100"});
    QVERIFY(agent.waitForEvent(stream, "started"));
    QVERIFY(eventually([&] { return leftOf(sleep) == 2; }, 5s));
    agent.hangUp();
    QCOMPARE(agent.waitForExit(3s), 0);
    QCOMPARE(leftOf(sleep), 0);
}

void TestAgentLimits::endsWhenTheHostFallsSilent()
{
    AgentHarness agent;
    AgentHarness::Options options;
    options.ttlSeconds = 1;
    QVERIFY(agent.start(options));
    const auto sleep = uniqueSleep(9);
    agent.postRun({"sleep", sleep});
    const auto begin = std::chrono::steady_clock::now();
    QCOMPARE(agent.waitForExit(5s), 1);
    QVERIFY(std::chrono::steady_clock::now() - begin > 800ms);
    QCOMPARE(leftOf(sleep), 0);
}

void TestAgentLimits::staysWhileTheHostPings()
{
    AgentHarness agent;
    AgentHarness::Options options;
    options.ttlSeconds = 1;
    QVERIFY(agent.start(options));
    const auto stream = agent.postRun({"sleep", "2.5"});
    std::string ping;
    agent::appendFrame(ping, FrameType::Ping, 0, "are you there");
    bool answered = false;
    for (;;) {
        agent.sendRaw(ping);
        const auto frame = agent.next(300ms);
        if (frame && frame->type == FrameType::Pong)
            answered = frame->payload == "are you there";
        if (frame && frame->type == FrameType::Reply && frame->stream == stream)
            break;
        QVERIFY(frame.has_value());
    }
    QVERIFY(answered);
}

void TestAgentLimits::endsOnProtocolErrors_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("greet");
    const auto row = [](const char* name, const std::string& bytes, bool greet) {
        QTest::newRow(name) << QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()))
                            << greet;
    };
    std::string bytes;
    const auto frame = [&bytes](FrameType type, std::uint32_t stream, std::string_view payload) {
        bytes.clear();
        agent::appendFrame(bytes, type, stream, payload);
        return bytes;
    };
    row("garbage", "GET / HTTP/1.1\r\n\r\n", true);
    row("request before hello", frame(FrameType::Request, 1, R"({"verb":"ping"})"), false);
    row("wrong version", frame(FrameType::Hello, 0, R"({"protocol":99})"), false);
    row("hello twice", frame(FrameType::Hello, 0, R"({"protocol":1})"), true);
    row("hello that is no JSON", frame(FrameType::Hello, 0, "{"), false);
    row("reply from the host", frame(FrameType::Reply, 1, "{}"), true);
    row("stream used twice",
        frame(FrameType::Request, 1, "{}") + frame(FrameType::Request, 1, "{}"), true);
    bytes.clear();
    agent::appendData(bytes, 5, Channel::Stdin, "x");
    row("data for no stream", bytes, true);
    const auto cat
        = frame(FrameType::Request, 1, R"({"verb":"run","argv":["/bin/sleep","9"],"stdin":true})");
    std::string overrun = cat;
    for (std::size_t sent = 0; sent <= agent::kInitialCredit; sent += agent::kDataChunk)
        agent::appendData(overrun, 1, Channel::Stdin, std::string(agent::kDataChunk, 'x'));
    agent::appendData(overrun, 1, Channel::Stdin, std::string(agent::kDataChunk, 'x'));
    row("more than the credit", overrun, true);
    std::string wrongChannel = cat;
    agent::appendData(wrongChannel, 1, Channel::Stdout, "x");
    row("data on an output", wrongChannel, true);
    std::string credit = cat;
    agent::appendCredit(credit, 1, Channel::Stdout, 0xFFFFFFFFU);
    row("too much credit", credit, true);
}

void TestAgentLimits::endsOnProtocolErrors()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, greet);
    AgentHarness agent;
    AgentHarness::Options options;
    options.greet = greet;
    QVERIFY(agent.start(options));
    agent.sendRaw({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    QCOMPARE(agent.waitForExit(5s), 1);
}

void TestAgentLimits::runsInAnEmptyRoot()
{
    if (::getuid() != 0)
        SKIP_WITHOUT("root", "only root can change the root folder");
    QTemporaryDir folder;
    AgentHarness agent;
    AgentHarness::Options options;
    options.root = folder.path().toStdString();
    QVERIFY(agent.start(options));
    QCOMPARE(agent.run({"sh"}).code(), std::string("not_found"));
    QCOMPARE(agent.run({"sh"}, {{"pty", Json::object()}}).code(), std::string("unavailable"));
    const auto stream = agent.post({{"verb", "write"}, {"path", "/a/b"}, {"parents", true}});
    agent.sendData(stream, Channel::File, "hello");
    agent.sendEof(stream, Channel::File);
    QVERIFY(jsonBool(agent.finish(stream).reply, "ok"));
    QCOMPARE(
        agent.call({{"verb", "read"}, {"path", "/a/b"}}).data[Channel::File], std::string("hello"));
    // The agent itself is a program that ends at once when its input does; nothing else is there to
    // run.
    const auto outcome = agent.run({"/sandbench-agent"});
    QCOMPARE(outcome.exitCode(), 0);
}

void TestAgentLimits::survivesAsInit()
{
    if (::getuid() != 0)
        SKIP_WITHOUT("root", "only root can make a process namespace");
    AgentHarness agent;
    AgentHarness::Options options;
    options.inPidNamespace = true;
    QVERIFY(agent.start(options));
    QCOMPARE(jsonInt(agent.hello(), "pid"), std::int64_t(1));
    auto outcome = agent.run(
        {"sh", "-c",
         "kill -TERM 1; kill -STOP 1; kill -KILL 1; kill -HUP 1; kill -USR1 1; (setsid sleep 99 &) "
         "; echo on"});
    QCOMPARE(outcome.out(), std::string("on\n"));
    QCOMPARE(jsonInt(outcome.reply, "killed_processes"), std::int64_t(1));
    // Everything but itself: the shell dies by its own hand, the agent stays.
    outcome = agent.run({"sh", "-c", "kill -9 -1; echo still"});
    QVERIFY(!outcome.reply.is_null());
    QCOMPARE(agent.run({"echo", "here"}).out(), std::string("here\n"));
    agent.hangUp();
    QCOMPARE(agent.waitForExit(3s), 0);
}

void TestAgentLimits::leavesTheSharedMemoryOfTheMachineAlone()
{
    constexpr ino_t kFirstNamespace = 0xEFFFFFFF;
    struct stat own = {};
    if (::getuid() != 0 || ::stat("/proc/self/ns/ipc", &own) != 0 || own.st_ino != kFirstNamespace)
        QSKIP("it could not tell this machine's from a sandbox's, where this is a container");
    QTemporaryFile ours(QStringLiteral("/dev/shm/sandbench-test-XXXXXX"));
    QVERIFY(ours.open());
    const QString name = ours.fileName(); // it has none before somebody asks
    QVERIFY(QFile::exists(name));
    AgentHarness agent;
    AgentHarness::Options options;
    options.inPidNamespace = true;
    options.sharesIpc = true;
    QVERIFY(agent.start(options));
    QCOMPARE(jsonInt(agent.hello(), "pid"), std::int64_t(1));
    // It tidies up after one, before it reads the next.
    for (int i = 0; i < 2; ++i)
        QCOMPARE(agent.run({"echo", "here"}).out(), std::string("here\n"));
    QVERIFY(QFile::exists(name));
}

SANDBENCH_TEST(TestAgentLimits);
#include "tst_agent_limits.moc"
