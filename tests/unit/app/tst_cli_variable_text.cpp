// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/variable_text.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;

/// Variables as `repl` shows them.
class TestCliVariableText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void listsThemByName()
    {
        const VariableList list{
            {{"b", "list", "2 items", 2, "[1, 2]", ""}, {"a", "int", "", 0, "5", ""}}, 2};
        QCOMPARE(
            cli::variableLines(list),
            std::string("NAME  TYPE  SIZE     VALUE\n"
                        "a     int   -        5\n"
                        "b     list  2 items  [1, 2]\n"));
        QCOMPARE(cli::variableLines({}), std::string("nothing is defined\n"));
    }

    void saysThatThereAreMore()
    {
        const auto text = cli::variableLines({{{"a", "int", "", 0, "5", ""}}, 7});
        QVERIFY2(text.ends_with("the last 1 of 7\n"), text.c_str());
    }

    void showsTheFirstRowsOfOne()
    {
        VariableDetails details{{"x", "list", "30 items", 30, "[…", ""}, "[1\n2", true, {}, {}};
        details.table.columns = {"Value"};
        for (int i = 0; i < 30; ++i)
            details.table.rows.push_back({std::to_string(i), {"v"}});
        details.table.rowCount = 300;
        details.table.columnCount = 9;
        const auto text = cli::variableText(details);
        QVERIFY2(text.starts_with("x: list, 30 items\n[1\n2\n… and more\n\n"), text.c_str());
        QVERIFY2(text.find("\n19  v\n") != std::string::npos, text.c_str());
        QVERIFY2(text.find("\n20  v\n") == std::string::npos, text.c_str());
        QVERIFY2(text.ends_with("20 of 300 rows\n1 of 9 columns\n"), text.c_str());
    }

    void letsNoTextReachTheTerminalAsItIs()
    {
        const Variable hostile{"\x1b[2J", "\u202e", "\r", 0, "\x1b]0;x\x07", ""};
        VariableDetails details{hostile, "\x1b[31m\nok", false, {}, {}};
        details.table.columns = {"\x1b[A"};
        details.table.rows = {{"\x1b[B", {"\x1b[C"}}};
        for (const auto& text : {cli::variableLines({{hostile}, 1}), cli::variableText(details)}) {
            QVERIFY2(text.find('\x1b') == std::string::npos, text.c_str());
            QVERIFY2(text.find("\u202e") == std::string::npos, text.c_str());
        }
    }
};

SANDBENCH_TEST(TestCliVariableText);
#include "tst_cli_variable_text.moc"
