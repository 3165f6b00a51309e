// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Two views of the documents: the tabs, and one document beside them.
#include "tests/support/test_program.h"
#include "tests/ui/gate_fixture.h"
#include "ui/editor/cell_bar.h"
#include "ui/editor/mark_ruler.h"
#include "ui/editor/split_view.h"
#include "ui/output/find_bar.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QTabBar>
#include <QToolButton>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestSplitView : public GateFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareOnce(); }
    void init()
    {
        forgetAll();
        show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { close(); }

    void showsADocumentASecondTime()
    {
        CodeEditor* first = open(lines(200));
        first->setCursorPosition(150, 2);
        CodeEditor* other = split();
        QVERIFY(other->isVisible() && other->hasFocus());
        QCOMPARE(caretOf(*other), QPoint(2, 150));
        QCOMPARE(other->firstVisibleLine(), first->firstVisibleLine());
        other->setCursorPosition(3, 0);
        QCOMPARE(caretOf(*first), QPoint(2, 150));
        QTest::keyClick(other, Qt::Key_X);
        QCOMPARE(first->bytes(), other->bytes());
        QVERIFY(first->bytes().contains("\nxline 3\n"));
        QVERIFY(first->isUnsaved());
        QVERIFY(m_window->editors().tabText(0).endsWith(u'•'));
        QTest::keyClick(first, Qt::Key_Y);
        QCOMPARE(first->bytes(), other->bytes());
    }

    void cannotBeSplitWithoutADocument()
    {
        QVERIFY(!action("viewSplit")->isEnabled());
        QVERIFY(!action("viewOther")->isEnabled());
        open("x = 1\n");
        QVERIFY(action("viewSplit")->isEnabled());
        split();
        QVERIFY(action("viewSplit")->isChecked());
        QVERIFY(action("viewOther")->isEnabled());
    }

    void goesFromOneViewToTheOther()
    {
        CodeEditor* first = open("x = 1\ny = 2\n");
        CodeEditor* other = split();
        other->setCursorPosition(1, 0);
        QTest::keyClick(other, Qt::Key_F6, Qt::ControlModifier);
        QVERIFY(first->hasFocus());
        QTest::keyClick(first, Qt::Key_F6, Qt::ControlModifier);
        QVERIFY(other->hasFocus());
        action("dockFindings")->trigger();
        QVERIFY(!other->hasFocus());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(other->hasFocus()); // where one was
    }

    void editsTheViewThatHasTheFocus()
    {
        CodeEditor* first = open("x = 1\ny = 2\n");
        CodeEditor* other = split();
        action("editSelectAll")->trigger();
        QVERIFY(other->hasSelectedText() && !first->hasSelectedText());
        other->setCursorPosition(0, 0);
        m_window->runSelection();
        QCOMPARE(caretOf(*other), QPoint(0, 1)); // on the next line, as after F9
        QCOMPARE(caretOf(*first), QPoint(0, 0));
        first->setFocus();
        action("editSelectAll")->trigger();
        QVERIFY(!other->hasSelectedText() && first->hasSelectedText());
    }

    void findsInTheViewThatHasTheFocus()
    {
        CodeEditor* first = open("one = 1\ntwo = one\n");
        CodeEditor* other = split();
        action("editFind")->trigger();
        QLineEdit* text = nullptr;
        for (FindBar* bar : m_window->findChildren<FindBar*>())
            if (bar->isVisible())
                text = bar->findChild<QLineEdit*>();
        QVERIFY(text);
        text->setText(QStringLiteral("two"));
        QTRY_COMPARE(other->selectedText(), QStringLiteral("two"));
        QVERIFY(!first->hasSelectedText());
        QCOMPARE(first->ruler().marks(MarkRuler::Found).size(), 1U);
        QCOMPARE(other->ruler().marks(MarkRuler::Found).size(), 1U);
        QTest::keyClick(text, Qt::Key_Escape);
        QVERIFY(other->hasFocus());
        QVERIFY(other->ruler().marks(MarkRuler::Found).empty());
    }

    void isAboutTheDocumentOfTheViewThatHasTheFocus()
    {
        CodeEditor* first = open("import os\n", "first.py");
        CodeEditor* other = split();
        CodeEditor* second = open("console.log(1)\n", "second.js");
        QCOMPARE(m_window->editors().current(), second);
        other->setFocus();
        QCOMPARE(m_window->editors().current(), first);
        QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("first.py")));
        QTRY_COMPARE(gate().report().language, std::string("python"));
        second->setFocus();
        QCOMPARE(m_window->editors().current(), second);
        QTRY_COMPARE(gate().report().language, std::string("javascript"));
        other->setFocus();
        m_window->editors().setCurrentWidget(second); // as who opens it again does
        QCOMPARE(m_window->editors().current(), second);
        other->setFocus();
        QTest::mouseClick(
            m_window->editors().tabBar(), Qt::LeftButton, {},
            m_window->editors().tabBar()->tabRect(1).center());
        QCOMPARE(m_window->editors().current(), second);
    }

    void keepsTheLanguageWhenTheViewChanges()
    {
        CodeEditor* first = open("x = 1\n");
        CodeEditor* other = split();
        auto* language = m_window->findChild<QComboBox*>(QStringLiteral("language"));
        QVERIFY(language);
        language->setCurrentIndex(language->findData(QStringLiteral("bash")));
        first->setFocus();
        other->setFocus();
        QCOMPARE(language->currentData().toString(), QStringLiteral("bash"));
    }

    void showsMarksInBothViews()
    {
        openScanned("# %%\nimport os\nos.system('ls')\n# %%\n");
        CodeEditor* first = &editor();
        CodeEditor* other = split();
        QCOMPARE(other->ruler().marks(MarkRuler::High).size(), 1U);
        const auto high = static_cast<unsigned long>(
            FindingMarks::kFirstIndicator + static_cast<int>(Severity::High));
        const long begin = 15;
        QVERIFY(other->SendScintilla(QsciScintilla::SCI_INDICATORVALUEAT, high, begin) != 0);
        QCOMPARE(
            other->SendScintilla(QsciScintilla::SCI_INDICGETSTYLE, high),
            first->SendScintilla(QsciScintilla::SCI_INDICGETSTYLE, high));
        QTRY_COMPARE(other->cells().current().last, 3U);
        other->insertAt(QStringLiteral("os.popen('x')\n"), 3, 0);
        QTRY_COMPARE(other->ruler().marks(MarkRuler::High).size(), 2U);
        QTRY_COMPARE(other->cells().current().last, 4U);
    }

    void coloursTheTextInBothViews()
    {
        CodeEditor* first = open("def f():\n    return 1\n");
        CodeEditor* other = split();
        other->append(QStringLiteral("def g():\n    return 'text'\n"));
        other->grab();
        for (const CodeEditor* view : {first, other}) {
            const long last = view->SendScintilla(QsciScintilla::SCI_GETLENGTH) - 3;
            QVERIFY(
                view->SendScintilla(QsciScintilla::SCI_GETSTYLEAT, static_cast<unsigned long>(last))
                != 0);
        }
    }

    void followsSettingsInBothViews()
    {
        open("x = 1\n");
        CodeEditor* other = split();
        m_window->settings().set("editor.wrap", true);
        const bool wraps = other->wrapMode() != QsciScintilla::WrapNone;
        action("viewZoomIn")->trigger();
        QCOMPARE(
            other->SendScintilla(QsciScintilla::SCI_GETZOOM),
            editor().SendScintilla(QsciScintilla::SCI_GETZOOM));
        QCOMPARE(wraps, m_window->editors().inTab()->wrapMode() != QsciScintilla::WrapNone);
    }

    void goesWithItsDocument()
    {
        CodeEditor* kept = open("y = 2\n", "kept.py");
        open("", "gone.py");
        split();
        action("fileClose")->trigger();
        QVERIFY(!m_window->splitView().isSplit());
        QVERIFY(!action("viewSplit")->isChecked());
        QCOMPARE(m_window->editors().current(), kept);
        QCOMPARE(m_window->editors().count(), 1);
        kept->setFocus();
        CodeEditor* other = split();
        open("", "third.py");
        m_window->editors().requestClose(1); // of another document
        QCOMPARE(m_window->editors().second(), other);
        QCOMPARE(other->bytes(), QByteArray("y = 2\n"));
    }

    void staysTheOneWhenAnotherTabIsClosed()
    {
        open("", "one.py");
        CodeEditor* two = open("x = 1\n", "two.py");
        CodeEditor* other = split();
        open("", "three.py");
        other->setFocus();
        m_window->editors().requestClose(0); // the others move up
        QCOMPARE(m_window->editors().count(), 2);
        QCOMPARE(m_window->editors().view(), other);
        m_window->editors().requestClose(1);
        QCOMPARE(m_window->editors().view(), other);
        QCOMPARE(m_window->editors().current(), two);
        CodeEditor* made = open("", "made.py");
        QCOMPARE(m_window->editors().view(), made);
    }

    void goesByItsButtonAndItsKey()
    {
        CodeEditor* first = open("x = 1\n");
        split();
        m_window->splitView().findChild<QToolButton*>(QStringLiteral("closeSecond"))->click();
        QVERIFY(!m_window->splitView().isSplit());
        QTRY_VERIFY(first->hasFocus());
        split();
        QTest::keyClick(
            QApplication::focusWidget(), Qt::Key_2, Qt::ControlModifier | Qt::AltModifier);
        QVERIFY(!m_window->splitView().isSplit());
        QTest::keyClick(first, Qt::Key_X);
        QVERIFY(first->isUnsaved());
    }

    void staysWhereItWasWhenTheFileIsChangedByOthers()
    {
        const QString path = m_dir.filePath(QStringLiteral("changed.py"));
        const auto write = [&path](const QByteArray& bytes) {
            QFile file(path);
            return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
        };
        QVERIFY(write(lines(50)));
        m_window->editors().openFile(path);
        QTRY_VERIFY(!m_window->editors().isOpening());
        CodeEditor* first = &editor();
        CodeEditor* other = split();
        first->setCursorPosition(10, 0);
        other->setCursorPosition(40, 1);
        QVERIFY(write(lines(45) + "new\n"));
        m_window->editors().reload({path});
        QTRY_VERIFY(first->bytes().endsWith("new\n"));
        QCOMPARE(other->bytes(), first->bytes());
        QCOMPARE(caretOf(*first), QPoint(0, 10));
        QCOMPARE(caretOf(*other), QPoint(1, 40));
        QVERIFY(!first->isUnsaved());
    }

    void standsBesideOrBelow()
    {
        open("x = 1\n");
        CodeEditor* other = split();
        QTRY_VERIFY(
            other->mapTo(m_window.get(), QPoint()).x()
            > tabs().mapTo(m_window.get(), QPoint()).x());
        action("viewSplitBelow")->trigger();
        QTRY_VERIFY(
            other->mapTo(m_window.get(), QPoint()).y()
            > tabs().mapTo(m_window.get(), QPoint()).y() + 50);
    }

private:
    EditorTabs& tabs() const { return m_window->editors(); }
    CodeEditor* split()
    {
        action("viewSplit")->trigger();
        return m_window->editors().second();
    }
    static QByteArray lines(int count)
    {
        QByteArray text;
        for (int i = 0; i < count; ++i)
            text += "line " + QByteArray::number(i) + "\n";
        return text;
    }
    // Column and line, from 0.
    static QPoint caretOf(const CodeEditor& view)
    {
        int line = 0, column = 0;
        view.getCursorPosition(&line, &column);
        return {column, line};
    }
};

SANDBENCH_TEST(TestSplitView);
#include "tst_split_view.moc"
