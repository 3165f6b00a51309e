// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/line_splitter.h"
#include "core/batch/batch_input.h"
#include "core/batch/batch_item.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace sandbench;
using namespace sandbench::batch;
using sandbench::test::contains;

static std::string shown(const TextLine& line)
{
    return std::to_string(line.number) + (line.isTooLong ? "!" : ":" + line.text);
}

/// @p text in pieces of @p size bytes, as lines of at most @p longest.
static QStringList linesOf(std::string_view text, std::size_t size, std::size_t longest)
{
    LineSplitter splitter(longest);
    QStringList lines;
    const auto takeAll = [&] {
        while (const auto line = splitter.take())
            lines << QString::fromStdString(shown(*line));
    };
    for (std::size_t i = 0; i < text.size(); i += size) {
        splitter.add(text.substr(i, size));
        takeAll();
    }
    splitter.end();
    takeAll();
    return lines;
}

static Result<Item> itemOf(const char* text, const ItemRules& rules = {})
{
    return readItem(text, 7, rules);
}

static QString problemOf(const char* text, const ItemRules& rules = {})
{
    const auto item = itemOf(text, rules);
    return item ? "" : QString::fromStdString(item.error().text());
}

/// A file of lines in a folder of its own.
class LinesFile
{
public:
    explicit LinesFile(const QByteArray& text)
    {
        QFile file(m_folder.filePath("lines.jsonl"));
        m_isWritten = file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    }
    std::string path() const { return m_folder.filePath("lines.jsonl").toStdString(); }
    bool isWritten() const { return m_isWritten; }

private:
    QTemporaryDir m_folder;
    bool m_isWritten = false;
};

