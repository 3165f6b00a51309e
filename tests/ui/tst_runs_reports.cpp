// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What is made of a run for others: a page, a text, and what a language model is given.
#include "tests/support/test_program.h"
#include "tests/ui/runs_fixture.h"

#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QToolButton>

using namespace sandbench;
using namespace sandbench::test;

class TestRunsReports : public RunsTest
{
    Q_OBJECT

private slots:
    void savesAReportOfARun()
    {
        end("r-1", 1, {{"stdout", "<b>printed</b>"}});
        showPanel();
        QTRY_COMPARE(count(), 1);
        chooseFirst();
        QSignalSpy told(m_panel.get(), &RunsPanel::notice);
        const QString path = m_folder->filePath(QStringLiteral("report.html"));
        details().findChild<QToolButton*>(QStringLiteral("runReport"))->click();
        auto* dialog = m_panel->findChild<QFileDialog*>();
        QVERIFY(dialog);
        emit dialog->fileSelected(path);
        dialog->close();
        QTRY_COMPARE(told.count(), 1);
        QCOMPARE(told.first().first().toString(), QStringLiteral("Saved %1").arg(path));
        QFile page(path);
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QByteArray html = page.readAll();
        QVERIFY(html.contains("&lt;b&gt;printed&lt;/b&gt;"));
        QVERIFY(html.contains("Content-Security-Policy"));
    }

    void savesAReportWithoutAskingBesideThoseThatAreThere()
    {
        qputenv("HOME", m_folder->path().toUtf8()); // without a folder of documents
        qputenv("XDG_CONFIG_HOME", m_folder->path().toUtf8());
        end("r-1", 1, {{"stdout", "printed"}});
        showPanel();
        m_panel->noteBegin(
            QStringLiteral("r-1"), QStringLiteral("/work/answer.py"), QStringLiteral("Embedded 1"));
        QSignalSpy told(m_panel.get(), &RunsPanel::notice);
        for (const QString name : {"answer-report.html", "answer-report-2.html"}) {
            m_panel->saveReport(QStringLiteral("r-1"));
            QTRY_COMPARE(told.count(), 1);
            QCOMPARE(
                told.takeFirst().first().toString(),
                QStringLiteral("Saved %1").arg(m_folder->filePath(name)));
            QFile page(m_folder->filePath(name));
            QVERIFY(page.open(QIODevice::ReadOnly) && page.readAll().contains("printed"));
        }
    }

    void savesAReportAsText()
    {
        end("r-1", 1, {{"stdout", "printed"}});
        showPanel();
        QTRY_COMPARE(count(), 1);
        chooseFirst();
        QSignalSpy told(m_panel.get(), &RunsPanel::notice);
        const QString path = m_folder->filePath(QStringLiteral("report.md"));
        details().findChild<QToolButton*>(QStringLiteral("runReport"))->click();
        auto* dialog = m_panel->findChild<QFileDialog*>();
        emit dialog->fileSelected(path);
        dialog->close();
        QTRY_COMPARE(told.count(), 1);
        QFile text(path);
        QVERIFY(text.open(QIODevice::ReadOnly));
        QVERIFY(text.readAll().contains("```text\nprinted\n```"));
    }

    void savesAReportAsNotebookOrJson()
    {
        end("r-1", 1,
            {{"stdout", "printed"}, {"program", {{"code", "print('printed')"}, {"file", "a.py"}}}});
        showPanel();
        QTRY_COMPARE(count(), 1);
        chooseFirst();
        QSignalSpy told(m_panel.get(), &RunsPanel::notice);
        for (const auto& [name, member] :
             {std::pair("r.ipynb", "nbformat"), std::pair("r.json", "record")}) {
            const QString path = m_folder->filePath(QLatin1String(name));
            details().findChild<QToolButton*>(QStringLiteral("runReport"))->click();
            auto* dialog = m_panel->findChild<QFileDialog*>();
            emit dialog->fileSelected(path);
            delete dialog;
            QTRY_COMPARE(told.count(), 1);
            told.clear();
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const auto json = parseJson(file.readAll().toStdString());
            QVERIFY(json && json->contains(member));
        }
    }

    void copiesARunForAModel()
    {
        end("r-1", 1, {{"stdout", "printed"}});
        showPanel();
        QTRY_COMPARE(count(), 1);
        chooseFirst();
        QSignalSpy told(m_panel.get(), &RunsPanel::notice);
        details().findChild<QToolButton*>(QStringLiteral("runCopyForModel"))->click();
        QTRY_COMPARE(told.count(), 1);
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY2(
            copied.startsWith(QStringLiteral("The program below was run in a sandbox.")),
            qPrintable(copied));
        QVERIFY(copied.contains(QStringLiteral("```text\nprinted\n```")));
    }

    void saysWhyAReportCannotBeSaved()
    {
        end("r-1", 1);
        showPanel();
        QTRY_COMPARE(count(), 1);
        chooseFirst();
        QSignalSpy told(m_panel.get(), &RunsPanel::notice);
        details().findChild<QToolButton*>(QStringLiteral("runReport"))->click();
        auto* dialog = m_panel->findChild<QFileDialog*>();
        emit dialog->fileSelected(m_folder->filePath(QStringLiteral("missing/report.html")));
        dialog->close();
        QTRY_COMPARE(told.count(), 1);
        QVERIFY(told.first().first().toString().contains(QStringLiteral("could not be saved")));
    }
};

SANDBENCH_TEST(TestRunsReports);
#include "tst_runs_reports.moc"
