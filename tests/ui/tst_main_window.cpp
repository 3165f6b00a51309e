// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The real window with the real embedded engine, offscreen.
#include "core/workspace/composition.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"
#include "tests/ui/slow_files.h"
#include "tests/ui/stall_meter.h"
#include "tests/ui/window_fixture.h"
#include "ui/common/message_bar.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/output/find_bar.h"
#include "ui/output/output_panel.h"
#include "ui/plots/plot_panel.h"
#include "ui/session/session_panel.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

namespace {

const std::string kSlowPath = "/slow/p.py";

} // namespace

class TestMainWindow : public WindowTest
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        prepareOnce();
        auto engine = m_composition->engines().find("local");
        QVERIFY2(engine, engine ? "" : engine.error().text().c_str());
        const EngineStatus status = (*engine)->probe({});
        if (!status.usable)
            SKIP_WITHOUT("local", status.problem.c_str());
    }

    void init()
    {
        m_files = SlowFiles();
        m_files.put(kSlowPath, "print('old')\n");
        showWindow({m_engines, *m_workspace, m_dir.path(), QString(), m_files.functions()});
    }

    void cleanup()
    {
        removeWindow();
        m_files.answer(kSlowPath);
    }

    void opensNothingByItself()
    {
        QSignalSpy opened(&m_window->editors(), &EditorTabs::opened);
        m_window->openAtStart({});
        QTRY_VERIFY(!opened.isEmpty());
        QCOMPARE(m_window->editors().count(), 0);
    }

    void opensAnExampleAtStartWhereThatIsWanted()
    {
        m_window->settings().set("documents.example", true);
        m_window->openAtStart({});
        QTRY_COMPARE(m_window->editors().count(), 1);
        QVERIFY(m_window->editors().current()->bytes().contains("matplotlib"));
        QVERIFY(!m_window->editors().current()->isUnsaved());
    }

    void runsAProgramAndShowsItsOutputAndVerdict()
    {
        run("a.py", "import sys\nprint('hello')\nprint('oops', file=sys.stderr)\nsys.exit(3)\n");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->output().isDrained(), 5000);
        const QByteArray text = m_window->output().plainText(1 << 20);
        QVERIFY2(text.contains("hello"), text.constData());
        QVERIFY(text.contains("oops"));
        QVERIFY2(
            m_window->statusText().contains(QStringLiteral("3")),
            qPrintable(m_window->statusText()));
        QCOMPARE(m_window->controller().state(), SessionState::Idle);
    }

    void showsEveryFigureAndThePlotlyChart()
    {
        run("plots.py",
            "import matplotlib.pyplot as plt\nimport plotly.graph_objects as go\n"
            "plt.plot([1, 3, 2])\nplt.figure()\nplt.bar([1, 2], [3, 4])\nplt.show()\n"
            "go.Figure(go.Scatter(y=[1, 2])).show()\n");
        QTRY_COMPARE_WITH_TIMEOUT(m_window->plots().count(), 3, 10000);
    }

    void goesFromAPlotToTheLineThatMadeIt()
    {
        run("made.py", "import matplotlib.pyplot as plt\nplt.plot([1, 3, 2])\n\nplt.show()\n");
        QTRY_COMPARE_WITH_TIMEOUT(m_window->plots().count(), 1, 10000);
        open("other.py", "print('other')\n");
        QAction* showCode = nullptr;
        for (QAction* each : m_window->plots().actions())
            if (each->text() == QStringLiteral("Show the code that made it"))
                showCode = each;
        QVERIFY(showCode);
        QTRY_VERIFY(showCode->isEnabled());
        showCode->trigger();
        QCOMPARE(m_window->editors().current()->fileName(), QStringLiteral("made.py"));
        int line = 0;
        int column = 0;
        m_window->editors().current()->getCursorPosition(&line, &column);
        QCOMPARE(line + 1, 4);
    }

    void keepsTheInterpretersStateForSelections()
    {
        CodeEditor* editor = open("b.py", "x = 20\nprint(x + 1)\n");
        editor->setCursorPosition(0, 0);
        runSelectionAndWait(1);
        runSelectionAndWait(2);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->output().isDrained(), 5000);
        QVERIFY(m_window->output().plainText(1 << 20).contains("21"));
    }

    void undoesTheLastRunOfALine()
    {
        CodeEditor* editor = open("undo.py", "x = 20\nx = 30\nprint('x is', x)\n");
        auto* action = m_window->findChild<QAction*>("undoCell");
        auto* message = m_window->findChild<MessageBar*>(QStringLiteral("messages"));
        QVERIFY(action && message);
        editor->setCursorPosition(0, 0);
        runSelectionAndWait(1);
        runSelectionAndWait(2);
        action->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(message->text().contains("before “x = 30”"), 5000);
        editor->setCursorPosition(2, 0);
        runSelectionAndWait(3);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->output().isDrained(), 5000);
        QVERIFY(m_window->output().plainText(1 << 20).contains("x is 20"));
    }

    void saysWhatDoesNotComeBackBeforeItUndoes()
    {
        CodeEditor* editor = open(
            "thread.py",
            "import threading; threading.Thread(target=threading.Event().wait, daemon=True)"
            ".start()\ny = 1\nprint('y' in globals())\n");
        auto* message = m_window->findChild<MessageBar*>(QStringLiteral("messages"));
        editor->setCursorPosition(0, 0);
        runSelectionAndWait(1);
        runSelectionAndWait(2);
        m_window->findChild<QAction*>("undoCell")->trigger();
        QPushButton* undo = nullptr;
        QTRY_VERIFY_WITH_TIMEOUT(
            (undo = m_window->findChild<QPushButton*>("undoAnyway")) != nullptr, 5000);
        QVERIFY(message->text().contains("threads that will not run (1)"));
        undo->click();
        QTRY_VERIFY_WITH_TIMEOUT(message->text().contains("as they were before"), 5000);
        editor->setCursorPosition(2, 0);
        runSelectionAndWait(3);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->output().isDrained(), 5000);
        QVERIFY(m_window->output().plainText(1 << 20).contains("False"));
    }

    void saysThatThereIsNothingToUndo()
    {
        open("none.py", "print('here')\n");
        runFileAndWait();
        m_window->findChild<QAction*>("undoCell")->trigger();
        auto* message = m_window->findChild<MessageBar*>(QStringLiteral("messages"));
        QTRY_VERIFY_WITH_TIMEOUT(message->text().startsWith("Nothing to undo"), 5000);
    }

    void pointsAtTheFailingLineOfASelection()
    {
        CodeEditor* editor = open("c.py", "# one\n# two\n1 / 0\n");
        editor->setCursorPosition(2, 0);
        runSelectionAndWait(1);
        // QScintilla 2.14's own annotation() gives what was in memory before.
        const auto read = [&](char* into) {
            return editor->SendScintilla(
                QsciScintilla::SCI_ANNOTATIONGETTEXT, 2UL, static_cast<void*>(into));
        };
        QByteArray text(static_cast<int>(read(nullptr)), '\0');
        read(text.data());
        QVERIFY2(text.contains("ZeroDivisionError"), text);
    }

    void stopInterruptsARunThatWouldNotEnd()
    {
        open("d.py", "import time\nprint('up', flush=True)\ntime.sleep(600)\n");
        m_window->runFile();
        QTRY_COMPARE_WITH_TIMEOUT(
            m_window->controller().state(), SessionState::Running, kRunDeadline);
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->output().plainText(1 << 16).contains("up"), kRunDeadline);
        m_window->findChild<QAction*>(QStringLiteral("runStop"))->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 1, 10000);
        QCOMPARE(m_window->controller().state(), SessionState::Idle);
        run("e.py", "print('next run works')\n");
    }

    void killsAtTheThirdStopWhatIgnoresTheOthers()
    {
        open(
            "f.py",
            "import signal, time\nsignal.signal(signal.SIGINT, "
            "signal.SIG_IGN)\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
            "print('deaf', flush=True)\nwhile True: time.sleep(1)\n");
        m_window->runFile();
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->output().plainText(1 << 16).contains("deaf"), kRunDeadline);
        QAction* stop = m_window->findChild<QAction*>(QStringLiteral("runStop"));
        for (int press = 0; press < 3; ++press)
            stop->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 1, 10000);
        QVERIFY(m_ended->at(0).at(0).value<RunRecord>().verdict == Verdict::Cancelled);
    }

    void givesTypedLinesToTheProgram()
    {
        open("g.py", "name = input('who? ')\nprint('hello', name)\n");
        m_window->runFile();
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->output().plainText(1 << 16).contains("who?"), kRunDeadline);
        emit m_window->output().inputEntered("world\n");
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 1, kRunDeadline);
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->output().plainText(1 << 16).contains("hello world"), 5000);
    }

    void keepsItsRunsInTheHistoryThatAllFacesShare()
    {
        run("kept.py", "print('kept')\n");
        const auto newest = [this] {
            const auto entries = m_workspace->history()->list(workspace::userCaller(), {}, 1);
            return entries && !entries->empty() ? entries->front() : workspace::RunHistory::Entry();
        };
        QTRY_COMPARE_WITH_TIMEOUT(newest().verdict, std::string("exited"), kRunDeadline);
        const auto record = m_workspace->history()->find(workspace::userCaller(), newest().runId);
        QVERIFY(record);
        QCOMPARE(jsonString(*record, "stdout"), std::string("kept\n"));
    }

    void opensANewSandboxAfterTheOldOneWasDestroyed()
    {
        run("h.py", "open('/work/mark', 'w')\n");
        m_window->controller().destroySession();
        QCOMPARE(m_window->controller().state(), SessionState::None);
        run("i.py", "import os\nprint('fresh' if not os.path.exists('/work/mark') else 'stale')\n");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->output().plainText(1 << 16).contains("fresh"), 5000);
    }

    void namesTheIsolationOfTheSession()
    {
        run("j.py", "pass\n");
        auto* panel = m_window->findChild<SessionPanel*>();
        QVERIFY(panel);
        QTRY_VERIFY(!panel->isolationText().isEmpty());
        QCOMPARE(panel->stateText(), QStringLiteral("Idle"));
    }

    void picksTheLanguageByTheFilesName()
    {
        open("k.sh", "echo $((6 * 7))\n");
        QCOMPARE(
            m_window->findChild<QComboBox*>(QStringLiteral("language"))->currentData().toString(),
            QStringLiteral("bash"));
        m_window->runFile();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 1, kRunDeadline);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->output().plainText(1 << 16).contains("42"), 5000);
    }

    void showsForeignTextOnlyAsPlainText()
    {
        run("l.py", "raise RuntimeError('<b>bold</b>')\n");
        m_window->openAtStart({QStringLiteral("/nonexistent/<b>bold</b>.py")});
        QTRY_VERIFY(!m_window->editors().isOpening());
        int shown = 0;
        for (const QLabel* label : m_window->findChildren<QLabel*>()) {
            if (!label->text().contains(QLatin1String("<b>")))
                continue;
            ++shown;
            QCOMPARE(label->textFormat(), Qt::PlainText);
        }
        QVERIFY(shown > 0);
    }

    void findsTextInTheDocument()
    {
        CodeEditor* editor = open("m.py", "alpha = 1\nbeta = alpha\n");
        m_window->findChild<QAction*>(QStringLiteral("editFind"))->trigger();
        auto* bar = m_window->centralWidget()->findChild<FindBar*>();
        QVERIFY(bar && bar->isVisible());
        bar->setText(QStringLiteral("alpha"));
        int line = 0, column = 0, endLine = 0, endColumn = 0;
        editor->getSelection(&line, &column, &endLine, &endColumn);
        QCOMPARE(QPoint(line, column), QPoint(0, 0));
        m_window->findChild<QAction*>(QStringLiteral("editFindNext"))->trigger();
        editor->getSelection(&line, &column, &endLine, &endColumn);
        QCOMPARE(QPoint(line, column), QPoint(1, 7));
    }

    void runsInAFreshSessionWithoutWhatTheOldOneKept()
    {
        run("n.py", "open('/work/mark', 'w')\n");
        open(
            "o.py", "import os\nprint('fresh' if not os.path.exists('/work/mark') else 'stale')\n");
        m_window->findChild<QAction*>(QStringLiteral("runFresh"))->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 2, kRunDeadline);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->output().plainText(1 << 16).contains("fresh"), 5000);
    }

    void runsTheTextInTheEditorWhileItsFileHangs()
    {
        CodeEditor* editor = openEdited("print('ne' + 'w')\n");
        m_files.hang(kSlowPath);
        m_window->runFile();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 1, kRunDeadline);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->output().plainText(1 << 16).contains("new"), 5000);
        QVERIFY(editor->isUnsaved());
        m_files.answer(kSlowPath);
        QTRY_VERIFY(!editor->isUnsaved());
        QCOMPARE(m_files.written(kSlowPath), std::vector<std::string>{"print('ne' + 'w')\n"});
    }

    void closesWhenThereIsNothingToSave()
    {
        open("q.py", "1\n");
        m_window->close();
        QTRY_VERIFY(!m_window->isVisible());
        QVERIFY(!m_window->findChild<QMessageBox*>());
    }

    void asksBeforeItEndsARunningProgram()
    {
        open("run.py", "import time\nprint('up', flush=True)\ntime.sleep(600)\n");
        m_window->runFile();
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->output().plainText(1 << 16).contains("up"), kRunDeadline);
        QVERIFY(!m_window->close());
        answerBox(QMessageBox::Cancel);
        QVERIFY(m_window->isVisible());
        QVERIFY(m_window->controller().isRunning());
        QVERIFY(!m_window->close());
        auto* box = m_window->findChild<QMessageBox*>();
        QVERIFY(box);
        for (QAbstractButton* button : box->buttons()) {
            if (box->buttonRole(button) == QMessageBox::AcceptRole)
                button->click();
        }
        QTRY_VERIFY(!m_window->isVisible());
    }

    void closesOnceTheLastSaveHasEnded()
    {
        CodeEditor* editor = openEdited("new\n");
        m_files.hang(kSlowPath);
        m_window->editors().save(editor);
        QVERIFY(!m_window->close());
        QVERIFY(!m_window->findChild<QMessageBox*>());
        m_files.answer(kSlowPath);
        QTRY_VERIFY(!m_window->isVisible());
    }

    void quitsWithoutWaitingForAHungFolderWhenTold()
    {
        CodeEditor* editor = openEdited("new\n");
        m_files.hang(kSlowPath);
        m_window->editors().save(editor);
        QVERIFY(!m_window->close());
        QVERIFY(!m_window->close());
        answerBox(QMessageBox::Discard);
        QTRY_VERIFY(!m_window->isVisible());
    }

    void staysOpenWhenTheLastSaveFails()
    {
        CodeEditor* editor = openEdited("new\n");
        m_files.setFailure(Error(ErrorCode::Io, "the folder is gone"));
        m_files.hang(kSlowPath);
        m_window->editors().save(editor);
        QVERIFY(!m_window->close());
        m_files.answer(kSlowPath);
        QTRY_COMPARE(m_window->messageText(), QStringLiteral("the folder is gone"));
        QVERIFY(m_window->isVisible());
        QVERIFY(editor->isUnsaved());
    }

    void savesAllBeforeItCloses()
    {
        openEdited("new\n");
        QVERIFY(!m_window->close());
        answerBox(QMessageBox::SaveAll);
        QTRY_VERIFY(!m_window->isVisible());
        QCOMPARE(m_files.written(kSlowPath), std::vector<std::string>{"new\n"});
    }

    void staysOpenWhenQuittingIsCancelled()
    {
        CodeEditor* editor = openEdited("new\n");
        QVERIFY(!m_window->close());
        answerBox(QMessageBox::Cancel);
        QVERIFY(m_window->isVisible());
        QVERIFY(editor->isUnsaved());
        QVERIFY(!m_window->close());
        QVERIFY(m_window->findChild<QMessageBox*>());
    }

    void staysResponsiveWhileAFloodArrives()
    {
        constexpr std::uint64_t kBytes = 50'000'000;
        run("warm.py", "print('the window is drawn, the sandbox open')\n");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->output().isDrained(), 5000);
        StallMeter stalls;
        RunRequest request;
        request.language = "python";
        request.fileName = "flood.py";
        request.code = "import sys\nline = 'x' * 99 + '\\n'\n"
                       "for _ in range(500000): sys.stdout.write(line)\n";
        request.limits.outputBytes = 2 * kBytes;
        m_window->controller().run(request);
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 2, kRunDeadline);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->output().isDrained(), kRunDeadline);
        qInfo("longest event-loop stall while 50 MB arrived: %s", qPrintable(stalls.text()));
        QCOMPARE(m_ended->at(1).at(0).value<RunRecord>().stdoutTotal, kBytes);
    }

    void stopEndsAFlood()
    {
        StallMeter stalls;
        open(
            "yes.py",
            "import os\nblock = b'y' * 99 + b'\\n'\nwhile True: os.write(1, block * 600)\n");
        m_window->runFile();
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->output().plainText(1 << 10).contains("yyy"), kRunDeadline);
        action("runStop")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 1, kRunDeadline);
        QVERIFY(m_ended->at(0).at(0).value<RunRecord>().verdict != Verdict::OutputLimit);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->output().isDrained(), kRunDeadline);
        QCOMPARE(m_window->controller().state(), SessionState::Idle);
        qInfo("longest event-loop stall in the flood: %s", qPrintable(stalls.text()));
    }

