// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Checks in the real window, and the programs that are held against them.
#include "core/engine/registry.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"
#include "tests/ui/fake_engines_fixture.h"
#include "ui/changes/difference_view.h"
#include "ui/checks/checks_panel.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTableView>
#include <QToolButton>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestChecksPanel : public FakeEnginesTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareWithSandboxes(); }

    void init()
    {
        renewEngines();
        makeWindow();
        m_window->show();
        auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("dockChecks"));
        action("dockChecks")->trigger();
        QVERIFY(dock->isVisible());
        m_tester = std::make_unique<QAbstractItemModelTester>(
            &panel().model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    }

    void cleanup()
    {
        m_tester.reset();
        close();
    }

    void saysWhatToDoWhereThereIsNothing()
    {
        QVERIFY(panel().emptyText().startsWith(QStringLiteral("No checks. Add one")));
        QVERIFY(!button("checksRun")->isEnabled());
        QVERIFY(!button("checksSave")->isEnabled());
        QVERIFY(button("checksAdd")->isEnabled());
    }

    void isFilledInWithTheKeyboardAlone()
    {
        addCheck("1\n2", "3");
        const auto& check = panel().model().checks().front();
        QCOMPARE(check.name, std::string("check 1"));
        QCOMPARE(check.input, std::string("1\n2\n"));
        QCOMPARE(*check.expected, std::string("3"));
        QCOMPARE(panel().summary(), QStringLiteral("1 check"));
        // How they are compared.
        edit(0, ChecksModel::MatchColumn);
        auto* box = panel().table().findChild<QComboBox*>();
        QVERIFY(box);
        box->setCurrentText(QStringLiteral("numbers"));
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_VERIFY(panel().model().checks().front().match == check::Match::Numbers);
        // No two are called the same.
        panel().addCheck();
        const auto name = panel().model().index(1, ChecksModel::NameColumn);
        QVERIFY(!panel().model().setData(name, QStringLiteral("check 1"), Qt::EditRole));
        panel().table().setCurrentIndex(name);
        panel().table().setFocus();
        QTest::keyClick(&panel().table(), Qt::Key_Delete);
        QCOMPARE(panel().model().rowCount(), 1);
    }

    void showsWhichProgramPassesWhichCheck()
    {
        openTwo();
        addCheck("1 2", "3");
        addCheck("2 2", "4");
        QTest::keyClick(&panel().table(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(panel().isRunning());
        QVERIFY(button("checksStop")->isEnabled() && !button("checksAdd")->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(!panel().isRunning(), kRunDeadline);
        QCOMPARE(
            panel().summary(), QStringLiteral("good.py: 2 of 2 passed · bad.py: 1 of 2 passed"));
        QCOMPARE(cell(0, 0), QStringLiteral("✓ passed"));
        QCOMPARE(cell(1, 0), QStringLiteral("✗ differs"));
        QCOMPARE(cell(1, 1), QStringLiteral("✓ passed"));
        choose(1, 0);
        auto* difference = panel().findChild<DifferenceView*>();
        QVERIFY(difference->isVisible());
        const auto lines = difference->difference().parts.front().lines;
        QVERIFY(lines.contains(QStringLiteral("-3")) && lines.contains(QStringLiteral("+4")));
        QVERIFY(difference->caption().startsWith(QStringLiteral("bad.py, check 1")));
        choose(0, 0);
        QVERIFY(difference->difference().parts.isEmpty());
        // Another expectation is another check.
        QVERIFY(panel().model().setData(
            panel().model().index(0, ChecksModel::ExpectedColumn), QStringLiteral("5"),
            Qt::EditRole));
        QCOMPARE(cell(1, 0), QString());
        QCOMPARE(cell(1, 1), QStringLiteral("✓ passed"));
    }

    void leavesOutWhatIsNotTicked()
    {
        openTwo();
        addCheck("1 2", "3");
        auto* menu = button("checksAnswers")->menu();
        emit menu->aboutToShow();
        QCOMPARE(menu->actions().size(), 2);
        menu->actions().back()->setChecked(false);
        panel().runChecks();
        QTRY_VERIFY_WITH_TIMEOUT(!panel().isRunning(), kRunDeadline);
        QCOMPARE(panel().summary(), QStringLiteral("good.py: 1 of 1 passed"));
    }

    void stopsAtOnce()
    {
        m_window->editors().newDocument(
            QStringLiteral("hang.py"), "open('/tmp/here', 'w')\nwhile True: pass\n");
        addCheck("", "1");
        panel().runChecks();
        QTRY_COMPARE_WITH_TIMEOUT(cell(0, 0), QStringLiteral("running…"), kRunDeadline);
        button("checksStop")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!panel().isRunning(), kRunDeadline);
        QCOMPARE(cell(0, 0), QStringLiteral("– not run"));
    }

    void saysThatNothingIsOpen()
    {
        addCheck("", "1");
        panel().runChecks();
        QVERIFY(panel().summary().startsWith(QStringLiteral("Open a program first")));
        QVERIFY(!panel().isRunning());
    }

    void showsRareFieldsWhereTheyAreUsedOrWanted()
    {
        addCheck("", "a b");
        auto& table = panel().table();
        const auto isHidden = [&](int column) { return table.isColumnHidden(column); };
        for (const int column :
             {ChecksModel::ArgumentsColumn, ChecksModel::ToleranceColumn, ChecksModel::ExitColumn,
              ChecksModel::TimeoutColumn})
            QVERIFY(isHidden(column));
        // By the menu, which the keyboard opens too.
        QCOMPARE(table.contextMenuPolicy(), Qt::ActionsContextMenu);
        const auto columns = table.horizontalHeader()->actions();
        QCOMPARE(columns.size(), 4);
        columns.front()->trigger();
        QVERIFY(!isHidden(ChecksModel::ArgumentsColumn));
        const std::vector<std::string> words{"-v", "two words", "", "a\"b\"", "it's", "c\\"};
        set(ChecksModel::ArgumentsColumn, "-v \"two words\" '' \"a\\\"b\\\"\"  it\\'s 'c\\'");
        const auto& check = panel().model().checks().front();
        QCOMPARE(check.arguments, words);
        QVERIFY(!columns.front()->isEnabled()); // it is used
        // What is shown is what was typed, and is read as the same.
        const auto shown = data(ChecksModel::ArgumentsColumn, Qt::EditRole);
        set(ChecksModel::ArgumentsColumn, "");
        set(ChecksModel::ArgumentsColumn, shown);
        QCOMPARE(check.arguments, words);
        set(ChecksModel::ExitColumn, "3");
        set(ChecksModel::TimeoutColumn, "0.5");
        QCOMPARE(check.exitCode, 3);
        QCOMPARE(*check.timeout, 0.5);
        QVERIFY(!isHidden(ChecksModel::ExitColumn) && !isHidden(ChecksModel::TimeoutColumn));
        set(ChecksModel::TimeoutColumn, " ");
        QVERIFY(!check.timeout && isHidden(ChecksModel::TimeoutColumn));
        set(ChecksModel::MatchColumn, "numbers");
        set(ChecksModel::ToleranceColumn, "0.25");
        QCOMPARE(check.tolerance, 0.25);
    }

    void refusesWhatIsNoValue()
    {
        addCheck("", "1");
        for (const auto& [column, text] :
             {std::pair(ChecksModel::ExitColumn, "256"), std::pair(ChecksModel::ExitColumn, "1.5"),
              std::pair(ChecksModel::ExitColumn, "-1"), std::pair(ChecksModel::ExitColumn, "x"),
              std::pair(ChecksModel::TimeoutColumn, "0"),
              std::pair(ChecksModel::TimeoutColumn, "nan"),
              std::pair(ChecksModel::ToleranceColumn, "-1"),
              std::pair(ChecksModel::MatchColumn, "some")})
            QVERIFY2(
                !panel().model().setData(
                    panel().model().index(0, column), QLatin1String(text), Qt::EditRole),
                text);
        QCOMPARE(panel().model().checks().front().exitCode, 0);
    }

    void runsTestsAgainstTheProgramsThatTheyImport()
    {
        m_window->editors().newDocument(
            QStringLiteral("one.py"), "def add(a, b):\n    return a + b\n");
        m_window->editors().newDocument(
            QStringLiteral("two.py"), "def add(a, b):\n    return a - b\n");
        const QTemporaryDir folder;
        const auto write = [&folder](const char* name, const char* text) {
            QFile file(folder.filePath(QLatin1String(name)));
            return file.open(QIODevice::WriteOnly) && file.write(text) >= 0 ? file.fileName()
                                                                            : QString();
        };
        const auto test = write(
            "test_sums.py", "from sums import add\ndef test_add():\n    assert add(2, 1) == 3\n");
        panel().addTests({test, write("notes.unknown", "x"), test});
        QTRY_COMPARE(panel().model().rowCount(), 1);
        QVERIFY2(
            panel().summary().contains(QStringLiteral("another check is called test_sums.py")),
            qPrintable(panel().summary()));
        auto* called = panel().findChild<QLineEdit*>(QStringLiteral("checksCalledAs"));
        QVERIFY(called->isVisible());
        QCOMPARE(called->text(), QStringLiteral("sums.py"));
        QVERIFY(data(ChecksModel::InputColumn).startsWith(QStringLiteral("(a test) from sums")));
        const auto input = panel().model().index(0, ChecksModel::InputColumn);
        QVERIFY(!panel().model().flags(input).testFlag(Qt::ItemIsEditable));
        panel().runChecks();
        QTRY_VERIFY_WITH_TIMEOUT(!panel().isRunning(), kRunDeadline);
        QCOMPARE(cell(0, 0), QStringLiteral("✓ passed"));
        QCOMPARE(cell(1, 0), QStringLiteral("✗ exit 1"));
        const QString path = folder.filePath(QStringLiteral("checks.json"));
        panel().saveFile(path);
        QTRY_VERIFY(panel().summary().startsWith(QStringLiteral("Saved ")));
        panel().model().setChecks({});
        QVERIFY(!called->isVisible());
        panel().openFile(path);
        QTRY_COMPARE(panel().model().rowCount(), 1);
        QVERIFY(panel().model().hasTests());
    }

    void foreignTextsDoNotLie()
    {
        const std::string text = "<b>\u202egnp\x1b[2J</b>\n<img src=x>";
        check::Check check;
        check.name = "<i>\u202ename</i>";
        check.expected = text;
        panel().model().setChecks({check});
        panel().model().beginRun({text});
        check::Outcome outcome;
        outcome.state = check::CheckState::Failed;
        outcome.why = outcome.output = outcome.errors = text + "x";
        panel().model().setOutcome(0, 0, outcome);
        choose(0, 0);
        auto* difference = panel().findChild<DifferenceView*>();
        QVERIFY(difference->isVisible());
        QString seen = difference->caption() + difference->difference().note + panel().summary()
            + panel()
                  .model()
                  .headerData(ChecksModel::FirstAnswerColumn, Qt::Horizontal, Qt::DisplayRole)
                  .toString();
        for (const auto& line : difference->difference().parts.front().lines)
            seen += line;
        for (int column = 0; column <= ChecksModel::FirstAnswerColumn; ++column)
            for (const int role : {Qt::DisplayRole, Qt::ToolTipRole}) {
                const auto shown = panel().model().index(0, column).data(role).toString();
                seen += shown;
                QVERIFY2(
                    role != Qt::ToolTipRole || !shown.contains(QStringLiteral("<b>")),
                    qPrintable(shown));
            }
        QVERIFY(!seen.contains(QChar(0x202e)) && !seen.contains(QChar(0x1b)));
        QVERIFY(!m_window->grab().isNull());
    }

    void keepsChecksInAFile()
    {
        addCheck("1\n2", "3");
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("checks.json"));
        panel().saveFile(path);
        QTRY_VERIFY(panel().summary().startsWith(QStringLiteral("Saved ")));
        panel().model().setChecks({});
        QVERIFY(!panel().emptyText().isEmpty());
        panel().openFile(path);
        QTRY_COMPARE(panel().model().rowCount(), 1);
        QCOMPARE(panel().model().checks().front().input, std::string("1\n2\n"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write("{\"checks\": [\n{\"\u202eexpected\": 1}]}");
        file.close();
        panel().openFile(path);
        QTRY_VERIFY2(
            panel().summary().startsWith(QStringLiteral("checks.json: line 2, check 1: ")),
            qPrintable(panel().summary()));
        QVERIFY(!panel().summary().contains(QChar(0x202e)));
        QCOMPARE(panel().model().rowCount(), 1); // those that there were
    }

private:
    QString data(int column, int role = Qt::DisplayRole) const
    {
        return panel().model().index(0, column).data(role).toString();
    }
    void set(int column, const QString& text)
    {
        QVERIFY(panel().model().setData(panel().model().index(0, column), text, Qt::EditRole));
    }
    void set(int column, const char* text) { set(column, QString::fromUtf8(text)); }
    ChecksPanel& panel() const { return m_window->checks(); }
    QToolButton* button(const char* name) const
    {
        return panel().findChild<QToolButton*>(QLatin1String(name));
    }
    QString cell(int answer, int row) const
    {
        return panel()
            .model()
            .index(row, ChecksModel::FirstAnswerColumn + answer)
            .data()
            .toString();
    }
    void choose(int answer, int row)
    {
        panel().table().setCurrentIndex(
            panel().model().index(row, ChecksModel::FirstAnswerColumn + answer));
    }
    void edit(int row, int column)
    {
        const auto cell = panel().model().index(row, column);
        panel().table().setCurrentIndex(cell);
        panel().table().edit(cell);
    }
    /// Of the cell that is edited now; null = none is.
    QPlainTextEdit* textEditor(int column) const
    {
        for (auto* editor : panel().table().findChildren<QPlainTextEdit*>())
            if (editor->isVisible() && panel().table().currentIndex().column() == column)
                return editor;
        return nullptr;
    }
    /// Tab goes to the next cell.
    void type(int column, const char* text)
    {
        QTRY_VERIFY(textEditor(column));
        auto* editor = textEditor(column);
        const auto lines = QString::fromUtf8(text).split(u'\n');
        for (int i = 0; i < lines.size(); ++i) {
            if (i > 0)
                QTest::keyClick(editor, Qt::Key_Return);
            QTest::keyClicks(editor, lines[i]);
        }
        QTest::keyClick(editor, Qt::Key_Tab);
    }
    void addCheck(const char* input, const char* expected)
    {
        button("checksAdd")->click();
        type(ChecksModel::InputColumn, input);
        type(ChecksModel::ExpectedColumn, expected);
        QTRY_VERIFY(panel().table().findChild<QComboBox*>());
        auto* box = panel().table().findChild<QComboBox*>();
        QTest::keyClick(box, Qt::Key_Escape);
        QTRY_VERIFY(!panel().table().findChild<QComboBox*>());
        panel().table().setFocus();
    }
    void openTwo()
    {
        m_window->editors().newDocument(
            QStringLiteral("good.py"), "print(sum(int(x) for x in input().split()))\n");
        m_window->editors().newDocument(QStringLiteral("bad.py"), "print(4)\n");
    }

    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

SANDBENCH_TEST(TestChecksPanel);

#include "tst_checks_panel.moc"
