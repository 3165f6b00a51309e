// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the window says of work that takes its time.
#include "tests/support/test_program.h"
#include "tests/ui/fake_engines_fixture.h"
#include "ui/checks/checks_panel.h"
#include "ui/editor/editor_tabs.h"
#include "ui/gate/gate_controller.h"
#include "ui/packages/package_installs.h"
#include "ui/session/image_picker.h"
#include "ui/session/image_pull.h"
#include "ui/session/new_session_dialog.h"
#include "ui/session/session_opener.h"
#include "ui/tasks/run_task.h"
#include "ui/tasks/task_delegate.h"
#include "ui/tasks/tasks_popup.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QListView>
#include <QToolButton>

#include <thread>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestTasks : public FakeEnginesTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareOnce(); }

    void init()
    {
        QSettings().clear();
        m_engines = std::make_unique<FakeEngines>();
        auto sizes = SizeCatalog::load();
        QVERIFY(sizes);
        m_source = m_engines->source(*sizes);
        auto given = workbench(*m_source);
        given.tasksShownAfter = 0;
        WindowTest::makeWindow(given);
        m_window->resize(1200, 800);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void cleanup() { close(); }

    void showsNothingThatIsOverAtOnce()
    {
        TaskList tasks(60'000);
        QObject owner;
        const QSignalSpy ended(&tasks, &TaskList::ended); // of which the desktop is told
        const auto task = tasks.begin(&owner, QStringLiteral("a"));
        QCOMPARE(tasks.rowCount(), 0);
        tasks.end(task, {});
        QCOMPARE(tasks.rowCount(), 0);
        QCOMPARE(ended.size(), 0);
    }

    void showsWhatTakesLonger()
    {
        TaskList tasks(20);
        QObject owner;
        const QSignalSpy ended(&tasks, &TaskList::ended);
        const auto task = tasks.begin(&owner, QStringLiteral("a"));
        QTRY_COMPARE(tasks.goingOn(), 1);
        tasks.report(task, QStringLiteral("half"), 0.5);
        QCOMPARE(tasks.index(0).data(TaskList::ShareRole).toDouble(), 0.5);
        QVERIFY(detail(tasks, 0).startsWith(QStringLiteral("50 % · half · 0 s")));
        tasks.end(task, {TaskEnd::Failed, QStringLiteral("no room")});
        QCOMPARE(tasks.goingOn(), 0);
        QVERIFY(detail(tasks, 0).startsWith(QStringLiteral("Failed · no room · after")));
        QCOMPARE(ended.size(), 1);
    }

    void keepsThoseThatGoOnAboveThoseThatEnded()
    {
        TaskList tasks(0);
        const QAbstractItemModelTester tester(
            &tasks, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QObject owner;
        const auto first = tasks.begin(&owner, QStringLiteral("first"));
        const auto second = tasks.begin(&owner, QStringLiteral("second"));
        const auto third = tasks.begin(&owner, QStringLiteral("third"));
        QCOMPARE(titles(tasks), QStringList({"third", "second", "first"}));
        tasks.end(second, {});
        QCOMPARE(titles(tasks), QStringList({"third", "first", "second"}));
        tasks.end(third, {});
        QCOMPARE(titles(tasks), QStringList({"first", "third", "second"}));
        tasks.end(third, {TaskEnd::Failed, {}}); // it has ended already
        QCOMPARE(tasks.index(1).data(TaskList::EndRole).toInt(), static_cast<int>(TaskEnd::Done));
        tasks.end(first, {});
        QCOMPARE(titles(tasks), QStringList({"first", "third", "second"}));
        tasks.forgetEnded();
        QCOMPARE(tasks.rowCount(), 0);
    }

    void forgetsTheOldestOfManyThatEnded()
    {
        TaskList tasks(0);
        QObject owner;
        for (int i = 0; i < TaskList::kMostEnded + 5; ++i)
            tasks.end(tasks.begin(&owner, QString::number(i)), {});
        QCOMPARE(tasks.rowCount(), TaskList::kMostEnded);
        QCOMPARE(titles(tasks).first(), QString::number(TaskList::kMostEnded + 4));
    }

    void losesWhatItsOwnerTakesAlong()
    {
        TaskList tasks(0);
        auto owner = std::make_unique<QObject>();
        tasks.begin(owner.get(), QStringLiteral("goes on"));
        tasks.end(tasks.begin(owner.get(), QStringLiteral("ended")), {});
        owner.reset();
        QCOMPARE(titles(tasks), QStringList({"ended"}));
    }

    void stopsAJobByItsRow()
    {
        TaskList tasks(0);
        JobRunner jobs;
        QObject owner;
        bool isDone = false;
        runTask(
            &tasks, QStringLiteral("job"), jobs, &owner,
            [](const std::stop_token& stop) -> Result<int> {
                while (!stop.stop_requested())
                    std::this_thread::yield();
                return Error(ErrorCode::Cancelled, "stopped");
            },
            [&isDone](const Result<int>& result) { isDone = !result; });
        QCOMPARE(tasks.goingOn(), 1);
        QVERIFY(tasks.index(0).data(TaskList::CancellableRole).toBool());
        tasks.cancel(0);
        QVERIFY(detail(tasks, 0).startsWith(QStringLiteral("Cancelling")));
        QTRY_VERIFY(isDone);
        QVERIFY(detail(tasks, 0).startsWith(QStringLiteral("Cancelled")));
        QVERIFY(!tasks.index(0).data(TaskList::CancellableRole).toBool());
        tasks.cancel(0); // nothing is left of it
    }

    void countsThemInTheStatusBar()
    {
        auto* button = m_window->findChild<QToolButton*>(QStringLiteral("tasksButton"));
        QVERIFY(button && !button->isVisible());
        QObject owner;
        TaskList& tasks = m_window->tasks();
        const auto one = tasks.begin(&owner, QStringLiteral("one"));
        QVERIFY(button->isVisible());
        QCOMPARE(button->text(), QStringLiteral("1 task"));
        const auto two = tasks.begin(&owner, QStringLiteral("two"));
        QCOMPARE(button->text(), QStringLiteral("2 tasks"));
        tasks.end(one, {});
        tasks.end(two, {});
        QCOMPARE(button->accessibleName(), QStringLiteral("Tasks"));
        button->click();
        QVERIFY(popup().isVisible());
    }

    void opensByItsKeyAndGivesTheFocusBack()
    {
        CodeEditor* editor = m_window->editors().newDocument(QStringLiteral("a.py"));
        QObject owner;
        int stopped = 0;
        TaskList& tasks = m_window->tasks();
        tasks.begin(&owner, QStringLiteral("one"), [&stopped] { ++stopped; });
        QTest::keyClick(editor, Qt::Key_J, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(popup().isVisible());
        QCOMPARE(QApplication::focusWidget(), &popup().list());
        QTest::keyClick(&popup().list(), Qt::Key_Delete);
        QCOMPARE(stopped, 1);
        QTest::keyClick(&popup().list(), Qt::Key_Escape);
        QVERIFY(!popup().isVisible());
        QCOMPARE(QApplication::focusWidget(), editor);
        action("viewTasks")->trigger();
        editor->setFocus(); // it goes with the focus
        QVERIFY(!popup().isVisible());
    }

    void stopsATaskByItsCross()
    {
        QObject owner;
        int stopped = 0;
        m_window->tasks().begin(&owner, QStringLiteral("one"), [&stopped] { ++stopped; });
        action("viewTasks")->trigger();
        QListView& list = popup().list();
        const QRect place = list.visualRect(list.model()->index(0, 0));
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, QPoint(20, place.center().y()));
        QCOMPARE(stopped, 0);
        QTest::mouseClick(
            list.viewport(), Qt::LeftButton, {}, TaskDelegate::crossIn(place).center());
        QCOMPARE(stopped, 1);
    }

    void saysThatThereIsNothing()
    {
        action("viewTasks")->trigger();
        QVERIFY(popup().isVisible() && !popup().list().isVisible());
        bool isSaid = false;
        for (const QLabel* label : popup().findChildren<QLabel*>())
            isSaid
                = isSaid || (label->isVisible() && label->text().contains(u"longer than a second"));
        QVERIFY(isSaid);
        QVERIFY(popup().geometry().right() < m_window->width());
        QTest::keyClick(&popup(), Qt::Key_Escape);
        QVERIFY(!popup().isVisible());
    }

    void listsTheOpeningOfASessionAndStopsIt()
    {
        m_engines->local->hang("open");
        m_window->controller().warmUp();
        TaskList& tasks = m_window->tasks();
        QCOMPARE(titles(tasks), QStringList({"Opening of Embedded 1"}));
        QVERIFY(detail(tasks, 0).contains(QStringLiteral("sandbox")));
        QTRY_VERIFY(m_engines->local->waiting() > 0);
        tasks.cancel(0);
        QTRY_COMPARE(tasks.goingOn(), 0);
        QVERIFY(detail(tasks, 0).startsWith(QStringLiteral("Cancelled")));
        m_engines->local->letGo("open");
    }

    void listsARunThatCannotBeOpened()
    {
        m_engines->local->setProblem("no name spaces");
        m_window->editors().newDocument(QStringLiteral("a.py"), "print(1)\n");
        m_window->runFile();
        QTRY_VERIFY(m_window->tasks().rowCount() > 0 && m_window->tasks().goingOn() == 0);
        QVERIFY(detail(m_window->tasks(), 0).contains(QStringLiteral("no name spaces")));
    }

    void listsARunAndHowItEnded()
    {
        const EngineStatus status = m_real.probe({});
        if (!status.usable)
            SKIP_WITHOUT("local", status.problem.c_str());
        m_engines->local->real = &m_real;
        m_window->editors().newDocument(QStringLiteral("a.py"), "raise SystemExit(3)\n");
        runFileAndWait();
        TaskList& tasks = m_window->tasks();
        QCOMPARE(tasks.goingOn(), 0);
        QVERIFY(titles(tasks).contains(QStringLiteral("Run of a.py")));
        QVERIFY(titles(tasks).contains(QStringLiteral("Opening of Embedded 1")));
        const int row = static_cast<int>(titles(tasks).indexOf(QStringLiteral("Run of a.py")));
        QVERIFY(detail(tasks, row).startsWith(QStringLiteral("Failed")));
        QVERIFY(detail(tasks, row).contains(u'3'));
    }

    void listsAPullAndStopsIt()
    {
        m_engines->docker->hang("pull");
        action("sessionNew")->trigger();
        auto* dialog = m_window->findChild<NewSessionDialog*>();
        auto* pull = dialog->findChild<ImagePull*>();
        QVERIFY(pull);
        auto engine = m_source->find("docker", {});
        QVERIFY(engine && (*engine)->images());
        pull->start(*(*engine)->images(), QStringLiteral("python:3.13"));
        TaskList& tasks = m_window->tasks();
        const int row
            = static_cast<int>(titles(tasks).indexOf(QStringLiteral("Pull of python:3.13")));
        QVERIFY(row >= 0);
        tasks.cancel(row);
        QTRY_COMPARE(tasks.goingOn(), 0);
        QVERIFY(detail(tasks, 0).startsWith(QStringLiteral("Cancelled")));
        m_engines->docker->letGo("pull");
        dialog->reject();
    }

    void listsAScanAndRunsNothingThatWasNotScanned()
    {
        auto& policies = m_window->gate().policies();
        QTRY_VERIFY(!policies.isReading());
        policies.choose(QStringLiteral("policy/strict"));
        m_window->editors().newDocument(QStringLiteral("a.py"), "print(1)\n");
        m_window->runFile();
        TaskList& tasks = m_window->tasks();
        QCOMPARE(titles(tasks), QStringList({"Scan of the code"}));
        tasks.cancel(0); // before its result can have come
        QVERIFY(detail(tasks, 0).startsWith(QStringLiteral("Cancelled")));
        QVERIFY(m_window->messageText().contains(QStringLiteral("the scan was cancelled")));
        m_window->runFile(); // a later one has its own
        QTRY_VERIFY(titles(tasks).contains(QStringLiteral("Opening of Embedded 1")));
        QCOMPARE(titles(tasks).count(QStringLiteral("Opening of Embedded 1")), 1);
        policies.choose(QLatin1String(PolicyShelf::kShowOnly));
    }

    void listsChecks()
    {
        m_window->editors().newDocument(QStringLiteral("a.py"), "print(1)\n");
        m_window->checks().addCheck();
        m_window->checks().runChecks();
        TaskList& tasks = m_window->tasks();
        QVERIFY(titles(tasks).contains(QStringLiteral("Checks")));
        QTRY_COMPARE_WITH_TIMEOUT(tasks.goingOn(), 0, kRunDeadline);
        QVERIFY(detail(tasks, 0).contains(QStringLiteral("a.py: ")));
    }

    void listsAnInstallationAndStopsIt()
    {
        m_engines->docker->addImage(kDefaultImage);
        m_engines->docker->hang("open");
        SessionChoice choice;
        choice.set("engine", "docker");
        m_window->controller().setChoice(choice);
        auto* installs = m_window->findChild<PackageInstalls*>();
        QTRY_VERIFY(installs->problem().isEmpty());
        InstallRequest request;
        request.manager = "pip";
        request.names = {"rich"};
        installs->install(request);
        TaskList& tasks = m_window->tasks();
        QVERIFY(titles(tasks).contains(QStringLiteral("Installation of rich")));
        QTRY_VERIFY(m_engines->docker->waiting() > 0);
        tasks.cancel(
            static_cast<int>(titles(tasks).indexOf(QStringLiteral("Installation of rich"))));
        QTRY_COMPARE(tasks.goingOn(), 0);
        QCOMPARE(tasks.rowCount(), 2); // its session's opening is the other one
        for (int row = 0; row < 2; ++row)
            QVERIFY2(
                detail(tasks, row).startsWith(QStringLiteral("Cancelled")),
                qPrintable(detail(tasks, row)));
        m_engines->docker->letGo("open");
    }

    void forgetsWhatAClosedSessionDid()
    {
        m_engines->local->hang("open");
        SessionController& second = m_window->sessions().add({});
        second.warmUp();
        QCOMPARE(m_window->tasks().goingOn(), 1);
        m_window->sessions().remove(second);
        QCOMPARE(m_window->tasks().rowCount(), 0);
        m_engines->local->letGo("open");
    }

private:
    TasksPopup& popup() const { return *m_window->findChild<TasksPopup*>(); }

    static QStringList titles(const TaskList& tasks)
    {
        QStringList found;
        for (int row = 0; row < tasks.rowCount(); ++row)
            found << tasks.index(row).data().toString();
        return found;
    }

    static QString detail(const TaskList& tasks, int row)
    {
        return tasks.index(row).data(TaskList::DetailRole).toString();
    }
};

SANDBENCH_TEST(TestTasks);
#include "tst_tasks.moc"
