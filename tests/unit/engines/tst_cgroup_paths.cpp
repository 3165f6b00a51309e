// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/cgroup/cgroup_files.h"
#include "core/engine/cgroup/cgroup_paths.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace sandbench;
using namespace sandbench::cgroup;

namespace {

constexpr auto kHybridMounts
    = "29 23 0:26 / /sys/fs/cgroup ro,nosuid shared:9 - tmpfs tmpfs ro,mode=755\n"
      "33 29 0:29 / /sys/fs/cgroup/memory rw,nosuid shared:15 - cgroup cgroup rw,memory\n"
      "34 29 0:30 / /sys/fs/cgroup/cpu,cpuacct rw shared:16 master:2 - cgroup cgroup "
      "rw,cpu,cpuacct\n"
      "35 29 0:31 / /sys/fs/cgroup/systemd rw - cgroup cgroup rw,xattr,name=systemd\n"
      "36 29 0:32 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw,nsdelegate\n";

constexpr auto kPureMounts = "30 24 0:27 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n";

} // namespace

/// Where control groups are and what their files say.
class TestCgroupPaths : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsOurGroupInEveryHierarchyOfV1()
    {
        const auto layout = parseCgroupLayout(
            kHybridMounts, "9:name=systemd:/\n4:memory:/box/1\n2:cpu,cpuacct:/\n0::/\n");
        QCOMPARE(layout.v1.at("memory"), std::string("/sys/fs/cgroup/memory/box/1"));
        QCOMPARE(layout.v1.at("cpu"), std::string("/sys/fs/cgroup/cpu,cpuacct"));
        QCOMPARE(layout.v1.at("cpuacct"), layout.v1.at("cpu"));
        QCOMPARE(layout.v2, std::string("/sys/fs/cgroup/unified"));
    }

    void findsOurGroupInV2()
    {
        const auto layout = parseCgroupLayout(
            kPureMounts, "0::/user.slice/user-1000.slice/user@1000.service/app.slice/x.scope\n");
        QVERIFY(layout.v1.empty());
        QCOMPARE(
            layout.v2,
            std::string(
                "/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/app.slice/x.scope"));
    }

    void cutsTheMountsRootInsideAContainer()
    {
        const auto layout = parseCgroupLayout(
            "33 29 0:29 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n",
            "4:memory:/docker/abc/inner\n");
        QCOMPARE(layout.v1.at("memory"), std::string("/sys/fs/cgroup/memory/inner"));
    }

    void survivesAnyCutOfItsInput()
    {
        const std::string mounts = kHybridMounts;
        const std::string self = "9:name=systemd:/\n4:memory:/box\n0::/\n";
        for (std::size_t i = 0; i <= mounts.size(); ++i)
            (void)parseCgroupLayout(mounts.substr(0, i), self);
        for (std::size_t i = 0; i <= self.size(); ++i)
            (void)parseCgroupLayout(mounts, self.substr(0, i));
        QVERIFY(parseCgroupLayout("", "").v2.empty());
        QVERIFY(parseCgroupLayout("\n\n - \n", ":::\n::\n:\n").v1.empty());
    }

    void readsFieldsByTheirWholeName()
    {
        const auto text = "low 1\noom 7\noom_kill 3\noom_group_kill 9\n";
        QCOMPARE(cgroupField(text, "oom_kill"), std::optional<std::uint64_t>(3));
        QCOMPARE(cgroupField(text, "oom"), std::optional<std::uint64_t>(7));
        QVERIFY(!cgroupField(text, "oom_"));
        QVERIFY(!cgroupField("oom_kill x\n", "oom_kill"));
        QVERIFY(!cgroupField("oom_kill", "oom_kill"));
    }

    void takesMaxAsNoNumber()
    {
        QCOMPARE(cgroupNumber("4096\n"), std::optional<std::uint64_t>(4096));
        QVERIFY(!cgroupNumber("max\n"));
        QVERIFY(!cgroupNumber(""));
        QVERIFY(!cgroupNumber("-1\n"));
    }

    void listsOnlyProcessesThatItMaySignal()
    {
        // 0 stands for a process of another namespace; a signal to it would hit our own group.
        QCOMPARE(cgroupProcesses("12\n0\n-1\n99\nx\n"), (std::vector<pid_t>{12, 99}));
    }

    void makesGroupsOnlyWhereTheyCanBeEntered()
    {
        QVERIFY(mayHaveSubgroups(std::nullopt, "1\n2\n"));
        QVERIFY(mayHaveSubgroups("domain\n", ""));
        QVERIFY(!mayHaveSubgroups("domain\n", "4711\n"));
        // A process of a namespace that we do not see.
        QVERIFY(!mayHaveSubgroups("domain\n", "0\n"));
        for (const char* type : {"domain threaded\n", "domain invalid\n", "threaded\n", ""})
            QVERIFY2(!mayHaveSubgroups(type, ""), type);
    }

    void knowsItsOwnGroupNames()
    {
        const auto name = groupName({4711, 123456, 4026531836}, 8, "two-words");
        const auto owner = groupOwner(name);
        QVERIFY(owner);
        QCOMPARE(groupSession(name), std::string("two-words"));
        QVERIFY((*owner == GroupOwner{4711, 123456, 4026531836}));
        for (const char* foreign :
             {"", "sandbench-", "sandbench-1", "sandbench-1-2", "sandbench-0-1-1-1-s",
              "sandbench-x-1-1-1-s", "sandbench-1-2-3", "sandbench-1-2-3-s", "other-1-2-3-4-s",
              "sandbench--1-2-3-4-s"})
            QVERIFY2(!groupOwner(foreign), foreign);
    }

    void readsWhatAGroupOfV2CountsAtEachTimeAnew()
    {
        const QTemporaryDir folder;
        const auto write = [&folder](const QString& name, const QByteArray& text) {
            QFile file(folder.filePath(name));
            return file.open(QFile::WriteOnly) && file.write(text) == text.size();
        };
        QVERIFY(write("memory.current", "4096\n") && write("memory.peak", "8192\n"));
        QVERIFY(write("memory.events", "low 0\noom 7\noom_kill 2\n"));
        QVERIFY(write("pids.current", "3\n") && write("pids.events", "max 5\n"));
        QVERIFY(write("cpu.stat", "usage_usec 1500000\nuser_usec 9\n"));
        const CountersV2 group(folder.path().toStdString());
        auto counters = group.read();
        QCOMPARE(counters.memoryBytes, 4096U);
        QCOMPARE(counters.memoryPeakBytes, 8192U);
        QCOMPARE(counters.oomKills, 2U);
        QCOMPARE(counters.processes, 3U);
        QCOMPARE(counters.pidsDenied, 5U);
        QCOMPARE(counters.cpuSeconds, 1.5);
        QVERIFY(write("memory.current", "16\n") && write("pids.events", "max 6\n"));
        counters = group.read();
        QCOMPARE(counters.memoryBytes, 16U);
        QCOMPARE(counters.pidsDenied, 6U);
    }

    void resetsThePeakOfAGroupOfV2()
    {
        const QTemporaryDir folder;
        QFile peak(folder.filePath("memory.peak"));
        QVERIFY(peak.open(QFile::WriteOnly));
        CountersV2(folder.path().toStdString()).resetPeak();
        peak.close();
        QVERIFY(peak.open(QFile::ReadOnly));
        QCOMPARE(peak.readAll(), QByteArray("reset"));
    }

    void countsNothingWhereAGroupOfV2LacksTheController()
    {
        const QTemporaryDir folder;
        const CountersV2 empty(folder.path().toStdString());
        for (const auto& counters : {empty.read(), CountersV2().read()}) {
            QVERIFY(!counters.memoryBytes && !counters.memoryPeakBytes && !counters.oomKills);
            QVERIFY(!counters.processes && !counters.pidsDenied && !counters.cpuSeconds);
        }
        empty.resetPeak();
    }
};

SANDBENCH_TEST(TestCgroupPaths);
#include "tst_cgroup_paths.moc"
