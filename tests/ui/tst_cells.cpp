// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of a document: which one the caret is in, and how it is run.
#include "tests/support/needs.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_fixture.h"
#include "ui/editor/cell_bar.h"
#include "ui/editor/editor_tabs.h"
#include "ui/output/output_panel.h"

#include <QFile>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

static constexpr auto kTwoCells = "# %% One\nx = 20\n# %% Two\nprint('x is', x + 1)\n1 / 0\n";

class TestCells : public WindowTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareWithEmbeddedEngine(); }
    void init()
    {
        showWindow(workbench(*m_source));
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { removeWindow(); }

    void marksTheCellOfTheCaret()
    {
        open("import os\n# %% One\nx = 1\n\n# %% Two\ny = 2\n");
        QTRY_COMPARE(marked(), QStringLiteral("1-1"));
        editor().setCursorPosition(3, 0);
        QTRY_COMPARE(marked(), QStringLiteral("2-4"));
        editor().setCursorPosition(4, 0);
        QTRY_COMPARE(marked(), QStringLiteral("5-7"));
        editor().insertAt(QStringLiteral("\n\n"), 0, 0);
        QTRY_COMPARE(marked(), QStringLiteral("7-9"));
    }

    void marksTheCellOfAFile()
    {
        const QString path = m_dir.filePath(QStringLiteral("file.py"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(kTwoCells) > 0);
        file.close();
        m_window->editors().openFile(path);
        QTRY_COMPARE(marked(), QStringLiteral("1-2"));
    }

    void marksNothingWhereThereAreNoCells()
    {
        open("x = 1\ny = '''\n# %%\n'''\n");
        editor().grab();
        QCOMPARE(marked(), QString());
        QCOMPARE(editor().cells().current().first, 1U);
        QCOMPARE(editor().cells().current().last, 5U);
    }

    void runsTheCellOfTheCaret()
    {
        open(kTwoCells);
        editor().setCursorPosition(1, 2);
        runBy(Qt::ControlModifier);
        QCOMPARE(caretLine(), 2);
        editor().setCursorPosition(3, 0);
        runBy(Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->output().isDrained(), 5000);
        QVERIFY(m_window->output().plainText(1 << 20).contains("x is 21"));
        QVERIFY2(annotation(5).contains("ZeroDivisionError"), annotation(5));
        QCOMPARE(editor().bytes(), QByteArray(kTwoCells));
    }

    void runsCellAfterCell()
    {
        open(kTwoCells);
        runBy(Qt::ShiftModifier);
        QCOMPARE(caretLine(), 3);
        runBy(Qt::ShiftModifier);
        QCOMPARE(caretLine(), 3); // there is none behind it
        QTRY_VERIFY_WITH_TIMEOUT(m_window->output().isDrained(), 5000);
        QVERIFY(m_window->output().plainText(1 << 20).contains("x is 21"));
        QCOMPARE(editor().bytes(), QByteArray(kTwoCells));
    }

    void runsTheCellThatWasDividedAMomentAgo()
    {
        open("# %%\nx = 20\nprint('x is', x)\n");
        QTRY_COMPARE(marked(), QStringLiteral("1-4"));
        editor().insertAt(QStringLiteral("# %%\n"), 2, 0);
        editor().setCursorPosition(1, 0);
        runBy(Qt::ShiftModifier);
        QCOMPARE(caretLine(), 3);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->output().isDrained(), 5000);
        QVERIFY(!m_window->output().plainText(1 << 20).contains("x is"));
    }

    void undoesTheLastCell()
    {
        open("# %%\nx = 20\n# %%\nx = 30\n# %%\nprint('x is', x)\n");
        runBy(Qt::ShiftModifier);
        runBy(Qt::ShiftModifier);
        QSignalSpy undone(&m_window->controller(), &SessionController::undoAnswered);
        action("undoCell")->trigger();
        QTRY_COMPARE(undone.size(), 1);
        runBy(Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->output().isDrained(), 5000);
        QVERIFY(m_window->output().plainText(1 << 20).contains("x is 20"));
    }

    void runsAllOfADocumentWithoutCellsInTheContextOfSelections()
    {
        open("x = 20\n");
        runBy(Qt::ControlModifier);
        open("print('x is', x + 1)\n");
        runBy(Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->output().isDrained(), 5000);
        QVERIFY(m_window->output().plainText(1 << 20).contains("x is 21"));
    }

    void cannotRunACellWithoutADocument()
    {
        QVERIFY(!action("runCell")->isEnabled());
        QVERIFY(!action("runCellAdvance")->isEnabled());
        open("x = 1\n");
        QVERIFY(action("runCell")->isEnabled());
        QVERIFY(action("runCellAdvance")->isEnabled());
    }

private:
    void open(const QByteArray& code)
    {
        m_window->editors().newDocument(QStringLiteral("cells.py"), code);
    }
    CodeEditor& editor() const { return *m_window->editors().current(); }

    int caretLine() const
    {
        int line = 0, column = 0;
        editor().getCursorPosition(&line, &column);
        return line + 1;
    }

    void runBy(Qt::KeyboardModifiers keys)
    {
        const auto before = m_ended->size();
        QTest::keyClick(&editor(), Qt::Key_Return, keys);
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), before + 1, kRunDeadline);
    }

    // The lines beside which the bar is, "2-4".
    QString marked() const
    {
        const CellBar& bar = editor().cells();
        const auto height
            = static_cast<int>(editor().SendScintilla(QsciScintilla::SCI_TEXTHEIGHT, 0UL));
        if (bar.top() == bar.bottom())
            return {};
        return QStringLiteral("%1-%2").arg(bar.top() / height + 1).arg(bar.bottom() / height);
    }

    QByteArray annotation(int line) const
    {
        const auto read = [&](char* into) {
            return editor().SendScintilla(
                QsciScintilla::SCI_ANNOTATIONGETTEXT, static_cast<unsigned long>(line - 1),
                static_cast<void*>(into));
        };
        QByteArray text(static_cast<int>(read(nullptr)), '\0');
        read(text.data());
        return text;
    }
};

SANDBENCH_TEST(TestCells);
#include "tst_cells.moc"
