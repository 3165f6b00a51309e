// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/observed_filter.h"
#include "core/policy/system_call_filter.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cerrno>
#include <cstring>
#include <linux/audit.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/utsname.h>

using namespace sandbench;
using namespace sandbench::guest;

namespace {

constexpr std::uint32_t kTold = SECCOMP_RET_USER_NOTIF;
using Filter = std::vector<sock_filter>;

std::string machine()
{
    utsname system = {};
    ::uname(&system);
    return system.machine;
}

std::uint32_t architecture()
{
    return machine() == "x86_64" ? AUDIT_ARCH_X86_64 : AUDIT_ARCH_AARCH64;
}

Filter programsFilter(Calls calls)
{
    const auto bytes = systemCallFilter(machine(), Sockets::UnixAndInternet, calls);
    Filter filter(bytes ? bytes->size() / sizeof(sock_filter) : 0);
    if (bytes)
        std::memcpy(filter.data(), bytes->data(), filter.size() * sizeof(sock_filter));
    return filter;
}

seccomp_data call(int number, std::initializer_list<std::uint64_t> arguments = {})
{
    seccomp_data data = {};
    data.nr = number;
    data.arch = architecture();
    std::copy(arguments.begin(), arguments.end(), data.args);
    return data;
}

} // namespace

class TestObservedFilter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsCallsThatLeadSomewhere();
    void leavesOtherCallsAlone();
    void tellsRefusedCallsButNoneThatIsNotThere();
    void neverAllowsWhatTheFilterDoesNot_data();
    void neverAllowsWhatTheFilterDoesNot();
    void leavesForeignCallsToTheFilter();
    void refusesAListenerOfAPrograms();
    void allowsNothingThatItDoesNotUnderstand();
};

void TestObservedFilter::tellsCallsThatLeadSomewhere()
{
    for (const auto& filter : {Filter(), programsFilter(Calls::AllButRefused)}) {
        const auto observed = observedFilter(filter);
        for (const int number : {SYS_connect, SYS_bind, SYS_execve, SYS_execveat, SYS_sendmmsg}) {
            QCOMPARE(answerOf(observed, call(number)), kTold);
            QCOMPARE(answerOf(filter, call(number)), std::uint32_t(SECCOMP_RET_ALLOW));
            QVERIFY(isObserved(number));
        }
        QCOMPARE(answerOf(observed, call(SYS_sendto, {3, 1, 1, 0, 0x1000, 16})), kTold);
        QCOMPARE(answerOf(observed, call(SYS_sendto, {3, 1, 1, 0, 1ULL << 32, 16})), kTold);
    }
}

void TestObservedFilter::leavesOtherCallsAlone()
{
    const auto observed = observedFilter({});
    for (const auto& data :
         {call(SYS_read), call(SYS_write), call(SYS_sendmsg), call(SYS_openat), call(SYS_clone),
          call(SYS_sendto, {3, 0x1000, 10, 0, 0, 0}), call(SYS_seccomp, {1, 0}),
          call(SYS_socket, {AF_INET, SOCK_STREAM})})
        QCOMPARE(answerOf(observed, data), std::uint32_t(SECCOMP_RET_ALLOW));
}

void TestObservedFilter::tellsRefusedCallsButNoneThatIsNotThere()
{
    const auto filter = programsFilter(Calls::AllButRefused);
    const auto observed = observedFilter(filter);
    for (const auto& data :
         {call(SYS_ptrace), call(SYS_mount), call(SYS_unshare, {0x10000000}),
          call(SYS_socket, {AF_NETLINK, SOCK_RAW})}) {
        QCOMPARE(answerOf(observed, data), kTold);
        QCOMPARE(answerOf(filter, data), std::uint32_t(SECCOMP_RET_ERRNO | EPERM));
        QVERIFY(!isObserved(data.nr));
    }
    for (const auto number : {SYS_clone3, SYS_io_uring_setup})
        QCOMPARE(answerOf(observed, call(number)), std::uint32_t(SECCOMP_RET_ERRNO | ENOSYS));
}

void TestObservedFilter::neverAllowsWhatTheFilterDoesNot_data()
{
    QTest::addColumn<bool>("strict");
    QTest::newRow("common") << false;
    QTest::newRow("strict") << true;
}

void TestObservedFilter::neverAllowsWhatTheFilterDoesNot()
{
    QFETCH(bool, strict);
    const auto filter = programsFilter(strict ? Calls::Needed : Calls::AllButRefused);
    const auto observed = observedFilter(filter);
    QVERIFY(!observed.empty());
    for (int number = 0; number < 600; ++number)
        for (const std::uint64_t argument : {0ULL, 1ULL, 16ULL, 0x10000000ULL, ~0ULL}) {
            const auto data = call(number, {argument, argument, argument, argument, 0, 0});
            const auto before = answerOf(filter, data), after = answerOf(observed, data);
            // What is told is answered as the filter answers it.
            QVERIFY2(
                after == before || after == kTold || number == SYS_seccomp,
                std::to_string(number).c_str());
            if (after == SECCOMP_RET_ALLOW)
                QCOMPARE(before, std::uint32_t(SECCOMP_RET_ALLOW));
        }
}

void TestObservedFilter::leavesForeignCallsToTheFilter()
{
    const auto filter = programsFilter(Calls::AllButRefused);
    const auto observed = observedFilter(filter);
    for (const int number : {SYS_connect, SYS_execve, SYS_ptrace}) {
        auto foreign = call(number);
        foreign.arch = AUDIT_ARCH_I386;
        QCOMPARE(answerOf(filter, foreign), std::uint32_t(SECCOMP_RET_KILL_PROCESS));
        QCOMPARE(answerOf(observed, foreign), std::uint32_t(SECCOMP_RET_KILL_PROCESS));
    }
}

void TestObservedFilter::refusesAListenerOfAPrograms()
{
    constexpr std::uint64_t kNewListener = 1U << 3, kLog = 1U << 1;
    const auto observed = observedFilter({});
    QCOMPARE(
        answerOf(observed, call(SYS_seccomp, {1, kNewListener | kLog})),
        std::uint32_t(SECCOMP_RET_ERRNO | EBUSY));
    QCOMPARE(answerOf(observed, call(SYS_seccomp, {1, kLog})), std::uint32_t(SECCOMP_RET_ALLOW));
}

void TestObservedFilter::allowsNothingThatItDoesNotUnderstand()
{
    constexpr std::uint32_t kRefused = SECCOMP_RET_ERRNO | EPERM;
    const sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    QCOMPARE(answerOf(Filter{BPF_STMT(BPF_LDX | BPF_IMM, 1), allow}, call(0)), kRefused);
    QCOMPARE(answerOf(Filter{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 1000), allow}, call(0)), kRefused);
    QCOMPARE(answerOf(Filter{BPF_STMT(BPF_JMP | BPF_JA, 10), allow}, call(0)), kRefused);
    QCOMPARE(answerOf(Filter{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0)}, call(0)), kRefused);
}

SANDBENCH_TEST(TestObservedFilter);
#include "tst_observed_filter.moc"
