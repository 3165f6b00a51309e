// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Several sessions in the real window. Engines are the test's own, over sandboxes of the embedded
// one; two real engines side by side are in tst_docker_window.
#include "core/workspace/composition.h"
#include "tests/support/test_program.h"
#include "tests/ui/fake_engines_fixture.h"
#include "ui/editor/editor_tabs.h"
#include "ui/output/output_panel.h"
#include "ui/plots/plot_panel.h"
#include "ui/session/session_dock.h"
#include "ui/session/session_opener.h"

#include <QDockWidget>
#include <QListView>
#include <QMessageBox>
#include <QPushButton>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestSessions : public FakeEnginesTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareWithSandboxes(); }

    void init()
    {
        renewEngines();
        makeWindow();
        m_window->resize(1440, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void cleanup() { close(); }

    void showsTheOutputAndThePlotsOfTheChosenSessionWhileBothRun()
    {
        runUntilItWaits("one", "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\n");
        QTRY_COMPARE_WITH_TIMEOUT(m_window->plots().count(), 1, kRunDeadline);
        open("docker");
        runUntilItWaits("two");
        QCOMPARE(sessions().running(), 2);
        QCOMPARE(m_window->plots().count(), 0);
        QVERIFY(!output().contains("one"));
        sessions().choose(0);
        QCOMPARE(m_window->plots().count(), 1);
        QVERIFY(output().contains("one") && !output().contains("two"));
        QVERIFY(m_window->findChild<QDockWidget*>(QStringLiteral("dockPlots"))
                    ->windowTitle()
                    .contains(u'1'));
        for (int row : {0, 1})
            sessions().at(row).sendInput("\n");
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 2, kRunDeadline);
        for (const QVariantList& ended : *m_ended)
            QCOMPARE(ended.at(0).value<RunRecord>().exitCode, 0);
    }

    void runsWhatIsAskedForInTheChosenSession()
    {
        runAndWait("open('/work/mark', 'w')\n");
        open("docker");
        const QByteArray asks = "import os\nprint('mark', os.path.exists('/work/mark'))\n";
        runAndWait(asks);
        QTRY_VERIFY(output().contains("mark False"));
        sessions().choose(0);
        runAndWait(asks);
        QTRY_VERIFY(output().contains("mark True"));
    }

    void marksWhatCameWhileAnotherSessionWasChosen()
    {
        runUntilItWaits("one");
        open("docker");
        QVERIFY(!row(0).contains(QStringLiteral("New output")));
        sessions().at(0).sendInput("\n");
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 1, kRunDeadline);
        QTRY_VERIFY2(row(0).contains(QStringLiteral("New output")), qPrintable(row(0)));
        QVERIFY(sessions().index(0).data(Qt::FontRole).value<QFont>().bold());
        sessions().choose(0);
        QVERIFY(!row(0).contains(QStringLiteral("New output")));
        QVERIFY2(row(0).contains(QStringLiteral("one.py: ")), qPrintable(row(0)));
    }

    void namesEverySessionDifferently()
    {
        open("local");
        QCOMPARE(name(0), QStringLiteral("Embedded 1"));
        open("local");
        open("docker");
        open("docker");
        QCOMPARE(name(1), QStringLiteral("Embedded 2"));
        QCOMPARE(name(2), QStringLiteral("Docker · sandbench-python:1"));
        QCOMPARE(name(3), QStringLiteral("Docker · sandbench-python:1 (2)"));
        rename(2, "Review");
        rename(3, " Review\n");
        QCOMPARE(name(2), QStringLiteral("Review"));
        QCOMPARE(name(3), QStringLiteral("Review (2)"));
        rename(2, "");
        QCOMPARE(name(2), QStringLiteral("Docker · sandbench-python:1"));
    }

    void choosesRenamesAndClosesWithTheKeyboard()
    {
        open("local");
        open("docker");
        QListView& list = m_window->findChild<SessionDock*>()->list();
        list.setFocus();
        QTest::keyClick(&list, Qt::Key_Up);
        QCOMPARE(sessions().rowOf(&sessions().chosen()), 0);
        QTest::keyClick(&list, Qt::Key_F2);
        QWidget* field = QApplication::focusWidget();
        QVERIFY(field != &list);
        QTest::keyClicks(field, QStringLiteral("mine"));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(name(0), QStringLiteral("mine"));
        action("sessionNext")->trigger();
        QCOMPARE(sessions().rowOf(&sessions().chosen()), 1);
        action("sessionNext")->trigger();
        QCOMPARE(sessions().rowOf(&sessions().chosen()), 0);
        list.setFocus();
        QTest::keyClick(&list, Qt::Key_Delete);
        QCOMPARE(sessions().rowCount(), 1);
        QCOMPARE(name(0), QStringLiteral("Docker · sandbench-python:1"));
        QVERIFY(!action("sessionNext")->isEnabled());
    }

    void asksBeforeItClosesASessionInWhichAProgramRuns()
    {
        runUntilItWaits("one");
        open("docker");
        SessionController& first = sessions().at(0);
        m_window->opener().close(first);
        box()->button(QMessageBox::Cancel)->click();
        QTRY_VERIFY(!box());
        QCOMPARE(first.state(), SessionState::Running);
        const std::weak_ptr<Session> sandbox = first.session();
        m_window->opener().close(first);
        pressAccept();
        QCOMPARE(sessions().rowCount(), 1);
        QTRY_VERIFY_WITH_TIMEOUT(sandbox.expired(), kRunDeadline);
        QCOMPARE(m_window->findChildren<OutputPanel*>().size(), 1);
        QVERIFY(m_ended->isEmpty()); // nobody is told any more
    }

    void leavesAnEmptyOneWhenTheLastIsClosed()
    {
        runAndWait("print('old')\n");
        QVERIFY(!m_window->findChild<SessionDock*>()->list().isHidden());
        action("sessionClose")->trigger();
        QCOMPARE(sessions().rowCount(), 1);
        QCOMPARE(m_window->controller().state(), SessionState::None);
        QVERIFY(m_window->findChild<SessionDock*>()->list().isHidden());
        QVERIFY(!action("sessionClose")->isEnabled());
        QCOMPARE(m_window->statusText(), QStringLiteral("Ready"));
        QVERIFY(!output().contains("old"));
        runAndWait("print('new')\n");
        QTRY_VERIFY(output().contains("new"));
    }

    void asksOnceAboutAllProgramsBeforeItQuits()
    {
        runUntilItWaits("one");
        open("docker");
        runUntilItWaits("two");
        QVERIFY(!m_window->close());
        QVERIFY2(box()->text().contains(QStringLiteral("2 programs")), qPrintable(box()->text()));
        pressAccept();
        QTRY_VERIFY(!m_window->isVisible());
    }

    void keepsWhatALostSessionShowedUntilTheNextRunOpensItAgain()
    {
        runUntilItWaits("one");
        open("docker");
        SessionController& first = sessions().at(0);
        for (int press = 0; press < 4; ++press)
            first.stop();
        QTRY_COMPARE_WITH_TIMEOUT(first.state(), SessionState::Lost, kRunDeadline);
        QCOMPARE(sessions().rowCount(), 2);
        QVERIFY2(row(0).contains(QStringLiteral("Lost")), qPrintable(row(0)));
        sessions().choose(0);
        QVERIFY(output().contains("one"));
        const auto opened = m_engines->docker->calls();
        runAndWait("print('again')\n");
        QTRY_VERIFY(output().contains("again"));
        QVERIFY(output().contains("one"));
        QCOMPARE(m_engines->docker->calls(), opened); // it is the embedded engine's still
        QCOMPARE(name(0), QStringLiteral("Embedded 1"));
    }

    void forgetsASessionWhoseOpeningIsCancelled()
    {
        open("local");
        m_engines->docker->hang("open");
        SessionController& second = sessions().add(choice("docker"));
        second.warmUp();
        QTRY_COMPARE(m_engines->docker->waiting(), 1);
        second.stop();
        QCOMPARE(sessions().rowCount(), 1);
        QCOMPARE(m_window->controller().state(), SessionState::Idle);
        QCOMPARE(m_window->statusText(), QStringLiteral("Cancelled"));
        m_engines->docker->letGo("open");
    }

    void fitsIntoASmallScreenWithManySessions()
    {
        for (int count = 0; count < 5; ++count)
            open("local");
        m_window->resize(800, 500);
        QTRY_COMPARE(m_window->size(), QSize(800, 500));
        const QListView& list = m_window->findChild<SessionDock*>()->list();
        QVERIFY(list.visualRect(list.currentIndex()).intersects(list.viewport()->rect()));
    }

    void saysOfWhichSessionItSpeaks()
    {
        open("local");
        SessionController& first = sessions().at(0);
        open("docker");
        emit first.failed(Error(ErrorCode::Io, "the disk is full"));
        QCOMPARE(m_window->messageText(), QStringLiteral("Embedded 1: the disk is full"));
        QVERIFY(row(0).endsWith(QStringLiteral("Failed")));
        QVERIFY(!m_window->statusText().contains(QStringLiteral("Failed")));
    }

