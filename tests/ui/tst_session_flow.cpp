// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// From the choice of an engine to a run in its sandbox, in the real window. The engines are the
// test's and open sandboxes of the embedded one.
#include "core/engine/kubernetes/pod_options.h"
#include "tests/support/test_program.h"
#include "tests/ui/fake_engines_fixture.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/output/output_panel.h"
#include "ui/session/new_session_dialog.h"
#include "ui/session/session_opener.h"
#include "ui/session/session_panel.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QTest>
#include <QToolButton>

#include <memory>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestSessionFlow : public FakeEnginesTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareWithSandboxes(); }

    void init() { renewEngines(); }

    void cleanup() { close(); }

    void asksNothingBeforeSomethingWasChosen()
    {
        show();
        m_window->opener().openAhead();
        runAndWait();
        QVERIFY(!dialog());
        QVERIFY(m_engines->local->was("open"));
        QCOMPARE(m_engines->local->lastSpec().limits.memoryBytes, SandboxLimits().memoryBytes);
    }

    void opensWhatWasChosenAndShowsItInTheDock()
    {
        show();
        action("sessionNew")->trigger();
        QVERIFY(dialog());
        chooseDocker();
        dialog()->findChild<QComboBox*>(QStringLiteral("network"))->setCurrentIndex(2);
        auto* size = dialog()->findChild<QComboBox*>(QStringLiteral("size"));
        size->setCurrentIndex(size->findData(QStringLiteral("small")));
        button("accept")->click();
        QTRY_COMPARE_WITH_TIMEOUT(state(), SessionState::Idle, kRunDeadline);
        const SandboxSpec spec = m_engines->docker->lastSpec();
        QCOMPARE(spec.image, kDefaultImage);
        QCOMPARE(spec.limits.memoryBytes, 512ULL << 20);
        QCOMPARE(spec.network.name, "bridge");
        const QString facts = panel().factsText();
        QVERIFY2(facts.contains(QStringLiteral("Engine: ")), qPrintable(facts));
        QVERIFY2(facts.contains(QStringLiteral("Image: sandbench-python:1")), qPrintable(facts));
        QVERIFY2(facts.contains(QStringLiteral("Size: small")), qPrintable(facts));
        QVERIFY2(facts.contains(QStringLiteral("Network: ⚠ bridge")), qPrintable(facts));
        QVERIFY(panel().isolationText().contains(QStringLiteral("⚠ Relaxed: network bridge")));
        runAndWait();
        QVERIFY(!dialog());
    }

    void tellsHowManySandboxesAreKeptReady()
    {
        show();
        m_window->settings().set("sessions.ready", 2);
        runAndWait();
        QTRY_VERIFY_WITH_TIMEOUT(
            panel().factsText().contains(QStringLiteral("Kept ready: 2 of 2")), kRunDeadline);
        keepPictures("dockSessions", QStringLiteral("kept-ready"));
        m_window->settings().set("sessions.ready", 0);
    }

    void installsWithTheNetworkBeforeAnythingRuns()
    {
        rememberInstall("echo installed > /work/late");
        show();
        m_window->editors().newDocument(
            QStringLiteral("a.py"), "print(open('/work/late').read())\n");
        runAndWait();
        QVERIFY(m_engines->docker->lastSpec().network.installPhaseOnly);
        QCOMPARE(m_engines->docker->lastSpec().network.name, "bridge");
        const QString facts = panel().factsText();
        QVERIFY2(facts.contains(QStringLiteral("Network: none any more")), qPrintable(facts));
        QVERIFY(panel().isolationText().contains(QStringLiteral("⚠ Relaxed: network bridge")));
    }

    void runsNothingWhereAnInstallFailed()
    {
        rememberInstall("echo 'ERROR: no such package' >&2; exit 3");
        show();
        run();
        QTRY_VERIFY_WITH_TIMEOUT(dialog(), kRunDeadline);
        QVERIFY(shows(QStringLiteral("ERROR: no such package")));
        QCOMPARE(state(), SessionState::None);
        QVERIFY(m_ended->isEmpty());
    }

    void cancelsAnInstallAtOnce()
    {
        rememberInstall("sleep 1000");
        show();
        run();
        QTRY_VERIFY_WITH_TIMEOUT(
            panel().emptyText().contains(QStringLiteral("Installing packages: sleep 1000")),
            kRunDeadline);
        button("cancelOpening")->click();
        QCOMPARE(state(), SessionState::None);
        QVERIFY(button("newSession")->isVisible());
        QVERIFY(!dialog());
    }

    void opensTheFoldersThatWereChosen()
    {
        SessionChoice choice;
        choice.set("engine", "docker");
        choice.set("image", kDefaultImage);
        choice.said["mounts"]
            = {{{"source", "/srv/a"}, {"target", "/data/a"}},
               {{"source", "/srv/b"}, {"target", "/data/b"}, {"writable", true}}};
        rememberChoice(choice);
        setAsksBeforeOpening(false);
        show();
        runAndWait();
        const auto mounts = containerOf(m_engines->docker->lastSpec()).mounts;
        QCOMPARE(mounts.size(), 2U);
        QCOMPARE(mounts[1].source, "/srv/b");
        QVERIFY(!mounts[0].writable && mounts[1].writable);
        const QString facts = panel().factsText();
        QVERIFY2(facts.contains(QStringLiteral("Folders: ⚠ 2, may be changed")), qPrintable(facts));
    }

    void asksAtTheFirstRunWhenItIsToAsk()
    {
        remember("docker", true);
        show();
        m_window->opener().openAhead();
        QCOMPARE(state(), SessionState::None);
        run();
        QVERIFY(dialog());
        QVERIFY(m_ended->isEmpty());
        QTRY_VERIFY(button("accept")->isEnabled());
        button("accept")->click();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 1, kRunDeadline);
        QVERIFY(m_engines->docker->was("open"));
        m_window->controller().destroySession(); // it has answered for this time
        run();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 2, kRunDeadline);
    }

    void opensTheRememberedChoiceWithoutAsking()
    {
        remember("docker", false);
        show();
        m_window->opener().openAhead();
        QTRY_COMPARE_WITH_TIMEOUT(state(), SessionState::Idle, kRunDeadline);
        QVERIFY(!dialog());
        QVERIFY(m_engines->docker->was("open"));
        QVERIFY(!m_engines->docker->was("probe"));
    }

    void remembersWhatWasChosenAndThatItIsNotToAskAgain()
    {
        show();
        action("sessionNew")->trigger();
        chooseDocker();
        dialog()->findChild<QCheckBox*>(QStringLiteral("doNotAsk"))->setChecked(true);
        button("accept")->click();
        QTRY_COMPARE_WITH_TIMEOUT(state(), SessionState::Idle, kRunDeadline);
        QCOMPARE(rememberedChoice()->text("engine"), "docker");
        QVERIFY(!m_window->settings().isOn("sessions.ask"));
    }

    void runsNothingWhenTheDialogIsCancelled()
    {
        remember("docker", true);
        show();
        run();
        QVERIFY(dialog());
        dialog()->reject();
        QTRY_VERIFY(!dialog());
        QCOMPARE(m_window->statusText(), QStringLiteral("Cancelled"));
        QCOMPARE(state(), SessionState::None);
        QVERIFY(!m_engines->docker->was("open"));
        run(); // it asks again: nothing was answered
        QVERIFY(dialog());
    }

    void showsWhyAChoiceDoesNotWorkAndRunsAfterAnother()
    {
        remember("docker", false);
        m_engines->docker->setProblem("the service is not running");
        show();
        run();
        QTRY_VERIFY(dialog());
        QVERIFY(shows(QStringLiteral("the service is not running")));
        QVERIFY(m_ended->isEmpty());
        button("engine-local")->click();
        QTRY_VERIFY(button("accept")->isEnabled());
        button("accept")->click();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 1, kRunDeadline);
        QVERIFY(m_engines->local->was("open"));
    }

    void saysOnlyInTheMessageBarWhatNobodyAskedFor()
    {
        remember("docker", false);
        m_engines->docker->setProblem("the service is not running");
        show();
        m_window->opener().openAhead();
        QTRY_VERIFY(m_window->messageText().contains(QStringLiteral("is not running")));
        QVERIFY(!dialog());
    }

    void offersToPullAnImageThatIsGone()
    {
        remember("docker", false, "gone:1");
        show();
        run();
        QTRY_VERIFY(dialog());
        QVERIFY(shows(QStringLiteral("no image gone:1")));
        QVERIFY(!m_engines->docker->was("open"));
        QTRY_VERIFY(button("pull")->isVisible());
        button("pull")->click();
        QTRY_VERIFY(button("accept")->isEnabled());
        button("accept")->click();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 1, kRunDeadline);
        QCOMPARE(m_engines->docker->lastSpec().image, "gone:1");
    }

    void saysWhatItWaitsForAndStopsWaitingAtOnce()
    {
        remember("docker", false);
        m_engines->docker->hang("inspect");
        show();
        run();
        QTRY_COMPARE(m_engines->docker->waiting(), 1);
        QVERIFY(shows(QStringLiteral("Connecting to the engine Docker…")));
        m_engines->docker->hang("open");
        m_engines->docker->letGo("inspect");
        QTRY_VERIFY(shows(QStringLiteral("Creating the container…")));
        QTRY_VERIFY(m_engines->docker->was("open"));
        button("cancelOpening")->click();
        QCOMPARE(state(), SessionState::None); // now, not when the engine has answered
        QCOMPARE(m_window->statusText(), QStringLiteral("Cancelled"));
        QVERIFY(!dialog());
        m_engines->docker->letGo("open");
        runAndWait();
    }

    void saysWhyAPodIsNotThereYetAndPutsTheManifestOverIt()
    {
        m_engines->addCluster();
        m_engines->cluster->real = &m_real;
        m_engines->cluster->waitingReason = "Unschedulable: 0/3 nodes\n\x1b[31mare available";
        m_engines->cluster->hang("open");
        QFile manifest(m_dir.filePath(QStringLiteral("pod.yaml")));
        QVERIFY(manifest.open(QFile::WriteOnly) && manifest.write("kind: Pod\n") > 0);
        manifest.close();
        SessionChoice choice;
        choice.set("engine", "kubernetes");
        choice.set("namespace", "team");
        choice.manifestFile = manifest.fileName().toStdString();
        rememberChoice(choice);
        setAsksBeforeOpening(false);
        show();
        run();
        QTRY_VERIFY(shows(QStringLiteral("Waiting: Unschedulable: 0/3 nodes")));
        const SandboxSpec spec = m_engines->cluster->lastSpec();
        QCOMPARE(podOf(spec).manifest, std::string("kind: Pod\n"));
        QCOMPARE(podOf(spec).namespaceName, std::string("team"));
        m_engines->cluster->letGo("open");
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 1, kRunDeadline);
        QVERIFY(!shows(QStringLiteral("Waiting: ")));
        QCOMPARE(m_engines->cluster->callsFromTheGui(), 0);
    }

    void aManifestThatIsGoneIsSaidBeforeAnythingIsMade()
    {
        m_engines->addCluster();
        SessionChoice choice;
        choice.set("engine", "kubernetes");
        choice.manifestFile = "/nonexistent/pod.yaml";
        rememberChoice(choice);
        setAsksBeforeOpening(false);
        show();
        run();
        QTRY_VERIFY(dialog());
        QVERIFY(!m_engines->cluster->was("open"));
        QVERIFY(shows(QStringLiteral("/nonexistent/pod.yaml")));
    }

    void opensANewSessionBesideTheOpenOne()
    {
        show();
        m_window->opener().openAhead();
        QTRY_COMPARE_WITH_TIMEOUT(state(), SessionState::Idle, kRunDeadline);
        const auto first = m_window->controller().session();
        action("sessionNew")->trigger();
        chooseDocker();
        QCOMPARE(m_window->sessions().rowCount(), 1); // not before it is really wanted
        button("accept")->click();
        QCOMPARE(m_window->sessions().rowCount(), 2);
        QTRY_COMPARE_WITH_TIMEOUT(state(), SessionState::Idle, kRunDeadline);
        QVERIFY(m_engines->docker->was("open"));
        QVERIFY(m_window->controller().session() != first);
        QCOMPARE(m_window->sessions().at(0).session(), first);
        QVERIFY(first->isAlive());
    }

    void opensAnotherSessionWhileAProgramRuns()
    {
        show();
        m_window->editors().newDocument(
            QStringLiteral("long.py"), "import time\nprint('up', flush=True)\ntime.sleep(600)\n");
        const QSignalSpy started(&m_window->controller(), &SessionController::runStarted);
        m_window->runFile();
        // A run that is stopped before it began has no record to end with.
        QTRY_COMPARE_WITH_TIMEOUT(started.size(), 1, kRunDeadline);
        QCOMPARE(state(), SessionState::Running);
        action("sessionNew")->trigger();
        chooseDocker();
        button("accept")->click();
        QTRY_COMPARE_WITH_TIMEOUT(state(), SessionState::Idle, kRunDeadline);
        m_window->editors().newDocument(QStringLiteral("short.py"), "print('done')\n");
        runAndWait();
        SessionController& first = m_window->sessions().at(0);
        QCOMPARE(first.state(), SessionState::Running);
        first.destroySession();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 2, kRunDeadline);
    }

    void leavesTheOpenSessionAloneWhenOnlyOptionsChange()
    {
        show();
        m_window->opener().openAhead();
        QTRY_COMPARE_WITH_TIMEOUT(state(), SessionState::Idle, kRunDeadline);
        const auto session = m_window->controller().session();
        action("sessionOptions")->trigger();
        chooseDocker();
        button("accept")->click();
        QCOMPARE(m_window->controller().session(), session);
        QCOMPARE(rememberedChoice()->text("engine"), "docker");
        m_window->controller().destroySession();
        runAndWait();
        QVERIFY(m_engines->docker->was("open"));
    }

    void foldsTheLayersButNeverWhatWasRelaxed()
    {
        remember("docker", false, kDefaultImage, "bridge");
        show();
        m_window->opener().openAhead();
        QTRY_COMPARE_WITH_TIMEOUT(state(), SessionState::Idle, kRunDeadline);
        QTRY_VERIFY(shows(QStringLiteral("Relaxed: network bridge")));
        const auto report = panel().findChild<QToolButton*>(QStringLiteral("trustReport"));
        QVERIFY(report);
        const QString layer = toQString(m_window->controller().session()->isolation().layers[0]);
        QVERIFY(!shows(layer)); // until somebody wants to know
        report->click();
        QVERIFY(shows(layer));
        report->click();
        QVERIFY(!shows(layer));
        QVERIFY(shows(QStringLiteral("Relaxed: network bridge")));
    }

