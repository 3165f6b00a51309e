// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The command palette of the real window, and what finds the commands in it.
#include "tests/support/test_program.h"
#include "tests/ui/fake_engines_fixture.h"
#include "ui/common/key_action.h"
#include "ui/editor/editor_tabs.h"
#include "ui/palette/command_book.h"
#include "ui/palette/command_palette.h"
#include "ui/palette/fuzzy_match.h"

#include <QDockWidget>
#include <QLineEdit>
#include <QListView>
#include <QSet>
#include <QTest>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestPalette : public FakeEnginesTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareOnce(); }

    void init() { openActiveWindow(); }

    void cleanup() { close(); }

    void matchesLettersInTheirOrder()
    {
        QVERIFY(fuzzyMatch(u"", u"Run File"));
        QCOMPARE(fuzzyMatch(u"rf", u"Run File")->places, QList<int>({0, 4}));
        QCOMPARE(fuzzyMatch(u"RUN f", u"run file")->places, QList<int>({0, 1, 2, 4}));
        QVERIFY(!fuzzyMatch(u"fr", u"Run File"));
        QVERIFY(!fuzzyMatch(u"runs", u"run"));
        QCOMPARE(fuzzyMatch(u"ü", u"Überall")->places, QList<int>({0}));
    }

    void prefersBeginningsOfWordsAndLettersThatFollowEachOther()
    {
        const auto score = [](const char16_t* query, const char16_t* text) {
            return fuzzyMatch(query, text)->score;
        };
        QVERIFY(score(u"rs", u"Run Selection") > score(u"rs", u"First Session"));
        QVERIFY(score(u"save", u"Save As") > score(u"save", u"Show all values here"));
        QVERIFY(score(u"sess", u"New Session") > score(u"sess", u"Use a less shiny one"));
        QVERIFY(score(u"copy", u"Copy") > score(u"copy", u"Copy for a Model"));
        QVERIFY(score(u"nF", u"newFile") > score(u"nF", u"newofile"));
    }

    void takesNoTimeForLongTexts()
    {
        const QString text(1'000'000, u'a');
        QVERIFY(fuzzyMatch(QString(1'000'000, u'a'), text));
        QVERIFY(!fuzzyMatch(QString(100, u'a') + u'b', text));
    }

    void listsEveryCommandOnceWithItsMenuOrPanel()
    {
        QSet<QString> names;
        for (const Command& command : m_window->commands().commands()) {
            QVERIFY2(!names.contains(command.name), qPrintable(command.name));
            names << command.name;
            QVERIFY2(!command.group.isEmpty(), qPrintable(command.name));
            QVERIFY2(!command.title.isEmpty(), qPrintable(command.name));
        }
        for (const char* name :
             {"fileOpen", "editCopy", "themeDark", "show/dockPlots", "dockPlots", "runStop",
              "sessionRename", "plotsNext", "pictureFit", "changesApply", "outputFind", "runsFind"})
            QVERIFY2(names.contains(QLatin1String(name)), name);
        QCOMPARE(commandNamed("themeDark").title, QStringLiteral("Theme: Dark"));
        QCOMPARE(commandNamed("plotsNext").group, QStringLiteral("Plots"));
    }

    void hasNoTwoCommandsOnOneKey()
    {
        for (const Command& command : m_window->commands().commands())
            for (const QKeySequence& key : command.action->shortcuts())
                for (const Command& other : m_window->commands().othersWith(key, command))
                    QVERIFY2(
                        isKnownPair(command.name, other.name),
                        qPrintable(command.name + u' ' + other.name));
    }

    void opensWithItsKeyAndGivesTheFocusBack()
    {
        CodeEditor* editor = m_window->editors().newDocument(QStringLiteral("a.py"));
        QTest::keyClick(editor, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(palette().isVisible());
        QCOMPARE(QApplication::focusWidget(), &palette().field());
        QTest::keyClick(&palette().field(), Qt::Key_Escape);
        QVERIFY(!palette().isVisible());
        QCOMPARE(QApplication::focusWidget(), editor);
    }

    void doesWhatIsFoundByItsLetters()
    {
        openPalette();
        QTest::keyClicks(&palette().field(), QStringLiteral("fil new"));
        QCOMPARE(shown(0), QStringLiteral("New"));
        QTest::keyClick(&palette().field(), Qt::Key_Return);
        QVERIFY(!palette().isVisible());
        QCOMPARE(m_window->editors().count(), 1);
    }

    void editsTheDocumentThatHadTheFocus()
    {
        CodeEditor* editor = m_window->editors().newDocument(QStringLiteral("a.py"), "abc\n");
        openPalette();
        QTest::keyClicks(&palette().field(), QStringLiteral("select all"));
        QTest::keyClick(&palette().field(), Qt::Key_Return);
        QCOMPARE(QApplication::focusWidget(), editor);
        QCOMPARE(editor->selectedText(), QStringLiteral("abc\n"));
    }

    void saysWhyACommandCannotBeUsedAndDoesNothing()
    {
        openPalette();
        QTest::keyClicks(&palette().field(), QStringLiteral("run again"));
        const QModelIndex first = palette().list().model()->index(0, 0);
        QCOMPARE(first.data(PaletteModel::UsableRole).toBool(), false);
        QCOMPARE(
            first.data(PaletteModel::WhyNotRole).toString(),
            QStringLiteral("nothing has been run yet"));
        QVERIFY(first.data(Qt::AccessibleTextRole).toString().contains(u"nothing has been run"));
        QTest::keyClick(&palette().field(), Qt::Key_Return);
        QVERIFY(palette().isVisible());
    }

    void prefersTheCommandToItsMenu()
    {
        openPalette();
        QTest::keyClicks(&palette().field(), QStringLiteral("run"));
        QCOMPARE(shown(0), QStringLiteral("Run File")); // not Stop, which is in the menu Run
    }

    void showsWhatWasUsedLastFirst()
    {
        for (const char* text : {"reset layout", "theme light"}) {
            openPalette();
            QTest::keyClicks(&palette().field(), QLatin1String(text));
            QTest::keyClick(&palette().field(), Qt::Key_Return);
        }
        openPalette();
        QCOMPARE(shown(0), QStringLiteral("Theme: Light"));
        QCOMPARE(shown(1), QStringLiteral("Reset Layout"));
        action("themeSystem")->trigger();
    }

    void goesThroughTheListByKeys()
    {
        openPalette();
        const QListView& list = palette().list();
        const int last = list.model()->rowCount() - 1;
        for (const auto& [key, row] :
             {std::pair(Qt::Key_Down, 1), std::pair(Qt::Key_Up, 0), std::pair(Qt::Key_Up, last),
              std::pair(Qt::Key_Down, 0)}) {
            QTest::keyClick(&palette().field(), key);
            QCOMPARE(list.currentIndex().row(), row);
            QCOMPARE(
                palette().field().accessibleDescription(),
                list.currentIndex().data(Qt::AccessibleTextRole).toString());
        }
        QTest::keyClick(&palette().field(), Qt::Key_PageDown);
        QVERIFY(list.currentIndex().row() > 5);
        QTest::keyClick(&palette().field(), Qt::Key_PageUp);
        QCOMPARE(list.currentIndex().row(), 0);
    }

    void findsDocumentsAfterAnAtSign()
    {
        m_window->editors().newDocument(QStringLiteral("first.py"));
        m_window->editors().newDocument(QStringLiteral("second.py"));
        openPalette();
        QTest::keyClicks(&palette().field(), QStringLiteral("@fi"));
        QCOMPARE(palette().list().model()->rowCount(), 1);
        QTest::keyClick(&palette().field(), Qt::Key_Return);
        QCOMPARE(m_window->editors().current()->fileName(), QStringLiteral("first.py"));
        QCOMPARE(QApplication::focusWidget(), m_window->editors().current());
    }

    void fitsIntoASmallWindow()
    {
        m_window->resize(800, 500);
        openPalette();
        QVERIFY(m_window->rect().contains(palette().geometry()));
        QTest::keyClicks(&palette().field(), QStringLiteral("zzzz"));
        QVERIFY(!palette().list().isVisible());
        QVERIFY(m_window->rect().contains(palette().geometry()));
    }

    void closesWhenSomethingElseGetsTheFocus()
    {
        CodeEditor* editor = m_window->editors().newDocument(QStringLiteral("a.py"));
        openPalette();
        editor->setFocus();
        QVERIFY(!palette().isVisible());
        QCOMPARE(QApplication::focusWidget(), editor);
    }

    void bringsUpThePanelOfACommand()
    {
        auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("dockRuns"));
        dock->hide();
        CommandBook::run(commandNamed("runsFind"));
        QVERIFY(!dock->isHidden());
    }

    void givesLaterPanelsTheKeysOfTheUser()
    {
        const QKeySequence key(Qt::CTRL | Qt::Key_J);
        m_window->commands().setOwnKeys(
            {{QStringLiteral("plotsNext"), {key}}, {QStringLiteral("runFile"), {key}}});
        QCOMPARE(action("runFile")->shortcuts(), QList{key});
        QVERIFY(action("runFile")->toolTip().contains(QStringLiteral("Ctrl+J")));
        QCOMPARE(commandNamed("plotsNext").action->shortcuts(), QList{key});
        keyAction(*m_window->centralWidget(), "plotsNext", QStringLiteral("Later"), {}, [] {});
        for (const QAction* each : m_window->findChildren<QAction*>(QStringLiteral("plotsNext")))
            QCOMPARE(each->shortcuts(), QList{key});
        m_window->commands().setOwnKeys({});
        QCOMPARE(action("runFile")->shortcut(), QKeySequence(Qt::Key_F5));
    }

private:
    CommandPalette& palette() const { return *m_window->findChild<CommandPalette*>(); }
    void openPalette() { action("viewPalette")->trigger(); }
    QString shown(int row) const
    {
        return palette().list().model()->index(row, 0).data().toString();
    }
    Command commandNamed(const char* name) const
    {
        for (const Command& command : m_window->commands().commands())
            if (command.name == QLatin1String(name))
                return command;
        return {};
    }
    /// They have a rule of their own for who gets the key.
    static bool isKnownPair(const QString& one, const QString& other)
    {
        const QSet<QString> pair{one, other};
        return pair
            == QSet<QString>{QStringLiteral("viewFullScreen"), QStringLiteral("plotsFullScreen")}
        || pair
            == QSet<QString>{QStringLiteral("fileFromClipboard"), QStringLiteral("terminalPaste")};
    }
};

SANDBENCH_TEST(TestPalette);
#include "tst_palette.moc"
