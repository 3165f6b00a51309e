// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/table/delimited_text.h"
#include "core/table/table_query.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::table;
using namespace std::string_literals;

namespace {

std::shared_ptr<const TableSource> tableFrom(const std::string& text, char separator = ',')
{
    return *readDelimited(text, separator, {});
}

std::vector<Row> rowsIn(const TableSource& table)
{
    std::vector<Row> rows = {table.header()};
    for (std::size_t i = 0; i < table.rowCount(); ++i)
        rows.push_back(table.row(i));
    return rows;
}

/// The cells of @p column, in the order that the query gives.
Row columnOf(const TableSource& table, const Query& query, std::size_t column = 0)
{
    Row cells;
    const auto order = *rowsOf(table, query, {});
    for (const auto row : order)
        cells.push_back(table.cell(row, column));
    return cells;
}

std::stop_token stoppedToken()
{
    std::stop_source source;
    source.request_stop();
    return source.get_token();
}

} // namespace

class TableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsRowsAsMostProgramsDo_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::vector<Row>>("rows");
        const auto add = [](const char* name, std::string text, std::vector<Row> rows) {
            QTest::newRow(name) << std::move(text) << std::move(rows);
        };
        add("plain", "a,b\n1,2\n", {{"a", "b"}, {"1", "2"}});
        add("no last line feed", "a,b\n1,2", {{"a", "b"}, {"1", "2"}});
        add("carriage returns", "a,b\r\n1,2\r\n", {{"a", "b"}, {"1", "2"}});
        add("a carriage return inside", "a\rb,c\n", {{"a\rb", "c"}});
        add("quoted", "a,\"b,\nc\"\n\"say \"\"hi\"\"\",2\n", {{"a", "b,\nc"}, {"say \"hi\"", "2"}});
        add("a mark inside of a cell", "a\"b,c\"d\n", {{"a\"b", "c\"d"}});
        add("text behind a quoted cell", "\"a\"b,c\n", {{"ab", "c"}});
        add("an open mark", "a,\"b\nc", {{"a", "b\nc"}});
        add("a quoted carriage return", "\"a\r\"\r\nb", {{"a\r"}, {"b"}});
        add("uneven rows", "a\n1,2,3\n\n", {{"a", "", ""}, {"1", "2", "3"}, {"", "", ""}});
        add("a byte order mark",
            "\xef\xbb\xbf"
            "a,b\n",
            {{"a", "b"}});
        add("zeros", "a,b\0c\n"s, {{"a", "b\0c"s}});
        add("empty cells", ",,\n", {{"", "", ""}});
    }

    void readsRowsAsMostProgramsDo()
    {
        QFETCH(std::string, text);
        QFETCH(std::vector<Row>, rows);
        const auto table = tableFrom(text);
        QCOMPARE(rowsIn(*table), rows);
        for (std::size_t i = 0; i < table->rowCount(); ++i)
            for (std::size_t column = 0; column < table->header().size(); ++column)
                QCOMPARE(table->cell(i, column), table->row(i)[column]);
        QCOMPARE(table->missing(), ""s);
    }

    void nothingIsNoRow()
    {
        for (const auto* text : {"", "\xef\xbb\xbf"}) {
            const auto table = tableFrom(text);
            QCOMPARE(table->rowCount(), std::size_t(0));
            QVERIFY(table->header().empty());
            QVERIFY(rowsOf(*table, {"x", {}, false}, {})->empty());
        }
    }

    void eachBeginningOfATextIsATable()
    {
        const auto text = "a,\"b\"\"\r\n,c\"\r\n\"x\"y,\n,,\"\n"s;
        for (std::size_t size = 0; size <= text.size(); ++size) {
            const auto table = tableFrom(text.substr(0, size));
            for (const auto& row : rowsIn(*table))
                QCOMPARE(row.size(), table->header().size());
        }
    }

    void saysWhatItLeavesOut()
    {
        const auto wide = tableFrom(std::string(2'000, ','));
        QCOMPARE(wide->header().size(), std::size_t(1'000));
        QCOMPARE(wide->missing(), "Only the first 1,000 columns are shown."s);
        const auto endless = tableFrom("a\n" + std::string(50'000'000, 'x'));
        QCOMPARE(endless->row(0)[0].size(), 10'000 + "…"s.size());
        QCOMPARE(endless->missing(), "Of rows of more than 1 MB only the beginning is shown."s);
        const auto quoted = tableFrom("a\n\"" + std::string(2'000'000, '\n'));
        QCOMPARE(quoted->rowCount(), std::size_t(1));
        const auto many = tableFrom(std::string(6'000'000, '\n'));
        QCOMPARE(many->rowCount(), kMostRows);
        QCOMPARE(many->missing(), "Only the first 5 million rows are shown."s);
    }

    void knowsTheSeparatorByTheFirstLine()
    {
        QCOMPARE(separatorOf("a;b;c\n1,5;2"), ';');
        QCOMPARE(separatorOf("a\tb\n"), '\t');
        QCOMPARE(separatorOf("a,b;c\n;;;;"), ',');
        QCOMPARE(separatorOf(""), ',');
    }

    void sortsNumbersBeforeTextsAndEmptyCellsLast()
    {
        const auto table = tableFrom("n\n10\nb\n\n9\na\n-1e3\n 7 \nnan\n");
        QCOMPARE(
            columnOf(*table, {{}, 0, false}), (Row{"-1e3", " 7 ", "9", "10", "a", "b", "nan", ""}));
        QCOMPARE(
            columnOf(*table, {{}, 0, true}), (Row{"nan", "b", "a", "10", "9", " 7 ", "-1e3", ""}));
        QCOMPARE(columnOf(*table, {{}, 5, false}).size(), std::size_t(8));
    }

    void equalRowsStayInTheirOrderAlsoInLongTables()
    {
        std::string text = "key,number\n";
        for (int i = 0; i < 20'000; ++i)
            text += std::to_string(i % 3) + "," + std::to_string(i) + "\n";
        const auto table = tableFrom(text);
        for (const bool isDescending : {false, true}) {
            const auto order = *rowsOf(*table, {{}, 0, isDescending}, {});
            QCOMPARE(order.size(), std::size_t(20'000));
            for (std::size_t i = 1; i < order.size(); ++i) {
                const auto before = order[i - 1] % 3, now = order[i] % 3;
                QVERIFY(before == now ? order[i - 1] < order[i] : (before < now) != isDescending);
            }
        }
    }

    void findsRowsByAnyCellAndCase()
    {
        const auto table = tableFrom("a,b\nOne,x\ntwo,\"ONE,\"\nthree,z\n");
        QCOMPARE(columnOf(*table, {"one", {}, false}), (Row{"One", "two"}));
        QCOMPARE(columnOf(*table, {"one", 0, true}), (Row{"two", "One"}));
        QVERIFY(columnOf(*table, {"x,", {}, false}).empty()); // no text over two cells
    }

    void addsUpAColumn()
    {
        const auto table = tableFrom("n\n4\n1\n\n2\nx\n3\n1\n");
        const auto column = *statisticsOf(*table, *rowsOf(*table, {}, {}), 0, {});
        QCOMPARE(column.cells, std::size_t(7));
        QCOMPARE(column.empty, std::size_t(1));
        QCOMPARE(column.numbers, std::size_t(5));
        QCOMPARE(column.distinct, std::size_t(5));
        QCOMPARE(column.least, 1.0);
        QCOMPARE(column.greatest, 4.0);
        QCOMPARE(column.mean, 2.2);
        QCOMPARE(column.median, 2.0);
        const auto even = tableFrom("n\n4\n1\n2\n3\n");
        QCOMPARE(statisticsOf(*even, {0, 1, 2, 3}, 0, {})->median, 2.5);
        QCOMPARE(statisticsOf(*even, {}, 0, {})->numbers, std::size_t(0));
    }

    void writesWhatItReadsButForFormulas()
    {
        for (const auto* text : {"a,b\n1,2\n", "a,\"b,\nc\"\n\"say \"\"hi\"\"\",-2\n"})
            QCOMPARE(csvOf(*tableFrom(text)), std::string(text));
        QCOMPARE(csvOf(*tableFrom("=1+1,-5,@x,+1\n")), "'=1+1,-5,'@x,+1\n"s);
        QCOMPARE(*csvOf(*tableFrom("a\n1\n2\n3\n"), {2, 0}, {}), "a\n3\n1\n"s);
    }

    void stopsWhenItIsAsked()
    {
        const auto table = tableFrom("a\n" + std::string(100'000, '\n'));
        QVERIFY(readDelimited(std::string(100'000, '\n'), ',', stoppedToken())
                    .failedAs(ErrorCode::Cancelled));
        QVERIFY(rowsOf(*table, {{}, 0, false}, stoppedToken()).failedAs(ErrorCode::Cancelled));
        QVERIFY(statisticsOf(*table, {0}, 0, stoppedToken()).failedAs(ErrorCode::Cancelled));
        QVERIFY(csvOf(*table, {0}, stoppedToken()).failedAs(ErrorCode::Cancelled));
    }
};

SANDBENCH_TEST(TableTest);
#include "tst_table.moc"