/// The lines of a batch: what they are, and what is wrong with them.
class TestBatchLines : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void splitsLinesHoweverTheyCome()
    {
        const std::string text = "one\n\nthree is far too long\nfour\n123456789\nlast";
        const QStringList expected{"1:one", "2:", "3!", "4:four", "5:123456789", "6:last"};
        for (std::size_t size = 1; size <= text.size(); ++size)
            QCOMPARE(linesOf(text, size, 10), expected);
        QCOMPARE(linesOf("a\n", 1, 10), QStringList{"1:a"});
        QCOMPARE(linesOf("0123456789X", 3, 10), QStringList{"1!"});
        QVERIFY(linesOf("", 1, 10).isEmpty());
    }

    void readsAProgramAndWhatIsExpected()
    {
        const auto item = itemOf(
            R"({"id": "a", "code": "x", "stdin": "1", "expected": "2", "args": ["-v"], "env": {"A": "b"},
                "timeout": 3, "match": "exact", "exit": 4, "colour": 1})");
        QVERIFY2(item, item ? "" : item.error().text().c_str());
        QCOMPARE(item->id, std::string("a"));
        QCOMPARE(item->line, 7U);
        QVERIFY(!item->hasTests);
        QCOMPARE(item->checks.size(), 1U);
        QCOMPARE(item->checks[0].input, std::string("1"));
        QCOMPARE(item->checks[0].expected, std::optional<std::string>("2"));
        QCOMPARE(item->checks[0].exitCode, 4);
        QCOMPARE(item->checks[0].match, check::Match::Exact);
        QCOMPARE(jsonString(item->program, "language"), std::string("python"));
        QCOMPARE(jsonNumber(item->program, "timeout"), 3.0);
        QVERIFY(!item->program.contains("id"));
        QCOMPARE(item->unused, std::vector<std::string>{"colour"});
    }

    void namesALineByItsNumberWhereItHasNoId()
    {
        QCOMPARE(itemOf(R"({"code": ""})")->id, std::string("7"));
        QCOMPARE(itemOf(R"({"code": "", "id": null})")->id, std::string("7"));
        QCOMPARE(itemOf(R"({"code": "", "id": 12})")->id, std::string("12"));
    }

    void readsTestsOfOneProgram()
    {
        const auto item = itemOf(
            R"({"code": "x", "tests": [{"input": "1", "output": "2"}, {"name": "n", "expect": ["a", "b"]}]})");
        QVERIFY2(item, item ? "" : item.error().text().c_str());
        QVERIFY(item->hasTests);
        QCOMPARE(item->checks[0].expected, std::optional<std::string>("2"));
        QCOMPARE(item->checks[1].name, std::string("n"));
        QCOMPARE(item->checks[1].expected, std::optional<std::string>("a\nb\n"));
    }

    void understandsTheNamesOfDataSets()
    {
        const auto human = itemOf(
            R"({"task_id": "HumanEval/0", "prompt": "def f():\n", "completion": "    return 1\n",
                "entry_point": "f", "test": "def check(c):\n    assert c() == 1\n"})");
        QVERIFY2(human, human ? "" : human.error().text().c_str());
        QCOMPARE(human->id, std::string("HumanEval/0"));
        QVERIFY(jsonString(human->program, "code").starts_with("def f():\n    return 1\n"));
        QVERIFY(jsonString(human->program, "code").ends_with("\ncheck(f)\n"));
        const auto mbpp = itemOf(
            R"({"task_id": 2, "text": "Write …", "code": "def g(): return 2", "test_setup_code": "",
                "test_list": ["assert g() == 2"]})");
        QVERIFY2(mbpp, mbpp ? "" : mbpp.error().text().c_str());
        QCOMPARE(mbpp->id, std::string("2"));
        QVERIFY(contains(jsonString(mbpp->program, "code"), "\nassert g() == 2\n"));
        QCOMPARE(mbpp->unused, std::vector<std::string>{"text"});
        const auto plain = itemOf(R"({"solution": "x", "input": "1", "expected_output": "2"})");
        QVERIFY2(plain, plain ? "" : plain.error().text().c_str());
        QCOMPARE(plain->checks[0].expected, std::optional<std::string>("2"));
    }

    void namesWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* name, const char* line, const char* problem) {
            QTest::newRow(name) << QByteArray(line) << QString(problem);
        };
        row("no JSON", "{\"code\": ", "it is not JSON");
        row("no object", "[1]", "it is no JSON object");
        row("no code", "{\"id\": \"a\"}", "code: is missing");
        row("code of another type", "{\"code\": 1}", "code: ");
        row("two codes", "{\"code\": \"\", \"file\": \"a\"}", "file: there is code as well");
        row("a file", "{\"file\": \"/etc/passwd\"}", "file: say where such files are");
        row("an odd id", "{\"code\": \"\", \"id\": \"a\\u001b[2J\"}", "id: must be one line");
        row("an id of another type", "{\"code\": \"\", \"id\": [1]}", "id: must be a text");
        row("too much time", "{\"code\": \"\", \"timeout\": 61}",
            "timeout: is more than --timeout");
        row("no time limit", "{\"code\": \"\", \"timeout\": 0}", "timeout: ");
        row("too much output", "{\"code\": \"\", \"output_limit\": \"1g\"}",
            "output_limit: is more");
        row("a test with too much time", "{\"code\": \"\", \"tests\": [{\"timeout\": 61}]}",
            "tests[0].timeout: is more");
        row("tests and a run", "{\"code\": \"\", \"stdin\": \"\", \"tests\": [{}]}",
            "stdin: belongs to each of the tests");
        row("no tests", "{\"code\": \"\", \"tests\": []}", "tests: must be a list of 1 to 1000");
        row("a test that is none", "{\"code\": \"\", \"tests\": [1]}", "tests[0]: ");
        row("an empty checker", "{\"code\": \"\", \"checker\": \"\"}", "checker: is empty");
        row("a checker of another type", "{\"code\": \"\", \"checker\": 1}", "checker");
    }

    void namesWhatIsWrong()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, problem);
        const auto said = problemOf(line.constData());
        QVERIFY2(said.startsWith(problem), qPrintable(said));
    }

    void neverTakesHalfALineForAWholeOne()
    {
        const std::string whole = R"({"id":"a","code":"x","tests":[{"stdin":"1"}],"checker":"y"})";
        for (std::size_t size = 0; size < whole.size(); ++size)
            QVERIFY(!readItem(std::string_view(whole).substr(0, size), 1, {}));
        QVERIFY(readItem(whole, 1, {}));
    }

    void tellsWhatAFileIsBeforeAnyOfItRuns()
    {
        const LinesFile file("{\"code\": \"1\", \"id\": \"a\"}\n\n  \nnonsense\n{\"code\": \"2\", "
                             "\"id\": \"a\", \"x\": 1}\n{\"code\": \"3\", \"id\": \"7\"}\n"
                             "{\"code\": \"4\"}\n");
        QVERIFY(file.isWritten());
        auto input = Input::open(file.path());
        QVERIFY(input);
        const auto overview = input->scan({}, {}, {});
        QVERIFY2(overview, overview ? "" : overview.error().text().c_str());
        QCOMPARE(overview->lines, 5U);
        QCOMPARE(overview->unreadable, 1U);
        // Line 7 has no id, and its number is that of line 6.
        QVERIFY(overview->duplicates.has(5) && overview->duplicates.has(7));
        QCOMPARE(overview->duplicates.count(), 2U);
        QCOMPARE(overview->unused.at("x"), 1U);
        QList<quint64> numbers;
        for (auto line = input->next(); line && *line; line = input->next())
            numbers << (*line)->number;
        QCOMPARE(numbers, (QList<quint64>{1, 4, 5, 6, 7}));
    }

    void refusesAFileThatIsWrittenMeanwhile()
    {
        const LinesFile file("{\"code\": \"1\"}\n{\"code\": \"2\"}\n");
        auto input = Input::open(file.path());
        QVERIFY(input && input->scan({}, {}, {}));
        QFile more(QString::fromStdString(file.path()));
        QVERIFY(more.open(QIODevice::Append) && more.write("{}\n") == 3);
        more.close();
        const auto line = input->next();
        QVERIFY(!line);
        QCOMPARE(line.error().code(), ErrorCode::InvalidArgument);
    }
};

SANDBENCH_TEST(TestBatchLines);
#include "tst_batch_lines.moc"
