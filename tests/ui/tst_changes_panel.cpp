// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What a run changed of its folder: looked at, applied, discarded and taken back by a person.
#include "tests/support/test_program.h"
#include "tests/ui/changes_fixture.h"
#include "tests/ui/stall_meter.h"

#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>

#include <memory>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

namespace {

constexpr int kDeadline = 60'000;

/// Two parts that do not touch.
constexpr const char* kBefore = "one\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\nlast\n";
constexpr const char* kAfter = "ONE\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\nLAST\n";
constexpr const char* kLastOnly = "one\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\nLAST\n";

} // namespace

class TestChangesPanel : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<ChangesFolder>();
        m_panel.reset();
    }
    void cleanup()
    {
        m_panel.reset();
        m_folder.reset();
    }

    void saysWhatToDoWhereThereIsNothing()
    {
        ChangesPanel panel(m_folder->stateFolder());
        QVERIFY(panel.emptyText().contains(QStringLiteral("Run on a Copy of Its Folder")));
        panel.beginRun(QStringLiteral("p.py"));
        QVERIFY(panel.emptyText().startsWith(QStringLiteral("p.py is running.")));
        panel.showRun(QStringLiteral("r-9"), QStringLiteral("p.py"));
        QTRY_VERIFY(panel.emptyText().startsWith(QStringLiteral("no changes of the run r-9")));
    }

    void listsFilesWithTheirDifferences()
    {
        prepare();
        QCOMPARE(
            rowsOf(*m_panel),
            (QStringList{
                "deleted gone.txt Not applied", "created new/b.txt Not applied",
                "changed text.txt Not applied"}));
        QVERIFY(m_panel->summary().startsWith(
            QStringLiteral("p.py: 1 created, 1 changed, 1 deleted in /")));
        choose(2);
        QCOMPARE(text().section(u'\n', 0, 2), QStringLiteral("@@ -1,4 +1,4 @@\n-one\n+ONE"));
        QCOMPARE(m_panel->difference().partCount(), 2);
        QVERIFY(m_panel->difference().caption().contains(QStringLiteral("part 1 of 2")));
    }

    void appliesAllAndTakesItBack()
    {
        prepare();
        QSignalSpy written(m_panel.get(), &ChangesPanel::filesChanged);
        press(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(states(), (QStringList{"Applied", "Applied", "Applied"}));
        QCOMPARE(m_folder->read("text.txt"), QByteArray(kAfter));
        QCOMPARE(m_folder->read("new/b.txt"), QByteArray("fresh\n"));
        QCOMPARE(m_folder->read("gone.txt"), QByteArray("(none)"));
        QCOMPARE(outcome(), QStringLiteral("3 applied"));
        QCOMPARE(written.first().first().toStringList().size(), 3);
        choose(2);
        QVERIFY(m_panel->difference().caption().contains(QStringLiteral("what was applied")));
        m_panel->list().selectAll();
        press(Qt::Key_U);
        QCOMPARE(states(), (QStringList{"Not applied", "Not applied", "Not applied"}));
        QCOMPARE(m_folder->read("text.txt"), QByteArray(kBefore));
        QCOMPARE(m_folder->read("gone.txt"), QByteArray("old\n"));
        QCOMPARE(m_folder->read("new/b.txt"), QByteArray("(none)"));
    }

    void decidesPartByPartWithKeysAlone()
    {
        prepare();
        choose(2);
        QTest::keyClick(&m_panel->list(), Qt::Key_Return);
        QVERIFY(m_panel->difference().isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_N);
        QCOMPARE(m_panel->difference().currentPart(), 1);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_A, Qt::ShiftModifier);
        settle();
        QCOMPARE(m_folder->read("text.txt"), QByteArray(kLastOnly));
        QCOMPARE(states().last(), QStringLiteral("Decided in part"));
        QCOMPARE(m_panel->difference().partCount(), 1);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_D, Qt::ShiftModifier);
        settle();
        QCOMPARE(states().last(), QStringLiteral("Applied in part"));
        QCOMPARE(m_folder->read("text.txt"), QByteArray(kLastOnly));
        QVERIFY(!m_panel->action("changesApplyPart")->isEnabled()); // it shows what was applied
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_U);
        settle();
        QCOMPARE(m_folder->read("text.txt"), QByteArray(kBefore));
        QCOMPARE(states().last(), QStringLiteral("Not applied"));
    }

    void leavesOutWhatWasDiscarded()
    {
        prepare();
        choose(1);
        press(Qt::Key_D);
        QCOMPARE(states()[1], QStringLiteral("Discarded"));
        QVERIFY(!m_panel->action("changesApply")->isEnabled());
        press(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(states(), (QStringList{"Applied", "Discarded", "Applied"}));
        QCOMPARE(m_folder->read("new/b.txt"), QByteArray("(none)"));
    }

    void overwritesNothingThatChangedMeanwhile()
    {
        prepare();
        m_folder->write("text.txt", "mine\n");
        press(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(states().last(), QStringLiteral("Conflict"));
        QCOMPARE(
            outcome(),
            QStringLiteral("2 applied, 1 in conflict and left alone. text.txt: was changed here "
                           "since"));
        QCOMPARE(m_folder->read("text.txt"), QByteArray("mine\n"));
        choose(2);
        QVERIFY2(note().contains(QStringLiteral("was changed here since")), qPrintable(note()));
        QVERIFY(!m_panel->action("changesApply")->isEnabled());
    }

    void writesThroughNoLink()
    {
        prepare();
        QVERIFY(QFile::remove(m_folder->path("text.txt")));
        m_folder->write("../elsewhere", kBefore);
        QVERIFY(QFile::link(m_folder->path("../elsewhere"), m_folder->path("text.txt")));
        choose(2);
        press(Qt::Key_A);
        QCOMPARE(states().last(), QStringLiteral("Cannot be applied"));
        QCOMPARE(m_folder->read("../elsewhere"), QByteArray(kBefore));
    }

    void showsNamesThatLieAsTheyAre()
    {
        m_folder->change("a\u202egpj.txt", nullptr, "\u202e\x1b[2J\ttab\n");
        m_folder->change("b\nc", nullptr, "x\n");
        m_folder->change(std::string(255, 'n'), nullptr, "x\n");
        m_folder->changeOdd("link", "it is a link");
        show();
        QCOMPARE(
            rowsOf(*m_panel),
            (QStringList{
                "created a[U+202E]gpj.txt Not applied", "created b[U+000A]c Not applied",
                "created link Cannot be applied",
                "created " + QString(255, u'n') + " Not applied"}));
        choose(0);
        QCOMPARE(text(), QStringLiteral("@@ -0,0 +1,1 @@\n+[U+202E][U+001B][2J\ttab"));
        choose(2);
        QCOMPARE(note(), QStringLiteral("It cannot be applied: it is a link."));
        press(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(m_folder->read(QString(255, u'n')), QByteArray("x\n"));
        QCOMPARE(m_folder->read("b\nc"), QByteArray("x\n"));
    }

    void remembersWhatWasDecided()
    {
        prepare();
        choose(2);
        press(Qt::Key_A);
        choose(0);
        press(Qt::Key_D);
        m_panel.reset();
        show(false); // as Runs shows it, on another day
        QCOMPARE(states(), (QStringList{"Discarded", "Not applied", "Applied"}));
        m_panel->list().selectAll();
        press(Qt::Key_U);
        QCOMPARE(states(), (QStringList{"Not applied", "Not applied", "Not applied"}));
        QCOMPARE(m_folder->read("text.txt"), QByteArray(kBefore));
    }

    void looksAgainWhenItIsShownAgain()
    {
        prepare();
        m_panel->hide();
        m_folder->write("text.txt", "mine\n");
        m_panel->show();
        QTRY_COMPARE_WITH_TIMEOUT(states().last(), QStringLiteral("Conflict"), kDeadline);
    }

    void saysThatAnotherProgramHasThem()
    {
        prepare();
        const auto other = ChangeStore::open(m_folder->stateFolder().toStdString(), "r-1");
        QVERIFY(other.has_value());
        m_panel->action("changesApplyAll")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(
            outcome().contains(QStringLiteral("another program works on these")), kDeadline);
        QCOMPARE(m_folder->read("text.txt"), QByteArray(kBefore));
    }

    void cutsWhatIsTooLongToShow()
    {
        const std::string line(1'000'000, 'x');
        m_folder->change("long", nullptr, line.c_str());
        std::string many;
        for (int i = 0; i < 20'000; ++i)
            many += "x\n";
        m_folder->change("many", nullptr, many.c_str());
        show();
        choose(0);
        QVERIFY(text().size() < 3'000);
        choose(1);
        QVERIFY(text().endsWith(QStringLiteral("… and more, which is not shown")));
        QVERIFY(text().count(u'\n') <= ChangeReader::kMostLines);
    }

    void staysUsableWithTwoThousandFiles()
    {
        constexpr int kFiles = 2000;
        for (int i = 0; i < kFiles; ++i)
            m_folder->change("d/" + std::to_string(10'000 + i), nullptr, "x\n");
        const StallMeter meter;
        show();
        QCOMPARE(m_panel->count(), kFiles);
        press(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(outcome(), QStringLiteral("2,000 applied"));
        QCOMPARE(m_folder->read("d/11999"), QByteArray("x\n"));
        qInfo("longest stall: %s", qPrintable(meter.text()));
        QVERIFY(meter.longest() < 5000);
    }

    void stopsInTheMiddleAndLeavesTheRest()
    {
        constexpr int kFiles = 5000;
        for (int i = 0; i < kFiles; ++i)
            m_folder->change("d/" + std::to_string(10'000 + i), nullptr, "x\n");
        show();
        m_panel->action("changesApplyAll")->trigger();
        auto* stop = m_panel->findChild<QToolButton*>(QStringLiteral("changesStop"));
        QVERIFY(!stop->isHidden());
        stop->click();
        settle();
        QVERIFY2(outcome().startsWith(QStringLiteral("Stopped: ")), qPrintable(outcome()));
        QVERIFY(states().contains(QStringLiteral("Not applied")));
        QVERIFY(stop->isHidden());
    }

private:
    void prepare()
    {
        m_folder->write("gone.txt", "old\n");
        m_folder->write("text.txt", kBefore);
        m_folder->change("gone.txt", "old\n", nullptr);
        m_folder->change("new/b.txt", nullptr, "fresh\n");
        m_folder->change("text.txt", kBefore, kAfter);
        show();
    }
    void show(bool keeps = true)
    {
        if (keeps)
            m_folder->keep();
        m_panel = std::make_unique<ChangesPanel>(m_folder->stateFolder());
        m_panel->resize(900, 300);
        m_panel->show();
        m_panel->activateWindow();
        m_panel->showRun(QStringLiteral("r-1"), QStringLiteral("p.py"));
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->count() > 0, kDeadline);
        settle();
        m_panel->setFocus();
    }
    void settle() { QTRY_VERIFY_WITH_TIMEOUT(m_panel->isSettled(), kDeadline); }
    void choose(int row)
    {
        m_panel->list().setCurrentIndex(m_panel->list().model()->index(row, 0));
        settle();
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(&m_panel->list(), key, modifiers);
        settle();
    }
    QStringList states() const
    {
        QStringList states;
        const auto* model = m_panel->list().model();
        for (int row = 0; row < model->rowCount(); ++row)
            states << model->index(row, ChangesModel::StateColumn).data().toString();
        return states;
    }
    QString text() const
    {
        return m_panel->difference().findChild<QPlainTextEdit*>()->toPlainText();
    }
    QString note() const
    {
        return m_panel->findChild<QLabel*>(QStringLiteral("differenceNote"))->text();
    }
    QString outcome() const
    {
        return m_panel->findChild<QLabel*>(QStringLiteral("changesOutcome"))->text();
    }

    std::unique_ptr<ChangesFolder> m_folder;
    std::unique_ptr<ChangesPanel> m_panel;
};

SANDBENCH_TEST(TestChangesPanel);

#include "tst_changes_panel.moc"
