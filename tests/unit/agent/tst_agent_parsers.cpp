// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/process_tree.h"
#include "core/agent/guest/program_text.h"
#include "core/agent/guest/run_spec.h"
#include "core/agent/kernel_message.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::agent;
using namespace sandbench::guest;

namespace {

std::string statLine(const std::string& name)
{
    return "42 (" + name
        + ") S 7 42 40 0 -1 4194560 100 200 0 0 11 22 33 44 20 0 5 0 9001 1000000 250 "
          "18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0\n";
}

ProcessInfo process(pid_t pid, pid_t parent, pid_t session, std::uint64_t start, char state = 'S')
{
    ProcessInfo info;
    info.pid = pid;
    info.parent = parent;
    info.session = session;
    info.startTicks = start;
    info.state = state;
    info.threads = 1;
    return info;
}

ProcessTable tableOf(const std::vector<ProcessInfo>& processes)
{
    ProcessTable table;
    for (const ProcessInfo& info : processes)
        table.emplace(info.pid, info);
    return table;
}

std::vector<pid_t> pidsOf(const std::vector<ProcessInfo>& processes)
{
    std::vector<pid_t> out;
    for (const ProcessInfo& info : processes)
        out.push_back(info.pid);
    std::sort(out.begin(), out.end());
    return out;
}

} // namespace

class TestAgentParsers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsAStatLineWithAHostileName();
    void refusesBrokenStatLines();
    void countsAZombieWithThreadsAsAlive();
    void findsDescendantsAndOrphans();
    void leavesOrphansOfOthersAlone();
    void remembersWhoseAProcessWas();
    void roundTripsKernelMessages();
    void refusesBrokenKernelPackets();
    void passesFilesToAKernel();
    void hearsNobodyButTheKernel();
    void findsModuleNamesAsWholeIdentifiers();
    void readsOnlyRegularPrograms();
    void checksRunRequests();
    void turnsLimitsIntoResourceLimits();
};

void TestAgentParsers::readsAStatLineWithAHostileName()
{
    for (const std::string name : {"sh", "a) R 1 1 1", "\n) Z 0 (", ""}) {
        const auto info = parseProcessStat(statLine(name));
        QVERIFY(info.has_value());
        QCOMPARE(info->pid, 42);
        QCOMPARE(info->parent, 7);
        QCOMPARE(info->session, 40);
        QCOMPARE(info->state, 'S');
        QCOMPARE(info->ownTicks, std::uint64_t(33));
        QCOMPARE(info->childTicks, std::uint64_t(77));
        QCOMPARE(info->threads, std::uint64_t(5));
        QCOMPARE(info->startTicks, std::uint64_t(9001));
        QCOMPARE(info->residentPages, std::uint64_t(250));
    }
}

void TestAgentParsers::refusesBrokenStatLines()
{
    const std::string whole = statLine("sh");
    // Up to the last field that is used, every shorter line is refused.
    const auto used = whole.find(" 250");
    for (std::size_t length = 0; length < used; ++length)
        QVERIFY(!parseProcessStat(whole.substr(0, length)));
    QVERIFY(!parseProcessStat("x (sh) S 1 2 3"));
    QVERIFY(!parseProcessStat(")("));
}

void TestAgentParsers::countsAZombieWithThreadsAsAlive()
{
    ProcessInfo zombie = process(2, 1, 2, 0, 'Z');
    QVERIFY(!zombie.isAlive());
    zombie.threads = 3;
    QVERIFY(zombie.isAlive());
}

void TestAgentParsers::findsDescendantsAndOrphans()
{
    ProcessTree tree(10);
    const OwnerId run = tree.newOwner();
    tree.claim(100, run);
    const auto table = tableOf(
        {process(1, 0, 1, 0), process(10, 1, 10, 1), process(100, 10, 100, 50),
         process(101, 100, 100, 51), process(102, 101, 102, 52), process(103, 10, 103, 53),
         process(104, 103, 104, 54), process(105, 10, 105, 20), process(106, 1, 106, 60),
         process(107, 100, 100, 55, 'Z')});
    QCOMPARE(pidsOf(tree.members(table, run, 50)), (std::vector<pid_t>{100, 101, 102, 103, 104}));
}

