// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/system_call_filter.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cerrno>
#include <cstring>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <string>
#include <sys/socket.h>
#include <vector>

using namespace sandbench;

namespace {

struct Machine
{
    const char* name;
    std::uint32_t audit;
    int ptrace, clone, clone3, socket, write, prlimit, ioSetup, ioctl, setsockopt;
};

constexpr Machine kMachines[]
    = {{"x86_64", AUDIT_ARCH_X86_64, 101, 56, 435, 41, 1, 302, 206, 16, 54},
       {"aarch64", AUDIT_ARCH_AARCH64, 117, 220, 435, 198, 64, 261, 0, 29, 208}};

/// What the kernel would answer. Source: the kernel's documentation of classic BPF, as far as
/// libseccomp uses it.
std::uint32_t answer(const std::string& program, const seccomp_data& data)
{
    std::vector<sock_filter> steps(program.size() / sizeof(sock_filter));
    std::memcpy(steps.data(), program.data(), program.size());
    std::uint32_t accumulator = 0;
    for (std::size_t at = 0; at < steps.size(); ++at) {
        const auto& step = steps[at];
        switch (step.code) {
        case BPF_LD | BPF_W | BPF_ABS:
            std::memcpy(&accumulator, reinterpret_cast<const char*>(&data) + step.k, 4);
            break;
        case BPF_ALU | BPF_AND | BPF_K:
            accumulator &= step.k;
            break;
        case BPF_JMP | BPF_JA:
            at += step.k;
            break;
        case BPF_JMP | BPF_JEQ | BPF_K:
            at += accumulator == step.k ? step.jt : step.jf;
            break;
        case BPF_JMP | BPF_JGT | BPF_K:
            at += accumulator > step.k ? step.jt : step.jf;
            break;
        case BPF_JMP | BPF_JGE | BPF_K:
            at += accumulator >= step.k ? step.jt : step.jf;
            break;
        case BPF_RET | BPF_K:
            return step.k;
        default:
            return 0xdeadbeef;
        }
    }
    return 0xdeadbeef;
}

std::uint32_t answerTo(
    const Machine& machine, int call, std::uint64_t first = 0, std::uint64_t second = 0,
    Sockets sockets = Sockets::UnixAndInternet, std::uint64_t third = 0)
{
    seccomp_data data = {};
    data.nr = call;
    data.arch = machine.audit;
    data.args[0] = first;
    data.args[1] = second;
    data.args[2] = third;
    return answer(systemCallFilter(machine.name, sockets).value_or(""), data);
}

constexpr std::uint32_t kRefused = SECCOMP_RET_ERRNO | EPERM;
constexpr std::uint32_t kUnknown = SECCOMP_RET_ERRNO | ENOSYS;

} // namespace

class TestSystemCallFilter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answersTheSameOnEveryArchitecture();
    void leavesOnlyUnixSocketsWhereNothingElseKeepsTheNetworkAway();
    void knowsOfTheInternetOnlyTcpAndUdp();
    void refusesWhatIsCountedForTheWholeMachine();
    void refusesNamespacesByTheirFlags();
    void knowsNoCallThatNobodyHasReviewed();
    void endsProgramsOfAForeignAbi();
    void knowsOnlyNeededCallsWhereItIsStrict();
    void fitsIntoTheKernel();
    void refusesArchitecturesThatItDoesNotKnow();
};

void TestSystemCallFilter::answersTheSameOnEveryArchitecture()
{
    for (const auto& machine : kMachines) {
        QCOMPARE(answerTo(machine, machine.write), SECCOMP_RET_ALLOW);
        QCOMPARE(answerTo(machine, machine.ptrace), kRefused);
        QCOMPARE(answerTo(machine, machine.clone3), kUnknown);
        QCOMPARE(answerTo(machine, machine.socket, AF_INET), SECCOMP_RET_ALLOW);
        QCOMPARE(answerTo(machine, machine.socket, AF_NETLINK), kRefused);
        QCOMPARE(answerTo(machine, machine.prlimit, 0), SECCOMP_RET_ALLOW);
        QCOMPARE(answerTo(machine, machine.prlimit, 7), kRefused);
    }
}

