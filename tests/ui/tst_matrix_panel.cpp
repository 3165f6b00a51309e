// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Open programs run in several places. Engines are the test's own, over sandboxes of the embedded
// one.
#include "tests/support/test_program.h"
#include "tests/ui/fake_engines_fixture.h"
#include "ui/editor/editor_tabs.h"
#include "ui/matrix/matrix_fields.h"
#include "ui/matrix/matrix_panel.h"

#include <QFile>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTableView>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestMatrixPanel : public FakeEnginesTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareWithSandboxes(); }

    void init()
    {
        renewEngines();
        makeWindow();
        m_window->resize(1440, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void cleanup() { close(); }

    void readsPlaces_data()
    {
        QTest::addColumn<QString>("lines");
        QTest::addColumn<QString>("sizes");
        QTest::addColumn<QString>("places"); // or how the error begins
        QTest::newRow("one") << "local"
                             << ""
                             << "local";
        QTest::newRow("images") << "docker python:3.11\n\n docker  python:3.12 "
                                << ""
                                << "docker python:3.11|docker python:3.12";
        QTest::newRow("sizes") << "local"
                               << "small, large,small"
                               << "local small|local large";
        QTest::newRow("connections") << "docker\ndocker@lab a:1\ndocker@ssh://me@host a:1"
                                     << ""
                                     << "docker|docker@lab a:1|docker@ssh://me@host a:1";
        QTest::newRow("nothing") << "\n"
                                 << ""
                                 << "Name at least one place";
        QTest::newRow("no engine") << "dokcer"
                                   << ""
                                   << "No engine is called so: dokcer";
        QTest::newRow("no images there") << "local python:3.12"
                                         << ""
                                         << "This engine takes no image";
        QTest::newRow("two images") << "docker a b"
                                    << ""
                                    << "An engine and one image";
    }
    void readsPlaces()
    {
        QFETCH(QString, lines);
        QFETCH(QString, sizes);
        QFETCH(QString, places);
        const auto spots = readPlaces(
            lines, sizes, {QStringLiteral("local"), QStringLiteral("docker")}, Json::object());
        QString found;
        if (spots)
            for (const auto& spot : *spots)
                found += (found.isEmpty() ? QString() : QStringLiteral("|"))
                    + QString::fromStdString(spot.place.name());
        else
            found = QString::fromStdString(spots.error().text());
        QVERIFY2(spots ? found == places : found.startsWith(places), qPrintable(found));
    }

    void runsEachLineOfArguments()
    {
        write(
            "sizes.py",
            "import sys\nprint('same')\n"
            "print(len(sys.argv))\n");
        field("matrixArguments").setPlainText(QStringLiteral("one\none two"));
        runAndWait();
        QCOMPARE(panel().model().rowCount(), 2);
        QCOMPARE(panel().model().columnCount(), 1);
        QVERIFY2(cell(0, 0).startsWith(QStringLiteral("✓ passed · ")), qPrintable(cell(0, 0)));
        QCOMPARE(
            panel().summary(),
            QStringLiteral("2 of 2 passed, and each came to the same everywhere."));
        panel().findChild<QTableView*>()->setCurrentIndex(panel().model().index(1, 0));
        QVERIFY2(
            panel().details().contains(QStringLiteral("same\n3")), qPrintable(panel().details()));
    }

    void marksADifferentOutcomeAndSaysWhatIsOtherwise()
    {
        // The test's Docker is the embedded engine: nothing but chance makes a difference.
        write("random.py", "import os\nprint(os.urandom(8).hex())\n");
        field("matrixPlaces").setPlainText(QStringLiteral("local\ndocker"));
        runAndWait();
        QCOMPARE(panel().model().columnCount(), 2);
        const bool first = cell(0, 0).startsWith(u'≠'), second = cell(0, 1).startsWith(u'≠');
        QVERIFY2(first != second, qPrintable(cell(0, 0) + u'|' + cell(0, 1)));
        panel().findChild<QTableView*>()->setCurrentIndex(panel().model().index(0, first ? 0 : 1));
        QVERIFY2(
            panel().details().contains(QStringLiteral("Otherwise than in most places:")),
            qPrintable(panel().details()));
        QVERIFY(panel().summary().startsWith(QStringLiteral("2 of 2 passed. ≠")));
        for (const char* end : {"html", "csv", "json"}) {
            const QString path = m_dir.filePath(QStringLiteral("matrix.") + QLatin1String(end));
            panel().saveFile(path);
            QTRY_VERIFY2(panel().summary().endsWith(path), end);
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(file.readAll().contains("random.py"), end);
        }
    }

    void saysWhyAPlaceDidNotRun()
    {
        m_engines->docker->setProblem("the daemon does not answer");
        write("a.py", "print(1)\n");
        field("matrixPlaces").setPlainText(QStringLiteral("local\ndocker"));
        runAndWait();
        QVERIFY2(cell(0, 1).contains(QStringLiteral("not run")), qPrintable(cell(0, 1)));
        panel().findChild<QTableView*>()->setCurrentIndex(panel().model().index(0, 1));
        QVERIFY2(
            panel().details().contains(QStringLiteral("does not answer")),
            qPrintable(panel().details()));
        QVERIFY(panel().summary().startsWith(QStringLiteral("1 of 2 passed.")));
    }

    void stopsAtOnce()
    {
        write("waits.py", "import time\ntime.sleep(600)\n");
        panel().run();
        QVERIFY(panel().isRunning());
        panel().run(); // which does nothing
        panel().stop();
        QTRY_VERIFY_WITH_TIMEOUT(!panel().isRunning(), kRunDeadline);
        QVERIFY2(
            panel().summary().startsWith(QStringLiteral("Stopped. 0 of 1")),
            qPrintable(panel().summary()));
    }

    void saysWhatIsMissing()
    {
        panel().run();
        QCOMPARE(panel().summary(), QStringLiteral("Open the programs that are to be run."));
        write("a.py", "print(1)\n");
        field("matrixArguments").setPlainText(QStringLiteral("'open"));
        panel().run();
        QVERIFY2(
            panel().summary().contains(QStringLiteral("'open")), qPrintable(panel().summary()));
        field("matrixArguments").clear();
        panel()
            .findChild<QLineEdit*>(QStringLiteral("matrixSizes"))
            ->setText(QStringLiteral("huge!"));
        panel().run();
        QVERIFY2(
            panel().summary().contains(QStringLiteral("huge!")), qPrintable(panel().summary()));
        QVERIFY(!panel().isRunning());
    }

    void takesPlacesFromTheImages()
    {
        panel().addPlace(QStringLiteral("docker a:1"));
        panel().addPlace(QStringLiteral("docker a:1"));
        QCOMPARE(
            field("matrixPlaces").toPlainText().split(u'\n'),
            (QStringList{QStringLiteral("local"), QStringLiteral("docker a:1")}));
    }

    void endsWithItsWindow()
    {
        write("waits.py", "import time\ntime.sleep(600)\n");
        panel().run();
        QVERIFY(panel().isRunning());
    }

private:
    MatrixPanel& panel() const { return *m_window->findChild<MatrixPanel*>(); }
    QPlainTextEdit& field(const char* name) const
    {
        return *m_window->findChild<QPlainTextEdit*>(QLatin1String(name));
    }
    QString cell(int row, int column) const
    {
        return panel().model().index(row, column).data().toString();
    }
    void write(const char* name, const QByteArray& code) const
    {
        m_window->editors().newDocument(QLatin1String(name), code);
    }
    void runAndWait() const
    {
        panel().run();
        QVERIFY2(panel().isRunning(), qPrintable(panel().summary()));
        QTRY_VERIFY_WITH_TIMEOUT(!panel().isRunning(), kRunDeadline);
    }
};

SANDBENCH_TEST(TestMatrixPanel);
#include "tst_matrix_panel.moc"
