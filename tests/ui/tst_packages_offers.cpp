// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the window offers where the open session lacks packages, a language or an image, and that it
// tells when something is compiled.
#include "tests/support/test_program.h"
#include "tests/ui/packages_fixture.h"
#include "ui/output/log_document.h"
#include "ui/output/output_panel.h"
#include "ui/packages/missing_imports.h"

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

namespace {
constexpr auto kImports = "try:\n    import late_thing\nexcept ImportError:\n    pass\n";
}

class TestPackagesOffers : public PackagesTest
{
    Q_OBJECT

private slots:
    void offersMissingImportsBeforeTheRun()
    {
        show();
        openDocument("a.py", "import late_thing, yaml_of_nobody, json\n");
        openSession();
        QTRY_VERIFY_WITH_TIMEOUT(
            offer().text().contains(
                QStringLiteral("late_thing, yaml_of_nobody are not in this sandbox")),
            kRunDeadline);
        QVERIFY(m_ended->isEmpty());
        CodeEditor* editor = m_window->editors().current();
        editor->setText(QStringLiteral("import json\n"));
        QTRY_VERIFY(offer().isHidden());
    }

    void installsWhatIsMissingAtOneClick()
    {
        show();
        openDocument("probe.py", "import pip\n");
        if (run().exitCode != 0)
            SKIP_WITHOUT("pip", "there is no pip in this sandbox");
        openDocument("a.py", "import late_thing\nprint(late_thing.answer)\n");
        QTRY_VERIFY_WITH_TIMEOUT(offer().isVisible(), kRunDeadline);
        button("offerYes")->click();
        QVERIFY(offer().isHidden());
        QTRY_VERIFY_WITH_TIMEOUT(
            label("packagesInstalled")->text().contains(QStringLiteral("late_thing")),
            kRunDeadline);
        QCOMPARE(run().stdoutBytes, std::string("42\n"));
    }

    void offersThemAfterAFailedRunAlsoWhereTheyWereDeclined()
    {
        show();
        openDocument("a.py", "import late_thing\n");
        openSession();
        QTRY_VERIFY_WITH_TIMEOUT(offer().isVisible(), kRunDeadline);
        button("offerNo")->click();
        QVERIFY(offer().isHidden());
        QCOMPARE(run().exitCode, 1);
        QTRY_VERIFY_WITH_TIMEOUT(
            offer().text().contains(QStringLiteral("late_thing is not in this sandbox")),
            kRunDeadline);
    }

    void offersNothingTwiceToAProgramThatDoesWithout()
    {
        show();
        openDocument("a.py", kImports);
        openSession();
        QTRY_VERIFY_WITH_TIMEOUT(offer().isVisible(), kRunDeadline);
        QCOMPARE(run().exitCode, 0);
        QVERIFY(offer().isHidden());
        openDocument("b.py", "import second_thing\n");
        QTRY_VERIFY_WITH_TIMEOUT(
            offer().text().contains(QStringLiteral("second_thing")), kRunDeadline);
        QVERIFY(!offer().text().contains(QStringLiteral("late_thing")));
    }

    void asksEachSessionOnceHoweverOftenItIsChosen()
    {
        show();
        openDocument("a.py", kImports);
        openSession();
        QTRY_VERIFY_WITH_TIMEOUT(offer().isVisible(), kRunDeadline);
        QCOMPARE(run().exitCode, 0); // who runs it has answered
        SessionList& sessions = m_window->sessions();
        sessions.add(sessions.chosen().choice()).warmUp();
        QTRY_VERIFY_WITH_TIMEOUT(offer().isVisible(), kRunDeadline);
        sessions.choose(0);
        QVERIFY(offer().isHidden());
        waitUntilNothingIsAsked();
        QVERIFY(offer().isHidden());
        sessions.choose(1); // it has not been answered there
        QTRY_VERIFY_WITH_TIMEOUT(offer().isVisible(), kRunDeadline);
        button("offerNo")->click();
        for (int row : {0, 1}) {
            sessions.choose(row);
            waitUntilNothingIsAsked();
            QVERIFY(offer().isHidden());
        }
    }

    void namesThePackageWhereItIsCalledOtherwise()
    {
        show();
        openDocument("a.py", "import cv2\n");
        openSession();
        QTRY_VERIFY_WITH_TIMEOUT(offer().isVisible(), kRunDeadline);
        QVERIFY2(
            offer().text().contains(QStringLiteral("cv2 is in opencv-python")),
            qPrintable(offer().text()));
    }

