// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Names and messages that mean harm, wherever the window shows them or makes files of them.
#include "tests/support/test_program.h"
#include "tests/ui/fake_engines_fixture.h"
#include "tests/ui/foreign_texts.h"
#include "ui/activity/activity_panel.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/plots/artifact_card.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_model.h"
#include "ui/plots/plot_panel.h"
#include "ui/runs/run_details.h"
#include "ui/runs/run_reader.h"
#include "ui/session/new_session_dialog.h"
#include "ui/steps/steps_panel.h"

#include <QFileDialog>
#include <QListView>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestForeignTexts : public FakeEnginesTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareWithSandboxes(); }
    void init() { renewEngines(); }
    void cleanup() { close(); }

    void namesOfResultsAreShownAsTheyAre_data() { addHostileNames(); }
    void namesOfResultsAreShownAsTheyAre()
    {
        PlotPanel panel;
        panel.resize(600, 500);
        panel.show();
        panel.add(resultNamed());
        QTRY_VERIFY(panel.isSettled());
        const auto index = panel.findChild<QListView*>()->model()->index(0, 0);
        QVERIFY(isHonest(index.data(Qt::DisplayRole).toString()));
        QVERIFY(isHonest(index.data(Qt::AccessibleTextRole).toString()));
        QVERIFY(isHonestTip(index.data(Qt::ToolTipRole).toString()));
        QVERIFY(panel.findChild<ArtifactCard*>()->isVisible());
        QVERIFY(isHonest(panel.findChild<QLabel*>(QStringLiteral("artifactName"))->text()));
        checkBelievers(panel);
    }

    void namesOfResultsBecomeHarmlessFiles_data() { addHostileNames(); }
    void namesOfResultsBecomeHarmlessFiles()
    {
        PlotEntry entry;
        entry.ordinal = 3;
        entry.item = resultNamed();
        entry.kind = artifactKind(entry.item.mime, entry.item.bytes);
        static const QRegularExpression kHarmless(
            QStringLiteral("^[\\p{L}\\p{N}_][\\p{L}\\p{N}._-]*$"));
        const QString proposed = proposedFileName(entry);
        QVERIFY2(kHarmless.match(proposed).hasMatch(), qPrintable(proposed));
        QVERIFY(proposed.toUtf8().size() <= 120);
        QVERIFY(isHonest(proposed));
        const QTemporaryDir folder;
        const QString path = savePlotInto(entry, folder.path());
        QCOMPARE(QFileInfo(path).canonicalPath(), QFileInfo(folder.path()).canonicalFilePath());
        QVERIFY(!QFileInfo(path).isExecutable());

        PlotPanel panel;
        panel.add(entry.item);
        QTRY_VERIFY(panel.isSettled());
        for (QAction* action : panel.findChildren<QAction*>())
            if (action->toolTip() == PlotPanel::tr("Save this artifact as it is"))
                action->trigger();
        const auto* dialog = panel.findChild<QFileDialog*>();
        QVERIFY(dialog);
        const QString offered = QFileInfo(dialog->selectedFiles().value(0)).fileName();
        QVERIFY2(kHarmless.match(offered).hasMatch(), qPrintable(offered));
    }

    void namesOfChangedFilesAreShownAsTheyAre_data() { addHostileNames(); }
    void namesOfChangedFilesAreShownAsTheyAre()
    {
        QFETCH(QByteArray, name);
        ActivityPanel panel;
        panel.show(
            toQString(name.toStdString()),
            {{"activity",
              {{"files", {{"changed", 1}, {"list", {fileNamed(name)}}}},
               {"programs", {{"started", 1}, {"list", {programNamed(name)}}}}}}});
        const auto* list = panel.findChild<QTreeWidget*>();
        int shown = 0;
        for (QTreeWidgetItemIterator item(const_cast<QTreeWidget*>(list)); *item; ++item) {
            ++shown;
            QVERIFY2(isHonest((*item)->text(0)), qPrintable((*item)->text(0)));
            QVERIFY2(isHonestTip((*item)->toolTip(0)), qPrintable((*item)->toolTip(0)));
        }
        QVERIFY(shown >= 2);
        QVERIFY(isHonest(panel.summary(), true));
        checkBelievers(panel);
    }

    void namesOfDocumentsAreShownAsTheyAre_data() { addHostileNames(); }
    void namesOfDocumentsAreShownAsTheyAre()
    {
        QFETCH(QByteArray, name);
        makeWindow();
        EditorTabs& tabs = m_window->editors();
        CodeEditor* editor = tabs.newDocument(toQString(name.toStdString()), "x\n");
        editor->insert(QStringLiteral("y"));
        QVERIFY2(isHonest(tabs.tabText(tabs.currentIndex())), "in the tab");
        QVERIFY2(isHonestTip(tabs.tabToolTip(tabs.currentIndex())), "in the tab's tip");
        QVERIFY2(isHonest(m_window->windowTitle()), "in the title");
        m_window->show();
        m_window->close();
        const auto* box = m_window->findChild<QMessageBox*>();
        QVERIFY(box);
        QVERIFY2(isHonest(box->text(), true), qPrintable(box->text()));
        QCOMPARE(box->textFormat(), Qt::PlainText);
        delete box;
        checkBelievers(*m_window);
    }

    void markUpOfAProgramIsShownAsItIs()
    {
        makeWindow();
        m_window->show();
        m_window->editors().newDocument(
            QString::fromLatin1(kMarkUp).replace(u'/', u'_') + QStringLiteral("\u202e.py"),
            "text = '''" + QByteArray(kMarkUp)
                + "\u202e'''\n"
                  "import os, subprocess, sys\n"
                  "name = text.replace('/', '_')\n"
                  "open(name + '.csv', 'w').write(text + ',' + text + chr(10) + text + ',2')\n"
                  "open(name + '.json', 'w').write('{}')\n"
                  "open(name, 'w').write(text)\n"
                  "subprocess.run(['/bin/echo', text])\n"
                  "print(text, file=sys.stderr)\n"
                  "raise ValueError(text)\n");
        runFileAndWait();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->plots().count() >= 2, kRunDeadline);
        m_window->runSteps();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->steps().trace().size() > 4, kRunDeadline);
        m_window->steps().goTo(4);
        for (const char* dock :
             {"dockPlots", "dockOutput", "dockFindings", "dockActivity", "dockPackages", "dockRuns",
              "dockChecks", "dockVerdict", "dockVariables", "dockSteps", "dockFiles", "dockMatrix",
              "dockGrade", "dockBatch", "dockOutline", "dockSessions"}) {
            action(dock)->trigger();
            QVERIFY(!m_window->grab().isNull());
        }
        for (int i = 0; i < m_window->plots().count(); ++i) {
            m_window->plots().select(i);
            QTRY_VERIFY(m_window->plots().isSettled());
        }
        m_window->warn(QString::fromUtf8(kMarkUp));
        QVERIFY(labelsWithMarkUp(*m_window) > 0);
        QVERIFY2(isHonest(m_window->statusText(), true), qPrintable(m_window->statusText()));
        checkBelievers(*m_window);
    }

    void markUpOfAnEngineIsShownAsItIs()
    {
        m_engines->docker->waitingReason = kMarkUp;
        m_engines->docker->hang("open");
        makeWindow();
        m_window->show();
        SessionChoice choice;
        choice.set("engine", "docker");
        m_window->controller().setChoice(choice);
        m_window->controller().warmUp();
        QTRY_VERIFY_WITH_TIMEOUT(labelsWithMarkUp(*m_window) > 0, kRunDeadline);
        checkBelievers(*m_window);
        m_engines->docker->setProblem(kMarkUp, kMarkUp);
        m_engines->docker->letGo("open");
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->controller().state() != SessionState::Opening, kRunDeadline);
        QVERIFY(labelsWithMarkUp(*m_window) > 0);
        checkBelievers(*m_window);
    }

    void markUpInTheDialogOfNewSessionsIsShownAsItIs()
    {
        m_engines->docker->setProblem(kMarkUp, kMarkUp);
        m_engines->local->setProblem(kMarkUp, kMarkUp);
        m_engines->docker->tags = {kMarkUp};
        makeWindow();
        m_window->show();
        action("sessionNew")->trigger();
        const auto* dialog = m_window->findChild<NewSessionDialog*>();
        QVERIFY(dialog);
        QTRY_VERIFY_WITH_TIMEOUT(labelsWithMarkUp(*dialog) > 0, kRunDeadline);
        checkBelievers(*dialog);
        delete dialog;
    }

    void markUpOfAKeptRunIsShownAsItIs()
    {
        StoredRun run;
        run.record
            = {{"run_id", kMarkUp},
               {"verdict", "exited"},
               {"sentence", kMarkUp},
               {"stdout", kMarkUp},
               {"warnings", {kMarkUp}},
               {"hints", {kMarkUp}},
               {"engine", kMarkUp},
               {"image", kMarkUp},
               {"error", {{"name", kMarkUp}, {"value", kMarkUp}, {"traceback", kMarkUp}}}};
        RunDetails details;
        details.showRun(run, QString::fromUtf8(kMarkUp), QString::fromUtf8(kMarkUp));
        details.show();
        checkBelievers(details);
        details.showProblem(QString::fromUtf8(kMarkUp));
        QVERIFY(labelsWithMarkUp(details) > 0);
        checkBelievers(details);
    }

private:
    static PlotItem resultNamed()
    {
        QFETCH(QByteArray, name);
        return {QStringLiteral("run-1"),
                toQString(name.toStdString()),
                QStringLiteral("audio/wav"),
                "RIFF",
                0,
                0,
                QString::fromUtf8(kMarkUp)};
    }
    static Json fileNamed(const QByteArray& name)
    {
        return {
            {"path", name.toStdString()},
            {"change", "changed"},
            {"type", "file"},
            {"bytes", 3},
            {"diff", "-a\n+" + name.toStdString()}};
    }
    static Json programNamed(const QByteArray& name)
    {
        return {{"pid", 7}, {"path", name.toStdString()}, {"arguments", {name.toStdString()}}};
    }
    static void checkBelievers(const QWidget& root)
    {
        const auto found = believers(root);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(QStringLiteral("\n"))));
    }
    static int labelsWithMarkUp(const QWidget& root)
    {
        const auto labels = root.findChildren<QLabel*>();
        return static_cast<int>(std::count_if(labels.begin(), labels.end(), [](const auto* label) {
            return label->text().contains(QLatin1String("<h1>"));
        }));
    }
};

SANDBENCH_TEST(TestForeignTexts);
#include "tst_foreign_texts.moc"
