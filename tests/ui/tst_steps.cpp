// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// A program run step by step in the window, and gone through forwards and back.
#include "tests/support/test_program.h"
#include "tests/ui/window_fixture.h"
#include "ui/common/key_action.h"
#include "ui/editor/editor_tabs.h"
#include "ui/output/output_panel.h"
#include "ui/session/new_session_dialog.h"
#include "ui/steps/step_marks.h"
#include "ui/steps/steps_panel.h"

#include <QComboBox>
#include <QDockWidget>
#include <QListWidget>
#include <QSlider>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestSteps : public WindowTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareWithEmbeddedEngine(); }
    void init()
    {
        showWindow(workbench(*m_source));
        m_window->resize(1440, 900);
    }
    void cleanup() { removeWindow(); }

    void saysHowToBegin()
    {
        action("dockSteps")->trigger();
        QVERIFY2(panel().emptyText().contains("(F10)"), qPrintable(panel().emptyText()));
        QVERIFY(!whyNot(*action("stepsNext")).isEmpty());
        QVERIFY(!whyNot(*action("runSteps")).isEmpty());
    }

    void goesThroughAProgramForwardsAndBack()
    {
        run("x = 1\nx = 2\nprint('two')\n");
        QCOMPARE(shownLine(), 1);
        QVERIFY(panel().summary().contains("step 2 of 5"));
        trigger("stepsNext");
        QCOMPARE(shownLine(), 2);
        QCOMPARE(variables(), QStringList("● x=1"));
        trigger("stepsNext");
        QCOMPARE(variables(), QStringList("● x=2"));
        QVERIFY(panel().summary().endsWith("changed: x"));
        QCOMPARE(panel().output(), QString());
        trigger("stepsLast");
        QCOMPARE(variables(), QStringList("x=2"));
        QCOMPARE(panel().output(), QStringLiteral("two\n"));
        trigger("stepsBack");
        trigger("stepsBack");
        QCOMPARE(shownLine(), 2);
        QCOMPARE(variables(), QStringList("● x=1"));
        trigger("stepsFirst");
        QCOMPARE(panel().step(), std::size_t(0));
        QVERIFY(!whyNot(*action("stepsBack")).isEmpty());
        m_window->findChild<QSlider*>("stepsSlider")->setValue(3);
        QCOMPARE(shownLine(), 3);
    }

    void showsTheCallStackAndItsVariables()
    {
        run("def f(n):\n    m = n * 2\n    return m\nk = 4\nr = f(k)\n");
        trigger("stepsNext"); // k = 4
        trigger("stepsNext"); // r = f(k)
        QCOMPARE(shownLine(), 5);
        trigger("stepsNext");
        trigger("stepsNext");
        QCOMPARE(shownLine(), 2);
        QCOMPARE(panel().stack().count(), 2);
        QVERIFY(panel().stack().item(0)->text().startsWith("f — "));
        QCOMPARE(variables(), QStringList("n=4"));
        panel().stack().setCurrentRow(1);
        QCOMPARE(shownLine(), 5);
        QCOMPARE(variables(), QStringList({"f=<function f>", "k=4"}));
        trigger("stepsOut");
        QVERIFY(panel().summary().contains("<module> returns")); // nothing comes after the call
        trigger("stepsBackOver");
        QCOMPARE(shownLine(), 5);
    }

    void stopsAtBreakpointsBothWays()
    {
        CodeEditor* editor = open("for i in range(3):\n    a = i\n    b = i\n");
        action("dockSteps")->trigger();
        editor->setCursorPosition(2, 0);
        trigger("stepsBreakpoint");
        QVERIFY(StepMarks::of(*editor).hasBreakpoint(3));
        runSteps();
        trigger("stepsNextBreak");
        trigger("stepsNextBreak");
        QCOMPARE(shownLine(), 3);
        QVERIFY(variables().contains("● a=1"));
        trigger("stepsPreviousBreak");
        QVERIFY(variables().contains("● a=0"));
        QVERIFY(!whyNot(*action("stepsPreviousBreak")).isEmpty());
        StepMarks::of(*editor).toggleBreakpoint(3);
        QVERIFY(!whyNot(*action("stepsNextBreak")).isEmpty());
    }

    void playsUpToABreakpoint()
    {
        CodeEditor* editor = open("a = 1\nb = 2\nc = 3\n");
        StepMarks::of(*editor).toggleBreakpoint(3);
        runSteps();
        m_window->findChild<QSlider*>("stepsSpeed")->setValue(20);
        trigger("stepsPlay");
        QVERIFY(panel().isPlaying());
        QTRY_VERIFY(!panel().isPlaying());
        QCOMPARE(shownLine(), 3);
    }

    void takesInputWhileItRuns()
    {
        open("name = input('who? ')\nprint(name)\n");
        trigger("runSteps");
        QTRY_VERIFY_WITH_TIMEOUT(panel().trace().size() >= 2, kRunDeadline);
        QVERIFY(panel().isRecording());
        QVERIFY(panel().state().contains("runs"));
        trigger("stepsLast");
        m_window->controller().sendInput("Ada\n");
        QTRY_VERIFY_WITH_TIMEOUT(!panel().isRecording(), kRunDeadline);
        QVERIFY(variables().contains("name='Ada'"));
    }

    void saysHowAProgramEnded()
    {
        run("import sys\ndef f():\n    raise ValueError('no')\ntry:\n    f()\nexcept ValueError:\n"
            "    pass\nsys.exit(3)\n");
        QCOMPARE(m_ended->last().first().value<RunRecord>().exitCode, std::optional<int>(3));
        bool wasRaised = false;
        while (whyNot(*action("stepsNext")).isEmpty()) {
            trigger("stepsNext");
            wasRaised = wasRaised || panel().summary().contains("raised: ValueError: no");
        }
        QVERIFY(wasRaised);
    }

    void saysThatLinesMayHaveMoved()
    {
        CodeEditor* editor = run("a = 1\nb = 2\n");
        QCOMPARE(panel().state(), QString());
        editor->insertAt(QStringLiteral("# new\n"), 0, 0);
        QTRY_VERIFY(panel().state().contains("may have moved"));
    }

    void standsInThePlaceOfTheOutputInAPresentation()
    {
        const auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("dockSteps"));
        trigger("viewPresentation");
        QVERIFY(dock->isHidden()); // nothing was run so
        trigger("viewPresentation");
        run("print(1)\n");
        trigger("viewPresentation");
        QVERIFY(!dock->isHidden());
        trigger("viewPresentation");
    }

    void waitsForNoRunWhereNoSessionIsOpened()
    {
        rememberChoice(m_window->controller().choice());
        setAsksBeforeOpening(true);
        removeWindow();
        init();
        open("x = 1\n");
        trigger("runSteps");
        QTRY_VERIFY(m_window->findChild<NewSessionDialog*>());
        QVERIFY(panel().isRecording());
        m_window->findChild<NewSessionDialog*>()->reject();
        QTRY_VERIFY(!panel().isRecording());
        QSettings().clear();
    }

    void followsARunThatWaitsForAnotherSession()
    {
        SessionChoice choice;
        choice.set("engine", "nowhere");
        m_window->controller().setChoice(choice);
        open("x = 1\ny = 2\n");
        trigger("runSteps");
        QTRY_VERIFY(m_window->findChild<NewSessionDialog*>());
        QVERIFY(panel().isRecording());
        auto* dialog = m_window->findChild<NewSessionDialog*>();
        dialog->findChild<QAbstractButton*>(QStringLiteral("engine-local"))->click();
        auto* accept = dialog->findChild<QAbstractButton*>(QStringLiteral("accept"));
        QTRY_VERIFY_WITH_TIMEOUT(accept->isEnabled(), kRunDeadline);
        accept->click();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 1, kRunDeadline);
        QTRY_VERIFY_WITH_TIMEOUT(!panel().isRecording(), kRunDeadline);
        QCOMPARE(shownLine(), 1);
        QSettings().clear();
    }

    void canBeCleared()
    {
        run("a = 1\n");
        QCOMPARE(shownLine(), 1);
        trigger("stepsClear");
        QCOMPARE(shownLine(), 0);
        QVERIFY(panel().emptyText().contains("(F10)"));
    }

    void stepsAreOfPythonOnly()
    {
        open("a = 1\n");
        QCOMPARE(whyNot(*action("runSteps")), QString());
        auto* language = m_window->findChild<QComboBox*>("language");
        language->setCurrentIndex(language->findData("bash"));
        QVERIFY(whyNot(*action("runSteps")).contains("Python"));
    }

    void runAgainStepsAgain()
    {
        run("a = 1\n");
        const auto steps = panel().trace().size();
        trigger("runAgain");
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 2, kRunDeadline);
        QTRY_VERIFY(!panel().isRecording());
        QCOMPARE(panel().trace().size(), steps);
        m_window->runFile();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 3, kRunDeadline);
        QVERIFY(!panel().isRecording());
    }

    void leavesNothingInTheSandbox()
    {
        run("a = 1\n");
        open("import glob\nprint('left:', glob.glob('/tmp/.sandbench-steps*'))\n");
        QTRY_VERIFY(m_window->controller().session());
        const auto files = [this] {
            const auto list
                = m_window->controller().session()->listFiles("/tmp", 1, 100, std::stop_token());
            return list
                && std::none_of(
                       list->entries.begin(), list->entries.end(), [](const FileEntry& entry) {
                           return entry.path.find("sandbench-steps") != std::string::npos;
                       });
        };
        QTRY_VERIFY(files());
    }

private:
    StepsPanel& panel() const { return m_window->steps(); }
    void trigger(const char* name) const { action(name)->trigger(); }
    CodeEditor* open(const char* code)
    {
        return m_window->editors().newDocument(QStringLiteral("main.py"), code);
    }
    void runSteps()
    {
        const auto before = m_ended->size();
        trigger("runSteps");
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), before + 1, kRunDeadline);
        QTRY_VERIFY_WITH_TIMEOUT(!panel().isRecording(), kRunDeadline);
    }
    CodeEditor* run(const char* code)
    {
        CodeEditor* editor = open(code);
        runSteps();
        return editor;
    }
    int shownLine() const { return StepMarks::of(*m_window->editors().current()).shownLine(); }
    QStringList variables() const
    {
        QStringList texts;
        const StepVariables& model = panel().variables();
        for (int row = 0; row < model.rowCount(); ++row)
            texts << model.index(row, StepVariables::NameColumn).data().toString() + u'='
                    + model.index(row, StepVariables::ValueColumn).data().toString();
        return texts;
    }
};

SANDBENCH_TEST(TestSteps);
#include "tst_steps.moc"