void TestAgentParsers::leavesOrphansOfOthersAlone()
{
    ProcessTree tree(10);
    const OwnerId one = tree.newOwner();
    const OwnerId two = tree.newOwner();
    tree.claim(100, one);
    tree.claim(200, two);
    const auto table = tableOf(
        {process(10, 1, 10, 1), process(100, 10, 100, 50), process(200, 10, 200, 60),
         process(201, 10, 200, 61), process(202, 201, 202, 62)});
    QCOMPARE(pidsOf(tree.members(table, one, 50)), (std::vector<pid_t>{100}));
    QCOMPARE(pidsOf(tree.members(table, two, 60)), (std::vector<pid_t>{200, 201, 202}));
}

void TestAgentParsers::remembersWhoseAProcessWas()
{
    ProcessTree tree(10);
    const OwnerId one = tree.newOwner();
    const OwnerId two = tree.newOwner();
    tree.claim(100, one);
    tree.claim(200, two);
    tree.remember(tableOf(
        {process(10, 1, 10, 1), process(200, 10, 200, 60), process(201, 200, 201, 61),
         process(100, 10, 100, 50)}));
    // 201 has lost its parent; 301 has the id but not the start of one that was seen.
    const auto table
        = tableOf({process(10, 1, 10, 1), process(100, 10, 100, 50), process(201, 10, 201, 61)});
    QCOMPARE(pidsOf(tree.members(table, one, 50)), (std::vector<pid_t>{100}));
    QCOMPARE(pidsOf(tree.members(table, two, 60)), (std::vector<pid_t>{201}));
    const auto reused = tableOf({process(10, 1, 10, 1), process(201, 10, 201, 99)});
    QCOMPARE(pidsOf(tree.members(reused, one, 50)), (std::vector<pid_t>{201}));
}

void TestAgentParsers::roundTripsKernelMessages()
{
    KernelMessage message;
    message.op = "run";
    message.add("env", "A=b=c");
    message.add("env", "");
    message.add("pid", "77");
    message.add("utime", "0.25");
    const auto packet = encodeKernelMessage(message);
    QVERIFY(packet.has_value());
    QCOMPARE(*packet, std::string("run\0env=A=b=c\0env=\0pid=77\0utime=0.25\0", 37));
    const auto back = decodeKernelMessage(*packet);
    QVERIFY(back.has_value());
    QCOMPARE(back->op, std::string("run"));
    QCOMPARE(back->values("env"), (std::vector<std::string>{"A=b=c", ""}));
    QCOMPARE(back->number("pid"), std::int64_t(77));
    QCOMPARE(back->seconds("utime"), 0.25);
    QCOMPARE(back->number("absent"), std::int64_t(0));
}

void TestAgentParsers::refusesBrokenKernelPackets()
{
    QVERIFY(!decodeKernelMessage(""));
    QVERIFY(!decodeKernelMessage("run"));
    QVERIFY(!decodeKernelMessage(std::string_view("run\0novalue\0", 12)));
    QVERIFY(!decodeKernelMessage(std::string(kMaxKernelPacket, 'x') + '\0'));
    KernelMessage tooLarge;
    tooLarge.add("arg", std::string(kMaxKernelPacket, 'x'));
    QVERIFY(encodeKernelMessage(tooLarge).error().code() == ErrorCode::ResourceExhausted);
    KernelMessage withNul;
    withNul.add("arg", std::string("a\0b", 3));
    QVERIFY(encodeKernelMessage(withNul).error().code() == ErrorCode::InvalidArgument);
}

void TestAgentParsers::passesFilesToAKernel()
{
    int sockets[2];
    QCOMPARE(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets), 0);
    UniqueFd one(sockets[0]);
    const UniqueFd two(sockets[1]);
    askForSenders(two.get());
    auto pipe = makePipe();
    QVERIFY(pipe.has_value());
    KernelMessage message;
    message.op = "cell";
    QVERIFY(receiveKernelMessage(two.get(), ::getpid()).error().code() == ErrorCode::Timeout);
    QVERIFY(
        sendKernelMessage(one.get(), message, {pipe->write.get(), pipe->write.get()}).has_value());
    const auto got = receiveKernelMessage(two.get(), ::getpid());
    QVERIFY(got.has_value());
    QCOMPARE(got->fds.size(), std::size_t(2));
    QVERIFY((::fcntl(got->fds[0].get(), F_GETFD) & FD_CLOEXEC) != 0);
    QCOMPARE(::write(got->fds[1].get(), "x", 1), ssize_t(1));
    one.reset();
    QVERIFY(
        receiveKernelMessage(two.get(), ::getpid()).error().code() == ErrorCode::ConnectionLost);
}

