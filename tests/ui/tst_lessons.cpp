// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons in the real window, with the embedded engine: read, run, checked, kept and written.
#include "tests/support/test_program.h"
#include "tests/ui/fake_engines_fixture.h"
#include "tests/ui/foreign_texts.h"
#include "ui/editor/editor_tabs.h"
#include "ui/lessons/lesson_desk.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/lessons/lesson_text_view.h"
#include "ui/lessons/prediction_box.h"

#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QListWidget>
#include <QRadioButton>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestLessons : public FakeEnginesTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareWithSandboxes(); }

    void init()
    {
        renewEngines();
        open();
    }

    void cleanup() { close(); }

    void opensALessonFromTheMenu()
    {
        auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("dockLesson"));
        QVERIFY(dock->isHidden());
        QVERIFY(!action("lessonNext")->isEnabled());
        action("lesson/plots")->trigger();
        QVERIFY(!dock->isHidden());
        QVERIFY(!panel().isEmpty());
        QCOMPARE(panel().stepTitle(), QStringLiteral("A first plot"));
        QVERIFY(text().contains(QStringLiteral("A plot is an argument")));
        QVERIFY(text().contains(QStringLiteral("A thermometer was read")));
        QCOMPARE(m_window->editors().current()->fileName(), QStringLiteral("first_plot.py"));
        QVERIFY(!action("lessonBack")->isEnabled());
        QVERIFY(!action("lessonEdit")->isEnabled());
    }

    void goesOnAndBackWithAKey()
    {
        action("lesson/plots")->trigger();
        QTest::keyClick(m_window.get(), Qt::Key_Right, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(panel().step(), 1);
        QCOMPARE(m_window->editors().current()->fileName(), QStringLiteral("labels.py"));
        QTRY_COMPARE(m_window->editors().count(), 1); // nobody changed the first one
        m_window->editors().current()->replaceLines(0, 1, "import cmath\n");
        QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(panel().step(), 0);
        QCOMPARE(m_window->editors().count(), 2); // what was changed stays
        action("lessonNext")->trigger();
        QVERIFY(m_window->editors().current()->bytes().startsWith("import cmath"));
    }

    void saysWhatTheChecksSayOfARun()
    {
        action("lesson/bug-hunt")->trigger();
        m_window->findChild<QRadioButton*>(QStringLiteral("lessonChoice0"))->click();
        runStep();
        QTRY_VERIFY(panel().verdict().startsWith(QStringLiteral("✗")));
        QVERIFY2(panel().verdict().contains(QStringLiteral("55")), qPrintable(panel().verdict()));
        QVERIFY(panel().prediction().isRevealed());
        QVERIFY(panel().prediction().answer().contains(QStringLiteral("✗ You predicted: 55")));
        QVERIFY(panel().prediction().answer().contains(QStringLiteral("What happens: 45")));
        putSolution();
        runFileAndWait(); // F5 is the same
        QTRY_VERIFY(panel().verdict().startsWith(QStringLiteral("✓")));
        QVERIFY(steps().itemText(0).endsWith(u'✓'));
        QVERIFY(!steps().itemText(1).endsWith(u'✓'));
    }

    void aLineOfTheProgramIsNoRunOfTheStep()
    {
        action("lesson/bug-hunt")->trigger();
        const auto before = m_ended->size();
        m_window->editors().current()->setCursorPosition(0, 0);
        m_window->runSelection();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), before + 1, kRunDeadline);
        QCOMPARE(panel().verdict(), QString());
    }

    void runsATestBesideTheProgram()
    {
        action("lesson/bug-hunt")->trigger();
        m_window->lessons().goTo(2);
        runStep();
        QTRY_VERIFY_WITH_TIMEOUT(
            panel().verdict().startsWith(QStringLiteral("✗ test_negative.py")), kRunDeadline);
        putSolution();
        runStep();
        QTRY_VERIFY_WITH_TIMEOUT(
            panel().verdict().startsWith(QStringLiteral("✓ test_negative.py")), kRunDeadline);
    }

    void bringsTheFilesOfAStep()
    {
        action("lesson/bug-hunt")->trigger();
        m_window->lessons().goTo(5);
        runStep();
        QTRY_VERIFY(panel().verdict().contains(QStringLiteral("the: 2")));
    }

    void givesAStepTheLimitsThatItAsksFor()
    {
        action("lesson/what-a-sandbox-stops")->trigger();
        const auto before = m_window->sessions().rowCount();
        m_window->lessons().goTo(3);
        runStep();
        QTRY_VERIFY2(
            panel().verdict().startsWith(QStringLiteral("✓")), qPrintable(panel().verdict()));
        QCOMPARE(m_window->sessions().rowCount(), before + 1);
        QCOMPARE(m_window->sessions().nameOf(m_window->controller()), QStringLiteral("Lesson"));
        const auto record = m_ended->last().first().value<RunRecord>();
        QCOMPARE(record.verdict, Verdict::OutOfMemory);
        QCOMPARE(record.sandboxLimits.memoryBytes, std::uint64_t(128) << 20);
        m_window->lessons().goTo(5);
        runStep();
        QTRY_VERIFY(panel().verdict().startsWith(QStringLiteral("✓")));
        QCOMPARE(m_window->sessions().rowCount(), before + 1); // the same session, opened anew
        const auto next = m_ended->last().first().value<RunRecord>();
        QCOMPARE(next.verdict, Verdict::WallTimeout);
        QCOMPARE(next.sandboxLimits.memoryBytes, SandboxLimits().memoryBytes);
        QCOMPARE(next.runLimits.wallSeconds, 3.0);
    }

    void keepsHowFarItsReaderIs()
    {
        action("lesson/bug-hunt")->trigger();
        putSolution();
        runStep();
        QTRY_VERIFY(panel().verdict().startsWith(QStringLiteral("✓")));
        action("lessonNext")->trigger();
        m_window->findChild<QRadioButton*>(QStringLiteral("lessonChoice2"))->click();
        open();
        action("lesson/bug-hunt")->trigger();
        QCOMPARE(panel().step(), 1);
        QCOMPARE(panel().prediction().given(), QStringLiteral("nothing"));
        QVERIFY(steps().itemText(0).endsWith(u'✓'));
        QVERIFY(!panel().prediction().isRevealed());
    }

    void resetBringsTheStepBackAndCanBeUndone()
    {
        action("lesson/bug-hunt")->trigger();
        CodeEditor* editor = m_window->editors().current();
        const auto own = editor->bytes();
        putSolution();
        const auto mine = editor->bytes();
        m_window->findChild<QRadioButton*>(QStringLiteral("lessonChoice1"))->click();
        QTest::keyClick(m_window.get(), Qt::Key_Home, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(editor->bytes(), own);
        QCOMPARE(panel().prediction().given(), QString());
        editor->undo();
        QCOMPARE(editor->bytes(), mine);
    }

    void showsASolutionBesideTheProgram()
    {
        action("lesson/bug-hunt")->trigger();
        const auto mine = m_window->editors().current()->bytes();
        action("lessonSolution")->trigger();
        QCOMPARE(m_window->editors().current()->fileName(), QStringLiteral("solution-total.py"));
        QCOMPARE(m_window->editors().editorNamed(QStringLiteral("total.py"))->bytes(), mine);
    }

    void showsAForeignLessonAsText()
    {
        const QString folder = write(
            "# " + QByteArray(kMarkUp) + "\n## " + kMarkUp + "\n[x](javascript:alert(1)) " + kMarkUp
            + "\n![p](http://a.example/p.png)\n\n```python file=../../etc/passwd\n```\n"
              "```predict\n"
            + kMarkUp + "?\n- " + kMarkUp + "\n```\n");
        m_window->lessons().openFolder(folder);
        QTRY_VERIFY(!panel().isEmpty());
        QCOMPARE(panel().problems().count(), 1);
        QVERIFY(panel().problems().item(0)->text().contains(QStringLiteral("Line 6")));
        QVERIFY(text().contains(QStringLiteral("(javascript:alert(1))")));
        QCOMPARE(m_window->editors().count(), 0); // it names no program that it may have
        const auto found = believers(*m_window);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    void aGiantLessonHoldsNobodyUp()
    {
        QByteArray giant = "# Giant\n" + QByteArray("a\n\n").repeated(20'000);
        for (int i = 0; i < 250; ++i)
            giant += "## Step\n" + QByteArray("- *x* `y` **z**\n").repeated(150)
                + QByteArray(1000, 'w') + "\n```python file=../a\n```\n";
        m_window->lessons().openFolder(write(giant)); // the watchdog looks
        QTRY_COMPARE(steps().count(), 200);
        QVERIFY(panel().problems().count() >= 100);
    }

    void saysWhyAFolderIsNoLesson()
    {
        m_window->lessons().openFolder(m_dir.filePath(QStringLiteral("nothing here")));
        QTRY_VERIFY(m_window->messageText().startsWith(QStringLiteral("The lesson could not be")));
        QVERIFY(panel().isEmpty());
    }

    void writesALessonWithAPreview()
    {
        const QString folder = m_dir.filePath(QStringLiteral("My lesson"));
        QDir(folder).removeRecursively();
        m_window->lessons().startLesson(folder);
        QTRY_COMPARE(panel().stepTitle(), QStringLiteral("A first step"));
        CodeEditor* source = m_window->editors().current();
        QCOMPARE(source->fileName(), QStringLiteral("lesson.md"));
        QCOMPARE(m_window->lessons().source(), source);
        source->appendBytes("\n```check ends=boredom\n```\n");
        QTRY_COMPARE(panel().problems().count(), 1);
        panel().problems().setCurrentRow(0);
        emit panel().problems().itemActivated(panel().problems().item(0));
        int line = 0, column = 0;
        source->getCursorPosition(&line, &column);
        QVERIFY(line > 15);
        source->undo();
        QTRY_COMPARE(panel().problems().count(), 0);
        m_window->editors().newDocument(QStringLiteral("mine.py"), "print('mine')\n");
        action("lessonAddStep")->trigger();
        QTRY_COMPARE(m_window->lessons().steps(), 2);
        QTRY_COMPARE(panel().stepTitle(), QStringLiteral("mine"));
        QCOMPARE(
            m_window->lessons().current().steps[1].program->text, std::string("print('mine')\n"));
        runStep();
        QTRY_VERIFY(panel().verdict().startsWith(QStringLiteral("✓")));
    }

    void exportsALessonWithoutReplacingAnything()
    {
        action("lesson/bug-hunt")->trigger();
        const QString folder = m_dir.filePath(QStringLiteral("exported"));
        QDir(folder).removeRecursively();
        m_window->lessons().exportTo(folder);
        QTRY_VERIFY(m_window->messageText().startsWith(QStringLiteral("The lesson is in")));
        QVERIFY(QFile::exists(folder + QStringLiteral("/poem.txt")));
        m_window->lessons().exportTo(folder);
        QTRY_VERIFY(m_window->messageText().contains(QStringLiteral("already")));
        const QString archive = m_dir.filePath(QStringLiteral("bugs.zip"));
        m_window->lessons().exportTo(archive);
        QTRY_VERIFY(QFile::exists(archive));
        m_window->lessons().openFolder(folder);
        QTRY_VERIFY(action("lessonEdit")->isEnabled());
        QCOMPARE(panel().problems().count(), 0);
    }

private:
    void open()
    {
        makeWindow();
        m_window->resize(1440, 900);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    LessonPanel& panel() const { return m_window->lessonPanel(); }
    QString text() const { return panel().findChild<LessonTextView*>()->toPlainText(); }
    QComboBox& steps() const
    {
        return *panel().findChild<QComboBox*>(QStringLiteral("lessonSteps"));
    }

    void runStep()
    {
        const auto before = m_ended->size();
        action("lessonRun")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), before + 1, kRunDeadline);
    }

    void putSolution()
    {
        const auto& step
            = m_window->lessons().current().steps[static_cast<std::size_t>(panel().step())];
        CodeEditor* editor = m_window->editors().current();
        editor->replaceLines(0, editor->lines(), QByteArray::fromStdString(*step.solution));
    }

    QString write(const QByteArray& lesson) const
    {
        const QString folder = m_dir.filePath(QStringLiteral("foreign"));
        QDir().mkpath(folder);
        QFile file(folder + QStringLiteral("/lesson.md"));
        if (!file.open(QIODevice::WriteOnly) || file.write(lesson) != lesson.size())
            qFatal("cannot write the lesson");
        return folder;
    }
};

SANDBENCH_TEST(TestLessons);

#include "tst_lessons.moc"
