// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the cells of a session have defined, in the window's own panel.
#include "tests/support/needs.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_fixture.h"
#include "ui/editor/editor_tabs.h"
#include "ui/variables/number_chart.h"
#include "ui/variables/variable_view.h"
#include "ui/variables/variables_panel.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

#include <cmath>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestVariablesPanel : public WindowTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareWithEmbeddedEngine(); }
    void init()
    {
        showWindow(workbench(*m_source));
        m_window->resize(1440, 900);
        m_window->editors().newDocument(
            QStringLiteral("v.py"),
            "n = 1\nnumbers = [k * k for k in range(5000)]\ntext = 'two\\nlines'\n"
            "n = 2; numbers[3] = -1\nraise ValueError\nimport time; time.sleep(600)\n");
    }
    void cleanup() { removeWindow(); }

    void saysHowToGetVariables()
    {
        action("dockVariables")->trigger();
        QVERIFY2(panel().emptyText().contains("(F9)"), qPrintable(panel().emptyText()));
        action("runSelection")->setShortcut({});
        runLine(5);
        QTRY_VERIFY(panel().emptyText().contains("have defined nothing"));
    }

    void listsWhatCellsHaveDefined()
    {
        action("dockVariables")->trigger();
        runLine(1);
        runLine(2);
        runLine(3);
        QTRY_COMPARE(column(VariablesModel::NameColumn).size(), 3);
        QTRY_COMPARE(column(VariablesModel::NameColumn), QStringList({"n", "numbers", "● text"}));
        QCOMPARE(column(VariablesModel::TypeColumn), QStringList({"int", "list", "str"}));
        QCOMPARE(
            column(VariablesModel::SizeColumn),
            QStringList({QString(), "5,000 items", "9 characters"}));
        QVERIFY(panel().summary().startsWith("3 variables"));
        QCOMPARE(panel().emptyText(), QString());
    }

    void marksWhatTheLastCellHasChanged()
    {
        action("dockVariables")->trigger();
        for (int line : {1, 2, 3})
            runLine(line);
        QTRY_COMPARE(column(VariablesModel::NameColumn).size(), 3);
        runLine(4);
        QTRY_COMPARE(column(VariablesModel::NameColumn), QStringList({"● n", "● numbers", "text"}));
        QCOMPARE(
            panel().shown().index(0, 0).data(Qt::AccessibleTextRole).toString(),
            QStringLiteral("n, changed"));
        // Undone, they are what they were.
        action("undoCell")->trigger();
        QTRY_COMPARE(valueOf("n"), QStringLiteral("1"));
    }

    void asksNothingBeforeSomebodyLooks()
    {
        runLine(1);
        QCOMPARE(panel().model().rowCount(), 0);
        action("dockVariables")->trigger();
        QTRY_COMPARE(panel().model().rowCount(), 1);
    }

    void filtersAndSorts()
    {
        showThree();
        auto* filter = panel().findChild<QLineEdit*>("variablesFilter");
        QTest::keyClick(&panel().list(), Qt::Key_F, Qt::ControlModifier);
        QVERIFY(filter->hasFocus());
        QTest::keyClicks(filter, "LIST");
        QCOMPARE(panel().shown().rowCount(), 1);
        QCOMPARE(panel().summary(), QStringLiteral("1 of 3"));
        filter->setText("nothing at all");
        QVERIFY(panel().emptyText().contains("“nothing at all”"));
        filter->clear();
        panel().list().sortByColumn(VariablesModel::SizeColumn, Qt::DescendingOrder);
        QVERIFY(column(VariablesModel::NameColumn).first().endsWith("numbers"));
    }

    void opensOneWithTheKeyboardAndClosesIt()
    {
        showThree();
        action("dockVariables")->trigger();
        panel().list().setCurrentIndex(rowOf("text"));
        panel().list().setFocus();
        QTest::keyClick(&panel().list(), Qt::Key_Return);
        auto* text = view().findChild<QPlainTextEdit*>("variableText");
        QTRY_COMPARE(text->toPlainText(), QStringLiteral("two\nlines"));
        QVERIFY(!tabs().isTabEnabled(1) && !tabs().isTabEnabled(2));
        // What is current is what is shown.
        panel().list().setCurrentIndex(rowOf("numbers"));
        QTRY_VERIFY(tabs().isTabEnabled(2));
        QVERIFY(tabs().isTabEnabled(1));
        QTest::keyClick(&panel().list(), Qt::Key_Escape);
        QVERIFY(view().isHidden());
        QVERIFY(panel().list().hasFocus());
    }

    void drawsNumbersAsLinesAndBars()
    {
        showThree();
        panel().list().setCurrentIndex(rowOf("numbers"));
        emit panel().list().activated(rowOf("numbers"));
        QTRY_VERIFY(tabs().isTabEnabled(2));
        tabs().setCurrentIndex(2);
        auto* chart = view().findChild<NumberChart*>();
        QVERIFY2(
            chart->accessibleDescription().startsWith("1,667 numbers from 0 to"),
            qPrintable(chart->accessibleDescription()));
        const QImage lines = chart->grab().toImage();
        view().findChild<QCheckBox*>("variableHistogram")->click();
        QVERIFY(chart->grab().toImage() != lines);
    }

    void drawsWhateverNumbersThereAre()
    {
        NumberChart chart;
        chart.resize(300, 120);
        const double none = std::nan(""), huge = 1.7e308, endless = INFINITY;
        for (const VariableChart& data : std::initializer_list<VariableChart>{
                 {1, {}},
                 {1, {{"", {}}}},
                 {1, {{"a", {none, none}}, {"b", {1}}}},
                 {1, {{"", {-huge, huge, none, 5}}}},
                 {1LL << 62, {{"\u202e", {3, 3, endless, 3}}}}}) {
            chart.setChart(data);
            for (const bool on : {false, true}) {
                chart.setHistogram(on);
                QVERIFY(!chart.grab().isNull());
            }
        }
    }

    void copiesAValue()
    {
        showThree();
        panel().list().setCurrentIndex(rowOf("n"));
        panel().list().setFocus();
        QTest::keyClick(&panel().list(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("1"));
        emit panel().list().activated(rowOf("text"));
        auto* text = view().findChild<QPlainTextEdit*>("variableText");
        QTRY_COMPARE(text->toPlainText(), QStringLiteral("two\nlines"));
        view().findChild<QToolButton*>("variableCopy")->click();
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("two\nlines"));
    }

    void keepsTheListWhileACellRunsAndReadsItAnew()
    {
        showThree();
        emit panel().list().activated(rowOf("n"));
        auto* text = view().findChild<QPlainTextEdit*>("variableText");
        QTRY_COMPARE(text->toPlainText(), QStringLiteral("1"));
        m_window->editors().current()->setCursorPosition(5, 0);
        m_window->runSelection();
        QTRY_COMPARE_WITH_TIMEOUT(
            m_window->controller().state(), SessionState::Running, kRunDeadline);
        QVERIFY(panel().summary().contains("as they were before"));
        QCOMPARE(panel().model().rowCount(), 3);
        action("runStop")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(m_window->controller().state(), SessionState::Idle, kRunDeadline);
        runLine(4);
        QTRY_COMPARE(text->toPlainText(), QStringLiteral("2")); // the details follow
    }

    void showsNothingOfASessionThatIsGone()
    {
        showThree();
        m_window->controller().destroySession();
        QTRY_COMPARE(panel().model().rowCount(), 0);
        QVERIFY(panel().emptyText().contains("(F9)"));
    }

    void showsForeignTextAsItIs()
    {
        VariablesModel model;
        model.setVariables({{"a\u202e", "<b>T</b>", "", 0, "\x1b[2J", ""}}, true);
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("● a[U+202E]"));
        QCOMPARE(model.index(0, 3).data().toString(), QStringLiteral("[U+001B][2J"));
        QVERIFY(!model.index(0, 1).data(Qt::ToolTipRole).toString().contains("<b>"));
        VariableView view;
        view.setDetails({{"x\u202e", "T", "", 0, "", ""}, "a\u202e\nb", true, {}, {}});
        QVERIFY(view.text().startsWith("a[U+202E]\nb"));
        QVERIFY(view.text().endsWith("and more"));
    }