private:
    void show()
    {
        makeWindow();
        m_window->show();
    }

    static void remember(
        const char* engine, bool asks, const char* image = kDefaultImage, const char* network = "")
    {
        SessionChoice choice;
        choice.set("engine", engine);
        choice.set("image", image);
        choice.set("network", network);
        rememberChoice(choice);
        setAsksBeforeOpening(asks);
    }

    static void rememberInstall(const char* command)
    {
        SessionChoice choice;
        choice.set("engine", "docker");
        choice.set("image", kDefaultImage);
        choice.said["install"] = Json::array({command});
        rememberChoice(choice);
        setAsksBeforeOpening(false);
    }

    void openAny()
    {
        if (!m_window->editors().current())
            m_window->editors().newDocument(QStringLiteral("a.py"), "print('done')\n");
    }

    void run()
    {
        openAny();
        m_window->runFile();
    }

    void runAndWait()
    {
        openAny();
        runFileAndWait();
        QCOMPARE(m_ended->back().at(0).value<RunRecord>().exitCode, 0);
    }

    // Engine and image; the dialog may then be accepted.
    void chooseDocker() const
    {
        button("engine-docker")->click();
        dialog()
            ->findChild<QComboBox*>(QStringLiteral("image"))
            ->setEditText(QLatin1String(kDefaultImage));
        QTRY_VERIFY(shows(QStringLiteral("Present")));
        QVERIFY(button("accept")->isEnabled());
    }

    SessionState state() const { return m_window->controller().state(); }
    SessionPanel& panel() const { return *m_window->findChild<SessionPanel*>(); }
    NewSessionDialog* dialog() const { return m_window->findChild<NewSessionDialog*>(); }
    QAbstractButton* button(const char* name) const
    {
        return m_window->findChild<QAbstractButton*>(QLatin1String(name));
    }
    bool shows(const QString& text) const
    {
        for (const QLabel* label : m_window->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(text))
                return true;
        return false;
    }
};

SANDBENCH_TEST(TestSessionFlow);
#include "tst_session_flow.moc"
