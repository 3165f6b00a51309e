// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// A class's work graded in the window. Engines are the test's own, over sandboxes of the embedded
// one.
#include "tests/support/test_program.h"
#include "tests/ui/fake_engines_fixture.h"
#include "ui/changes/difference_view.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_tabs.h"
#include "ui/grade/grade_details.h"
#include "ui/grade/grade_fields.h"
#include "ui/grade/grade_panel.h"
#include "ui/output/output_panel.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QDropEvent>
#include <QFile>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QTableView>
#include <QUrl>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

namespace {

const QByteArray kAdd = "import sys\nnumbers = [int(word) for word in sys.stdin.read().split()]\n"
                        "total = 0\nfor number in numbers:\n    total = total + number\n"
                        "if len(numbers) == 0:\n    print(0)\nelse:\n    print(total)\n";
/// The same with other names and blanks.
const QByteArray kAddCopied
    = "import sys\n# my own work\nzahlen = [int(w) for w in sys.stdin.read().split()]\n"
      "summe = 0\nfor zahl in zahlen:\n    summe = summe + zahl\n\n"
      "if len(zahlen) == 0:\n    print(0)\nelse:\n    print(summe)\n";
const QByteArray kChecks
    = "{\"checks\": [{\"name\": \"sum\", \"stdin\": \"20 22\", \"expect\": \"42\"},\n"
      "{\"name\": \"none\", \"expect\": \"0\"}]}";

} // namespace

