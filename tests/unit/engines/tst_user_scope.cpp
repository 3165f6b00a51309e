// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/cgroup/user_scope.h"
#include "core/engine/cgroup/user_scope_format.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <map>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::cgroup;

namespace {

constexpr auto kMounts = "30 24 0:27 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n";
constexpr auto kUnit = "sandbench-7-8-0.scope";
constexpr std::array<pid_t, 2> kPids = {100, 101};

/// Whether @p words stand in this order, one right behind the other.
bool hasSequence(const std::vector<std::string>& arguments, const std::vector<std::string>& words)
{
    return std::search(arguments.begin(), arguments.end(), words.begin(), words.end())
        != arguments.end();
}

SandboxLimits someLimits()
{
    SandboxLimits limits;
    limits.memoryBytes = 64U << 20;
    limits.pids = 20;
    limits.cpus = 1.5;
    return limits;
}

/// A folder that looks like a group with these files.
class FakeGroup
{
public:
    explicit FakeGroup(const std::map<QString, QByteArray>& files)
    {
        for (const auto& [name, text] : files) {
            QFile file(m_folder.filePath(name));
            if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
                qFatal("cannot write a test file");
        }
    }
    IsolationReport report(const SandboxLimits& limits) const
    {
        IsolationReport report;
        reportScopeLimits(m_folder.path().toStdString(), limits, report);
        return report;
    }

private:
    QTemporaryDir m_folder;
};

} // namespace

