// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ownership.h"
#include "core/process/child_process.h"
#include "core/process/process_stat.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <csignal>
#include <poll.h>
#include <unistd.h>

using namespace sandbench;
using namespace std::chrono_literals;

namespace {

using Labels = std::map<std::string, std::string>;

Labels labelsOf(const std::string& owner, const std::string& lease = "60")
{
    return {
        {std::string(label::kSession), "abc"},
        {std::string(label::kOwner), owner},
        {std::string(label::kLease), lease}};
}

Owner thisOwner()
{
    return *parseOwner(ownerOfThisProcess());
}

std::string ownerWith(void (*change)(Owner&))
{
    auto owner = thisOwner();
    change(owner);
    return owner.text();
}

std::string elsewhere()
{
    return ownerWith([](Owner& owner) { owner.host = "another-host"; });
}

/// Our own id with another start: it was somebody else's once.
std::string dead()
{
    return ownerWith([](Owner& owner) { owner.startTicks += 1; });
}

Result<ChildProcess> sleeper()
{
    SpawnSpec spec;
    spec.program = "/bin/sleep";
    spec.arguments = {"sleep", "1000"};
    return ChildProcess::spawn(spec);
}

} // namespace

class TestOwnership : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsTheStatusBehindAnyName()
    {
        const std::string tail = " 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 1 18 4242 99\n";
        QCOMPARE(parseProcessStat("7 (bash) S" + tail)->startTicks, 4242U);
        QCOMPARE(parseProcessStat("7 (a b) Z (c) S" + tail)->startTicks, 4242U);
        QCOMPARE(parseProcessStat("7 (a b) Z (c) S" + tail)->processorTicks, 23U);
        QVERIFY(!parseProcessStat("7 (a b) Z (c) S" + tail)->hasEnded);
        QVERIFY(parseProcessStat("7 (bash) Z" + tail)->hasEnded);
        // Only its first thread has ended.
        const std::string threads = " 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 3 18 4242 99\n";
        QVERIFY(!parseProcessStat("7 (bash) Z" + threads)->hasEnded);
        for (const char* broken : {"7 (bash) S 1 2", "", "7 (bash)", "7 bash S 1"})
            QVERIFY2(!parseProcessStat(broken), broken);
    }

    void readsBackWhatItSays()
    {
        const auto owner = parseOwner(ownerOfThisProcess());
        QVERIFY(owner);
        QCOMPARE(owner->pid, ::getpid());
        QCOMPARE(owner->uid, ::geteuid());
        QCOMPARE(owner->text(), ownerOfThisProcess());
        QVERIFY(owner->startTicks > 0);
        QVERIFY(owner->pidNamespace > 0);
    }

    void refusesHostileOwners()
    {
        const auto good = ownerOfThisProcess();
        for (std::size_t length = 0; length + 20 < good.size(); ++length)
            if (const auto cut = parseOwner(good.substr(0, length)))
                QVERIFY2(cut->startTicks < thisOwner().startTicks, good.c_str());
        for (const std::string text :
             {"0@h:b:1:0:1", "0@h:b:1:-5:1", "@h:b:1:2:3", "0@:b:1:2:3", "0@h::1:2:3",
              "0@h:b:1:2:3:4", "0@h:b:1:2:3 ", "0@h:b:1:99999999999:3", "-1@h:b:1:2:3",
              "0@h\n:b:1:2:3", "0@h\x1b:b:1:2:3", "::::", ""})
            QVERIFY2(!parseOwner(text), text.c_str());
        QVERIFY(!parseOwner("0@" + std::string(1000, 'h') + ":b:1:2:3"));
    }

    void knowsTheLivingFromTheDead()
    {
        QCOMPARE(stateOfOwner(ownerOfThisProcess()), OwnerState::Alive);
        QCOMPARE(stateOfOwner(dead()), OwnerState::Dead);
        QCOMPARE(stateOfOwner(elsewhere()), OwnerState::Elsewhere);
        QCOMPARE(
            stateOfOwner(ownerWith([](Owner& owner) { owner.bootId = "x"; })),
            OwnerState::Elsewhere);
        QCOMPARE(
            stateOfOwner(ownerWith([](Owner& owner) { owner.pidNamespace += 1; })),
            OwnerState::Elsewhere);
        QCOMPARE(stateOfOwner("nonsense"), OwnerState::Elsewhere);
    }

    void takesAProcessThatNobodyWaitedForAsDead()
    {
        auto child = sleeper();
        QVERIFY(child);
        const auto stat = readProcessStat(child->pid());
        QVERIFY(stat);
        const auto owner = ownerOfProcess(child->pid(), 0, stat->startTicks).text();
        QCOMPARE(stateOfOwner(owner), OwnerState::Alive);
        child->kill(SIGKILL);
        // Its pidfd is readable from its end on; it stays a zombie until wait().
        pollfd ended = {child->pidFd(), POLLIN, 0};
        QCOMPARE(::poll(&ended, 1, 30'000), 1);
        QCOMPARE(stateOfOwner(owner), OwnerState::Dead);
        QVERIFY(child->wait(30s));
        QCOMPARE(stateOfOwner(owner), OwnerState::Dead);
    }

    void neverReapsWhatALivingOwnerHas()
    {
        QVERIFY(!mayReap(labelsOf(ownerOfThisProcess()), true, 1'000'000));
        QVERIFY(!mayReap(labelsOf(ownerOfThisProcess()), false, 1'000'000));
    }

    void reapsADeadOwnersAfterItsLease()
    {
        QVERIFY(!mayReap(labelsOf(dead()), true, 59));
        QVERIFY(mayReap(labelsOf(dead()), true, 60));
        QVERIFY(mayReap(labelsOf(dead()), false, 60));
    }

    void leavesARunningOneOfAnotherMachineAlone()
    {
        QVERIFY(!mayReap(labelsOf(elsewhere()), true, 1'000'000));
        QVERIFY(!mayReap(labelsOf(elsewhere()), false, 59));
        QVERIFY(mayReap(labelsOf(elsewhere()), false, 60));
    }

    void reapsNothingThatIsNotOurs()
    {
        QVERIFY(!mayReap({}, false, 1'000'000));
        for (const auto name : {label::kSession, label::kOwner, label::kLease}) {
            auto labels = labelsOf(dead());
            labels.erase(std::string(name));
            QVERIFY2(!mayReap(labels, false, 1'000'000), std::string(name).c_str());
            labels[std::string(name)] = "";
            QVERIFY2(!mayReap(labels, false, 1'000'000), std::string(name).c_str());
        }
        for (const char* lease : {"-1", "1e3", "60s", "99999999999", " 60"})
            QVERIFY2(!mayReap(labelsOf(dead(), lease), false, 1'000'000), lease);
        QVERIFY(!mayReap(labelsOf("nonsense"), false, 1'000'000));
    }
};

SANDBENCH_TEST(TestOwnership);
#include "tst_ownership.moc"
