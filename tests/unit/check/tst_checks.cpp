// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/check/checks.h"
#include "core/check/test_code.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::check;
using sandbench::test::contains;

/// Files of checks, and test files.
class TestChecks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsAllThatACheckMaySay()
    {
        const auto checks = readChecks(R"({"checks": [
            {"name": "sum", "stdin": ["1", "2"], "args": ["-v", "a b"], "expect": "3\n",
             "match": "numbers", "tolerance": 0.5, "exit": 3, "timeout": 1.5},
            {}]})");
        QVERIFY2(checks, checks ? "" : checks.error().text().c_str());
        QCOMPARE(checks->size(), std::size_t(2));
        const auto& sum = checks->front();
        QCOMPARE(sum.name, std::string("sum"));
        QCOMPARE(sum.input, std::string("1\n2\n"));
        QCOMPARE(sum.arguments, (std::vector<std::string>{"-v", "a b"}));
        QCOMPARE(*sum.expected, std::string("3\n"));
        QVERIFY(sum.match == Match::Numbers);
        QCOMPARE(sum.tolerance, 0.5);
        QCOMPARE(sum.exitCode, 3);
        QCOMPARE(*sum.timeout, 1.5);
        QCOMPARE(checks->back().name, std::string("check 2"));
        QVERIFY(!checks->back().expected && !checks->back().timeout && !checks->back().test);
    }

    void saysWhatIsWrongAndWhere_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("problem");
        const auto row = [](const char* name, const char* text, const char* problem) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(problem);
        };
        row("nothing", "", "line 1: this is not JSON");
        row("a comma", "{\"checks\": [\n{},\n]}", "line 3: this is not JSON");
        row("a list alone", "[{}]", "checks are an object");
        row("no list", "{\"checks\": {}}", "must be a list of 1 to 1000");
        row("no check", "{\"checks\": []}", "must be a list of 1 to 1000");
        row("another member", "{\"checks\": [{}], \"tests\": 1}", "tests");
        row("no object", "{\"checks\": [\n1]}", "check 1: a check must be an object");
        row("a typo", "{\"checks\": [{},\n{\"expected\": \"1\"}]}", "line 2, check 2: expected");
        row("a match", "{\"checks\":\n[\n{\"match\": \"regex\"}]}", "line 3, check 1: match");
        row("an input", "{\"checks\": [{\"stdin\": [\"a\", 1]}]}", "stdin must be text, or a list");
        row("an argument", "{\"checks\": [{\"args\": [1]}]}", "args");
        row("an exit status", "{\"checks\": [{\"exit\": 256}]}", "exit");
        row("a time", "{\"checks\": [{\"timeout\": 0}]}", "timeout");
        row("a tolerance", "{\"checks\": [{\"tolerance\": -1}]}", "tolerance");
        row("a name of lines", "{\"checks\": [{\"name\": \"a\\nb\"}]}", "name must be one line");
        row("no name", "{\"checks\": [{\"name\": \" \"}]}", "name must be one line");
        row("a name twice", "{\"checks\": [{\"name\": \"a\"},\n{\"name\": \"a\"}]}",
            "line 2, check 2: another check is called 'a'");
        row("a test of nothing",
            R"({"checks": [{"name": "t.py", "language": "python", "test": ""}]})",
            "the test is empty");
        row("a test of no language", R"({"checks": [{"name": "t.py", "test": "1"}]})",
            "must name its language");
        row("a test elsewhere",
            R"({"checks": [{"name": "../t.py", "language": "python", "test": "1"}]})",
            "plain file name");
        row("a test with input",
            R"({"checks": [{"name": "t.py", "language": "python", "test": "1", "stdin": "2"}]})",
            "stdin is for a program");
        row("nothing that is contained",
            "{\"checks\": [{\"expect\": \"\\n\", \"match\": \"contains\"}]}", "must have text");
        row("depth", "{\"checks\": [[[[[[[[[[]]]]]]]]]]}", "nested deeper");
    }

    void saysWhatIsWrongAndWhere()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, problem);
        const auto checks = readChecks(text.toStdString());
        QVERIFY(!checks);
        QVERIFY(checks.error().code() == ErrorCode::InvalidArgument);
        QVERIFY2(
            contains(checks.error().text(), problem.toStdString()), checks.error().text().c_str());
    }

    void refusesTooMuch()
    {
        std::string many = "{\"checks\": [{}";
        for (std::size_t i = 0; i < kMostChecks; ++i)
            many += ",{}";
        QVERIFY(!readChecks(many + "]}"));
        QVERIFY(!readChecks(
            "{\"checks\": [{\"stdin\": \"" + std::string(kMostChecksBytes, 'x') + "\"}]}"));
        QVERIFY(!readChecks(
            "{\"checks\": [{\"name\": \"" + std::string(kMostNameBytes + 1, 'x') + "\"}]}"));
        QVERIFY(
            readChecks("{\"checks\": [{\"name\": \"" + std::string(kMostNameBytes, 'x') + "\"}]}"));
    }

    /// Every beginning of a file is read or refused, and nothing else happens.
    void survivesAFileThatIsCutOffAnywhere()
    {
        const std::string text = "{\"checks\": [{\"name\": \"ä \\\" [\", \"stdin\": [\"1\", "
                                 "\"2\"], \"expect\": \"3\"}, {}]}";
        for (std::size_t length = 0; length < text.size(); ++length)
            QVERIFY(!readChecks(std::string_view(text).substr(0, length)));
        QVERIFY(readChecks(text));
    }

    void writesWhatItReads()
    {
        const std::string text = R"({"checks": [
            {"name": "a", "stdin": "1\n2", "args": ["x"], "expect": "\n", "exit": 1, "timeout": 2},
            {"name": "b", "expect": "", "match": "exact"},
            {"name": "c", "expect": "1\n2\n", "match": "numbers", "tolerance": 0.25},
            {"name": "d"},
            {"name": "test_e.py", "language": "python", "test": ["import e", "assert e.x == 1"],
             "exit": 2, "timeout": 3}]
    })";
        const auto checks = *readChecks(text);
        const auto written = writeChecks(checks);
        QVERIFY2(contains(written, "\"1\",\n        \"2\"\n"), written.c_str());
        const auto again = *readChecks(written);
        QCOMPARE(again.size(), checks.size());
        for (std::size_t i = 0; i < checks.size(); ++i) {
            QCOMPARE(again[i].name, checks[i].name);
            QCOMPARE(again[i].input, checks[i].input);
            QCOMPARE(again[i].arguments, checks[i].arguments);
            QVERIFY(again[i].expected == checks[i].expected);
            QVERIFY(again[i].match == checks[i].match && again[i].timeout == checks[i].timeout);
            QCOMPARE(again[i].tolerance, checks[i].tolerance);
            QCOMPARE(again[i].exitCode, checks[i].exitCode);
            QCOMPARE(again[i].test.has_value(), i == 4);
        }
    }

    void callsTestsThatNobodyCalls_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<bool>("isCalled");
        QTest::newRow("functions") << QByteArray("import a\n\ndef test_it():\n    pass\n") << true;
        QTest::newRow("coroutines") << QByteArray("async def test_it():\n    pass\n") << true;
        QTest::newRow("classes") << QByteArray("class TestIt:\n    pass\n") << true;
        QTest::newRow("unittest's") << QByteArray("class It(unittest.TestCase):\n    pass") << true;
        QTest::newRow("called by themselves")
            << QByteArray("def test_it():\n    pass\nif __name__ == '__main__':\n    test_it()\n")
            << false;
        QTest::newRow("by unittest")
            << QByteArray("class It(unittest.TestCase):\n    pass\nunittest.main()\n") << false;
        QTest::newRow("a script") << QByteArray("import a\nassert a.f(1) == 2\n") << false;
    }

    void callsTestsThatNobodyCalls()
    {
        QFETCH(QByteArray, code);
        QFETCH(bool, isCalled);
        const auto text = code.toStdString();
        const auto made = testCode({"test_a.py", "python", text});
        QVERIFY(made.starts_with(text));
        QCOMPARE(made != text, isCalled);
        QCOMPARE(testCode({"test_a.js", "javascript", text}), text);
    }
};

SANDBENCH_TEST(TestChecks);

#include "tst_checks.moc"
