// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of this and of other programs.
#include "core/artifact/artifact_store.h"
#include "core/engine/local/local_engine.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"
#include "tests/ui/runs_fixture.h"
#include "ui/editor/editor_tabs.h"
#include "ui/output/log_palette.h"
#include "ui/output/output_panel.h"
#include "ui/plots/plot_panel.h"
#include "ui/runs/comparison_view.h"

#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestRunsPanel : public RunsTest
{
    Q_OBJECT

private:
    QComboBox* box(const char* name) const
    {
        return m_panel->findChild<QComboBox*>(QLatin1String(name));
    }

private slots:
    void readsNothingBeforeSomebodySeesIt()
    {
        end("r-1", 1);
        makePanel();
        m_panel->noteBegin("r-2", "a.py", "Embedded 1");
        m_panel->noteEnd();
        QVERIFY(!m_panel->model().isReading());
        m_panel->show();
        QTRY_COMPARE(ids(), QStringList{"r-1"});
    }

    void listsWhatGoesOnAboveTheNewest()
    {
        end("r-1", 1);
        end("r-3", 3, {{"verdict", "wall_timeout"}, {"sentence", "Stopped after 1 s"}});
        begin("r-2", 2);
        showPanel();
        QTRY_COMPARE(ids(), (QStringList{"r-2", "r-3", "r-1"}));
        QCOMPARE(cell(0, RunsModel::EndColumn), QStringLiteral("Running"));
        QCOMPARE(cell(1, RunsModel::EndColumn), QStringLiteral("Stopped after 1 s"));
        QCOMPARE(cell(2, RunsModel::EndColumn), QStringLiteral("Finished in 0.5 s"));
        QCOMPARE(cell(2, RunsModel::ProgramColumn), QStringLiteral("Python"));
        QCOMPARE(cell(2, RunsModel::SessionColumn), QStringLiteral("Docker · s-1"));
        QCOMPARE(cell(2, RunsModel::TookColumn), QStringLiteral("0.50 s"));
        const LogPalette palette(QGuiApplication::palette());
        QCOMPARE(colour(1), palette.bad);
        QCOMPARE(colour(2), palette.good);
        QVERIFY(m_panel->summary().contains(QStringLiteral("running: 1")));
    }

    void followsARunOfAnotherProgramToItsEnd()
    {
        begin("r-1", 1);
        showPanel();
        QTRY_COMPARE(cell(0, RunsModel::EndColumn), QStringLiteral("Running"));
        m_other->end(workspace::localCaller().id, record("r-1", 1));
        QTRY_COMPARE_WITH_TIMEOUT(
            cell(0, RunsModel::EndColumn), QStringLiteral("Finished in 0.5 s"), kRunDeadline);
        QCOMPARE(m_panel->model().goingOn(), 0);
    }

    void findsRunsOfOtherProgramsWhenItIsShownAgain()
    {
        showPanel();
        QTRY_VERIFY(m_panel->emptyText().startsWith(QStringLiteral("Nothing has been run")));
        m_panel->hide();
        end("r-1", 1);
        m_panel->show();
        QTRY_COMPARE(ids(), QStringList{"r-1"});
        QVERIFY(m_panel->emptyText().isEmpty());
        end("r-2", 2);
        m_panel->findChild<QToolButton*>(QStringLiteral("runsRefresh"))->click();
        QTRY_COMPARE(ids(), (QStringList{"r-2", "r-1"}));
    }

    void readsOlderPagesAsTheyAreScrolledTo()
    {
        endMany(1, kRunsOnPage * 2 + 50);
        showPanel();
        QTRY_COMPARE(count(), int(kRunsOnPage));
        QCOMPARE(ids().front(), QStringLiteral("r-450"));
        m_panel->list().scrollToBottom();
        QTRY_COMPARE(count(), int(kRunsOnPage * 2));
        m_panel->list().scrollToBottom();
        QTRY_COMPARE(count(), int(kRunsOnPage * 2 + 50));
        QCOMPARE(ids().back(), QStringLiteral("r-1"));
        QVERIFY(!m_panel->model().canFetchMore());
        QCOMPARE(m_panel->summary(), QStringLiteral("450 runs"));
    }

    void filtersAllRunsNotOnlyThoseThatWereScrolledTo()
    {
        end("r-0", 0, {{"sentence", "Exited with status 77"}});
        endMany(1, kRunsOnPage * 2);
        showPanel();
        QTRY_COMPARE(count(), int(kRunsOnPage));
        filter()->setText(QStringLiteral("STATUS 77"));
        QTRY_COMPARE(ids(), QStringList{"r-0"});
        filter()->setText(QStringLiteral("nothing like that"));
        QTRY_VERIFY(m_panel->emptyText().startsWith(QStringLiteral("No run matches.")));
        filter()->clear();
        QTRY_COMPARE(count(), int(kRunsOnPage));
    }

    void searchesProgramsOutputAndReviews()
    {
        const auto program = [](const char* file, const char* code) {
            return Json{{"program", {{"file", file}, {"code", code}, {"bytes", 1}}}};
        };
        end("r-1", 1, program("sales.py", "plt.savefig('a.png')"));
        end("r-2", 2, program("other.py", "print(1)"));
        end("r-3", 3, program("sales.py", "print(2)"));
        showPanel();
        QTRY_COMPARE(ids(), (QStringList{"r-3", "r-2", "r-1"}));
        QCOMPARE(cell(0, RunsModel::ProgramColumn), QStringLiteral("sales.py"));
        filter()->setText(QStringLiteral("savefig"));
        QTRY_COMPARE(ids(), QStringList{"r-1"});
        QTRY_COMPARE(m_panel->summary(), QStringLiteral("1 run matches"));
        filter()->clear();
        QTRY_COMPARE(count(), 3);
        QTRY_COMPARE(box("runsDocument")->count(), 3);
        box("runsDocument")->setCurrentIndex(box("runsDocument")->findText("sales.py (2)"));
        QTRY_COMPARE(ids(), (QStringList{"r-3", "r-1"}));
        box("runsReviews")->setCurrentIndex(box("runsReviews")->findData("accepted"));
        QTRY_COMPARE(count(), 0);
        box("runsReviews")->setCurrentIndex(0);
        box("runsDocument")->setCurrentIndex(box("runsDocument")->findData("other.py"));
        QTRY_COMPARE(ids(), QStringList{"r-2"});
    }

    void keepsAReviewOfTheOpenedRun()
    {
        end("r-1", 1);
        showPanel();
        QTRY_COMPARE(count(), 1);
        chooseFirst();
        QSignalSpy reviewed(m_panel.get(), &RunsPanel::reviewed);
        auto* note = details().findChild<QLineEdit*>(QStringLiteral("reviewNote"));
        note->setFocus();
        QTest::keyClicks(note, "wrong for 0");
        QTest::keyClick(note, Qt::Key_Return);
        QTRY_COMPARE(reviewed.count(), 1);
        details().findChild<QToolButton*>(QStringLiteral("review_rejected"))->click();
        QTRY_COMPARE(reviewed.count(), 2);
        QCOMPARE(cell(0, RunsModel::ReviewColumn), QStringLiteral("✗ Rejected"));
        details().findChild<QToolButton*>(QStringLiteral("review_accepted"))->click();
        QTRY_COMPARE(reviewed.count(), 3);
        const auto kept
            = report::reviewOf(*m_workspace->history()->find(workspace::localCaller(), "r-1"));
        QCOMPARE(kept.verdict, std::string("accepted"));
        QCOMPARE(kept.note, std::string("wrong for 0"));
        box("runsReviews")->setCurrentIndex(box("runsReviews")->findData("accepted"));
        QTRY_COMPARE(ids(), QStringList{"r-1"});
        box("runsReviews")->setCurrentIndex(box("runsReviews")->findData("none"));
        QTRY_COMPARE(count(), 0);
    }

    void comparesTwoRuns()
    {
        end("r-1", 1, {{"stdout", "sum 0.3\n"}, {"engine", "local"}});
        end("r-2", 2, {{"stdout", "sum 0.30000000000000004\n"}});
        showPanel();
        QTRY_COMPARE(count(), 2);
        auto* button = m_panel->findChild<QToolButton*>(QStringLiteral("runsCompare"));
        QVERIFY(!button->isEnabled());
        m_panel->list().selectAll();
        QVERIFY(button->isEnabled());
        button->click();
        auto* view = m_panel->findChild<ComparisonView*>();
        QTRY_VERIFY(view->isVisible());
        QVERIFY(view->outcome().contains(QStringLiteral("differs")));
        auto* facts = view->findChild<QTableWidget*>();
        QCOMPARE(facts->item(0, 0)->text(), QStringLiteral("engine"));
        QCOMPARE(facts->item(0, 1)->text(), QStringLiteral("local"));
        QCOMPARE(facts->item(0, 2)->text(), QStringLiteral("docker"));
        const auto* text = view->findChild<QPlainTextEdit*>();
        QVERIFY(text->toPlainText().contains(QStringLiteral("-sum 0.3\n+sum 0.30000000000000004")));
        view->findChild<QToolButton*>(QStringLiteral("comparisonTolerant"))->click();
        QTRY_VERIFY(view->outcome().contains(QStringLiteral("same outcome")));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!view->isVisible());
        QVERIFY(m_panel->list().hasFocus());
    }

    void opensTheProgramOfARun()
    {
        end("r-1", 1, {{"program", {{"file", "a.py"}, {"code", "print(1)\n"}, {"bytes", 9}}}});
        end("r-2", 2, {{"program", {{"file", "b.py"}, {"code", "x"}, {"bytes", 70'000}}}});
        showPanel();
        QTRY_COMPARE(count(), 2);
        chooseFirst();
        QSignalSpy told(m_panel.get(), &RunsPanel::notice);
        QSignalSpy wanted(m_panel.get(), &RunsPanel::programWanted);
        details().findChild<QToolButton*>(QStringLiteral("runOpenProgram"))->click();
        QTRY_COMPARE(told.count(), 1);
        QVERIFY(told.first().first().toString().contains(QStringLiteral("only the beginning")));
        m_panel->list().setCurrentIndex(m_panel->shown().index(1, 0));
        QTest::keyClick(&m_panel->list(), Qt::Key_Return);
        details().findChild<QToolButton*>(QStringLiteral("runOpenProgram"))->click();
        QTRY_COMPARE(wanted.count(), 1);
        QCOMPARE(wanted.first()[0].toString(), QStringLiteral("a.py"));
        QCOMPARE(wanted.first()[1].toByteArray(), QByteArray("print(1)\n"));
    }

    void runsAProgramAgainAndShowsWhatDiffers()
    {
        if (const auto status = LocalEngine().probe({}); !status.usable)
            SKIP_WITHOUT("local", status.problem.c_str());
        end("r-1", 1,
            {{"engine", "local"},
             {"exit_code", 0},
             {"limits", {{"memory_bytes", 512 << 20}}},
             {"program", {{"file", "a.py"}, {"code", "print('now')\n"}, {"bytes", 13}}},
             {"stdout", "then\n"}});
        showPanel();
        QTRY_COMPARE(count(), 1);
        chooseFirst();
        details().findChild<QToolButton*>(QStringLiteral("runOnceMore"))->click();
        auto* view = m_panel->findChild<ComparisonView*>();
        QTRY_VERIFY_WITH_TIMEOUT(view->isVisible(), kRunDeadline);
        QVERIFY(view->outcome().contains(QStringLiteral("differs")));
        QVERIFY(view->findChild<QPlainTextEdit*>()->toPlainText().contains(
            QStringLiteral("-then\n+now")));
        QTRY_COMPARE(count(), 2);
        const auto again
            = m_workspace->history()->find(workspace::localCaller(), ids().front().toStdString());
        QVERIFY(again);
        QCOMPARE(jsonInt((*again)["limits"], "memory_bytes"), std::int64_t(512 << 20));
    }

    void beginsAnewWhereMoreCameThanAPageHas()
    {
        end("r-0", 0);
        showPanel();
        QTRY_COMPARE(count(), 1);
        endMany(1, kRunsOnPage + 50);
        m_panel->model().refresh();
        QTRY_COMPARE(count(), int(kRunsOnPage));
        QCOMPARE(ids().front(), QStringLiteral("r-250"));
        m_panel->list().scrollToBottom();
        QTRY_COMPARE(count(), int(kRunsOnPage + 51));
        QCOMPARE(ids().back(), QStringLiteral("r-0"));
    }

    void showsWhatIsKeptOfARunAndGoesBackWithTheKeyboard()
    {
        end("r-1", 1,
            {{"stdout", "printed\n"},
             {"stderr", "complained\n"},
             {"truncated", true},
             {"image", "im:1"}});
        showPanel();
        QTRY_COMPARE(count(), 1);
        chooseFirst();
        auto* output = details().findChild<OutputPanel*>();
        QTRY_VERIFY(output->plainText(-1).contains("complained"));
        QVERIFY(output->plainText(-1).contains("printed"));
        QVERIFY(output->plainText(-1).contains("It printed more"));
        const QString facts = details().findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY2(facts.contains(QStringLiteral("Run: r-1\n")), qPrintable(facts));
        QVERIFY2(facts.contains(QStringLiteral("\nImage: im:1")), qPrintable(facts));
        QVERIFY(!details().findChild<PlotPanel*>());
        QVERIFY(details().isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!details().isVisible());
        QVERIFY(m_panel->list().hasFocus());
    }

    void showsTheResultsOfARun()
    {
        auto artifacts = std::make_shared<workspace::RunArtifacts>();
        auto table = m_composition->artifacts().add("t.csv", "text/csv", "a,b\n1,2\n");
        QVERIFY(table);
        table->facts.sourceFile = "/work/t.py";
        table->facts.sourceLine = 3;
        artifacts->add(*table);
        Artifact refused;
        refused.name = "link";
        refused.note = "symbolic link, skipped";
        artifacts->add(refused);
        Json ended = record("r-1", 1);
        ended["artifacts"] = {{{"name", "t.csv"}}, {{"name", "link"}}};
        otherProgram()->end(workspace::localCaller().id, ended, artifacts);
        m_other.reset();
        showPanel();
        QTRY_COMPARE(count(), 1);
        QCOMPARE(cell(0, RunsModel::ResultsColumn), QStringLiteral("2"));
        chooseFirst();
        QCOMPARE(details().findChild<PlotPanel*>()->count(), 2);
        QCOMPARE(details().findChild<QTabWidget*>()->count(), 3);
        QSignalSpy requested(m_panel.get(), &RunsPanel::codeRequested);
        QAction* showCode = nullptr;
        for (QAction* action : details().findChild<PlotPanel*>()->actions())
            if (action->text() == QStringLiteral("Show the code that made it"))
                showCode = action;
        QVERIFY(showCode);
        QTRY_VERIFY(showCode->isEnabled());
        showCode->trigger();
        QCOMPARE(requested.size(), 1);
        QCOMPARE(requested[0], (QVariantList{QStringLiteral("/work/t.py"), 3}));
    }

    void showsTheEndOfTheChosenRunWhenItComes()
    {
        begin("r-1", 1);
        showPanel();
        QTRY_COMPARE(count(), 1);
        chooseFirst();
        QTRY_VERIFY(
            details().findChild<OutputPanel*>()->plainText(-1).contains("what it has printed"));
        m_other->end(workspace::localCaller().id, record("r-1", 1, {{"stdout", "the whole\n"}}));
        QTRY_VERIFY_WITH_TIMEOUT(
            details().findChild<OutputPanel*>()->plainText(-1).contains("the whole"), kRunDeadline);
    }

    void makesForeignTextHarmless()
    {
        const std::string bidi = "<b>x</b>\xE2\x80\xAE\ny";
        end("r-1", 1,
            {{"sentence", bidi},
             {"language", bidi},
             {"engine", bidi},
             {"session_id", bidi},
             {"stdout", bidi},
             {"image", bidi}});
        showPanel();
        m_panel->model().setLabel(
            QStringLiteral("r-1"), QString::fromStdString(bidi), QString::fromStdString(bidi));
        QTRY_COMPARE(count(), 1);
        for (int column = 0; column < RunsModel::ColumnCount; ++column) {
            QVERIFY(!cell(0, column).contains(QChar(0x202E)));
            QVERIFY(!cell(0, column).contains(u'\n'));
        }
        QVERIFY(cell(0, RunsModel::EndColumn).contains(QStringLiteral("[U+202E]")));
        QVERIFY(!shown(0, 0, Qt::ToolTipRole).contains(QStringLiteral("<b>")));
        chooseFirst();
        const auto texts = details().findChildren<QLabel*>();
        QVERIFY(std::none_of(texts.begin(), texts.end(), [](const QLabel* label) {
            return label->text().contains(QChar(0x202E));
        }));
        QVERIFY(!details().findChild<QPlainTextEdit*>()->toPlainText().contains(QChar(0x202E)));
    }

    void saysOnceThatTheHistoryCannotBeRead()
    {
        m_workspace.reset();
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir().mkpath(path()));
        openWorkspace(m_folder->path());
        showPanel();
        const auto* problem = m_panel->findChild<QLabel*>(QStringLiteral("runsProblem"));
        QTRY_VERIFY(problem->isVisible());
        QVERIFY2(
            problem->text().contains(QStringLiteral("cannot be read")),
            qPrintable(problem->text()));
        QCOMPARE(problem->text().count(QStringLiteral("cannot be read")), 1);
        QVERIFY(!m_panel->model().canFetchMore());
        QVERIFY(QDir().rmdir(path()));
        end("r-1", 1);
        m_panel->model().refresh();
        QTRY_COMPARE(ids(), QStringList{"r-1"});
        QVERIFY(problem->isHidden());
    }

    void saysWhyAHistoryIsEmptyOrNotKept()
    {
        showPanel();
        m_panel->setNote(QStringLiteral("It was damaged and set aside"));
        QTRY_VERIFY(m_panel->emptyText().contains(QStringLiteral("set aside")));
        m_panel.reset();
        openWorkspace({});
        showPanel();
        QTRY_VERIFY(m_panel->emptyText().startsWith(QStringLiteral("No history of runs is kept")));
    }

    void saysThatARunIsGoneMeanwhile()
    {
        end("r-1", 1);
        showPanel();
        QTRY_COMPARE(count(), 1);
        m_workspace.reset(); // its file is open
        m_panel.reset();
        openWorkspace(m_folder->path());
        showPanel();
        QTRY_COMPARE(count(), 1);
        auto opened = workspace::openRunHistory(
            path().toStdString(), [](const std::string&) {}, {.runs = 1});
        opened->end(workspace::localCaller().id, record("r-2", 2));
        opened.reset();
        m_panel->list().setCurrentIndex(m_panel->shown().index(0, 0));
        QTest::keyClick(&m_panel->list(), Qt::Key_Return);
        QTRY_VERIFY(details().isVisible());
        const auto texts = details().findChildren<QLabel*>();
        QVERIFY(std::any_of(texts.begin(), texts.end(), [](const QLabel* label) {
            return label->text().contains(QStringLiteral("there is no run r-1"));
        }));
    }

    void knowsTheRunsOfItsWindow()
    {
        const auto engine = m_composition->engines().find("local");
        QVERIFY(engine);
        if (const auto status = (*engine)->probe({}); !status.usable)
            SKIP_WITHOUT("local", status.problem.c_str());
        EngineSource engines(
            [](const std::string&, const std::string&) { return makeDefaultEngines(); },
            [](const std::string&) { return std::vector<docker::Connection>(); }, SizeCatalog());
        showWindow(workbench(engines));
        m_window->resize(1440, 900); // where plots have a place of their own
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QVERIFY(!m_window->runs().model().isReading());
        m_window->findChild<QAction*>(QStringLiteral("dockRuns"))->trigger();
        m_window->editors().newDocument(
            QStringLiteral("mine.py"),
            "import os\nopen(os.environ['SANDBENCH_OUTPUT'] + '/made.txt', 'w').write('made')\n"
            "input()\n");
        m_window->runFile();
        auto& shown = m_window->runs().shown();
        const auto text = [&shown](int column) { return shown.index(0, column).data().toString(); };
        QTRY_COMPARE_WITH_TIMEOUT(
            text(RunsModel::ProgramColumn), QStringLiteral("mine.py"), kRunDeadline);
        QCOMPARE(text(RunsModel::EndColumn), QStringLiteral("Running"));
        QCOMPARE(text(RunsModel::SessionColumn), QStringLiteral("Embedded 1"));
        m_window->controller().sendInput("\n");
        QTRY_VERIFY_WITH_TIMEOUT(
            text(RunsModel::EndColumn).startsWith(QStringLiteral("Finished")), kRunDeadline);
        QCOMPARE(text(RunsModel::ResultsColumn), QStringLiteral("1"));
    }
};

SANDBENCH_TEST(TestRunsPanel);
#include "tst_runs_panel.moc"
