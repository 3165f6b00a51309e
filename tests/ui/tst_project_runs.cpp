// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// A program of the editor that runs on a copy of its folder, in the embedded engine.
#include "tests/support/needs.h"
#include "tests/support/test_program.h"
#include "tests/ui/changes_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/editor/editor_tabs.h"
#include "ui/gate/gate_controller.h"
#include "ui/gate/policy_shelf.h"
#include "ui/runs/runs_panel.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QLabel>
#include <QTabWidget>
#include <QTableView>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

namespace {

constexpr auto kProgram = R"(import os
open("data.txt", "a").write("more\n")
open("made.txt", "w").write(open("lib/words.txt").read())
os.remove("old.txt")
)";

} // namespace

class TestProjectRuns : public WindowTest
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        prepareOnce();
        const auto engine = m_composition->engines().find("local");
        QVERIFY(engine);
        if (const auto status = (*engine)->probe({}); !status.usable)
            SKIP_WITHOUT("local", status.problem.c_str());
    }
    void init()
    {
        m_folder = std::make_unique<ChangesFolder>();
        m_folder->write("data.txt", "data\n");
        m_folder->write("old.txt", "old\n");
        m_folder->write("lib/words.txt", "words\n");
        m_source = std::make_unique<EngineSource>(
            [](const std::string&, const std::string&) { return makeDefaultEngines(); },
            [](const std::string&) { return std::vector<docker::Connection>(); }, SizeCatalog());
        showWindow(workbench(*m_source));
    }
    void cleanup()
    {
        removeWindow();
        m_folder.reset();
    }

    void needsADocumentThatIsSaved()
    {
        m_window->editors().newDocument(QStringLiteral("p.py"), "print(1)\n");
        QVERIFY(!action("runOnCopy")->isEnabled());
        QVERIFY(action("runOnCopy")->toolTip().contains(QStringLiteral("save the document first")));
        open(kProgram);
        QVERIFY(action("runOnCopy")->isEnabled());
        action("runOnCopy")->trigger();
        QCOMPARE(action("runFile")->text(), QStringLiteral("&Run on Copy"));
        m_window->editors().setCurrentIndex(0);
        QVERIFY(!action("runOnCopy")->isChecked());
        QCOMPARE(action("runFile")->text(), QStringLiteral("&Run File"));
    }

    void worksOnACopyAndAppliesWhatAPersonWants()
    {
        runOnCopy(kProgram);
        QCOMPARE(
            rowsOf(changes()),
            (QStringList{
                "changed data.txt Not applied", "created made.txt Not applied",
                "deleted old.txt Not applied"}));
        QCOMPARE(m_folder->read("data.txt"), QByteArray("data\n"));
        auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("dockChanges"));
        QCOMPARE(dock->windowTitle(), QStringLiteral("Changes (3)"));
        QVERIFY(!changes().visibleRegion().isEmpty()); // the first time it comes to the front
        changes().action("changesApplyAll")->trigger();
        QTRY_COMPARE(m_folder->read("data.txt"), QByteArray("data\nmore\n"));
        QTRY_COMPARE(m_folder->read("made.txt"), QByteArray("words\n"));
        QTRY_COMPARE(m_folder->read("old.txt"), QByteArray("(none)"));
    }

    void savesTheTextBeforeItRuns()
    {
        open("print(1)\n");
        editor().setText(QStringLiteral("open('made.txt', 'w').write(open('p.py').read())\n"));
        action("runOnCopy")->trigger();
        runAndWait();
        QCOMPARE(rowsOf(changes()), QStringList{"created made.txt Not applied"});
        QVERIFY(m_folder->read("p.py").startsWith("open('made.txt'"));
        QVERIFY(!editor().isUnsaved());
    }

    void showsNoFilesThatAnEarlierRunLeft()
    {
        runOnCopy("open('first.txt', 'w').write('1')\n");
        editor().setText(QStringLiteral("open('second.txt', 'w').write('2')\n"));
        runAndWait();
        QCOMPARE(rowsOf(changes()), QStringList{"created second.txt Not applied"});
        editor().setText(QStringLiteral("pass\n"));
        runAndWait();
        QCOMPARE(changes().count(), 0);
        QVERIFY2(
            changes().emptyText().contains(QStringLiteral("nothing changed")),
            qPrintable(changes().emptyText()));
    }

    // The next copy would go through it, and its files seem to be gone.
    void refusesASandboxWhereALinkWasLeft()
    {
        runOnCopy("import os, shutil\nshutil.rmtree('lib')\nos.symlink('/tmp', 'lib')\n");
        QCOMPARE(
            rowsOf(changes()),
            (QStringList{"created lib Cannot be applied", "deleted lib/words.txt Not applied"}));
        m_window->runFile();
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->messageText().contains(
                QStringLiteral("lib/words.txt is not where it was put")),
            kRunDeadline);
        action("runFresh")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 2, kRunDeadline);
        QCOMPARE(m_folder->read("lib/words.txt"), QByteArray("words\n"));
    }

    void showsWhatIsThereNowInOpenDocuments()
    {
        runOnCopy("open('p.py', 'a').write('print(2)\\n')\n");
        changes().action("changesApplyAll")->trigger();
        QTRY_VERIFY(editor().bytes().endsWith("print(2)\n"));
        QVERIFY(!editor().isUnsaved());
        QTRY_VERIFY(changes().isSettled());
        changes().action("changesUndo")->trigger();
        QTRY_VERIFY(!editor().bytes().endsWith("print(2)\n"));
    }

    void keepsItForRuns()
    {
        runOnCopy(kProgram);
        changes().list().setCurrentIndex(changes().list().model()->index(0, 0));
        QTRY_VERIFY(changes().isSettled());
        changes().action("changesApply")->trigger();
        QTRY_COMPARE(m_folder->read("data.txt"), QByteArray("data\nmore\n"));
        QTRY_VERIFY(changes().isSettled());
        action("dockRuns")->trigger();
        auto& runs = m_window->runs();
        QTRY_VERIFY_WITH_TIMEOUT(runs.shown().rowCount() > 0, kRunDeadline);
        emit runs.list().activated(runs.shown().index(0, 0));
        QTRY_VERIFY_WITH_TIMEOUT(runs.findChild<ChangesPanel*>(), kRunDeadline);
        auto& kept = *runs.findChild<ChangesPanel*>();
        QTRY_COMPARE_WITH_TIMEOUT(
            rowsOf(kept),
            (QStringList{
                "changed data.txt Applied", "created made.txt Not applied",
                "deleted old.txt Not applied"}),
            kRunDeadline);
        QTRY_VERIFY(kept.isSettled());
        kept.action("changesUndo")->trigger();
        QTRY_COMPARE(m_folder->read("data.txt"), QByteArray("data\n"));
    }

    // The policy is held against every source of the folder, and a yes counts for what was seen.
    void holdsAlsoWhatTheProgramMayLoad()
    {
        m_folder->write("lib/helper.py", "import os\nos.system('id')\n");
        open("print(1)\n");
        action("runOnCopy")->trigger();
        choosePolicy("strict");
        m_window->runFile();
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->messageText().contains(QStringLiteral("lib/helper.py, Line 1")),
            kRunDeadline);
        QVERIFY(m_ended->isEmpty());
        choosePolicy("development");
        m_window->runFile();
        QTRY_VERIFY_WITH_TIMEOUT(button("runAnyway"), kRunDeadline);
        button("runAnyway")->click();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 1, kRunDeadline);
        m_window->runFile(); // nothing of it is another one
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 2, kRunDeadline);
        m_folder->write("lib/helper.py", "import os\nos.system('id; id')\n");
        m_window->runFile();
        QTRY_VERIFY_WITH_TIMEOUT(button("runAnyway"), kRunDeadline);
        QCOMPARE(m_ended->size(), 2);
        QSettings().clear();
    }

    void refusesAHomeFolder()
    {
        const QByteArray home = qgetenv("HOME");
        open(kProgram);
        qputenv("HOME", m_folder->path().toUtf8());
        action("runOnCopy")->trigger();
        m_window->runFile();
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->messageText().contains(QStringLiteral("is your home folder")), kRunDeadline);
        qputenv("HOME", home);
        QTRY_VERIFY(!m_window->controller().isBusy());
    }

    void refusesAFolderWithALinkOutOfIt()
    {
        open(kProgram);
        QVERIFY(QFile::link(QStringLiteral("/etc/passwd"), m_folder->path("secret")));
        action("runOnCopy")->trigger();
        m_window->runFile();
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->messageText().contains(
                QStringLiteral("secret is a link that leaves the project's folder")),
            kRunDeadline);
    }

    void refusesAFileThatAnotherProgramChanged()
    {
        open(kProgram);
        m_folder->write("p.py", "print('another')\n");
        action("runOnCopy")->trigger();
        m_window->runFile();
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->messageText().contains(QStringLiteral("another program changed it")),
            kRunDeadline);
    }

    void stopsWhileItLooksAtWhatChanged()
    {
        open("import os\n"
             "for i in range(3000):\n"
             "    open(f'{i}', 'w').write('x' * 2000)\n");
        action("runOnCopy")->trigger();
        bool hasStopped = false;
        connect(
            &m_window->controller(), &SessionController::projectStep, this,
            [&](ProjectSteps::Step step) {
                if (step == ProjectSteps::Step::Comparing && !std::exchange(hasStopped, true))
                    m_window->controller().stop();
            });
        runAndWait();
        QVERIFY(hasStopped);
        QCOMPARE(lastRecord().verdict, Verdict::Exited);
        QCOMPARE(changes().count(), 0);
        QVERIFY2(
            changes().emptyText().contains(QStringLiteral("is not known")),
            qPrintable(changes().emptyText()));
        QVERIFY(m_window->controller().session()); // it is still good
    }

    void stopsWhileItCopies()
    {
        for (int i = 0; i < 3000; ++i)
            m_folder->write(QStringLiteral("many/%1").arg(i), QByteArray(2000, 'x'));
        open(kProgram);
        action("runOnCopy")->trigger();
        m_window->runFile();
        QSignalSpy failed(&m_window->controller(), &SessionController::failed);
        connect(
            &m_window->controller(), &SessionController::projectStep, this,
            [this](ProjectSteps::Step, quint64 done) {
                if (done > 0)
                    m_window->controller().stop();
            });
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kRunDeadline);
        QVERIFY(!m_window->controller().isBusy());
        QVERIFY(m_ended->isEmpty());
    }

