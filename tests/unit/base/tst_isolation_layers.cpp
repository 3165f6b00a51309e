// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/isolation_layers.h"
#include "core/session/layer_check.h"
#include "tests/support/source_file.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTest>

#include <algorithm>

using namespace sandbench;

namespace {

/// Reports as the engines write them: one of each kind.
const std::vector<std::string> kReported
    = {"user, process, mount, network, ipc, host name and cgroup namespaces",
       "system-call filter",
       "system-call filter of the engine",
       "no capabilities",
       "no new privileges",
       "read-only file system with sized scratch folders",
       "no network but its own loopback",
       "host user id of its own",
       "memory limit (cgroup v1)",
       "socket memory limit (cgroup v1)",
       "cpu limit (cgroup v2)",
       "process limit (rlimit of the sandbox's own user namespace)",
       "AppArmor",
       "SELinux",
       "Landlock domain of each run (version 7)",
       "no signals between runs",
       "64 terminals at most",
       "host files through an overlay",
       "only needed system calls"};

LayerNames allLayers()
{
    const auto known = knownLayers();
    return {known.begin(), known.end()};
}

} // namespace

/// The names of layers that a sandbox can be required to have.
class TestIsolationLayers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void areFoundInWhatEnginesReport()
    {
        for (const auto& name : layersMissing(kReported, allLayers()))
            QFAIL(name.c_str());
        QCOMPARE(layersMissing({}, allLayers()).size(), knownLayers().size());
    }

    void eachIsToldByItsOwnLinesOnly_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("names");
        const auto row = [](const char* line, const char* names) {
            QTest::newRow(line) << QString(line) << QString(names);
        };
        row("process, mount, network, ipc and host name namespaces",
            "hostname-namespace,ipc-namespace,mount-namespace,network-namespace,process-namespace");
        row("mount, process and host name namespaces",
            "hostname-namespace,mount-namespace,process-namespace");
        row("memory limit (cgroup v1)", "memory-limit");
        row("memory limit (cgroup v2)", "memory-limit,socket-limit");
        row("user namespace", "user-namespace");
        row("host files through an overlay", "file-overlay");
        row("64 terminals at most", "terminal-limit");
        row("only needed system calls", "needed-calls");
        row("no nested user namespaces", "");
        row("system-call filter of the engine", "engine-seccomp");
        row("system-call filter", "seccomp");
        row("read-only file system", "read-only-root");
        row("sized scratch folders", "sized-folders");
        row("process limit per user of the sandbox", "process-limit");
        row("data limit of each process (rlimit)", "");
        row("limit of the node's disk", "");
        row("no sockets but Unix ones (system-call filter)", "no-network");
        row("network policy, tried from inside: nothing answered", "no-network");
        row("runtime seccomp", "");
        row("memory limit of nothing", "");
    }

    void eachIsToldByItsOwnLinesOnly()
    {
        QFETCH(QString, line);
        QFETCH(QString, names);
        auto told = allLayers();
        const std::vector<std::string> lines = {line.toStdString()};
        for (const auto& missing : layersMissing(lines, allLayers()))
            told.erase(missing);
        QStringList found;
        for (const auto& name : told)
            found << QString::fromStdString(name);
        QCOMPARE(found.join(','), names);
    }

    void areReadWithCommasAndOneByOne()
    {
        const std::vector<std::string> words = {"seccomp,landlock", "no-network"};
        const auto names = readLayerNames(words);
        QVERIFY(names);
        QVERIFY(*names == (LayerNames{"landlock", "no-network", "seccomp"}));
        QVERIFY(readLayerNames({})->empty());
    }

    void otherNamesAreRefusedWithTheKnownOnes()
    {
        for (const std::string word : {"secomp", "seccomp,,landlock", "seccomp, landlock", " "}) {
            const auto names = readLayerNames({&word, 1});
            QVERIFY2(!names, word.c_str());
            QCOMPARE(names.error().code(), ErrorCode::InvalidArgument);
            for (const auto known : knownLayers())
                QVERIFY(names.error().message().find(known) != std::string::npos);
        }
    }

    void whatIsMissingIsToldWithWhatToDo()
    {
        IsolationReport report;
        report.layers = {"system-call filter"};
        report.miss("user namespace", "the engine maps no users", "use a rootless engine");
        report.miss("pids cgroup", "a pod cannot say it", "set podPidsLimit");
        QVERIFY(checkLayers(report, {}));
        QVERIFY(checkLayers(report, {"seccomp"}));
        const auto refused
            = checkLayers(report, {"seccomp", "user-namespace", "process-limit", "apparmor"});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code(), ErrorCode::Unavailable);
        const auto& said = refused.error().message();
        for (const char* part :
             {"apparmor,", "process-limit (a pod cannot say it; set podPidsLimit)",
              "user-namespace (the engine maps no users; use a rootless engine)", "doctor"})
            QVERIFY2(said.find(part) != std::string::npos, said.c_str());
        QVERIFY2(said.find("seccomp") == std::string::npos, said.c_str());
    }

    void theManualHasAllOfThem()
    {
        QFile page(test::sourceFile("packaging/docs/isolation.md"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const auto text = page.readAll();
        for (const auto name : knownLayers())
            QVERIFY2(
                text.contains("\n| `" + QByteArray(name.data(), qsizetype(name.size())) + "` |"),
                std::string(name).c_str());
    }
};

SANDBENCH_TEST(TestIsolationLayers);
#include "tst_isolation_layers.moc"
