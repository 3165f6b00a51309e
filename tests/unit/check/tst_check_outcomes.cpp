// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/check/check_matrix.h"
#include "core/check/run_checks.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::check;
using sandbench::test::contains;

/// What programs print, held against what is expected of them.
class TestCheckOutcomes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsTheFirstDifference_data();
    void findsTheFirstDifference();
    void comparesLongTextsOnce();
    void showsOnlyAPieceOfALongLine();
    void tellsHowARunEnded();
    void comparesNothingThatWasCutOff();
    void runsATestWithTheProgramBesideIt();
    void tellsAllOfItAsJson();
};

void TestCheckOutcomes::findsTheFirstDifference_data()
{
    QTest::addColumn<QByteArray>("match");
    QTest::addColumn<QByteArray>("expected");
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<QByteArray>("difference"); // empty = it passes
    const auto row = [](const char* name, const char* match, const char* expected,
                        const char* output, const char* difference) {
        QTest::newRow(name) << QByteArray(match) << QByteArray(expected) << QByteArray(output)
                            << QByteArray(difference);
    };
    row("the same", "trimmed", "4\n", "4\n", "");
    row("no line feed", "trimmed", "4", "4\n", "");
    row("blanks at ends", "trimmed", "a\nb", "a  \r\nb\t\n\n\n", "");
    row("blank lines inside", "trimmed", "a\n\nb", "a\n  \nb", "");
    row("an indentation", "trimmed", "a", " a", "line 1, column 1: expected 'a', got 'a'");
    row("another word", "trimmed", "a\nbcd\n", "a\nbxd\n",
        "line 2, column 2: expected 'bcd', got 'bxd'");
    row("a character of two bytes", "trimmed", "äö", "äü", "line 1, column 2:");
    row("too little", "trimmed", "a\nb\n", "a\n", "line 2, column 1: expected 'b', got nothing");
    row("too much", "trimmed", "a\n", "a\nb\n", "line 2, column 1: expected nothing, got 'b'");
    row("nothing at all", "trimmed", "a", "", "line 1, column 1: expected 'a', got nothing");
    row("nothing expected", "trimmed", "", "\n \n", "");
    row("something where nothing was", "trimmed", "", "a", "expected nothing, got 'a'");
    row("the same bytes", "exact", "a\n", "a\n", "");
    row("a line feed more", "exact", "a", "a\n", "line 2, column 1: the output and what is");
    row("a blank more", "exact", "a\n", "a \n", "line 1, column 2: expected 'a', got 'a'");
    row("near", "numbers", "0.3333333", "0.33333333333", "");
    row("relatively near", "numbers", "1e9", "1000000100", "");
    row("not near", "numbers", "1 2 3", "1\n2.1\n3", "line 2, column 1: expected '2', got '2.1'");
    row("in a list", "numbers", "[1, 2.5, 3e2]", "[1.0, 2.5000001, 300]", "");
    row("of a word", "numbers", "x1 = 2", "x1 = 2.0", "");
    row("another word, too", "numbers", "x1 = 2", "x2 = 2", "expected 'x1', got 'x2'");
    row("negative", "numbers", "-0.5", "- 0.5", "expected '-0.5', got '-'");
    row("signs", "numbers", "+1 -.5", "1 -0.5", "");
    row("no numbers", "numbers", "nan inf", "nan inf", "");
    row("infinity is no tolerance", "numbers", "inf", "1", "expected 'inf', got '1'");
    row("past all doubles", "numbers", "1e999", "1e998", "expected '1e999'");
    row("a date", "numbers", "2024-01-02", "2024-01-03", "expected '02', got '03'");
    row("one number less", "numbers", "1 2", "1", "line 1, column 2: expected '2', got nothing");
    row("somewhere", "contains", "b c\n", "a b c d", "");
    row("nowhere", "contains", "x", "a b c", "the output does not have 'x'");
}

void TestCheckOutcomes::findsTheFirstDifference()
{
    QFETCH(QByteArray, match);
    QFETCH(QByteArray, expected);
    QFETCH(QByteArray, output);
    QFETCH(QByteArray, difference);
    const auto* const name
        = std::find(std::begin(kMatchNames), std::end(kMatchNames), match.toStdString());
    QVERIFY(name != std::end(kMatchNames));
    const auto found = firstDifference(
        expected.toStdString(), output.toStdString(),
        static_cast<Match>(name - std::begin(kMatchNames)), kUsualTolerance);
    if (difference.isEmpty()) {
        QVERIFY2(!found, found ? found->sentence().c_str() : "");
        return;
    }
    QVERIFY(found);
    QVERIFY2(contains(found->sentence(), difference.toStdString()), found->sentence().c_str());
}

void TestCheckOutcomes::comparesLongTextsOnce()
{
    std::string text;
    while (text.size() < (256U << 10))
        text += "-1.5 (2,3) ";
    for (const auto match : {Match::Trimmed, Match::Exact, Match::Numbers, Match::Contains})
        QVERIFY(!firstDifference(text, text, match, 0));
    QVERIFY(firstDifference(
        std::string(256U << 10, '\n') + "a", std::string(256U << 10, '\n'), Match::Trimmed, 0));
    QVERIFY(firstDifference(
        std::string(256U << 10, '-') + "1", std::string(256U << 10, '-') + "2", Match::Numbers, 0));
}

