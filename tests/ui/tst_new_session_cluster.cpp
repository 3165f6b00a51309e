// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/kubernetes/pod_options.h"
#include "tests/support/test_program.h"
#include "tests/ui/new_session_fixture.h"

#include <QFile>
#include <QLineEdit>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

namespace {

docker::Connection context(const std::string& name)
{
    docker::Connection connection;
    connection.engine = "kubernetes";
    connection.name = name;
    connection.source = "https://" + name + ".test:6443, ~/.kube/config";
    return connection;
}

} // namespace

/// The dialog, where the engine is a cluster.
class TestNewSessionCluster : public NewSessionTest
{
    Q_OBJECT

private slots:
    void contextsAreOfferedByTheirNames()
    {
        openCluster();
        auto* contexts = m_dialog->findChild<QComboBox*>(QStringLiteral("connection"));
        QTRY_COMPARE(contexts->count(), 2);
        QVERIFY(contexts->isVisible());
        QVERIFY(contexts->itemText(0).startsWith(QStringLiteral("prod (https://prod.test")));
        QVERIFY(!m_dialog->findChild<QLineEdit*>(QStringLiteral("address"))->isVisible());
        contexts->setCurrentIndex(1);
        emit contexts->activated(1);
        QTRY_VERIFY(m_engines->cluster->was("look arn:team/lab"));
        QCOMPARE(said("connection"), std::string("arn:team/lab"));
        QCOMPARE(m_engines->cluster->callsFromTheGui(), 0);
    }

    void namespaceAndManifestAreChosen()
    {
        openCluster();
        auto* names = m_dialog->findChild<QComboBox*>(QStringLiteral("namespace"));
        auto* manifest = m_dialog->findChild<QLineEdit*>(QStringLiteral("manifest"));
        QVERIFY(names->isVisible() && manifest->isVisible());
        QCOMPARE(said("namespace"), std::string());
        names->setEditText(QStringLiteral("team-1"));
        manifest->setText(QStringLiteral("/home/me/pod.yaml"));
        const SessionChoice choice = m_dialog->choice();
        QCOMPARE(choice.text("namespace"), std::string("team-1"));
        QCOMPARE(choice.manifestFile, std::string("/home/me/pod.yaml"));
        rememberChoice(choice);
        QCOMPARE(rememberedChoice()->text("namespace"), std::string("team-1"));
        QCOMPARE(rememberedChoice()->manifestFile, std::string("/home/me/pod.yaml"));
        QCOMPARE(podOf(request().session.sandbox).namespaceName, std::string("team-1"));
    }

    void whatIsNoNamespaceCannotBeAccepted()
    {
        openCluster();
        QTRY_VERIFY(button("accept")->isEnabled());
        m_dialog->findChild<QComboBox*>(QStringLiteral("namespace"))
            ->setEditText(QStringLiteral("../x"));
        QVERIFY(!button("accept")->isEnabled());
        QVERIFY(shows(QStringLiteral("is no name of a namespace")));
    }

    void imageUserNetworkAndInstallsAreChosenAsForContainers()
    {
        openCluster();
        QTRY_VERIFY(button("accept")->isEnabled());
        QTRY_VERIFY(image()->isVisible() && image()->isEnabled());
        image()->setEditText(QStringLiteral("python:3.12"));
        m_dialog->findChild<QLineEdit*>(QStringLiteral("user"))->setText(QStringLiteral("1234"));
        button("writableRoot")->click();
        auto* network = m_dialog->findChild<QComboBox*>(QStringLiteral("network"));
        QCOMPARE(network->count(), 3); // a cluster has no networks by name
        network->setCurrentIndex(2);
        const SessionChoice choice = m_dialog->choice();
        QCOMPARE(choice.text("image"), std::string("python:3.12"));
        QCOMPARE(choice.text("user"), std::string("1234"));
        QCOMPARE(choice.text("network"), std::string("pod"));
        QCOMPARE(choice.text("root"), std::string("writable"));
        QVERIFY(!choice.said.contains("mounts"));
        network->setCurrentIndex(1);
        m_dialog->findChild<QLineEdit*>(QStringLiteral("install"))
            ->setText(QStringLiteral("pip install rich"));
        QCOMPARE(request().installs.commands, std::vector<std::string>{"pip install rich"});
        QVERIFY(request().installs.dropsNetwork);
        QVERIFY(!button("pull") || !button("pull")->isVisible());
    }

    void whatThePodWouldBeIsSaidBeforeItIsMade()
    {
        openCluster("sandbench-python:1");
        QTRY_VERIFY(says(QStringLiteral("✓ Isolated by: ")));
        QVERIFY(says(QStringLiteral("A pod of sandbench-python:1 in the context's namespace")));
        QVERIFY(!says(QStringLiteral("⚠ Relaxed")));
        button("writableRoot")->click();
        QTRY_VERIFY(says(QStringLiteral("⚠ Relaxed: ")));
        QVERIFY(!m_engines->cluster->was("open"));
        QCOMPARE(m_engines->cluster->callsFromTheGui(), 0);
    }

