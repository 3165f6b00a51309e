// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// From an answer on the clipboard to a report on the disk, as a person does it: keys on the real
// window, on a real display, with real engines. The actions are counted, and what the screen shows
// after each is held against a coarse picture of it.
//   SANDBENCH_TEST_PICTURES=FOLDER   keeps the pictures
//   SANDBENCH_TEST_WRITE_PICTURES=1  makes tests/data/pictures anew, to be looked at and committed
#include "tests/support/needs.h"
#include "tests/support/source_file.h"
#include "tests/support/test_program.h"
#include "tests/ui/display_fixture.h"
#include "tests/ui/picture_grid.h"
#include "ui/editor/editor_tabs.h"
#include "ui/output/output_panel.h"
#include "ui/verdict/verdict_panel.h"

#include <QClipboard>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QGuiApplication>
#include <QWindow>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestWorkflow : public DisplayTest
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { prepareDisplay(); }

    void cleanup() { closeWindow(); }

    void goesFromAnAnswerToAReportInThreeActions_data()
    {
        QTest::addColumn<QString>("engine");
        QTest::newRow("embedded") << QStringLiteral("local");
        QTest::newRow("docker") << QStringLiteral("docker");
    }

    void goesFromAnAnswerToAReportInThreeActions()
    {
        QFETCH(QString, engine);
        begin(engine);
        if (!m_problem.isEmpty())
            SKIP_WITHOUT(engine.toStdString(), qPrintable(m_problem));
        QFile answer(sourceFile(QStringLiteral("tests/data/answers/01-one-program.md")));
        QVERIFY(answer.open(QIODevice::ReadOnly));
        QGuiApplication::clipboard()->setText(QString::fromUtf8(answer.readAll()));
        m_actions = 0;
        compareScreen(QStringLiteral("1-start"));

        act(Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE(m_window->editors().count(), 1);
        QVERIFY(m_window->editors().current()->bytes().contains("most_common"));
        compareScreen(QStringLiteral("2-answer"));

        act(Qt::Key_F5);
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 1, kEngineDeadline);
        QCOMPARE(m_actions, 2);
        QTRY_VERIFY(m_window->output().isDrained());
        QVERIFY(m_window->output().plainText(1 << 16).contains("the 2"));
        QVERIFY2(
            m_window->verdict().sentence().startsWith(QStringLiteral("Finished")),
            qPrintable(m_window->verdict().sentence()));
        QVERIFY2(
            m_window->statusText().contains(QStringLiteral("Finished")),
            qPrintable(m_window->statusText()));
        compareScreen(QStringLiteral("3-verdict"));

        act(Qt::Key_S, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(m_window->messageText().startsWith(QStringLiteral("Saved ")));
        QCOMPARE(m_actions, 3);
        compareScreen(QStringLiteral("4-report"));
        QFile report(m_window->messageText().section(QStringLiteral("Saved "), 1));
        QVERIFY2(report.open(QIODevice::ReadOnly), qPrintable(report.fileName()));
        QCOMPARE(QFileInfo(report).absolutePath(), m_home.filePath(QStringLiteral("Documents")));
        const QByteArray page = report.readAll();
        QVERIFY(page.contains("most_common") && page.contains("the 2"));
    }

    void noticesAMissingPanelAndAnotherTheme()
    {
        begin(QStringLiteral("local"));
        if (!m_problem.isEmpty())
            SKIP_WITHOUT("local", qPrintable(m_problem));
        const QImage golden(goldenGrid(QStringLiteral("1-start")));
        const auto isLike = [&] {
            return shareThatDiffers(gridOf(settledScreen()), golden) <= kShareThatMayDiffer;
        };
        QTRY_VERIFY(isLike());
        for (const QStringList& area :
             {QStringList{"dockSessions", "dockOutline"}, QStringList{"dockPlots"}}) {
            for (const QString& name : area)
                m_window->findChild<QDockWidget*>(name)->hide();
            QTRY_VERIFY2(!isLike(), qPrintable(area.first()));
            for (const QString& name : area)
                m_window->findChild<QDockWidget*>(name)->show();
            m_window->findChild<QDockWidget*>(area.first())->raise();
            QTRY_VERIFY2(isLike(), qPrintable(area.first()));
        }
        action("themeDark")->trigger();
        QTRY_VERIFY(!isLike());
    }

private:
    /// One thing that a person does: keys pressed at once.
    void act(Qt::Key key, Qt::KeyboardModifiers with = Qt::NoModifier)
    {
        QTest::keyClick(m_window->windowHandle(), key, with);
        ++m_actions;
    }

    void compareScreen(const QString& step)
    {
        const QString name = QString::fromLatin1(QTest::currentDataTag()) + QLatin1Char('-') + step;
        QImage shown = settledScreen();
        // Of the engines, one writes: the other is held against it.
        if (qEnvironmentVariableIsSet("SANDBENCH_TEST_WRITE_PICTURES")
            && name.startsWith(QLatin1String("embedded")))
            QVERIFY(gridOf(shown).save(goldenGrid(step)));
        const QImage golden(goldenGrid(step));
        double share = 1;
        // A panel that fills itself in a job has its time.
        const bool isLike = QTest::qWaitFor([&] {
            shown = settledScreen();
            share = shareThatDiffers(gridOf(shown), golden);
            return share <= kShareThatMayDiffer;
        });
        const QString kept = qEnvironmentVariable("SANDBENCH_TEST_PICTURES");
        const QDir folder(kept.isEmpty() ? QDir::tempPath() : kept);
        const QString place = folder.filePath(QStringLiteral("sandbench-%1.png").arg(name));
        if (!isLike || !kept.isEmpty())
            QVERIFY2(folder.mkpath(QStringLiteral(".")) && shown.save(place), qPrintable(place));
        qInfo("%s: %.2f %%", qPrintable(name), share * 100);
        QVERIFY2(
            isLike,
            qPrintable(
                QStringLiteral("%1 % of the cells differ from tests/data/pictures/%2.png: see %3")
                    .arg(share * 100)
                    .arg(step, place)));
    }

    int m_actions = 0;
};

SANDBENCH_TEST_AFTER(PageTest::startDisplay, TestWorkflow);
#include "tst_workflow.moc"