class TestGradePanel : public FakeEnginesTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareWithSandboxes(); }

    void init()
    {
        renewEngines();
        m_class = std::make_unique<QTemporaryDir>();
        for (const char* folder : {"tests", "work"})
            QDir(m_class->path()).mkpath(QLatin1String(folder));
        put("tests/checks.json", kChecks);
        makeWindow();
        m_window->resize(1440, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        action("dockGrade")->trigger();
        m_tester = std::make_unique<QAbstractItemModelTester>(
            const_cast<GradeModel*>(&panel().model()),
            QAbstractItemModelTester::FailureReportingMode::QtTest);
    }

    void cleanup()
    {
        m_tester.reset();
        close();
    }

    void fillsARowForEachSubmission()
    {
        put("work/anna.py", kAdd);
        put("work/bob.py", "print(42)\n");
        put("work/carl.py", "while True:\n    pass\n");
        QVERIFY(QFile::link(path("work/anna.py"), path("work/dora.py")));
        panel().findChild<QDoubleSpinBox*>(QStringLiteral("gradeSeconds"))->setValue(1);
        grade();
        QCOMPARE(panel().model().rowCount(), 4);
        QCOMPARE(line(0), QStringLiteral("anna.py|2 of 2|✓|✓"));
        QCOMPARE(line(1), QStringLiteral("bob.py|1 of 2|✓|✗"));
        QCOMPARE(line(2), QStringLiteral("carl.py|0 of 2|✗ time|✗ time"));
        QCOMPARE(line(3), QStringLiteral("dora.py|refused|–|–"));
        QCOMPARE(panel().summary(), QStringLiteral("1 of 4 passed everything."));
        keepPictures("dockGrade", QStringLiteral("grade-table"));
        QVERIFY(!cell(0, GradeModel::SecondsColumn).isEmpty());
        const auto tip = index(1, GradeModel::FirstTestColumn + 1).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("none: failed")), qPrintable(tip));
        QVERIFY2(tip.contains(QStringLiteral("expected")), qPrintable(tip));
        QCOMPARE(
            index(2, GradeModel::FirstTestColumn).data(Qt::AccessibleTextRole).toString(),
            QStringLiteral("time limit"));
    }

    void saysWhyASubmissionIsRefused()
    {
        put("work/anna.py", kAdd);
        put("work/two/main.py", kAdd);
        put("work/two/main.js", "console.log(1)\n");
        grade();
        choose(1);
        QVERIFY2(
            panel().details().note().startsWith(QStringLiteral("two is refused: both ")),
            qPrintable(panel().details().note()));
        choose(0);
        QVERIFY(panel().details().note().isEmpty());
    }

    void showsTheCodeAndWhatATestPrinted()
    {
        put("work/anna.py", kAdd);
        put("work/bob/main.py",
            "import sys\nfrom other import say\nsay()\n"
            "print('oh', file=sys.stderr)\n");
        put("work/bob/other.py", "def say():\n    print('hello')\n");
        grade();
        choose(1);
        QCOMPARE(panel().details().shownCode().left(10), QByteArray("import sys"));
        auto* file = panel().findChild<QComboBox*>(QStringLiteral("gradeFile"));
        QVERIFY(file->isVisible());
        QCOMPARE(file->count(), 2);
        file->setCurrentIndex(1);
        QCOMPARE(panel().details().shownCode().left(9), QByteArray("def say()"));
        panel().details().showPage(GradeDetails::OutputPage);
        QTRY_VERIFY(printed().contains("hello"));
        QTRY_VERIFY(printed().contains("oh"));
        keepPictures("dockGrade", QStringLiteral("grade-output"));
        choose(0); // of what passed it is kept as well
        QTRY_VERIFY2(printed().contains("42"), printed());
    }

    void showsWhatDiffersFromWhatIsExpected()
    {
        put("work/bob.py", "print('twenty')\nprint('two')\n");
        grade();
        choose(0);
        panel().details().showPage(GradeDetails::DifferencePage);
        QTRY_COMPARE(panel().details().difference().partCount(), 1);
        const auto lines = panel().details().difference().difference().parts[0].lines;
        QVERIFY2(lines.contains(QStringLiteral("-42")), qPrintable(lines.join(u'|')));
        QVERIFY2(lines.contains(QStringLiteral("+twenty")), qPrintable(lines.join(u'|')));
        // A click on the mark of another test leads to that test.
        panel().table().setCurrentIndex(
            panel().table().model()->index(0, GradeModel::FirstTestColumn + 1));
        QTRY_VERIFY(panel().details().difference().difference().parts[0].lines.contains(
            QStringLiteral("-0")));
    }

    void marksThoseThatAreSimilarAndComparesTheirCode()
    {
        put("work/anna.py", kAdd);
        put("work/bob.py", "print(42)\n");
        put("work/zoe.py", kAddCopied);
        grade();
        const QString similar = cell(0, GradeModel::AlikeColumn);
        QVERIFY2(similar.startsWith(QStringLiteral("Similar to zoe.py (")), qPrintable(similar));
        QVERIFY(cell(1, GradeModel::AlikeColumn).isEmpty());
        choose(0);
        panel().details().showPage(GradeDetails::DifferencePage);
        auto& compared = panel().details().comparedWith();
        QCOMPARE(compared.count(), 3);
        QVERIFY2(
            compared.itemText(1).startsWith(QStringLiteral("zoe.py (")),
            qPrintable(compared.itemText(1)));
        compared.setCurrentIndex(1);
        QTRY_VERIFY(
            panel().details().difference().caption().startsWith(QStringLiteral("- zoe.py, + anna"
                                                                               ".py")));
        const auto lines = panel().details().difference().difference().parts[0].lines;
        QVERIFY2(lines.contains(QStringLiteral("+total = 0")), qPrintable(lines.join(u'|')));
        m_window->resize(800, 500);
        QTRY_COMPARE(m_window->size(), QSize(800, 500));
        keepPictures("dockGrade", QStringLiteral("grade-similar"));
        choose(2); // the reference stays what it can be
        QTRY_VERIFY(compared.count() == 3);
    }

    void stopsAtOnce()
    {
        put("work/anna.py", "import time\ntime.sleep(600)\n");
        begin();
        panel().run(); // which does nothing
        QTRY_COMPARE(panel().model().rowCount(), 1);
        panel().stop();
        QTRY_VERIFY_WITH_TIMEOUT(!panel().isRunning(), kRunDeadline);
        QCOMPARE(panel().summary(), QStringLiteral("Stopped. 0 of 1 passed everything."));
    }

    void runsOnlyWhatFailedAgain()
    {
        put("work/anna.py", kAdd);
        put("work/bob.py", "print(42)\n");
        grade();
        const auto kept = panel().model().row(0).result->tests[0].runId;
        const auto failed = panel().model().row(1).result->tests[0].runId;
        put("work/bob.py", kAdd);
        panel().runFailedAgain();
        QTRY_VERIFY_WITH_TIMEOUT(!panel().isRunning(), kRunDeadline);
        QCOMPARE(panel().summary(), QStringLiteral("2 of 2 passed everything."));
        QCOMPARE(panel().model().row(0).result->tests[0].runId, kept);
        QVERIFY(panel().model().row(0).outputs);
        QVERIFY(panel().model().row(1).result->tests[0].runId != failed);
        QVERIFY(!action("gradeAgain")->isEnabled());
    }

    void goesOnFromAFileOfResults()
    {
        put("work/anna.py", kAdd);
        panel()
            .findChild<QLineEdit*>(QStringLiteral("gradeResults"))
            ->setText(path("results.jsonl"));
        grade();
        const auto kept = panel().model().row(0).result->tests[0].runId;
        grade();
        QCOMPARE(panel().model().row(0).result->tests[0].runId, kept);
        choose(0);
        panel().details().showPage(GradeDetails::OutputPage);
        QTRY_VERIFY(!panel().details().output()->document().sections().empty());
        QVERIFY(!panel().model().row(0).outputs);
    }

    void keepsTheBeginningOfLongOutput()
    {
        put("tests/checks.json",
            "{\"checks\": [{\"name\": \"long\", \"expect\": \"x\", \"match\": \"contains\"}]}");
        put("work/anna.py",
            "print('x' * 99 + '\\n', end='', flush=True)\n"
            "print(('y' * 99 + '\\n') * 2000, end='')\n");
        grade();
        QCOMPARE(line(0), QStringLiteral("anna.py|1 of 1|✓"));
        const auto& output = panel().model().row(0).outputs->front();
        QVERIFY(output.isCut);
        QCOMPARE(output.output.size(), check::kMostTestOutput);
    }

    void showsHostileNamesAndOutputAsWhatTheyAre()
    {
        put("work/<b>bold<b>.py", "print('<img src=x>\\x1b]0;title\\x07\\u202eevil')\n");
        put("work/%1 %2.py", "print(1)\n");
        grade();
        QCOMPARE(cell(1, GradeModel::NameColumn), QStringLiteral("<b>bold<b>.py"));
        QCOMPARE(cell(0, GradeModel::NameColumn), QStringLiteral("%1 %2.py"));
        choose(1);
        panel().details().showPage(GradeDetails::DifferencePage);
        QTRY_COMPARE(panel().details().difference().partCount(), 1);
        const auto text = panel().details().difference().difference().parts[0].lines.join(u'\n');
        QVERIFY2(text.contains(QStringLiteral("[U+202E]")), qPrintable(text));
        QVERIFY2(!text.contains(QChar(0x1b)), qPrintable(text));
        panel().details().showPage(GradeDetails::OutputPage);
        QTRY_VERIFY(printed().contains("<img src=x>"));
    }

    void opensTheCodeAsANewDocument()
    {
        put("work/anna.py", kAdd);
        grade();
        choose(0);
        action("gradeOpen")->trigger();
        auto* editor = m_window->editors().current();
        QVERIFY(editor);
        QCOMPARE(editor->bytes(), kAdd);
        QCOMPARE(editor->fileName(), QStringLiteral("anna.py"));
        QVERIFY(editor->filePath().isEmpty());
        QVERIFY(!editor->origin().isReviewed);
    }

    void savesTableAndPages()
    {
        put("work/anna.py", kAdd);
        put("work/zoe.py", kAddCopied);
        grade();
        for (const char* end : {"csv", "json"}) {
            const QString file = path(QStringLiteral("points.") + QLatin1String(end));
            panel().saveFile(file);
            QTRY_VERIFY2(panel().summary().endsWith(file), qPrintable(panel().summary()));
            QVERIFY2(read(file).contains("zoe.py"), end);
        }
        QVERIFY(read(path(QStringLiteral("points.json"))).contains("\"share\""));
        panel().savePages(path(QStringLiteral("pages")));
        QTRY_VERIFY2(
            panel().summary().startsWith(QStringLiteral("Pages saved")),
            qPrintable(panel().summary()));
        QVERIFY(read(path(QStringLiteral("pages/index.html"))).contains("anna.py"));
        QVERIFY(QFile::exists(path(QStringLiteral("pages/submission-2.html"))));
    }

    void sortsFiltersAndCopiesTheTable()
    {
        put("work/anna.py", "print(1)\n");
        put("work/bob.py", kAdd);
        grade();
        panel().table().sortByColumn(GradeModel::PointsColumn, Qt::DescendingOrder);
        QCOMPARE(panel().table().model()->index(0, 0).data().toString(), QStringLiteral("bob.py"));
        panel()
            .findChild<QLineEdit*>(QStringLiteral("gradeFilter"))
            ->setText(QStringLiteral("ANN"));
        QCOMPARE(panel().table().model()->rowCount(), 1);
        panel().copy();
        const QStringList lines = QApplication::clipboard()->text().split(u'\n');
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines[0].startsWith(QStringLiteral("Submission\tPoints\t")), qPrintable(lines[0]));
        QVERIFY2(lines[1].startsWith(QStringLiteral("anna.py\t0 of 2\t")), qPrintable(lines[1]));
    }

    void takesAFolderThatIsDropped()
    {
        auto* field = panel().findChild<QLineEdit*>(QStringLiteral("gradeTests"));
        field->clear();
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path(QStringLiteral("tests")))});
        QDragEnterEvent enter(
            field->rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(field, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(
            field->rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(field, &drop);
        QCOMPARE(field->text(), path(QStringLiteral("tests")));
    }

    void saysWhatIsMissingAndRemembersTheFolders()
    {
        panel().fields().setFolders({}, {});
        panel().run();
        QCOMPARE(
            panel().summary(),
            QStringLiteral("Name the folder of tests and the folder of submissions."));
        panel().fields().setFolders(
            path(QStringLiteral("tests")), path(QStringLiteral("nothing there")));
        panel().run();
        QTRY_VERIFY(!panel().isRunning());
        QVERIFY2(
            panel().summary().contains(QStringLiteral("nothing there")),
            qPrintable(panel().summary()));
        const GradeFields anew({QStringLiteral("local")});
        QCOMPARE(anew.wish().tests, path(QStringLiteral("tests")).toStdString());
    }

    void saysWhyThereIsNoSandbox()
    {
        m_engines->docker->setProblem("the daemon does not answer");
        put("work/anna.py", kAdd);
        panel()
            .findChild<QComboBox*>(QStringLiteral("gradeEngine"))
            ->setCurrentText(QStringLiteral("docker"));
        grade();
        QVERIFY2(
            panel().summary().contains(QStringLiteral("does not answer")),
            qPrintable(panel().summary()));
        QCOMPARE(line(0), QStringLiteral("anna.py|0 of 2|–|–"));
    }

    void endsWithItsWindow()
    {
        put("work/anna.py", "import time\ntime.sleep(600)\n");
        begin();
    }

private:
    GradePanel& panel() const { return *m_window->findChild<GradePanel*>(); }
    QString path(const QString& name) const { return m_class->filePath(name); }
    void put(const QString& name, const QByteArray& bytes) const
    {
        QDir(m_class->path()).mkpath(name.section(u'/', 0, -2));
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    static QByteArray read(const QString& file)
    {
        QFile from(file);
        return from.open(QIODevice::ReadOnly) ? from.readAll() : QByteArray();
    }
    QModelIndex index(int row, int column) const { return panel().model().index(row, column); }
    QString cell(int row, int column) const { return index(row, column).data().toString(); }
    /// Name, points and the mark of each test.
    QString line(int row) const
    {
        QStringList cells{cell(row, GradeModel::NameColumn), cell(row, GradeModel::PointsColumn)};
        for (int i = GradeModel::FirstTestColumn; i < panel().model().columnCount(); ++i)
            cells << cell(row, i);
        return cells.join(u'|');
    }
    void choose(int row) const
    {
        auto& table = panel().table();
        for (int i = 0; i < table.model()->rowCount(); ++i)
            if (table.model()->index(i, 0).data() == cell(row, 0))
                table.setCurrentIndex(table.model()->index(i, 0));
    }
    QByteArray printed() const { return panel().details().output()->plainText(-1); }
    void begin() const
    {
        panel().fields().setFolders(path(QStringLiteral("tests")), path(QStringLiteral("work")));
        panel().run();
        QVERIFY2(panel().isRunning(), qPrintable(panel().summary()));
    }
    void grade() const
    {
        begin();
        QTRY_VERIFY_WITH_TIMEOUT(!panel().isRunning(), kRunDeadline);
    }

    std::unique_ptr<QTemporaryDir> m_class;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

SANDBENCH_TEST(TestGradePanel);
#include "tst_grade_panel.moc"