    void whatAManifestChangesIsSaidBeforeAnythingIsMade()
    {
        openCluster();
        setManifest("spec: {enableServiceLinks: true}\n");
        QTRY_VERIFY(says(QStringLiteral("Manifest: spec.enableServiceLinks: true instead of")));
        QVERIFY(button("accept")->isEnabled());
        setManifest("spec: [\n");
        QTRY_VERIFY(!button("accept")->isEnabled());
        QVERIFY(says(QStringLiteral("There can be no such pod.")));
        setManifest({});
        QTRY_VERIFY(button("accept")->isEnabled());
    }

    void anImageThatTheManifestNamesCountsUnlessSomebodyChoosesOne()
    {
        openCluster("sandbench-python:1");
        setManifest("spec: {containers: [{name: main, image: 'team/lab:7'}]}\n");
        QTRY_VERIFY(says(QStringLiteral("A pod of team/lab:7 in")));
        image()->setEditText(QStringLiteral("python:3.12"));
        QTRY_VERIFY(says(QStringLiteral("A pod of python:3.12 in")));
    }

    void aManifestThatIsNotThereCannotBeAccepted()
    {
        openCluster();
        m_dialog->findChild<QLineEdit*>(QStringLiteral("manifest"))
            ->setText(m_dir.filePath(QStringLiteral("there-is-none.yaml")));
        QTRY_VERIFY(!button("accept")->isEnabled());
        QVERIFY(shows(QStringLiteral("there-is-none.yaml")));
    }

    void whoseNameIsNoNumberCannotBeAPodsUser()
    {
        openCluster();
        QTRY_VERIFY(button("accept")->isEnabled());
        auto* user = m_dialog->findChild<QLineEdit*>(QStringLiteral("user"));
        user->setText(QStringLiteral("me"));
        QVERIFY(!button("accept")->isEnabled());
        QVERIFY(shows(QStringLiteral("by number only")));
        user->setText(QStringLiteral("1000:1000"));
        QTRY_VERIFY(button("accept")->isEnabled());
    }

    void aPodThatIsThereIsTakenAsItIs()
    {
        openCluster("sandbench-python:1");
        image()->setEditText(QStringLiteral("python:3.12"));
        setManifest("spec: {}\n");
        m_dialog->findChild<QLineEdit*>(QStringLiteral("existingPod"))
            ->setText(QStringLiteral("web-0"));
        m_dialog->findChild<QLineEdit*>(QStringLiteral("container"))
            ->setText(QStringLiteral("app"));
        for (const char* name : {"image", "network", "size"})
            QVERIFY2(!m_dialog->findChild<QComboBox*>(QLatin1String(name))->isVisible(), name);
        QVERIFY(!m_dialog->findChild<QLineEdit*>(QStringLiteral("manifest"))->isVisible());
        const SessionChoice choice = m_dialog->choice();
        QCOMPARE(choice.text("pod"), std::string("web-0"));
        QCOMPARE(choice.text("container"), std::string("app"));
        QCOMPARE(
            choice.text("image") + choice.manifestFile + choice.text("network"), std::string());
        rememberChoice(choice);
        QCOMPARE(rememberedChoice()->text("pod"), std::string("web-0"));
        QCOMPARE(rememberedChoice()->text("container"), std::string("app"));
        const SandboxSpec spec = request().session.sandbox;
        QCOMPARE(containerOf(spec).existing, std::string("web-0"));
        QCOMPARE(podOf(spec).container, std::string("app"));
        QTRY_VERIFY(says(QStringLiteral("The pod web-0 in")));
    }

    void otherEnginesHaveNoPods()
    {
        m_engines->addCluster();
        m_source = m_engines->source();
        open("docker");
        QVERIFY(!m_dialog->findChild<QComboBox*>(QStringLiteral("namespace"))->isVisible());
        QCOMPARE(said("namespace"), std::string());
    }

private:
    bool says(const QString& text) const { return m_dialog->summaryText().contains(text); }

    /// Empty = none.
    void setManifest(const QByteArray& text)
    {
        auto* line = m_dialog->findChild<QLineEdit*>(QStringLiteral("manifest"));
        if (text.isEmpty())
            return line->clear();
        static int count = 0;
        QFile file(m_dir.filePath(QStringLiteral("pod-%1.yaml").arg(++count)));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        line->setText(file.fileName());
    }

    void openCluster(const std::string& standardImage = {})
    {
        m_engines->addCluster();
        m_engines->cluster->connections = {context("prod"), context("arn:team/lab")};
        auto sizes = SizeCatalog::load();
        QVERIFY(sizes);
        m_source = m_engines->source(*sizes);
        open("kubernetes", standardImage);
    }
};

SANDBENCH_TEST(TestNewSessionCluster);
#include "tst_new_session_cluster.moc"