void TestSystemCallFilter::leavesOnlyUnixSocketsWhereNothingElseKeepsTheNetworkAway()
{
    for (const auto& machine : kMachines) {
        const auto socketOf = [&machine](std::uint64_t family, Sockets sockets) {
            return answerTo(machine, machine.socket, family, 0, sockets);
        };
        QCOMPARE(socketOf(AF_UNIX, Sockets::Unix), SECCOMP_RET_ALLOW);
        for (std::uint64_t family = 0; family < 100; ++family)
            if (family != AF_UNIX)
                QCOMPARE(socketOf(family, Sockets::Unix), kRefused);
        // The kernel takes an int: what is above it must not hide a family.
        QCOMPARE(socketOf((1ULL << 32) | AF_INET, Sockets::Unix), kRefused);
        // Everything else is as in the other, which is not forgotten for it.
        QCOMPARE(answerTo(machine, machine.write, 0, 0, Sockets::Unix), SECCOMP_RET_ALLOW);
        QCOMPARE(answerTo(machine, machine.ptrace, 0, 0, Sockets::Unix), kRefused);
        QCOMPARE(socketOf(AF_INET, Sockets::UnixAndInternet), SECCOMP_RET_ALLOW);
        QCOMPARE(socketOf(AF_INET6, Sockets::UnixAndInternet), SECCOMP_RET_ALLOW);
    }
}

void TestSystemCallFilter::knowsOfTheInternetOnlyTcpAndUdp()
{
    constexpr int kIcmp = 1, kTcp = 6, kUdp = 17, kSctp = 132, kUdpLite = 136, kMultipath = 262;
    constexpr int kCloseOnExec = 02000000;
    for (const auto& machine : kMachines) {
        const auto socketOf = [&machine](int family, int type, int protocol) {
            return answerTo(
                machine, machine.socket, std::uint64_t(family), std::uint64_t(type),
                Sockets::UnixAndInternet, std::uint64_t(protocol));
        };
        for (const int family : {AF_INET, AF_INET6}) {
            for (const auto& [type, protocol] :
                 {std::pair(int(SOCK_STREAM), kTcp), {int(SOCK_DGRAM), kUdp}}) {
                QCOMPARE(socketOf(family, type, protocol), SECCOMP_RET_ALLOW);
                QCOMPARE(socketOf(family, type | kCloseOnExec, 0), SECCOMP_RET_ALLOW);
            }
            for (const int protocol : {kIcmp, 58, kSctp, kUdpLite, kMultipath, -1})
                for (const int type : {int(SOCK_STREAM), int(SOCK_DGRAM), int(SOCK_SEQPACKET)})
                    QCOMPARE(socketOf(family, type, protocol), kRefused);
            for (const int type : {int(SOCK_RAW), int(SOCK_RDM), int(SOCK_SEQPACKET), 6, 10})
                QCOMPARE(socketOf(family, type | kCloseOnExec, 0), kRefused);
        }
        for (const int type : {int(SOCK_STREAM), int(SOCK_DGRAM), int(SOCK_SEQPACKET)})
            QCOMPARE(socketOf(AF_UNIX, type, 0), SECCOMP_RET_ALLOW);
        const auto optionOf = [&machine](std::uint64_t level, std::uint64_t name) {
            return answerTo(machine, machine.setsockopt, 3, level, Sockets::UnixAndInternet, name);
        };
        constexpr int kNoDelay = 1, kTakenOver = 31, kTunnel = 100;
        QCOMPARE(optionOf(kUdp, kTunnel), kRefused);
        QCOMPARE(optionOf(kTcp, kNoDelay), SECCOMP_RET_ALLOW);
        QCOMPARE(optionOf(SOL_SOCKET, kTakenOver), SECCOMP_RET_ALLOW);
        QCOMPARE(optionOf(kTcp, kTakenOver), kRefused);
    }
}