private:
    SessionList& sessions() const { return m_window->sessions(); }
    QByteArray output() const { return m_window->output().plainText(1 << 16); }
    QString row(int number) const { return sessions().index(number).data().toString(); }
    QString name(int number) const
    {
        return sessions().index(number).data(Qt::EditRole).toString();
    }
    void rename(int number, const char* text)
    {
        sessions().setData(sessions().index(number), QLatin1String(text), Qt::EditRole);
    }
    QMessageBox* box() const { return m_window->findChild<QMessageBox*>(); }
    void pressAccept() const
    {
        for (QAbstractButton* button : box()->buttons())
            if (box()->buttonRole(button) == QMessageBox::AcceptRole)
                return button->click();
    }

    static SessionChoice choice(const char* engine)
    {
        SessionChoice choice;
        choice.set("engine", engine);
        return choice;
    }

    // In the session that nobody has used yet, or in one more.
    void open(const char* engine)
    {
        SessionController& session
            = m_window->controller().isUnused() ? m_window->controller() : sessions().add({});
        session.setChoice(choice(engine));
        session.warmUp();
        QTRY_COMPARE_WITH_TIMEOUT(session.state(), SessionState::Idle, kRunDeadline);
    }

    void runAndWait(const QByteArray& code)
    {
        m_window->editors().newDocument(QStringLiteral("a.py"), code);
        runFileAndWait();
        QCOMPARE(m_ended->back().at(0).value<RunRecord>().exitCode, 0);
    }

    // It prints @p word, and then more after a line of input.
    void runUntilItWaits(const QByteArray& word, const QByteArray& before = {})
    {
        m_window->editors().newDocument(
            QString::fromLatin1(word + ".py"),
            before + "print('" + word + "', flush=True)\ninput()\nprint('over')\n");
        m_window->runFile();
        QTRY_VERIFY_WITH_TIMEOUT(output().contains(word), kRunDeadline);
    }
};

SANDBENCH_TEST(TestSessions);
#include "tst_sessions.moc"