void TestCheckOutcomes::showsOnlyAPieceOfALongLine()
{
    const std::string same(100'000, 'x');
    const auto found = firstDifference(same + "ä" + same, same + "ü" + same, Match::Trimmed, 0);
    QVERIFY(found);
    QCOMPARE(found->column, std::size_t(100'001));
    QVERIFY(
        found->got.size() < 250 && contains(found->got, "xü") && contains(found->expected, "xä"));
    QVERIFY(found->got.starts_with("…") && found->got.ends_with("…"));
    const auto binary = firstDifference("a", std::string_view("\xff\0\x80", 3), Match::Exact, 0);
    QVERIFY(binary && contains(binary->got, "\xef\xbf\xbd"));
}

static RunRecord exited(int code, const std::string& output)
{
    RunRecord record;
    record.runId = "r-1";
    record.verdict = Verdict::Exited;
    record.exitCode = code;
    record.stdoutBytes = output;
    record.stdoutTotal = output.size();
    return record;
}

void TestCheckOutcomes::tellsHowARunEnded()
{
    Check check;
    check.expected = "4\n";
    QVERIFY(judge(check, exited(0, "4\n")).state == CheckState::Passed);
    const auto failed = judge(check, exited(0, "5\n"));
    QVERIFY(failed.state == CheckState::Failed && failed.difference);
    QCOMPARE(failed.output, std::string("5\n"));
    const auto ended = judge(check, exited(1, "4\n"));
    QVERIFY(ended.state == CheckState::Ended && ended.exitCode == 1);
    check.exitCode = 1;
    QVERIFY(judge(check, exited(1, "4\n")).state == CheckState::Passed);
    QVERIFY(contains(judge(check, exited(0, "4\n")).why, "expected to exit with 1"));
    check.expected.reset();
    QVERIFY(judge(check, exited(1, "anything")).state == CheckState::Passed);

    auto record = exited(1, "");
    record.exitCode.reset();
    record.verdict = Verdict::WallTimeout;
    QVERIFY(judge(check, record).state == CheckState::Ended && !judge(check, record).exitCode);
    record.verdict = Verdict::PolicyDenied;
    QVERIFY(judge(check, record).state == CheckState::NotRun);
    record.verdict = Verdict::Cancelled;
    QVERIFY(judge(check, record).state == CheckState::NotRun);
    // A compiler's exit status is not the program's.
    record = exited(1, "");
    record.phase = RunPhase::Compile;
    record.stderrBytes = "a.c:1: warning: w\na.c:2: error: oops\na.c:2: note: n\n";
    const auto uncompiled = judge(check, record);
    QVERIFY(uncompiled.state == CheckState::Ended && uncompiled.isCompiler);
    QVERIFY(!uncompiled.exitCode);
    QVERIFY2(uncompiled.why.ends_with(": a.c:2: error: oops"), uncompiled.why.c_str());
}

void TestCheckOutcomes::comparesNothingThatWasCutOff()
{
    Check check;
    check.expected = "a";
    auto record = exited(0, "a");
    record.stdoutTotal = 1000;
    record.truncated = true;
    const auto outcome = judge(check, record);
    QVERIFY(outcome.state == CheckState::Failed && !outcome.difference);
    QVERIFY2(contains(outcome.why, "not compared"), outcome.why.c_str());
    const auto long_ = judge(check, exited(0, std::string(1'000'000, 'b')));
    QVERIFY(long_.output.size() <= kMostKeptOutput && long_.isCut);
}

void TestCheckOutcomes::runsATestWithTheProgramBesideIt()
{
    const auto languages = *LanguageCatalog::load();
    CheckedAnswer answer;
    answer.program.code = "def f(): return 1\n";
    answer.program.fileName = "solution.py";
    answer.program.files = {{"test_it.py", "pass\n", 0644U}, {"data.csv", "1\n", 0644U}};
    answer.program.liveInput = true;
    Check check;
    check.input = "in";
    check.timeout = 2;
    const auto plain = *requestOf(answer, check, languages);
    QCOMPARE(plain.code, answer.program.code);
    QVERIFY(!plain.liveInput && plain.stdinBytes == "in" && plain.limits.wallSeconds == 2);
    check.test = TestFile{"test_it.py", "python", "import solution\nassert solution.f() == 1\n"};
    const auto test = *requestOf(answer, check, languages);
    QCOMPARE(test.fileName, std::string("test_it.py"));
    QCOMPARE(test.code, check.test->code);
    QCOMPARE(test.files.size(), std::size_t(2)); // the answer's own test counts not
    QCOMPARE(test.files.back().destination, std::string("solution.py"));
    check.test->name = "solution.py";
    QVERIFY(requestOf(answer, check, languages).failedAs(ErrorCode::InvalidArgument));
}

void TestCheckOutcomes::tellsAllOfItAsJson()
{
    Matrix matrix({"a.py", "b.py"}, {Check{}, Check{}});
    matrix.checks[0].name = "one";
    matrix.checks[0].expected = "4\n";
    matrix.cells[0][0] = judge(matrix.checks[0], exited(0, "4\n"));
    matrix.cells[1][0] = judge(matrix.checks[0], exited(0, "\xff"));
    matrix.cells[0][1] = notRun(Error(ErrorCode::Unavailable, "no engine"));
    QVERIFY(!matrix.hasPassed());
    const auto json = toJson(matrix);
    QCOMPARE(jsonInt(json["counts"], "passed"), 1);
    QCOMPARE(jsonString(json["cells"][1][0], "state"), std::string("failed"));
    QCOMPARE(jsonInt(json["cells"][1][0]["difference"], "line"), 1);
    QCOMPARE(jsonString(json["cells"][1][0], "stdout"), std::string("\xef\xbf\xbd"));
    QCOMPARE(jsonString(json["cells"][0][1], "state"), std::string("not_run"));
    QVERIFY(json["cells"][0][1]["run_id"].is_null() && json["cells"][0][1]["exit_code"].is_null());
}

SANDBENCH_TEST(TestCheckOutcomes);

#include "tst_check_outcomes.moc"
