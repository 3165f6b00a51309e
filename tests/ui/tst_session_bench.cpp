// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions side by side: colours, pins, what they use, duplicates, snapshots, and those of a window
// that crashed. Engines are the test's own, over sandboxes of the embedded one.
#include "tests/support/test_program.h"
#include "tests/ui/fake_engines_fixture.h"
#include "ui/common/message_bar.h"
#include "ui/editor/editor_tabs.h"
#include "ui/output/log_view.h"
#include "ui/output/output_panel.h"
#include "ui/session/session_opener.h"
#include "ui/session/session_pages.h"
#include "ui/session/snapshots_dialog.h"
#include "ui/session/sparkline.h"
#include "ui/session/use_window.h"

#include <QDir>
#include <QDirIterator>
#include <QDockWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QTreeWidget>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestSessionBench : public FakeEnginesTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareWithSandboxes(); }

    void init() { reopen(); }

    void cleanup() { close(); }

    void countsWhatASessionUsesAgainstItsLimits()
    {
        SessionUse use;
        SandboxLimits limits;
        limits.memoryBytes = 1000;
        limits.pids = 10;
        limits.cpus = 2;
        use.begin(0, limits);
        QCOMPARE(use.words(Used::Memory), QStringLiteral("–"));
        Session::Metrics metrics;
        metrics.cpuSeconds = 5;
        metrics.memoryBytes = 250;
        metrics.processes = 5;
        use.add(1000, metrics, Session::DiskUse{30, 100});
        QCOMPARE(use.samples(Used::Cpu).size(), std::size_t(0)); // there is nothing to compare with
        metrics.cpuSeconds = 6;
        use.add(2000, metrics, std::nullopt);
        QCOMPARE(use.samples(Used::Cpu).back().value, 1.0);
        QCOMPARE(use.shares(Used::Cpu, 60), std::vector<double>{0.5}); // one of two processors
        QCOMPARE(use.shares(Used::Memory, 60), (std::vector<double>{0.25, 0.25}));
        QCOMPARE(use.shares(Used::Memory, 1), std::vector<double>{0.25});
        QCOMPARE(use.words(Used::Processes), QStringLiteral("5 of 10"));
        QCOMPARE(use.words(Used::Disk), QStringLiteral("30 B of 100 B"));
        QCOMPARE(use.idleSeconds(2000), 0);
        for (int i = 0; i < 1000; ++i)
            use.add(3000 + i, metrics, std::nullopt);
        QCOMPARE(use.samples(Used::Memory).size(), SessionUse::kSamples);
        QCOMPARE(use.idleSeconds(62'000), 60);
        use.begin(0, limits);
        QVERIFY(use.samples(Used::Memory).empty());
    }

    void tellsSessionsApartByColours()
    {
        open("local");
        open("docker");
        QVERIFY(sessions().colourOf(sessions().at(0)) != sessions().colourOf(sessions().at(1)));
        action("sessionColour/4")->trigger();
        QCOMPARE(sessions().colourNumberOf(sessions().at(1)), 4);
        const auto spoken = sessions().index(1).data(Qt::AccessibleTextRole).toString();
        QVERIFY2(spoken.contains(QStringLiteral("Red")), qPrintable(spoken));
    }

    void showsPinnedSessionsBesideTheChosenOne()
    {
        run("one");
        open("docker");
        run("two");
        auto* pages = qobject_cast<SessionPages*>(
            m_window->findChild<QDockWidget*>(QStringLiteral("dockOutput"))->widget());
        QCOMPARE(pages->shown(), 1);
        sessions().choose(0);
        action("sessionPin")->trigger();
        QVERIFY(action("sessionPin")->isChecked());
        sessions().choose(1);
        QVERIFY(!action("sessionPin")->isChecked());
        QCOMPARE(pages->shown(), 2);
        QList<OutputPanel*> shown;
        for (auto* panel : pages->findChildren<OutputPanel*>())
            if (panel->isVisible())
                shown << panel;
        QCOMPARE(shown.size(), 2);
        // Who works in one has chosen its session.
        OutputPanel& other = shown[0] == &m_window->output() ? *shown[1] : *shown[0];
        other.view().setFocus();
        QTRY_COMPARE(sessions().rowOf(&sessions().chosen()), 0);
        QVERIFY(output().contains("one"));
        action("sessionPin")->trigger();
        QCOMPARE(pages->shown(), 1);
    }

    void runsInAllPinnedSessions()
    {
        open("local");
        action("sessionPin")->trigger();
        open("docker");
        action("sessionRunTogether")->setChecked(true);
        m_window->editors().newDocument(QStringLiteral("both.py"), "print('in both')\n");
        m_window->runFile();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 2, kRunDeadline);
        QTRY_VERIFY(output().contains("in both"));
        sessions().choose(0);
        QTRY_VERIFY(output().contains("in both"));
    }

    void closesAPinnedSession()
    {
        open("local");
        action("sessionPin")->trigger();
        open("docker");
        sessions().choose(0);
        action("sessionClose")->trigger();
        QCOMPARE(sessions().rowCount(), 1);
        auto* pages = qobject_cast<SessionPages*>(
            m_window->findChild<QDockWidget*>(QStringLiteral("dockOutput"))->widget());
        QCOMPARE(pages->shown(), 1);
    }

    void hearsNothingMoreOfASessionThatWasClosed()
    {
        open("local");
        open("docker");
        SessionController& closed = sessions().at(0);
        auto& use = const_cast<SessionUse&>(closed.use());
        sessions().remove(closed);
        QSignalSpy changes(&sessions(), &SessionList::dataChanged);
        use.begin(0, {}); // as a look that was under way
        QCOMPARE(changes.size(), 0);
        QCOMPARE(sessions().rowCount(), 1);
    }

    void showsWhatASessionUsesLarge()
    {
        open("local");
        auto* line = m_window->findChild<Sparkline*>();
        QVERIFY(line);
        QTest::keyClick(line, Qt::Key_Return);
        auto* window = m_window->findChild<UseWindow*>();
        QVERIFY(window);
        QTRY_VERIFY(
            !sessions().chosen().use().samples(Used::Cpu).empty()
            || !sessions().chosen().use().samples(Used::Memory).empty());
        auto* graph = window->findChildren<UseGraph*>().at(1);
        QVERIFY2(graph->caption().contains(QStringLiteral(" of ")), qPrintable(graph->caption()));
        QTest::keyClick(graph, Qt::Key_Home);
        QVERIFY2(
            graph->caption().contains(QStringLiteral("s before")), qPrintable(graph->caption()));
        QTest::keyClick(graph, Qt::Key_End);
        QVERIFY(!graph->caption().contains(QStringLiteral("s before")));
        QTRY_VERIFY2(
            sessions().chosen().use().words(Used::Disk).contains(QStringLiteral(" of ")),
            "the disk is not measured");
        QPointer<UseWindow> there(window);
        m_window->opener().close(sessions().chosen());
        QTRY_VERIFY(!there);
    }

    void duplicatesASession()
    {
        open("docker");
        rename(0, "image test");
        action("sessionDuplicate")->trigger();
        QCOMPARE(sessions().rowCount(), 2);
        QTRY_COMPARE_WITH_TIMEOUT(sessions().at(1).state(), SessionState::Idle, kRunDeadline);
        QCOMPARE(sessions().at(1).openChoice().text("engine"), std::string("docker"));
        QVERIFY(sessions().at(1).session() != sessions().at(0).session());
    }

    void takesASnapshotAndOpensItAgain()
    {
        run("first", "open('kept.txt', 'w').write('kept')\n");
        rename(0, "mine");
        action("sessionSnapshot")->trigger();
        QTRY_VERIFY2(
            m_window->messageText().contains(QStringLiteral("The snapshot of mine has ")),
            qPrintable(m_window->messageText()));
        action("sessionSnapshots")->trigger();
        auto* dialog = m_window->findChild<SnapshotsDialog*>();
        QVERIFY(dialog);
        auto* list = dialog->findChild<QTreeWidget*>();
        QTRY_COMPARE(list->topLevelItemCount(), 1);
        QCOMPARE(list->topLevelItem(0)->text(0), QStringLiteral("mine"));
        dialog->findChild<QPushButton*>(QStringLiteral("snapshotOpen"))->click();
        QCOMPARE(sessions().rowCount(), 2);
        QTRY_COMPARE_WITH_TIMEOUT(sessions().at(1).state(), SessionState::Idle, kRunDeadline);
        QCOMPARE(sessions().index(1).data(Qt::EditRole).toString(), QStringLiteral("mine (2)"));
        run("second", "print(open('kept.txt').read())\n");
        QTRY_VERIFY(output().contains("kept"));
        dialog->findChild<QPushButton*>(QStringLiteral("snapshotDelete"))->click();
        QTRY_VERIFY(m_window->findChild<QMessageBox*>());
        auto* box = m_window->findChild<QMessageBox*>();
        for (QAbstractButton* button : box->buttons())
            if (box->buttonRole(button) == QMessageBox::AcceptRole)
                button->click();
        QTRY_COMPARE(list->topLevelItemCount(), 0);
        QVERIFY(list->isHidden());
    }

    void saysWhatASnapshotThatIsGoneIsMissing()
    {
        open("local");
        workspace::Snapshot gone;
        gone.path = "/nowhere";
        gone.name = "gone";
        m_window->opener().openSnapshot(gone);
        QTRY_VERIFY(sessions().chosen().state() == SessionState::None);
    }

    void offersTheSessionsOfAWindowThatCrashed()
    {
        open("local");
        rename(0, "survivor");
        sessions().setColour(sessions().at(0), 5);
        const QString folder = m_dir.filePath(QStringLiteral("left-sessions"));
        const auto kept = [&folder] {
            QStringList found;
            QDirIterator files(
                folder, {QStringLiteral("*.unsaved")}, QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext())
                found << files.next();
            return found;
        };
        QTRY_COMPARE(kept().size(), 1);
        QTRY_VERIFY([&] {
            QFile file(kept().value(0));
            return file.open(QIODevice::ReadOnly) && file.readAll().contains("\"colour\":5");
        }());
        // As a crash leaves it: the file is there, and nobody has its folder.
        QFile file(kept().constFirst());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        file.close();
        close();
        QCOMPARE(kept().size(), 0); // this one was closed
        QVERIFY(QDir().mkpath(folder + QStringLiteral("/crashed")));
        QFile left(folder + QStringLiteral("/crashed/one.unsaved"));
        QVERIFY(left.open(QIODevice::WriteOnly) && left.write(bytes) == bytes.size());
        left.close();
        reopen();
        auto* bar = m_window->findChild<MessageBar*>(QStringLiteral("offers"));
        QTRY_VERIFY2(bar->text().contains(QStringLiteral("survivor")), qPrintable(bar->text()));
        bar->findChild<QPushButton*>(QStringLiteral("openLeftSessions"))->click();
        QTRY_COMPARE_WITH_TIMEOUT(sessions().at(0).state(), SessionState::Idle, kRunDeadline);
        QCOMPARE(sessions().index(0).data(Qt::EditRole).toString(), QStringLiteral("survivor"));
        QCOMPARE(sessions().colourNumberOf(sessions().at(0)), 5);
    }

private:
    void reopen()
    {
        renewEngines();
        makeWindow();
        m_window->resize(1440, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    SessionList& sessions() const { return m_window->sessions(); }
    QByteArray output() const { return m_window->output().plainText(1 << 16); }
    void rename(int number, const char* text)
    {
        sessions().setData(sessions().index(number), QLatin1String(text), Qt::EditRole);
    }
    void open(const char* engine)
    {
        SessionController& session
            = m_window->controller().isUnused() ? m_window->controller() : sessions().add({});
        SessionChoice choice;
        choice.set("engine", engine);
        session.setChoice(choice);
        session.warmUp();
        QTRY_COMPARE_WITH_TIMEOUT(session.state(), SessionState::Idle, kRunDeadline);
    }
    void run(const QByteArray& word, const QByteArray& code = {})
    {
        m_window->editors().newDocument(
            QString::fromLatin1(word + ".py"), "print('" + word + "')\n" + code);
        runFileAndWait();
        QCOMPARE(m_ended->back().at(0).value<RunRecord>().exitCode, 0);
    }
};

SANDBENCH_TEST(TestSessionBench);
#include "tst_session_bench.moc"
