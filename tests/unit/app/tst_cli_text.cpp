// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/cell_text.h"
#include "app/cli/text.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench::cli;

class TestCliText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsForeignTextWithoutObeyingIt_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        QTest::newRow("plain") << QByteArray("plot 1.png") << QByteArray("plot 1.png");
        QTest::newRow("letters") << QByteArray("größe 図 🎉") << QByteArray("größe 図 🎉");
        QTest::newRow("escape") << QByteArray("a\x1b[31mb") << QByteArray("a\\x1b[31mb");
        QTest::newRow("newline") << QByteArray("a\nb\r") << QByteArray("a\\x0ab\\x0d");
        QTest::newRow("NUL") << QByteArray("a\0b", 3) << QByteArray("a\\x00b");
        QTest::newRow("C1") << QByteArray("\xc2\x9b") << QByteArray("\\xc2\\x9b");
        QTest::newRow("direction") << QByteArray("\xe2\x80\xae") << QByteArray("\\xe2\\x80\\xae");
        QTest::newRow("not UTF-8") << QByteArray("\xff\xc3") << QByteArray("\\xff\\xc3");
        QTest::newRow("overlong") << QByteArray("\xc0\xaf") << QByteArray("\\xc0\\xaf");
        QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << QByteArray("\\xed\\xa0\\x80");
        QTest::newRow("cut") << QByteArray("\xe2\x82") << QByteArray("\\xe2\\x82");
    }

    void showsForeignTextWithoutObeyingIt()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, shown);
        QCOMPARE(QByteArray::fromStdString(printable(text.toStdString())), shown);
    }

    void knowsWhenACellIsComplete_data()
    {
        QTest::addColumn<QStringList>("lines");
        QTest::addColumn<bool>("complete"); // after the last line, and never before
        QTest::newRow("statement") << QStringList{"x = 1"} << true;
        QTest::newRow("block") << QStringList{"if x:"} << false;
        QTest::newRow("block goes on") << QStringList{"if x:", "    y"} << false;
        QTest::newRow("block ends") << QStringList{"if x:", "    y", ""} << true;
        QTest::newRow("one-line block") << QStringList{"if x: y"} << true;
        QTest::newRow("colon in a comment") << QStringList{"x  # so:"} << true;
        QTest::newRow("block with a comment") << QStringList{"if x:  # so"} << false;
        QTest::newRow("colon in a text") << QStringList{"x = 'a:'"} << true;
        QTest::newRow("bracket") << QStringList{"f("} << false;
        QTest::newRow("bracket closes") << QStringList{"f(", "", "1)"} << true;
        QTest::newRow("bracket in a text") << QStringList{"x = '('"} << true;
        QTest::newRow("dictionary") << QStringList{"{'a':", "1}"} << true;
        QTest::newRow("triple") << QStringList{"x = '''a"} << false;
        QTest::newRow("triple over blank lines")
            << QStringList{"x = \"\"\"a", "", "b\"\"\""} << true;
        QTest::newRow("triple in one line") << QStringList{"x = '''a'''"} << true;
        QTest::newRow("escaped quote") << QStringList{"x = 'a\\'('"} << true;
        QTest::newRow("open quote is Python's to judge") << QStringList{"x = 'a"} << true;
        QTest::newRow("backslash") << QStringList{"x = 1 + \\"} << false;
        QTest::newRow("backslash goes on") << QStringList{"x = 1 + \\", "2"} << true;
        QTest::newRow("decorator") << QStringList{"@cache", "def f():", "    pass", ""} << true;
        QTest::newRow("too many closing") << QStringList{")"} << true;
        QTest::newRow("blank line inside a call in a block")
            << QStringList{"for x in y:", "    f(1,", "", "    2)", ""} << true;
    }

    void knowsWhenACellIsComplete()
    {
        QFETCH(QStringList, lines);
        QFETCH(bool, complete);
        CellText cell;
        for (qsizetype i = 0; i < lines.size(); ++i) {
            const bool done = cell.add(lines[i].toStdString());
            QCOMPARE(done, i + 1 == lines.size() && complete);
        }
        QCOMPARE(QString::fromStdString(cell.text()), lines.join('\n') + '\n');
    }

    void ignoresBlankLinesBeforeACell()
    {
        CellText cell;
        QVERIFY(cell.add(""));
        QVERIFY(cell.add("   "));
        QVERIFY(cell.empty());
    }
};

SANDBENCH_TEST(TestCliText);
#include "tst_cli_text.moc"
