// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/json_objects.h"
#include "tests/support/kubeconfig.h"
#include "tests/support/sandbenchctl_runner.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QTest>

using namespace sandbench::test;
using ctl::objectOf;

namespace {

QJsonObject clusterOf(const QByteArray& doctor)
{
    for (const auto& engine : objectOf(doctor)[QStringLiteral("engines")].toArray())
        if (engine.toObject()[QStringLiteral("engine")] == QStringLiteral("kubernetes"))
            return engine.toObject();
    return {};
}

} // namespace

class TestSandbenchctlKubernetes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_kubeconfig = kubeconfig(); }
    void cleanup() { qputenv("KUBECONFIG", m_kubeconfig.toUtf8()); }

    void runsAProgramInAPodOfTheContextAndLeavesNothing()
    {
        REQUIRE_CLUSTER();
        const auto done = ctl::run(
            {"run", "--engine", "kubernetes", "--context", "test", "--namespace", "default",
             "--json", "-"},
            "import sys; print(input); sys.exit(3)");
        QCOMPARE(done.status, 3);
        const auto record = objectOf(done.out);
        QCOMPARE(record[QStringLiteral("exit_code")].toInt(), 3);
        const auto session = record[QStringLiteral("session")].toString();
        const auto left = ctl::run({"sessions", "list", "--engine", "kubernetes", "--json"});
        QCOMPARE(left.status, 0);
        QVERIFY(session.isEmpty() || !left.out.contains(session.toUtf8()));
    }

    void putsAManifestOverThePodAndSaysWhereItWaits()
    {
        REQUIRE_CLUSTER();
        const ctl::Folder folder;
        const auto manifest = folder.write(
            "pod.yaml",
            "spec:\n  containers:\n  - name: sandbox\n    env: [{name: FROM_MANIFEST, value: yes "
            "it is}]\n");
        const auto program = folder.write("p.py", "import os; print(os.environ['FROM_MANIFEST'])");
        const auto done = ctl::run(
            {"run", "--engine", "kubernetes", "--manifest", manifest, "--verbose", program});
        QVERIFY2(done.status == 0, done.err.constData());
        QCOMPARE(done.out, QByteArray("yes it is\n"));
        QVERIFY2(done.err.contains("sandbenchctl: waiting: "), done.err.constData());
        QVERIFY2(done.err.contains("sandbenchctl: manifest: spec."), done.err.constData());
    }

    void anImageThatTheManifestNamesBeatsTheLanguages()
    {
        REQUIRE_CLUSTER();
        const ctl::Folder folder;
        const auto program = folder.write("p.py", "print(1)");
        const auto done = ctl::run(
            {"run", "--engine", "kubernetes", "--manifest", "-", program},
            "spec: {containers: [{name: main, image: 'sandbench-there-is-none:1', imagePullPolicy: "
            "Never}]}\n");
        QCOMPARE(done.status, 125);
        QVERIFY2(done.err.contains("sandbench-there-is-none:1"), done.err.constData());
    }

    void readsAManifestFromStandardInput()
    {
        REQUIRE_CLUSTER();
        const ctl::Folder folder;
        const auto program = folder.write("p.py", "print(1)");
        const auto done = ctl::run(
            {"run", "--engine", "kubernetes", "--manifest", "-", program}, "kind: Service\n");
        QCOMPARE(done.status, 2);
        QVERIFY2(done.err.contains("Service"), done.err.constData());
    }

    void whatAKilledProgramLeftCanBeStopped()
    {
        REQUIRE_CLUSTER();
        const ctl::Folder folder;
        const auto program
            = folder.write("p.py", "import time; print('up', flush=True); time.sleep(600)");
        const auto left = ctl::start({"run", "--engine", "kubernetes", program});
        while (!left->canReadLine() && left->waitForReadyRead(60'000)) { }
        QCOMPARE(left->readLine(), QByteArray("up\n"));
        const auto owner = QByteArray::number(left->processId());
        left->kill();
        QVERIFY(left->waitForFinished());
        const auto sandboxes = [] {
            const auto list = ctl::run({"sessions", "list", "--engine", "kubernetes", "--json"});
            return objectOf(list.out)[QStringLiteral("sessions")].toArray();
        };
        QString id;
        for (const auto& sandbox : sandboxes())
            if (sandbox.toObject()[QStringLiteral("owner")].toString().contains(
                    QString::fromUtf8(":" + owner + ":")))
                id = sandbox.toObject()[QStringLiteral("id")].toString();
        QVERIFY(!id.isEmpty());
        QCOMPARE(ctl::run({"sessions", "prune", "--engine", "kubernetes", "--dry-run"}).status, 0);
        const auto stopped = ctl::run({"sessions", "stop", "--engine", "kubernetes", id});
        QVERIFY2(stopped.status == 0, stopped.err.constData());
        for (const auto& sandbox : sandboxes())
            QVERIFY(sandbox.toObject()[QStringLiteral("id")].toString() != id);
        QCOMPARE(ctl::run({"sessions", "prune", "--engine", "kubernetes"}).status, 0);
    }

    void saysWhichContextsThereAre()
    {
        REQUIRE_CLUSTER();
        const auto unknown
            = ctl::run({"run", "--engine", "kubernetes", "--context", "nowhere", "-"}, "print(1)");
        QCOMPARE(unknown.status, 125);
        QVERIFY2(unknown.err.contains("known: test"), unknown.err.constData());
        const auto list = ctl::run({"connections", "list", "--engine", "kubernetes"});
        QCOMPARE(list.status, 0);
        QVERIFY2(list.out.contains("https://"), list.out.constData());
        const auto tested = ctl::run({"connections", "test", "--engine", "kubernetes", "test"});
        QCOMPARE(tested.status, 0);
        QVERIFY2(tested.out.contains("answers: Kubernetes v"), tested.out.constData());
    }

    void saysWhatIsNotThere()
    {
        REQUIRE_CLUSTER();
        const auto nowhere = ctl::run(
            {"run", "--engine", "kubernetes", "--namespace", "nowhere", "-"}, "print(1)");
        QCOMPARE(nowhere.status, 125);
        QVERIFY2(
            nowhere.err.contains("no namespace 'nowhere'; make it with"), nowhere.err.constData());
        qputenv("KUBECONFIG", "/no/such/file");
        const auto unnamed = ctl::run({"run", "--engine", "kubernetes", "-"}, "print(1)");
        QCOMPARE(unnamed.status, 125);
        QVERIFY2(unnamed.err.contains("KUBECONFIG names /no/such/file"), unnamed.err.constData());
    }

    void theDoctorNamesTheRightsThatAreMissing()
    {
        REQUIRE_LIMITED_USER();
        qputenv("KUBECONFIG", limitedKubeconfig().toUtf8());
        const auto cluster = clusterOf(ctl::run({"doctor", "--json"}).out);
        QVERIFY(!cluster[QStringLiteral("usable")].toBool(true));
        QVERIFY(cluster[QStringLiteral("reachable")].toBool());
        QCOMPARE(cluster[QStringLiteral("namespace")].toString(), QStringLiteral("default"));
        QStringList rights;
        for (const auto& right : cluster[QStringLiteral("missing_rights")].toArray())
            rights << right.toObject()[QStringLiteral("right")].toString();
        for (const auto* right :
             {"create pods", "get pods/exec", "create networkpolicies.networking.k8s.io"})
            QVERIFY2(rights.contains(QString::fromUtf8(right)), qPrintable(rights.join(", ")));
    }

    void aUserWithoutRightsIsToldTheVerb()
    {
        REQUIRE_LIMITED_USER();
        qputenv("KUBECONFIG", limitedKubeconfig().toUtf8());
        const auto done = ctl::run({"run", "--engine", "kubernetes", "-"}, "print(1)");
        QCOMPARE(done.status, 125);
        QVERIFY2(done.err.contains("the user 'limited' may not create "), done.err.constData());
    }

    void anUncheckedCertificateIsSaidBeforeAnythingRuns()
    {
        REQUIRE_CLUSTER();
        QFile file(kubeconfig());
        QVERIFY(file.open(QFile::ReadOnly));
        auto text = file.readAll();
        const auto begin = text.indexOf("certificate-authority-data:");
        const auto end = text.indexOf("}", begin);
        QVERIFY(begin > 0 && end > begin);
        text.replace(begin, end - begin, "insecure-skip-tls-verify: true");
        const ctl::Folder folder;
        qputenv("KUBECONFIG", folder.write("kubeconfig", text).toUtf8());
        const auto done = ctl::run({"run", "--engine", "kubernetes", "-"}, "print(1)");
        QVERIFY2(done.status == 0, done.err.constData());
        QCOMPARE(done.out, QByteArray("1\n"));
        QVERIFY2(
            done.err.contains("warning: the cluster's certificate is not checked"),
            done.err.constData());
    }

private:
    QString m_kubeconfig;
};

SANDBENCH_TEST(TestSandbenchctlKubernetes);
#include "tst_sandbenchctl_kubernetes.moc"