class TestUserScope : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asksForOneScopeAroundBothProcesses()
    {
        const auto arguments = scopeArguments(kUnit, kPids, someLimits());
        QCOMPARE(arguments.front(), std::string("busctl"));
        QVERIFY(hasSequence(
            arguments,
            {"org.freedesktop.systemd1", "/org/freedesktop/systemd1",
             "org.freedesktop.systemd1.Manager", "StartTransientUnit", "ssa(sv)a(sa(sv))", kUnit,
             "fail", "8", "PIDs", "au", "2", "100", "101"}));
        QVERIFY(hasSequence(arguments, {"CollectMode", "s", "inactive-or-failed"}));
        QCOMPARE(arguments.back(), std::string("0"));
    }

    void asksTheManagerOfTheRightBus()
    {
        const auto user = scopeArguments(kUnit, kPids, someLimits());
        QVERIFY(hasSequence(user, {"busctl", "--user"}));
        const auto system = scopeArguments(kUnit, kPids, someLimits(), ScopeBus::System);
        QVERIFY(hasSequence(system, {"busctl", "--system"}));
    }

    void asksForEveryLimit()
    {
        const auto arguments = scopeArguments(kUnit, kPids, someLimits());
        QVERIFY(hasSequence(arguments, {"MemoryMax", "t", "67108864", "MemorySwapMax", "t", "0"}));
        QVERIFY(hasSequence(arguments, {"TasksMax", "t", "21"}));
        QVERIFY(hasSequence(arguments, {"CPUQuotaPerSecUSec", "t", "1500000"}));
    }

    void asksForNoLimitThatNobodyWants()
    {
        SandboxLimits none;
        none.memoryBytes = 0;
        none.pids = 0;
        none.cpus = 0;
        const auto arguments = scopeArguments(kUnit, kPids, none);
        QVERIFY(hasSequence(arguments, {"fail", "4", "PIDs"}));
        for (const char* name : {"MemoryMax", "MemorySwapMax", "TasksMax", "CPUQuotaPerSecUSec"})
            QVERIFY2(!hasSequence(arguments, {name}), name);
    }

    void findsTheScopeByItsWholeName()
    {
        const std::string slice = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/";
        QCOMPARE(
            scopeFolder(kMounts, slice + kUnit + "\n", kUnit).value_or(""),
            "/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/app.slice/"
                + std::string(kUnit));
        for (const auto& elsewhere :
             {slice + "x" + kUnit + "\n", slice + kUnit + "/below\n",
              slice + kUnit + " (deleted)\n", slice + "sandbench-7-8-00.scope\n",
              std::string("0::/\n"), std::string()})
            QVERIFY2(!scopeFolder(kMounts, elsewhere, kUnit), elsewhere.c_str());
        QVERIFY(!scopeFolder(kMounts, slice + kUnit + "\n", ""));
    }

    void believesNoOtherHierarchy()
    {
        const auto text = std::string("1:name=systemd:/") + kUnit + "\n4:memory:/" + kUnit + "\n";
        QVERIFY(!scopeFolder(kMounts, text, kUnit));
    }

    void believesNoCutName()
    {
        const auto text = std::string("0::/user.slice/") + kUnit;
        for (std::size_t i = 0; i < text.size(); ++i)
            QVERIFY2(!scopeFolder(kMounts, text.substr(0, i), kUnit), text.substr(0, i).c_str());
        QVERIFY(scopeFolder(kMounts, text, kUnit));
    }

    void knowsWhereTheManagerSits()
    {
        QCOMPARE(
            userManagerFolder(kMounts, 1000),
            std::string("/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service"));
        QVERIFY(userManagerFolder("", 1000).empty());
    }

    void readsTheProcessorLimitBack()
    {
        QVERIFY(capsCpu("150000 100000\n", 1.5));
        QVERIFY(capsCpu("50000 100000\n", 1.5));
        QVERIFY(!capsCpu("160000 100000\n", 1.5));
        for (const char* none : {"max 100000\n", "max\n", "", " ", "1 0\n", "x 100000\n", "150000"})
            QVERIFY2(!capsCpu(none, 1.5), none);
    }

    void listsTheLimitsThatTheKernelHolds()
    {
        const FakeGroup group(
            {{"cgroup.controllers", "cpu memory pids\n"},
             {"memory.max", "67108864\n"},
             {"memory.swap.max", "0\n"},
             {"pids.max", "21\n"},
             {"cpu.max", "150000 100000\n"}});
        const auto report = group.report(someLimits());
        QVERIFY(report.missing.empty());
        QCOMPARE(
            report.layers,
            (std::vector<std::string>{
                "memory limit (cgroup v2, systemd user scope)",
                "pids limit (cgroup v2, systemd user scope)",
                "cpu limit (cgroup v2, systemd user scope)"}));
    }

    void listsNoLimitThatTheKernelDoesNotHold()
    {
        // Swap is open, the count is not there, and cpu is not delegated.
        const FakeGroup group(
            {{"cgroup.controllers", "memory pids\n"},
             {"memory.max", "67108864\n"},
             {"memory.swap.max", "max\n"},
             {"pids.max", "max\n"}});
        const auto report = group.report(someLimits());
        QVERIFY(report.layers.empty());
        QCOMPARE(report.missing.size(), std::size_t(3));
        QCOMPARE(report.missing[0].layer, std::string("memory cgroup"));
        QCOMPARE(report.missing[1].layer, std::string("pids cgroup"));
        QCOMPARE(report.missing[2].layer, std::string("cpu cgroup"));
        QVERIFY(report.missing[2].remedy.find("Delegate") != std::string::npos);
    }

    void believesNoLargerLimit()
    {
        const FakeGroup group(
            {{"cgroup.controllers", "memory pids\n"},
             {"memory.max", "67112960\n"},
             {"pids.max", "22\n"}});
        QVERIFY(group.report(someLimits()).layers.empty());
    }

    /// Both the program that fails and the one that claims success without a scope.
    void reportsEverythingMissingWithoutAScope_data()
    {
        QTest::addColumn<QString>("program");
        QTest::newRow("fails") << "/bin/false";
        QTest::newRow("moves nothing") << "/bin/true";
        QTest::newRow("is not there") << "/nonexistent/busctl";
    }

    void reportsEverythingMissingWithoutAScope()
    {
        QFETCH(const QString, program);
        const auto group
            = makeUserScope({program.toStdString(), {"A=b"}}, "sandbench-7-8-0", someLimits());
        QVERIFY(group->reportsLate());
        IsolationReport report;
        const std::array<pid_t, 1> self = {::getpid()};
        QVERIFY(group->moveIn(self, report, {}));
        QVERIFY(report.layers.empty());
        QCOMPARE(report.missing.size(), std::size_t(3));
        for (const auto& missing : report.missing)
            QVERIFY(!missing.reason.empty() && !missing.remedy.empty());
        QVERIFY(!group->counters().memoryBytes);
        group->killAll();
        QVERIFY(group->remove(std::chrono::milliseconds(0)));
    }

    void obeysAStop()
    {
        const auto group = makeUserScope({"/bin/true", {}}, "sandbench-7-8-0", someLimits());
        std::stop_source stop;
        stop.request_stop();
        IsolationReport report;
        const std::array<pid_t, 1> self = {::getpid()};
        const auto added = group->moveIn(self, report, stop.get_token());
        QVERIFY(!added);
        QCOMPARE(added.error().code(), ErrorCode::Cancelled);
    }
};

SANDBENCH_TEST(TestUserScope);
#include "tst_user_scope.moc"