    void offersTheFolderWhereTheModuleIsBesideTheFile()
    {
        const QTemporaryDir folder;
        const auto write = [&folder](const char* name, const char* text) {
            QFile file(folder.filePath(QLatin1String(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
        };
        write("helper_of_mine.py", "answer = 42\n");
        write("a.py", "import helper_of_mine\nprint(helper_of_mine.answer)\n");
        show();
        m_window->editors().openFile(folder.filePath(QStringLiteral("a.py")));
        QTRY_VERIFY(!m_window->editors().current()->filePath().isEmpty());
        openSession();
        QTRY_VERIFY_WITH_TIMEOUT(offer().isVisible(), kRunDeadline);
        QCOMPARE(
            offer().text(),
            QStringLiteral("Beside this file, and not in the sandbox: "
                           "helper_of_mine."));
        button("offerYes")->click();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 1, kRunDeadline);
        QCOMPARE(m_ended->last().first().value<RunRecord>().stdoutBytes, std::string("42\n"));
        QVERIFY(action("runOnCopy")->isChecked());
    }

    void asksNothingAboutASessionThatIsReplacedAnyway()
    {
        show("docker", kDefaultImage);
        openDocument("a.py", "print(1)\n");
        QCOMPARE(run().exitCode, 0);
        const std::weak_ptr<Session> first = m_window->controller().session();
        openDocument("a.c", "int main(void) { return 0; }\n");
        m_window->findChild<QAction*>(QStringLiteral("runFresh"))->trigger();
        QVERIFY(offer().isHidden());
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 2, kRunDeadline);
        QVERIFY(first.lock() != m_window->controller().session());
    }

    void offersASessionWithTheImageOfTheLanguage()
    {
        show("docker", kDefaultImage);
        openDocument("a.py", "print(1)\n");
        QCOMPARE(run().exitCode, 0);
        openDocument("a.sh", "echo same image\n");
        QCOMPARE(run().stdoutBytes, std::string("same image\n"));
        QVERIFY(offer().isHidden());
        const std::weak_ptr<Session> first = m_window->controller().session();
        openDocument("a.c", "#include <stdio.h>\nint main(void) { puts(\"compiled\"); }\n");
        m_window->runFile();
        QVERIFY(offer().isVisible());
        QVERIFY2(
            offer().text().contains(QStringLiteral("C programs run in sandbench-languages:1")),
            qPrintable(offer().text()));
        QCOMPARE(m_ended->size(), 2); // nothing was tried
        button("offerYes")->click();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 3, kRunDeadline);
        QCOMPARE(m_engines->docker->lastSpec().image, kLanguagesImage);
        QTRY_VERIFY(first.expired());
    }

    void runsInTheOpenSessionWhereThatIsWanted()
    {
        show("docker");
        openDocument("a.py", "print(1)\n");
        QCOMPARE(run().exitCode, 0);
        openDocument("a.rb", "puts 1\n");
        const auto session = m_window->controller().session();
        m_window->runFile();
        QVERIFY(offer().isVisible());
        button("offerNo")->click();
        QVERIFY(offer().isHidden());
        QTRY_COMPARE_WITH_TIMEOUT(m_window->controller().state(), SessionState::Idle, kRunDeadline);
        QCOMPARE(m_window->controller().session(), session);
        const auto before = m_engines->docker->calls().size();
        m_window->runFile(); // it was answered for this session
        QVERIFY(m_window->controller().isRunning());
        QTRY_COMPARE_WITH_TIMEOUT(m_window->controller().state(), SessionState::Idle, kRunDeadline);
        QCOMPARE(m_engines->docker->calls().size(), before);
    }

    void asksNothingForAnImageOfTheUsersOwn()
    {
        m_engines->docker->addImage("mine:1");
        show("docker", "mine:1");
        openDocument("a.c", "int main(void) { return 0; }\n");
        openSession();
        m_window->runFile();
        QVERIFY(m_window->controller().isRunning());
        QVERIFY(offer().isHidden());
        QTRY_COMPARE_WITH_TIMEOUT(m_window->controller().state(), SessionState::Idle, kRunDeadline);
    }