private:
    void open(const QByteArray& program)
    {
        m_folder->write("p.py", program);
        QSignalSpy opened(&m_window->editors(), &EditorTabs::opened);
        m_window->editors().openFile(m_folder->path("p.py"));
        QTRY_VERIFY(!m_window->editors().isOpening());
    }
    void runAndWait()
    {
        runFileAndWait();
        QTRY_VERIFY_WITH_TIMEOUT(changes().isSettled(), kRunDeadline);
    }
    void runOnCopy(const QByteArray& program)
    {
        open(program);
        action("runOnCopy")->trigger();
        runAndWait();
        QVERIFY2(lastRecord().exitCode == 0, lastRecord().stderrBytes.c_str());
    }
    void choosePolicy(const char* name)
    {
        m_window->gate().policies().choose(
            QLatin1String(PolicyShelf::kPolicyPrefix) + QLatin1String(name));
        QTRY_VERIFY(m_window->gate().isSettled());
    }
    QAbstractButton* button(const char* name) const
    {
        auto* found = m_window->findChild<QAbstractButton*>(QLatin1String(name));
        return found && found->isVisible() ? found : nullptr;
    }
    RunRecord lastRecord() const { return m_ended->last().first().value<RunRecord>(); }
    CodeEditor& editor() const { return *m_window->editors().current(); }
    ChangesPanel& changes() const { return m_window->changes(); }

    std::unique_ptr<ChangesFolder> m_folder;
};

SANDBENCH_TEST(TestProjectRuns);

#include "tst_project_runs.moc"