void TestSystemCallFilter::refusesWhatIsCountedForTheWholeMachine()
{
    constexpr int kSetLineDiscipline = 0x5423, kWindowSize = 0x5413;
    for (const auto& machine : kMachines) {
        QCOMPARE(answerTo(machine, machine.ioSetup, 65536), kUnknown);
        QCOMPARE(answerTo(machine, machine.ioctl, 0, kSetLineDiscipline), kRefused);
        QCOMPARE(answerTo(machine, machine.ioctl, 0, kWindowSize), SECCOMP_RET_ALLOW);
    }
}

void TestSystemCallFilter::refusesNamespacesByTheirFlags()
{
    for (const auto& machine : kMachines) {
        QCOMPARE(answerTo(machine, machine.clone, CLONE_VM | CLONE_FS), SECCOMP_RET_ALLOW);
        QCOMPARE(answerTo(machine, machine.clone, CLONE_NEWUSER | 17), kRefused);
    }
}

void TestSystemCallFilter::knowsNoCallThatNobodyHasReviewed()
{
    for (const auto& machine : kMachines)
        for (int call = 453; call < 512; ++call)
            QCOMPARE(answerTo(machine, call), kUnknown);
}

void TestSystemCallFilter::endsProgramsOfAForeignAbi()
{
    for (const auto& machine : kMachines) {
        auto foreign = machine;
        foreign.audit = AUDIT_ARCH_I386;
        QCOMPARE(answerTo(foreign, 4), SECCOMP_RET_KILL_PROCESS);
    }
}

void TestSystemCallFilter::knowsOnlyNeededCallsWhereItIsStrict()
{
    for (const auto& machine : kMachines) {
        const auto program
            = systemCallFilter(machine.name, Sockets::UnixAndInternet, Calls::Needed).value_or("");
        const auto strict = [&](int call, std::uint64_t first = 0) {
            seccomp_data data = {};
            data.nr = call;
            data.arch = machine.audit;
            data.args[0] = first;
            return answer(program, data);
        };
        int known = 0;
        for (int call = 0; call < 512; ++call) {
            const auto common = answerTo(machine, call);
            const auto said = strict(call);
            // Never more than the common filter, and what it leaves is answered as there.
            QVERIFY2(said == common || said == kUnknown, qPrintable(QString::number(call)));
            known += said == SECCOMP_RET_ALLOW;
        }
        QVERIFY2(known > 150 && known < 300, qPrintable(QString::number(known)));
        QCOMPARE(strict(machine.write), SECCOMP_RET_ALLOW);
        QCOMPARE(strict(machine.ptrace), kUnknown);
        QCOMPARE(strict(machine.socket, AF_INET), SECCOMP_RET_ALLOW);
        QCOMPARE(strict(machine.socket, AF_NETLINK), kRefused);
        QCOMPARE(strict(machine.prlimit, 7), kRefused);
    }
}

void TestSystemCallFilter::fitsIntoTheKernel()
{
    for (const auto& machine : kMachines)
        for (const auto calls : {Calls::AllButRefused, Calls::Needed}) {
            const auto program = systemCallFilter(machine.name, Sockets::UnixAndInternet, calls);
            QVERIFY(program);
            QCOMPARE(program->size() % sizeof(sock_filter), std::size_t(0));
            QVERIFY(program->size() / sizeof(sock_filter) <= BPF_MAXINSNS);
        }
    QVERIFY(*systemCallFilter("x86_64") != *systemCallFilter("aarch64"));
}

void TestSystemCallFilter::refusesArchitecturesThatItDoesNotKnow()
{
    QVERIFY(systemCallFilter("riscv64").error().code() == ErrorCode::Unsupported);
    QVERIFY(systemCallFilter("").error().code() == ErrorCode::Unsupported);
    QVERIFY(systemCallFilter(std::string(100'000, 'x')).error().message().size() < 300);
}

SANDBENCH_TEST(TestSystemCallFilter);
#include "tst_system_call_filter.moc"