private:
    CodeEditor* open(const char* name, const QByteArray& code)
    {
        CodeEditor* editor = m_window->editors().newDocument(QLatin1String(name), code);
        return editor;
    }

    // A document with a file that is slow when the test says so, and text that it does not hold.
    CodeEditor* openEdited(const char* text)
    {
        m_window->editors().openFile(QString::fromStdString(kSlowPath));
        [&] { QTRY_VERIFY(!m_window->editors().isOpening()); }();
        CodeEditor* editor = m_window->editors().current();
        editor->selectAll();
        editor->replaceSelectedText(QLatin1String(text));
        return editor;
    }

    void answerBox(QMessageBox::StandardButton answer)
    {
        auto* box = m_window->findChild<QMessageBox*>();
        QVERIFY(box);
        box->button(answer)->click();
        QTRY_VERIFY(!m_window->findChild<QMessageBox*>());
    }

    void run(const char* name, const QByteArray& code)
    {
        open(name, code);
        runFileAndWait();
    }

    void runSelectionAndWait(int expected)
    {
        m_window->runSelection();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), expected, kRunDeadline);
    }

    SlowFiles m_files;
    EngineSource m_engines{
        [](const std::string&, const std::string&) { return makeDefaultEngines(); },
        [](const std::string&) { return std::vector<docker::Connection>(); }, SizeCatalog()};
};

SANDBENCH_TEST(TestMainWindow);
#include "tst_main_window.moc"