    void offersTheUsualImageWhereTheUsersOwnLacksTheLanguage()
    {
        m_engines->docker->addImage("mine:1");
        show("docker", "mine:1");
        openDocument("a.absent", "echo\n");
        openSession();
        m_window->runFile();
        QTRY_VERIFY_WITH_TIMEOUT(offer().isVisible(), kRunDeadline);
        QVERIFY2(
            offer().text().contains(QStringLiteral("Absent programs run in sandbench-python:1")),
            qPrintable(offer().text()));
        QVERIFY(m_window->messageText().contains(QStringLiteral("could not be started in mine:1")));
        button("offerYes")->click();
        QTRY_COMPARE_WITH_TIMEOUT(m_window->controller().state(), SessionState::Idle, kRunDeadline);
        QCOMPARE(m_engines->docker->lastSpec().image, kDefaultImage);
        QVERIFY(offer().isHidden()); // that image is the usual one
    }

    void saysInTheMessageBarWhatToInstallForALanguage()
    {
        show();
        openDocument("a.absent", "echo\n");
        m_window->runFile();
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->messageText().contains(QStringLiteral("apt install absent")), kRunDeadline);
        QVERIFY(m_window->messageText().contains(
            QStringLiteral("Absent is not installed on this machine")));
        QVERIFY(offer().isHidden());
    }

    void opensANetworkForTheInstallAlone()
    {
        writeSettings("{}");
        show("docker", kDefaultImage);
        openDocument("a.py", "");
        openSession();
        QVERIFY(
            label("packageNetwork")
                ->text()
                .contains(QStringLiteral("taken away permanently before the first program runs")));
        QVERIFY(label("packageNetwork")->text().contains(QStringLiteral("is lost")));
        m_engines->docker->hang("open");
        typeNames("late-thing");
        button("packageInstall")->click();
        QTRY_COMPARE(m_engines->docker->waiting(), 1);
        const NetworkChoice network = m_engines->docker->lastSpec().network;
        QCOMPARE(network.name, "bridge");
        QVERIFY(network.installPhaseOnly);
        button("packageCancel")->click();
        QVERIFY(!button("packageCancel")->isVisible());
        QCOMPARE(m_window->controller().state(), SessionState::None);
        m_engines->docker->letGo("open");
        openDocument("b.py", "print(2)\n");
        QCOMPARE(run().exitCode, 0); // without network and packages again
        QVERIFY(m_engines->docker->lastSpec().network.name.empty());
    }

    void makesAFreshSessionFromTheImageOfTheLanguage()
    {
        show("docker");
        openDocument("a.py", "print(1)\n");
        QCOMPARE(run().exitCode, 0);
        openDocument("a.c", "int main(void) { return 0; }\n");
        m_window->findChild<QAction*>(QStringLiteral("runFresh"))->trigger();
        QVERIFY(offer().isHidden());
        QTRY_COMPARE_WITH_TIMEOUT(
            m_engines->docker->lastSpec().image, std::string(kLanguagesImage), kRunDeadline);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->controller().state(), SessionState::Idle, kRunDeadline);
    }

    void tellsThatSomethingIsCompiled()
    {
        show();
        // Enough of it that the window, which gathers what changes, sees it being compiled.
        QByteArray code = "#include <stdio.h>\n";
        for (int i = 0; i < 6000; ++i)
            code += "int f" + QByteArray::number(i) + "(int x) { return x * x + 1; }\n";
        openDocument("a.c", code + "int main(void) { puts(\"done\"); }\n");
        QStringList states;
        connect(
            &m_window->controller(), &SessionController::phaseChanged, this,
            [&](RunPhase, const QString&) { states << m_window->statusText(); });
        const auto seen = std::make_shared<QStringList>();
        connect(&m_window->output().document(), &LogDocument::changed, this, [this, seen] {
            *seen << m_window->output().document().current()->phase();
        });
        const RunRecord record = run();
        if (record.runId.empty())
            SKIP_WITHOUT("gcc", "there is no C compiler in this sandbox");
        QCOMPARE(record.stdoutBytes, std::string("done\n"));
        QCOMPARE(states.size(), 2);
        QVERIFY2(states[0].startsWith(QStringLiteral("Compiling a.c (")), qPrintable(states[0]));
        QCOMPARE(states[1], QStringLiteral("Running a.c"));
        QVERIFY(!seen->filter(QStringLiteral("Compiling (")).isEmpty());
    }

private:
    // What a document imports is asked about after a moment of quiet.
    void waitUntilNothingIsAsked()
    {
        const auto* imports = m_window->findChild<MissingImports*>();
        const auto* quiet = imports->findChild<QTimer*>();
        const auto* jobs = imports->findChild<JobRunner*>();
        QTRY_VERIFY_WITH_TIMEOUT(!quiet->isActive() && jobs->isIdle(), kRunDeadline);
    }
};

SANDBENCH_TEST(TestPackagesOffers);
#include "tst_packages_offers.moc"
