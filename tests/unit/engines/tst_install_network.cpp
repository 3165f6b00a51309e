// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/embedded_engines.h"
#include "core/engine/install_network.h"
#include "core/engine/outpost/outpost_protocol.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <unistd.h>

using namespace sandbench;
using namespace std::string_literals;

/// The network that sandboxes without one have while packages are installed, as far as no program
/// is started.
class TestInstallNetwork : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isOneForTheInstallPhaseAlone()
    {
        QVERIFY(isInstallNetwork({"slirp4netns", true}));
        QVERIFY(!isInstallNetwork({"slirp4netns", false}));
        QVERIFY(!isInstallNetwork({"bridge", true}));
        QVERIFY(!isInstallNetwork({}));
    }

    void keepsTheSandboxFromThisMachinesLoopback()
    {
        for (const auto user :
             {InstallNetworkUser::Root, InstallNetworkUser::NamespaceRoot,
              InstallNetworkUser::Owner}) {
            const auto words = installNetworkArguments(user);
            for (const auto* word : {"--disable-host-loopback", "--enable-seccomp", "--exit-fd=5"})
                QVERIFY2(std::find(words.begin(), words.end(), word) != words.end(), word);
            QCOMPARE(words.at(words.size() - 2), "/proc/self/fd/3"s);
        }
    }

    void keepsItsProgramFromFilesWhereARootMayDoThat()
    {
        const auto hasWord = [](InstallNetworkUser user, const char* word) {
            const auto words = installNetworkArguments(user);
            return std::find(words.begin(), words.end(), word) != words.end();
        };
        QVERIFY(hasWord(InstallNetworkUser::Root, "--enable-sandbox"));
        QVERIFY(hasWord(InstallNetworkUser::NamespaceRoot, "--enable-sandbox"));
        QVERIFY(!hasWord(InstallNetworkUser::Owner, "--enable-sandbox"));
        // It is there already.
        QVERIFY(!hasWord(InstallNetworkUser::NamespaceRoot, "--userns-path=/proc/self/fd/4"));
    }

    void saysWhyThereIsNone_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("the device is closed to this user")
            << QByteArray("WARNING: Support for seccomp is experimental\n"
                          "open(\"/dev/net/tun\"): Permission denied\n"
                          "child failed(1)\nWARNING: Support for seccomp is experimental\n")
            << QByteArray("(open(\"/dev/net/tun\"): Permission denied); let this user read and "
                          "write /dev/net/tun, say --network none");
        QTest::newRow("something else") << QByteArray("child failed(1)\nsetns: \033[1mno\n")
                                        << QByteArray("(setns: [1mno); see");
        QTest::newRow("nothing") << QByteArray() << QByteArray("(it ended without a word); see");
        QTest::newRow("a long line") << QByteArray(100'000, 'x') << QByteArray(100, 'x');
    }

    void saysWhyThereIsNone()
    {
        QFETCH(QByteArray, said);
        QFETCH(QByteArray, reason);
        const auto problem = installNetworkProblem(said.toStdString());
        QCOMPARE(problem.code(), ErrorCode::Unavailable);
        QVERIFY2(
            problem.text().find(reason.toStdString()) != std::string::npos, problem.text().c_str());
        QVERIFY(problem.text().size() < 700);
        QVERIFY(problem.text().find("--wheels") != std::string::npos);
    }

    void isReportedAsARelaxation()
    {
        IsolationReport report;
        report.layers = {"no capabilities", "no network but its own loopback"};
        noteInstallNetwork(report);
        QCOMPARE(report.layers, std::vector{"no capabilities"s});
        QCOMPARE(
            report.relaxations,
            std::vector{"network slirp4netns until the packages are installed"s});
    }

    void isNotTakenFromASandboxThatHasNone()
    {
        InstallNetwork none;
        QCOMPARE(none.name(), "none"s);
        const auto dropped = none.drop();
        QVERIFY(dropped.failedAs(ErrorCode::Unsupported));
    }

    void needsAProcessThatLives()
    {
        if (::access("/usr/bin/slirp4netns", X_OK) != 0)
            SKIP_WITHOUT("slirp", "slirp4netns is not installed");
        const auto attached = InstallNetwork::attach(1 << 30, true, {});
        QVERIFY(attached.failedAs(ErrorCode::NotFound));
    }

    void isTheUsualOneWhereTheEngineHasNone()
    {
        QCOMPARE(usualInstallNetwork("docker"), "bridge");
        QCOMPARE(usualInstallNetwork("podman"), "bridge");
        QCOMPARE(usualInstallNetwork("kubernetes"), "pod");
        for (const auto* engine : {"local", "ssh", "apptainer", "slurm"})
            QCOMPARE(usualInstallNetwork(engine), "slirp4netns");
    }

    void isAskedForOnAnotherMachine()
    {
        outpost::OpenRequest request;
        request.spec.sessionId = "s-1";
        request.filter = "filter";
        for (const bool hasOne : {false, true}) {
            if (hasOne)
                request.spec.network = {"slirp4netns", true};
            auto line = outpost::writeOpenRequest(request);
            line.pop_back();
            const auto read = outpost::readOpenRequest(line);
            QVERIFY2(read, read ? "" : read.error().text().c_str());
            QCOMPARE(isInstallNetwork(read->spec.network), hasOne);
        }
    }
};

SANDBENCH_TEST(TestInstallNetwork);
#include "tst_install_network.moc"