void TestAgentParsers::hearsNobodyButTheKernel()
{
    int sockets[2];
    QCOMPARE(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets), 0);
    const UniqueFd one(sockets[0]);
    const UniqueFd two(sockets[1]);
    askForSenders(two.get());
    KernelMessage message;
    message.op = "done";
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(sendKernelMessage(one.get(), message, {}) ? 0 : 1);
    int status = -1;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QCOMPARE(status, 0);
    QVERIFY(receiveKernelMessage(two.get(), ::getpid()).failedAs(ErrorCode::Timeout));
    QVERIFY(sendKernelMessage(one.get(), message, {}));
    QVERIFY(receiveKernelMessage(two.get(), ::getpid()));
}

void TestAgentParsers::findsModuleNamesAsWholeIdentifiers()
{
    const std::vector<std::string> names{"numpy", "matplotlib.pyplot"};
    QVERIFY(mentionsAny("import numpy as np", names));
    QVERIFY(mentionsAny("numpy", names));
    QVERIFY(mentionsAny("from matplotlib.pyplot import *", names));
    QVERIFY(mentionsAny("mynumpy = 1; numpy", names));
    QVERIFY(!mentionsAny("mynumpy numpyx numpy_ \xc3\xa4numpy", names));
    QVERIFY(!mentionsAny("import matplotlib", names));
    QVERIFY(!mentionsAny("", names));
    QVERIFY(!mentionsAny("anything", {""}));
}

void TestAgentParsers::readsOnlyRegularPrograms()
{
    QVERIFY(readProgramText("/nonexistent").empty());
    QVERIFY(readProgramText("/dev/zero").empty());
    QVERIFY(readProgramText("/proc/self").empty());
}

void TestAgentParsers::checksRunRequests()
{
    const auto codeOf = [](const char* text) {
        const auto spec = parseRunSpec(Json::parse(text));
        return spec ? std::string("ok") : std::string(errorCodeName(spec.error().code()));
    };
    QCOMPARE(codeOf(R"({"argv":["true"]})"), std::string("ok"));
    QCOMPARE(codeOf(R"({"context":"c","path":"/x"})"), std::string("ok"));
    for (const char* text :
         {R"({})", R"({"argv":[]})", R"({"argv":[""]})", R"({"argv":"true"})", R"({"argv":[1]})",
          R"({"argv":["a\u0000b"]})", R"({"argv":["a"],"env":["A=b"]})",
          R"({"argv":["a"],"env":{"A=":"b"}})", R"({"argv":["a"],"env":{"":"b"}})",
          R"({"argv":["a"],"env":{"A":"b\u0000"}})", R"({"argv":["a"],"cwd":"/\u0000"})",
          R"({"argv":["a"],"kernel":"python"})", R"({"context":"c"})",
          R"({"argv":["a"],"steps":{}})", R"({"argv":["a"],"steps":[1]})",
          R"({"argv":["a"],"steps":[{"argv":[]}]})", R"({"argv":["a"],"steps":[{"argv":[""]}]})",
          R"({"argv":["a"],"steps":[{"argv":["b\u0000"]}]})",
          R"({"context":"c","path":"/x","steps":[{"argv":["b"]}]})"})
        QCOMPARE(codeOf(text), std::string("invalid_argument"));
    const auto spec = parseRunSpec(Json::parse(R"({"context":"c","path":"/w/main.py"})"));
    QCOMPARE(spec->name, std::string("main.py"));
    const auto compiled
        = parseRunSpec(Json::parse(R"({"argv":["a"],"steps":[{"name":"c","argv":["b","x"]}]})"));
    QCOMPARE(compiled->steps.size(), std::size_t(1));
    QCOMPARE(compiled->steps[0].name, std::string("c"));
    QCOMPARE(compiled->steps[0].argv, (std::vector<std::string>{"b", "x"}));
}

void TestAgentParsers::turnsLimitsIntoResourceLimits()
{
    Limits limits;
    QCOMPARE(limits.resourceLimits().size(), std::size_t(1)); // never a core file
    limits.cpuSeconds = 1.2;
    limits.openFiles = 64;
    const auto list = limits.resourceLimits();
    QCOMPARE(list.size(), std::size_t(3));
    QCOMPARE(list[1].resource, int(RLIMIT_CPU));
    QCOMPARE(list[1].soft, std::uint64_t(2));
    QCOMPARE(list[1].hard, std::uint64_t(3));
    QCOMPARE(std::string(list[2].name), std::string("NOFILE"));
    QCOMPARE(list[2].hard, std::uint64_t(64));
}

SANDBENCH_TEST(TestAgentParsers);
#include "tst_agent_parsers.moc"
