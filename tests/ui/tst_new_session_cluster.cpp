// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
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
        QCOMPARE(m_dialog->choice().connection, std::string("arn:team/lab"));
        QCOMPARE(m_engines->cluster->callsFromTheGui(), 0);
    }

    void namespaceAndManifestAreChosen()
    {
        openCluster();
        auto* names = m_dialog->findChild<QComboBox*>(QStringLiteral("namespace"));
        auto* manifest = m_dialog->findChild<QLineEdit*>(QStringLiteral("manifest"));
        QVERIFY(names->isVisible() && manifest->isVisible());
        QCOMPARE(m_dialog->choice().namespaceName, std::string());
        names->setEditText(QStringLiteral("team-1"));
        manifest->setText(QStringLiteral("/home/me/pod.yaml"));
        QTRY_VERIFY(button("accept")->isEnabled());
        const SessionChoice choice = m_dialog->choice();
        QCOMPARE(choice.namespaceName, std::string("team-1"));
        QCOMPARE(choice.manifestFile, std::string("/home/me/pod.yaml"));
        rememberChoice(choice);
        QCOMPARE(rememberedChoice()->namespaceName, std::string("team-1"));
        QCOMPARE(rememberedChoice()->manifestFile, std::string("/home/me/pod.yaml"));
        QCOMPARE(
            specOf(choice, m_source->sizes()).value().pod.namespaceName, std::string("team-1"));
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

    void otherEnginesHaveNoPods()
    {
        m_engines->addCluster();
        m_source = m_engines->source();
        open("docker");
        QVERIFY(!m_dialog->findChild<QComboBox*>(QStringLiteral("namespace"))->isVisible());
        QCOMPARE(m_dialog->choice().namespaceName, std::string());
    }

private:
    void openCluster()
    {
        m_engines->addCluster();
        m_engines->cluster->connections = {context("prod"), context("arn:team/lab")};
        auto sizes = SizeCatalog::load();
        QVERIFY(sizes);
        m_source = m_engines->source(*sizes);
        open("kubernetes");
    }
};

QTEST_MAIN(TestNewSessionCluster)
#include "tst_new_session_cluster.moc"
