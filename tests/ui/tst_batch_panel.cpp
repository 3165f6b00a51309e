// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// A batch in the window. Engines are the test's own, over sandboxes of the embedded one.
#include "tests/support/test_program.h"
#include "tests/ui/fake_engines_fixture.h"
#include "ui/batch/batch_details.h"
#include "ui/batch/batch_fields.h"
#include "ui/batch/batch_panel.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_tabs.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QProcess>
#include <QTableView>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

namespace {

const QByteArray kLines
    = "{\"id\": \"doubles\", \"code\": \"print(int(input()) * 2)\", \"stdin\": \"21\", "
      "\"expected\": \"42\"}\n"
      "{\"id\": \"wrong\", \"code\": \"import sys\\nprint(41)\\nprint('oh', file=sys.stderr)\", "
      "\"stdin\": \"some input\", \"expected\": \"42\"}\n"
      "{\"id\": \"tests\", \"code\": \"print(input()[::-1])\", \"tests\": [{\"name\": \"two\", "
      "\"stdin\": \"ab\", \"expected\": \"ba\"}, {\"name\": \"one\", \"stdin\": \"c\", "
      "\"expected\": \"d\"}]}\n"
      "this is not JSON\n";

} // namespace

class TestBatchPanel : public FakeEnginesTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareWithSandboxes(); }

    void init()
    {
        renewEngines();
        m_batch = std::make_unique<QTemporaryDir>();
        put("lines.jsonl", kLines);
        makeWindow();
        m_window->resize(1440, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        action("dockBatch")->trigger();
        m_tester = std::make_unique<QAbstractItemModelTester>(
            const_cast<BatchModel*>(&panel().model()),
            QAbstractItemModelTester::FailureReportingMode::QtTest);
        field("batchFolder")->clear();
        panel().fields().setFile(path("lines.jsonl"));
    }

    void cleanup()
    {
        m_tester.reset();
        close();
    }

    void showsTheLinesThatDidNotPass()
    {
        QCOMPARE(field("batchFolder")->placeholderText(), path("lines-results"));
        runBatch();
        QCOMPARE(panel().summary(), QStringLiteral("1 of 4 lines passed."));
        QCOMPARE(
            shownLines(),
            QStringList(
                {QStringLiteral("2|wrong|failed"), QStringLiteral("3|tests|failed"),
                 QStringLiteral("4||unreadable")}));
        QVERIFY(QFile::exists(path("lines-results/summary.html")));
        choose(0);
        QTRY_VERIFY(panel().details().result().contains(QStringLiteral("Printed:\n41")));
        for (const char* part :
             {"Line 2: failed", "Input:\nsome input", "Expected:\n42", "Errors:\noh",
              "Run in local"})
            QVERIFY2(
                panel().details().result().contains(QLatin1String(part)),
                qPrintable(panel().details().result()));
        keepPictures("dockBatch", QStringLiteral("batch-failed"));
        choose(1);
        QTRY_VERIFY(panel().details().result().contains(QStringLiteral("Test two: passed")));
        QVERIFY(panel().details().result().contains(QStringLiteral("Test one: failed")));
        QVERIFY(!panel().details().result().contains(QStringLiteral("Expected:\nba")));
        choose(2);
        QTRY_VERIFY(panel().details().result().contains(QStringLiteral("it is not JSON")));
        QVERIFY(!action("batchOpenProgram")->isEnabled());
    }

    void opensTheProgramOfALine()
    {
        runBatch();
        choose(0);
        QTRY_VERIFY(action("batchOpenProgram")->isEnabled());
        QVERIFY(panel().details().program().startsWith(QStringLiteral("import sys\nprint(41)")));
        action("batchOpenProgram")->trigger();
        const auto* editor = m_window->editors().current();
        QVERIFY(editor->bytes().startsWith("import sys\nprint(41)"));
        QCOMPARE(editor->fileName(), QStringLiteral("line-2.py"));
    }

    void findsAndCopiesRows()
    {
        runBatch();
        field("batchFilter")->setText(QStringLiteral("tests"));
        QCOMPARE(shownLines(), QStringList({QStringLiteral("3|tests|failed")}));
        action("batchCopy")->trigger();
        const QString copied = QApplication::clipboard()->text();
        QVERIFY2(copied.startsWith(QStringLiteral("Line\tId\tState")), qPrintable(copied));
        QCOMPARE(copied.count(u'\n'), 1);
    }

    void sharesTheLinesWithAServer()
    {
        QProcess server;
        server.start(
            QString::fromLocal8Bit(qgetenv("SANDBENCH_TEST_BIN")) + QStringLiteral("/sandbenchctl"),
            {QStringLiteral("serve"), QStringLiteral("--json"), QStringLiteral("--port"),
             QStringLiteral("0"), QStringLiteral("--state"), path("server")});
        QTRY_VERIFY_WITH_TIMEOUT(server.canReadLine(), 60000);
        const auto begun = QJsonDocument::fromJson(server.readLine()).object();
        const QString address = begun[QLatin1String("addresses")].toArray().first().toString();
        field("batchServers")->setText(address);
        runBatch();
        QCOMPARE(panel().summary(), QStringLiteral("1 of 4 lines passed."));
        choose(0);
        const auto place = QStringLiteral("Run in server tcp") + address.sliced(4); // http
        QTRY_VERIFY2(
            panel().details().result().contains(place), qPrintable(panel().details().result()));
        // A file that holds no token, and an address that is none, are said; nothing runs.
        put("token", "\n");
        field("batchToken")->setText(path("token"));
        action("batchRun")->trigger();
        QTRY_VERIFY2(
            panel().summary().contains(QStringLiteral("the file holds no token")),
            qPrintable(panel().summary()));
        field("batchToken")->clear();
        field("batchServers")->setText(QStringLiteral("ssh://far"));
        action("batchRun")->trigger();
        QTRY_VERIFY2(
            panel().summary().contains(QStringLiteral("ssh://far")), qPrintable(panel().summary()));
        field("batchServers")->clear();
        server.terminate();
        QVERIFY(server.waitForFinished());
    }

    void goesOnWithWhatIsLeftAndRunsFailedOnesAgain()
    {
        field("batchFiles")->setText(m_batch->path());
        put("changes.py", "print(1)\n");
        put("lines.jsonl",
            "{\"file\": \"changes.py\", \"expected\": \"2\"}\n{\"code\": \"print(3)\"}\n");
        runBatch();
        QCOMPARE(panel().summary(), QStringLiteral("1 of 2 lines passed."));
        put("changes.py", "print(2)\n");
        runBatch(); // nothing is left of it
        QCOMPARE(panel().summary(), QStringLiteral("1 of 2 lines passed."));
        QCOMPARE(panel().model().rowCount(), 1);
        panel().runFailedAgain();
        QTRY_VERIFY_WITH_TIMEOUT(!panel().isRunning(), kRunDeadline);
        QCOMPARE(panel().summary(), QStringLiteral("2 of 2 lines passed."));
        QCOMPARE(panel().model().rowCount(), 0);
        QVERIFY(QFile::exists(path("lines-results/replaced.jsonl")));
    }

    void stopsAtOnceAndSaysWhatIsLeft()
    {
        put("lines.jsonl",
            "{\"code\": \"print(1)\", \"expected\": \"2\"}\n"
            "{\"code\": \"import time; time.sleep(600)\"}\n");
        panel().run();
        QTRY_VERIFY_WITH_TIMEOUT(panel().model().rowCount() == 1, kRunDeadline);
        QVERIFY(panel().isRunning());
        panel().stop();
        QTRY_VERIFY(!panel().isRunning());
        QCOMPARE(
            panel().summary(),
            QStringLiteral("Stopped, 1 still to run: Run Batch goes on. 0 of 2 lines passed."));
    }

    void saysWhatIsMissing()
    {
        panel().fields().setFile({});
        panel().run();
        QCOMPARE(panel().summary(), QStringLiteral("Name the file of programs."));
        panel().fields().setFile(path("nothing there"));
        runBatch();
        QVERIFY2(
            panel().summary().contains(QStringLiteral("nothing there")),
            qPrintable(panel().summary()));
        panel().fields().setFile(path("lines.jsonl"));
        field("batchPlaces")->setText(QStringLiteral("local, warp"));
        panel().run();
        QVERIFY2(
            panel().summary().startsWith(QStringLiteral("No engine is called so: warp.")),
            qPrintable(panel().summary()));
        field("batchPlaces")->setText(QStringLiteral("local"));
        field("batchImage")->setText(QStringLiteral("python:3.12"));
        panel().run();
        QCOMPARE(panel().summary(), QStringLiteral("This engine takes no image: local"));
    }

    void refusesTheResultsOfOtherLines()
    {
        runBatch();
        put("lines.jsonl", "{\"code\": \"print(1)\"}\n");
        runBatch();
        QVERIFY2(
            panel().summary().contains(QStringLiteral("take another folder")),
            qPrintable(panel().summary()));
    }

    void keepsRunningWhereAnEngineDoesNotAnswer()
    {
        m_engines->docker->setProblem("the daemon does not answer");
        field("batchPlaces")->setText(QStringLiteral("docker, local"));
        runBatch();
        QCOMPARE(panel().summary(), QStringLiteral("1 of 4 lines passed."));
    }

    void endsWithItsWindow()
    {
        put("lines.jsonl", "{\"code\": \"import time; time.sleep(600)\"}\n");
        panel().run();
        QVERIFY(panel().isRunning());
    }

private:
    BatchPanel& panel() const { return *m_window->findChild<BatchPanel*>(); }
    QLineEdit* field(const char* name) const
    {
        return panel().findChild<QLineEdit*>(QLatin1String(name));
    }
    QString path(const char* name) const { return m_batch->filePath(QLatin1String(name)); }
    void put(const char* name, const QByteArray& bytes) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    /// Line, id and state of each row.
    QStringList shownLines() const
    {
        QStringList lines;
        const auto* model = panel().table().model();
        for (int row = 0; row < model->rowCount(); ++row)
            lines << QStringList({model->index(row, BatchModel::LineColumn).data().toString(),
                                  model->index(row, BatchModel::IdColumn).data().toString(),
                                  model->index(row, BatchModel::StateColumn).data().toString()})
                         .join(u'|');
        return lines;
    }
    void choose(int row) const
    {
        panel().table().setCurrentIndex(panel().table().model()->index(row, 0));
    }
    void runBatch() const
    {
        panel().run();
        QVERIFY2(panel().isRunning(), qPrintable(panel().summary()));
        QTRY_VERIFY_WITH_TIMEOUT(!panel().isRunning(), kRunDeadline);
    }

    std::unique_ptr<QTemporaryDir> m_batch;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

SANDBENCH_TEST(TestBatchPanel);

#include "tst_batch_panel.moc"