private:
    VariablesPanel& panel() { return m_window->variables(); }
    VariableView& view() { return *panel().findChild<VariableView*>(); }
    QTabWidget& tabs() { return *view().findChild<QTabWidget*>("variableTabs"); }

    void runLine(int line)
    {
        const auto before = m_ended->size();
        m_window->editors().current()->setCursorPosition(line - 1, 0);
        m_window->runSelection();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), before + 1, kRunDeadline);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->controller().state(), SessionState::Idle, kRunDeadline);
    }
    void showThree()
    {
        action("dockVariables")->trigger();
        for (int line : {1, 2, 3})
            runLine(line);
        QTRY_COMPARE(panel().model().rowCount(), 3);
    }
    QStringList column(int at)
    {
        QStringList texts;
        for (int row = 0; row < panel().shown().rowCount(); ++row)
            texts << panel().shown().index(row, at).data().toString();
        return texts;
    }
    QModelIndex rowOf(const char* name)
    {
        for (int row = 0; row < panel().shown().rowCount(); ++row)
            if (panel().shown().index(row, 0).data().toString().endsWith(QLatin1String(name)))
                return panel().shown().index(row, 0);
        return {};
    }
    QString valueOf(const char* name)
    {
        const QModelIndex found = rowOf(name);
        return found.siblingAtColumn(VariablesModel::ValueColumn).data().toString();
    }
};

SANDBENCH_TEST(TestVariablesPanel);
#include "tst_variables_panel.moc"
