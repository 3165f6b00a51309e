// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the dialog for new sessions lets through besides the default: connections, networks,
// installs and folders; and what of it is remembered.
#include "tests/support/test_program.h"
#include "tests/ui/new_session_fixture.h"

#include <QLineEdit>
#include <QTreeWidget>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestNewSessionChoices : public NewSessionTest
{
    Q_OBJECT

private slots:
    void offersEveryWayToAnEngine()
    {
        m_engines->docker->connections
            = {unixConnection("default", "/run/a.sock", "DOCKER_HOST"),
               unixConnection("lab", "/run/b.sock", "profile lab")};
        open("docker");
        auto* connection = m_dialog->findChild<QComboBox*>(QStringLiteral("connection"));
        QTRY_COMPARE(connection->count(), 3); // and an address of one's own
        QCOMPARE(connection->itemText(0), QStringLiteral("unix:///run/a.sock (DOCKER_HOST)"));
        connection->setCurrentIndex(1);
        emit connection->activated(1);
        QTRY_VERIFY(m_engines->docker->was("look lab"));
        QCOMPARE(m_dialog->choice().connection, "lab");
        connection->setCurrentIndex(0);
        emit connection->activated(0);
        QCOMPARE(m_dialog->choice().connection, "");
    }

    void takesAnAddressTypedByHand()
    {
        openWithImage("python:3.12");
        typeAddress(QStringLiteral("tcp://lab:2375"));
        QTRY_VERIFY(m_engines->docker->was("look tcp://lab:2375"));
        QTRY_VERIFY(button("accept")->isEnabled());
        QCOMPARE(m_dialog->choice().connection, "tcp://lab:2375");
    }

    void saysWhyAnAddressIsNone()
    {
        openWithImage("python:3.12");
        QTRY_VERIFY(button("accept")->isEnabled());
        typeAddress({});
        QVERIFY(m_dialog->problem().contains(QStringLiteral("Write the address")));
        typeAddress(QStringLiteral("lab:2375"));
        QVERIFY(label("hint")->text().contains(QStringLiteral("needs a scheme")));
        QVERIFY(label("hint")->isVisible());
        QVERIFY(!button("accept")->isEnabled());
        typeAddress(QStringLiteral("ftp://lab"));
        QVERIFY(m_dialog->problem().contains(QStringLiteral("unknown scheme")));
        QVERIFY(!m_engines->docker->was("look ftp://lab"));
    }

    void keepsAnAddressThatWasTyped()
    {
        m_engines->docker->connections = {unixConnection("default", "/run/a.sock", "found")};
        m_start.connection = "ssh://me@lab";
        open("docker");
        QTRY_VERIFY(m_engines->docker->was("look ssh://me@lab"));
        QCOMPARE(address()->text(), QStringLiteral("ssh://me@lab"));
        address()->setText(QStringLiteral("ssh://me@lab2"));
        button("checkAgain")->click(); // finds the connections anew
        QTRY_VERIFY(m_engines->docker->was("look ssh://me@lab2"));
        QCOMPARE(address()->text(), QStringLiteral("ssh://me@lab2"));
    }

    void callsANetworkWhatItIs()
    {
        openWithImage("python:3.12");
        QTRY_VERIFY(button("accept")->isEnabled());
        QVERIFY(m_dialog->summaryText().contains(QStringLiteral("network: none")));
        auto* network = m_dialog->findChild<QComboBox*>(QStringLiteral("network"));
        network->setCurrentIndex(2);
        QVERIFY(shows(QStringLiteral("⚠ Relaxed: programs reach the internet")));
        QVERIFY(m_dialog->summaryText().contains(QStringLiteral("⚠ Relaxed: network bridge")));
        QCOMPARE(m_dialog->choice().network, "bridge");
        network->setCurrentIndex(3);
        QVERIFY(!button("accept")->isEnabled());
        m_dialog->findChild<QLineEdit*>(QStringLiteral("networkName"))
            ->setText(QStringLiteral("lab"));
        QVERIFY(button("accept")->isEnabled());
        QCOMPARE(m_dialog->choice().network, "lab");
    }

    void hasTheNetworkOnlyForTheInstallWhereThatIsChosen()
    {
        openWithImage("python:3.12");
        QTRY_VERIFY(button("accept")->isEnabled());
        auto* network = m_dialog->findChild<QComboBox*>(QStringLiteral("network"));
        network->setCurrentIndex(1);
        QVERIFY(m_dialog->problem().contains(QStringLiteral("command that installs")));
        m_dialog->findChild<QLineEdit*>(QStringLiteral("install"))
            ->setText(QStringLiteral(" pip install rich "));
        QVERIFY(button("accept")->isEnabled());
        QCOMPARE(m_dialog->choice().install, "pip install rich");
        QVERIFY(m_dialog->summaryText().contains(
            QStringLiteral("⚠ Relaxed: network bridge until the packages are installed")));
        const auto spec = specOf(m_dialog->choice(), m_source->sizes());
        QVERIFY(spec && spec->network.installPhaseOnly);
        QCOMPARE(spec->network.name, "bridge");
        network->setCurrentIndex(0);
        QCOMPARE(m_dialog->choice().install, "");
    }

    void refusesTheNetworkOfTheHost()
    {
        openWithImage("python:3.12");
        m_dialog->findChild<QComboBox*>(QStringLiteral("network"))->setCurrentIndex(3);
        m_dialog->findChild<QLineEdit*>(QStringLiteral("networkName"))
            ->setText(QStringLiteral("host"));
        QVERIFY(m_dialog->problem().contains(QStringLiteral("will not share the network")));
    }

    void foldsTheFoldersAwayWhileThereAreNone()
    {
        openWithImage("python:3.12");
        QVERIFY(!folders()->isVisible());
        QCOMPARE(button("folders")->text(), QStringLiteral("None"));
        button("folders")->click();
        QVERIFY(folders()->isVisible());
        QVERIFY(!button("removeFolder")->isEnabled());
    }

    void showsRememberedFoldersAndThatProgramsMayWriteThere()
    {
        m_start.mounts = {{"/srv/a", "/data/a", false}, {"/srv/b", "/data/b", true}};
        openWithImage("python:3.12");
        QVERIFY(folders()->isVisible());
        QVERIFY(button("folders")->text().startsWith(QStringLiteral("⚠ 2")));
        const QString summary = m_dialog->summaryText();
        QVERIFY(
            summary.contains(QStringLiteral("⚠ Relaxed: programs can read /srv/a, at /data/a")));
        QVERIFY(
            summary.contains(QStringLiteral("⚠ Relaxed: programs may change /srv/b, at /data/b")));
        folders()->topLevelItem(1)->setCheckState(2, Qt::Unchecked);
        QVERIFY(!m_dialog->choice().mounts[1].writable);
        QVERIFY(!m_dialog->summaryText().contains(QStringLiteral("may change")));
        folders()->topLevelItem(0)->setSelected(true);
        button("removeFolder")->click();
        QCOMPARE(m_dialog->choice().mounts.size(), 1U);
        QCOMPARE(m_dialog->choice().mounts[0].source, "/srv/b");
    }

    void saysWhyAFolderIsRefused()
    {
        m_start.mounts = {{"/srv/a", "/data/a", false}};
        openWithImage("python:3.12");
        QTRY_VERIFY(button("accept")->isEnabled());
        folders()->topLevelItem(0)->setText(0, QStringLiteral("/run/docker.sock"));
        QVERIFY(m_dialog->problem().contains(QStringLiteral("owns the whole machine")));
        QVERIFY(!button("accept")->isEnabled());
        folders()->topLevelItem(0)->setText(0, QStringLiteral("/srv/a"));
        folders()->topLevelItem(0)->setText(1, QStringLiteral("data"));
        QVERIFY(m_dialog->problem().contains(QStringLiteral("absolute path")));
    }

    void hasNothingOfTheKindForTheEmbeddedEngine()
    {
        m_start.mounts = {{"/srv/a", "/data/a", true}};
        m_start.install = "pip install rich";
        open();
        QVERIFY(!button("folders")->isVisible());
        QVERIFY(m_dialog->choice().mounts.empty());
        QCOMPARE(m_dialog->choice().install, "");
        QVERIFY(!m_dialog->summaryText().contains(QStringLiteral("Relaxed")));
    }

    void startsWhereTheLastChoiceWas()
    {
        m_engines->docker->connections
            = {unixConnection("default", "/run/a.sock", "found"),
               unixConnection("lab", "/run/b.sock", "profile lab")};
        m_start = {"docker", "lab", "alpine:3.20", "small", {}, "bridge", {}, {}};
        open("docker");
        QTRY_VERIFY(m_engines->docker->was("look lab"));
        const SessionChoice choice = m_dialog->choice();
        QCOMPARE(choice.connection, "lab");
        QCOMPARE(choice.image, "alpine:3.20");
        QCOMPARE(choice.size, "small");
        QCOMPARE(choice.network, "bridge");
        QVERIFY(button("engine-docker")->hasFocus());
    }

    void remembersAChoice()
    {
        QVERIFY(!rememberedChoice());
        QVERIFY(asksBeforeOpening());
        SessionChoice choice{"docker", "lab", "r:4", "small", {}, "bridge", {}, {}};
        choice.limits.pids = 99;
        choice.install = "pip install rich";
        choice.mounts = {{"/srv/a", "/data/a", false}, {"/srv/b", "/data/b", true}};
        rememberChoice(choice);
        setAsksBeforeOpening(false);
        const auto again = rememberedChoice();
        QVERIFY(again);
        QCOMPARE(again->engine, "docker");
        QCOMPARE(again->connection, "lab");
        QCOMPARE(again->image, "r:4");
        QCOMPARE(again->size, "small");
        QCOMPARE(again->network, "bridge");
        QCOMPARE(again->limits.pids, 99ULL);
        QCOMPARE(again->install, "pip install rich");
        QCOMPARE(again->mounts.size(), 2U);
        QCOMPARE(again->mounts[0].source, "/srv/a");
        QCOMPARE(again->mounts[0].target, "/data/a");
        QVERIFY(!again->mounts[0].writable);
        QVERIFY(again->mounts[1].writable);
        rememberChoice(m_start); // nothing is left of what is not chosen any more
        QVERIFY(rememberedChoice()->mounts.empty());
        QVERIFY(!asksBeforeOpening());
    }

    void readsSettingsThatSomebodySpoiled()
    {
        QSettings settings;
        settings.setValue(QStringLiteral("session/engine"), QStringLiteral("docker"));
        settings.setValue(QStringLiteral("session/memoryBytes"), QStringLiteral("lots"));
        settings.setValue(QStringLiteral("session/cpus"), QStringLiteral("nan"));
        settings.setValue(QStringLiteral("session/mounts/size"), 2'000'000'000);
        const auto choice = rememberedChoice();
        QVERIFY(choice);
        QCOMPARE(choice->limits.memoryBytes, SandboxLimits().memoryBytes);
        QCOMPARE(choice->limits.cpus, 0.0);
        QVERIFY(choice->mounts.size() <= 64);
    }

    void namesAConnectionSoThatItIsFoundAgain()
    {
        docker::Connection tls = unixConnection("found", "/run/c.sock", "found");
        const std::vector<docker::Connection> connections{
            unixConnection("default", "/run/a.sock", "DOCKER_HOST"),
            unixConnection("lab", "/run/b.sock", "profile lab"),
            unixConnection("lab", "/run/d.sock", "context lab"), tls};
        QCOMPARE(connectionKey(connections, 0), "");
        QCOMPARE(connectionKey(connections, 1), "lab");
        QCOMPARE(connectionKey(connections, 2), "unix:///run/d.sock");
        QCOMPARE(connectionKey(connections, 3), "found");
    }

private:
    void typeAddress(const QString& text) const
    {
        auto* connection = m_dialog->findChild<QComboBox*>(QStringLiteral("connection"));
        connection->setCurrentIndex(connection->count() - 1);
        emit connection->activated(connection->currentIndex());
        address()->setText(text);
    }

    QLineEdit* address() const
    {
        return m_dialog->findChild<QLineEdit*>(QStringLiteral("address"));
    }
    QTreeWidget* folders() const
    {
        return m_dialog->findChild<QTreeWidget*>(QStringLiteral("folderList"));
    }
};

SANDBENCH_TEST(TestNewSessionChoices);
#include "tst_new_session_choices.moc"
