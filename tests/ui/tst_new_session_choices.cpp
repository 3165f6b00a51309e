// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the dialog for new sessions lets through besides the default: connections, networks,
// installs and folders; and what of it is remembered.
#include "core/engine/container_options.h"
#include "tests/support/test_program.h"
#include "tests/ui/new_session_fixture.h"
#include "ui/session/connection_picker.h"
#include "ui/session/member_form.h"

#include <QCheckBox>
#include <QCompleter>
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
        QCOMPARE(said("connection"), "lab");
        connection->setCurrentIndex(0);
        emit connection->activated(0);
        QCOMPARE(said("connection"), "");
    }

    void takesAnAddressTypedByHand()
    {
        openWithImage("python:3.12");
        typeAddress(QStringLiteral("tcp://lab:2375"));
        QTRY_VERIFY(m_engines->docker->was("look tcp://lab:2375"));
        QTRY_VERIFY(button("accept")->isEnabled());
        QCOMPARE(said("connection"), "tcp://lab:2375");
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

    void anAddressIsWhatTheEngineTakesForOne()
    {
        ConnectionPicker picker;
        auto* found = picker.findChild<QComboBox*>(QStringLiteral("connection"));
        auto* typed = picker.findChild<QLineEdit*>(QStringLiteral("address"));
        // No machine is the usual one: it has to be named.
        picker.setConnections("ssh", {}, {});
        QCOMPARE(found->count(), 1);
        QVERIFY(picker.problem().contains(QStringLiteral("name of the machine")));
        typed->setText(QStringLiteral("me@lab"));
        QCOMPARE(picker.problem(), QString());
        QCOMPARE(picker.key(), std::string("me@lab"));
        picker.setConnections("ssh", {unixConnection("lab", "/run/a.sock", "profile lab")}, {});
        QCOMPARE(found->currentText(), QStringLiteral("lab (profile lab)"));
        picker.setConnections("slurm", {}, {});
        QCOMPARE(picker.key(), std::string());
        QCOMPARE(picker.problem(), QString());
        found->setCurrentIndex(1);
        emit found->activated(1);
        typed->setText(QStringLiteral("slurm.conf"));
        QVERIFY(picker.problem().contains(QStringLiteral("absolute path")));
        typed->setText(QStringLiteral("/etc/slurm/slurm.conf"));
        QCOMPARE(picker.problem(), QString());
        picker.setConnections("local", {}, {});
        QCOMPARE(picker.key(), std::string());
        QCOMPARE(picker.problem(), QString());
    }

    void keepsAnAddressThatWasTyped()
    {
        m_engines->docker->connections = {unixConnection("default", "/run/a.sock", "found")};
        m_start.set("connection", "ssh://me@lab");
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
        QCOMPARE(said("network"), "bridge");
        network->setCurrentIndex(3);
        QVERIFY(!button("accept")->isEnabled());
        m_dialog->findChild<QLineEdit*>(QStringLiteral("networkName"))
            ->setText(QStringLiteral("lab"));
        QVERIFY(button("accept")->isEnabled());
        QCOMPARE(said("network"), "lab");
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
        QCOMPARE(request().installs.commands, std::vector<std::string>{"pip install rich"});
        QVERIFY(m_dialog->summaryText().contains(
            QStringLiteral("⚠ Relaxed: network bridge until the packages are installed")));
        QVERIFY(request().installs.dropsNetwork);
        QCOMPARE(request().session.sandbox.network.name, "bridge");
        network->setCurrentIndex(0);
        QVERIFY(request().installs.commands.empty());
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
        m_start.said["mounts"] = Json::array({mount("a", false), mount("b", true)});
        openWithImage("python:3.12");
        QVERIFY(folders()->isVisible());
        QVERIFY(button("folders")->text().startsWith(QStringLiteral("⚠ 2")));
        const QString summary = m_dialog->summaryText();
        QVERIFY(
            summary.contains(QStringLiteral("⚠ Relaxed: programs can read /srv/a, at /data/a")));
        QVERIFY(
            summary.contains(QStringLiteral("⚠ Relaxed: programs may change /srv/b, at /data/b")));
        folders()->topLevelItem(1)->setCheckState(2, Qt::Unchecked);
        QVERIFY(!mounts()[1].writable);
        QVERIFY(!m_dialog->summaryText().contains(QStringLiteral("may change")));
        folders()->topLevelItem(0)->setSelected(true);
        button("removeFolder")->click();
        QCOMPARE(mounts().size(), 1U);
        QCOMPARE(mounts()[0].source, "/srv/b");
    }

    void saysWhyAFolderIsRefused()
    {
        m_start.said["mounts"] = Json::array({mount("a", false)});
        openWithImage("python:3.12");
        QTRY_VERIFY(button("accept")->isEnabled());
        folders()->topLevelItem(0)->setText(0, QStringLiteral("/run/docker.sock"));
        QVERIFY(m_dialog->problem().contains(QStringLiteral("owns the whole machine")));
        QVERIFY(!button("accept")->isEnabled());
        folders()->topLevelItem(0)->setText(0, QStringLiteral("/srv/a"));
        folders()->topLevelItem(0)->setText(1, QStringLiteral("data"));
        QVERIFY(m_dialog->problem().contains(QStringLiteral("absolute path")));
    }

    void hasNoFoldersForTheEmbeddedEngine()
    {
        m_start.said["mounts"] = Json::array({mount("a", true)});
        open();
        QVERIFY(!button("folders")->isVisible());
        QVERIFY(mounts().empty());
        QVERIFY(!m_dialog->summaryText().contains(QStringLiteral("Relaxed")));
    }

    void startsWhereTheLastChoiceWas()
    {
        m_engines->docker->connections
            = {unixConnection("default", "/run/a.sock", "found"),
               unixConnection("lab", "/run/b.sock", "profile lab")};
        m_start.said
            = {{"connection", "lab"},
               {"image", "alpine:3.20"},
               {"size", "small"},
               {"network", "bridge"}};
        open("docker");
        QTRY_VERIFY(m_engines->docker->was("look lab"));
        QCOMPARE(said("connection"), "lab");
        QCOMPARE(said("image"), "alpine:3.20");
        QCOMPARE(said("size"), "small");
        QCOMPARE(said("network"), "bridge");
        QVERIFY(button("engine-docker")->hasFocus());
    }

    void hasALineForEachMemberWithoutAPicker()
    {
        const auto field = [&](const char* name) {
            return m_dialog->findChild<QLineEdit*>(QLatin1String(name));
        };
        m_start.said["add_host"] = {"a:1.2.3.4", "b:1.2.3.5"};
        openWithImage("python:3.12");
        QTRY_VERIFY(button("accept")->isEnabled());
        QCOMPARE(button("moreOptions")->text(), QStringLiteral("1 set"));
        QCOMPARE(field("add_host")->text(), QStringLiteral("a:1.2.3.4 b:1.2.3.5"));
        field("hostname")->setText(QStringLiteral("lab-1"));
        field("labels")->setText(QStringLiteral("team=red  x"));
        field("entrypoint")->setText(QStringLiteral("nice -n 10"));
        const auto spec = request().session.sandbox;
        QCOMPARE(spec.hostname, "lab-1");
        QCOMPARE(containerOf(spec).labels.at("team"), "red");
        QCOMPARE(containerOf(spec).labels.at("x"), "");
        QCOMPARE(containerOf(spec).entrypoint, (std::vector<std::string>{"nice", "-n", "10"}));
        QCOMPARE(containerOf(spec).extraHosts.size(), 2U);
        QVERIFY(!field("agent_image")->isVisible());
        QVERIFY2(
            m_dialog->summaryText().contains(
                QStringLiteral("⚠ Relaxed: add_host [\"a:1.2.3.4\",\"b:1.2.3.5\"]")),
            qPrintable(m_dialog->summaryText()));
        QVERIFY(!m_dialog->summaryText().contains(QStringLiteral("hostname")));
        field("hostname")->setText(QStringLiteral("two words"));
        QVERIFY2(
            m_dialog->problem().startsWith(QStringLiteral("hostname: 'two words' has more")),
            qPrintable(m_dialog->problem()));
        QVERIFY(!button("accept")->isEnabled());
    }

    void theEmbeddedEngineHasFewerOfThem()
    {
        open();
        button("moreOptions")->click();
        QVERIFY(m_dialog->findChild<QLineEdit*>(QStringLiteral("hostname"))->isVisible());
        auto* runtime = m_dialog->findChild<QLineEdit*>(QStringLiteral("runtime"));
        QVERIFY(!runtime->isVisible());
        runtime->setText(QStringLiteral("runsc")); // of another engine, chosen before
        QVERIFY(!m_dialog->choice().said.contains("runtime"));
    }

    void offersWhatTheEngineTellsOf()
    {
        MemberForm form;
        form.setEngine("slurm", true);
        form.setOffered({{"partition", {"debug", "long"}}, {"unknown", {"x"}}});
        auto* partition = form.findChild<QLineEdit*>(QStringLiteral("partition"));
        QVERIFY(partition->completer());
        QCOMPARE(partition->completer()->completionCount(), 2);
        QCOMPARE(partition->actions().size(), 1); // its arrow
        QVERIFY(!form.findChild<QLineEdit*>(QStringLiteral("account"))->completer());
        partition->setText(QStringLiteral("other")); // anything can be typed
        auto said = Json::object();
        form.addTo(said);
        QCOMPARE(jsonString(said, "partition"), std::string("other"));
        form.setOffered({});
        QVERIFY(!partition->completer() && partition->actions().isEmpty());
    }

    void saysWithABoxWhatIsOnOrOff()
    {
        MemberForm form;
        form.setEngine("kubernetes", true);
        auto* box = form.findChild<QCheckBox*>(QStringLiteral("job"));
        QVERIFY(box && !box->isChecked());
        auto said = Json::object();
        form.addTo(said);
        QVERIFY(!said.contains("job"));
        box->setChecked(true);
        form.addTo(said);
        QCOMPARE(said["job"], Json(true));
        MemberForm again;
        again.setEngine("kubernetes", true);
        again.setSaid(said);
        QVERIFY(again.findChild<QCheckBox*>(QStringLiteral("job"))->isChecked());
        again.setEngine("docker", true);
        said = Json::object();
        again.addTo(said);
        QVERIFY(said.empty());
    }

    void remembersAChoice()
    {
        QVERIFY(!rememberedChoice());
        SessionChoice choice;
        choice.said
            = {{"engine", "docker"},
               {"connection", "lab"},
               {"image", "r:4"},
               {"size", "small"},
               {"network", "bridge"},
               {"pids", 99},
               {"install", Json::array({"pip install rich"})},
               {"mounts", Json::array({mount("a", false), mount("b", true)})}};
        rememberChoice(choice);
        const auto again = rememberedChoice();
        QVERIFY(again);
        QVERIFY2(again->said == choice.said, writeJson(again->said).c_str());
        rememberChoice(m_start); // nothing is left of what is not chosen any more
        QVERIFY(!rememberedChoice()->said.contains("mounts"));
    }

    void beginsWithTheUsersSettings()
    {
        Settings settings;
        settings.defaults = {{"engine", "docker"}, {"profile", "strict"}, {"pids", 99},
                             {"cpu_time", 3},      {"timeout", 5},        {"env", {{"A", "1"}}}};
        const auto source = FakeEngines().source({}, settings);
        const auto usual = usualChoice(*source);
        QCOMPARE(usual.text("profile"), std::string("strict"));
        QVERIFY2(usual.said["memory"] == Json("536870912"), writeJson(usual.said).c_str());
        const auto request = requestOf(usual, *source);
        QVERIFY2(request, request ? "" : request.error().text().c_str());
        QCOMPARE(request->session.sandbox.limits.pids, std::uint64_t(99));
        QCOMPARE(request->runLimits.cpuSeconds, 3.0);
        QCOMPARE(request->runLimits.wallSeconds, 5.0);
        // What the form does not show holds beside what was chosen in it.
        SessionChoice chosen;
        chosen.said = {{"engine", "local"}};
        const auto other = requestOf(chosen, *source);
        QVERIFY(other);
        QCOMPARE(other->session.env.at("A"), std::string("1"));
        QCOMPARE(other->session.sandbox.limits.pids, SandboxLimits().pids);
        QVERIFY(other->session.profile.empty());
        chosen.set("profile", "strict");
        QCOMPARE(requestOf(chosen, *source)->runLimits.wallSeconds, 30.0);
    }

    void readsSettingsThatSomebodySpoiled()
    {
        const auto spoil = [](const char* text) {
            QSettings().setValue(QStringLiteral("session/members"), QLatin1String(text));
        };
        spoil(R"({"engine": "docker", "memory": ["lots"], "cpus": "nan", "colour": 1})");
        const auto choice = rememberedChoice();
        QVERIFY(choice);
        QVERIFY2(choice->said == Json({{"engine", "docker"}}), writeJson(choice->said).c_str());
        for (const char* text : {"[]", "{", "7", ""}) {
            spoil(text);
            QVERIFY2(!rememberedChoice(), text);
        }
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
    static Json mount(const std::string& name, bool isWritable)
    {
        return {{"source", "/srv/" + name}, {"target", "/data/" + name}, {"writable", isWritable}};
    }
    std::vector<Mount> mounts() const { return containerOf(request().session.sandbox).mounts; }

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
