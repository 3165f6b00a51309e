// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/command_words.h"
#include "core/base/json.h"
#include "core/check/matrix_run.h"
#include "core/check/run_matrix.h"
#include "core/check/run_matrix_files.h"
#include "core/check/run_matrix_page.h"
#include "tests/support/page_tags.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QTest>

#include <algorithm>

using namespace sandbench;
using namespace sandbench::check;
using sandbench::test::contains;

namespace {

RunRecord printed(const std::string& output, int exitCode = 0)
{
    RunRecord record;
    record.runId = "r-1";
    record.verdict = Verdict::Exited;
    record.exitCode = exitCode;
    record.stdoutBytes = output;
    record.stdoutTotal = output.size();
    record.wallSeconds = 0.25;
    return record;
}

MatrixCell cellOf(const std::string& output, int exitCode = 0)
{
    return matrixCell(printed(output, exitCode), {});
}

/// One program in a place for each of @p cells.
RunMatrix rowOf(const std::vector<MatrixCell>& cells, const std::string& program = "a.py")
{
    std::vector<MatrixPlace> places;
    for (std::size_t i = 0; i < cells.size(); ++i)
        places.push_back({"docker", "image:" + std::to_string(i + 1), {}});
    RunMatrix matrix({{program, {}}}, std::move(places));
    for (std::size_t i = 0; i < cells.size(); ++i)
        matrix.set(0, i, cells[i]);
    return matrix;
}

MatrixCell missing(const std::string& why)
{
    return matrixCell(notRun(Error(ErrorCode::NotFound, why)));
}

const std::string kHostile = "<script>alert(1)</script>\x1b[2J\x1b]0;title\x07\xff\xe2\x80\xae";

} // namespace

/// The same program in several places: which outcomes there are, and how they differ.
class TestRunMatrix : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPlaceIsNamedByItsEngineAndConnection()
    {
        const auto spots = spotsOf({"docker", "docker@lab"}, {"a:1"}, {"small"}, Json::object());
        QCOMPARE(spots[0].place.name(), std::string("docker a:1 small"));
        QVERIFY(!spots[0].said.contains("connection"));
        QCOMPARE(spots[1].place.name(), std::string("docker@lab a:1 small"));
        QCOMPARE(jsonString(spots[1].said, "engine"), std::string("docker"));
        QCOMPARE(jsonString(spots[1].said, "connection"), std::string("lab"));
    }

    void theUsualOutcomeIsThatOfMostPlaces()
    {
        const auto matrix = rowOf({cellOf("x\n"), cellOf("y\n"), cellOf("y\n"), cellOf("z\n")});
        const auto outcomes = outcomesOf(matrix, 0);
        QCOMPARE(outcomes.size(), std::size_t(3));
        QVERIFY((outcomes[0].places == std::vector<std::size_t>{1, 2}));
        QVERIFY((outcomes[1].places == std::vector<std::size_t>{0}));
        QVERIFY(!matrix.isSame());
        QVERIFY(matrix.hasPassed());
    }

    void ofAsManyPlacesTheOneThatPassedIsUsual()
    {
        const auto matrix = rowOf({cellOf("", 1), cellOf("y\n")});
        QVERIFY((outcomesOf(matrix, 0)[0].places == std::vector<std::size_t>{1}));
    }

    void timeAndMemoryAreNoDifference()
    {
        auto slow = printed("x\n");
        slow.wallSeconds = 9;
        slow.peakMemoryBytes = 1U << 30;
        const auto matrix = rowOf({cellOf("x\n"), matrixCell(slow, {})});
        QVERIFY(matrix.isSame());
        QVERIFY(matrix.hasPassed());
    }

    void endsStreamsAndResultsAreOutcomes()
    {
        auto warned = printed("x\n");
        warned.stderrBytes = "warning\n";
        warned.stderrTotal = 8;
        auto crashed = printed("x\n");
        crashed.verdict = Verdict::Signaled;
        crashed.exitCode = std::nullopt;
        crashed.signal = 11;
        const auto drew = matrixCell(printed("x\n"), {{"a.png", "1"}});
        const auto other = matrixCell(printed("x\n"), {{"a.png", "2"}});
        const auto matrix = rowOf(
            {cellOf("x\n"), matrixCell(warned, {}), matrixCell(crashed, {}), drew, other,
             cellOf("x\n", 3)});
        QCOMPARE(outcomesOf(matrix, 0).size(), std::size_t(6));
        QCOMPARE(endText(matrix.cells[0][2]), std::string("signal 11"));
        QCOMPARE(endText(matrix.cells[0][5]), std::string("exit 3"));
        QCOMPARE(differenceOf(drew, other).results[0], std::string("a.png differs"));
        QCOMPARE(differenceOf(cellOf("x\n"), other).results[0], std::string("only here: a.png"));
        QCOMPARE(differenceOf(drew, cellOf("x\n")).results[0], std::string("not here: a.png"));
    }

    void theOrderOfResultsIsNoDifference()
    {
        const auto one = matrixCell(printed(""), {{"a", "1"}, {"b", "2"}});
        QVERIFY(one.isLike(matrixCell(printed(""), {{"b", "2"}, {"a", "1"}})));
    }

    void whatDidNotRunHasNotPassedAndIsNoOutcome()
    {
        const auto matrix = rowOf({cellOf("x\n"), missing("there is no such image")});
        QCOMPARE(outcomesOf(matrix, 0).size(), std::size_t(1));
        QVERIFY(!matrix.hasPassed());
        QVERIFY(!matrix.isSame());
        QCOMPARE(matrix.count(CheckState::NotRun), std::size_t(1));
        QCOMPARE(reasonsOf(matrix)[0].why, std::string("there is no such image"));
    }

    void cancelledAndRefusedRunsHaveNotPassed()
    {
        for (const auto verdict : {Verdict::Cancelled, Verdict::PolicyDenied, Verdict::AgentLost}) {
            auto record = printed("x\n");
            record.verdict = verdict;
            record.exitCode = std::nullopt;
            QVERIFY(matrixCell(record, {}).state != CheckState::Passed);
        }
    }

    void differencesAreToldByLines()
    {
        const auto difference = differenceOf(cellOf("one\ntwo\n"), cellOf("one\n2\n", 1));
        QCOMPARE(difference.end, std::string("exit 1 instead of passed"));
        QVERIFY2(contains(difference.output, "-two\n+2\n"), difference.output.c_str());
        QVERIFY(difference.errors.empty());
        QCOMPARE(
            shortDifference(cellOf("one\ntwo\n"), cellOf("one\n2\n")),
            std::string("stdout line 2: '2', not 'two'"));
    }

    void whatIsNoTextDiffersAllTheSame()
    {
        const auto difference
            = differenceOf(cellOf(std::string("a\0b", 3)), cellOf(std::string("a\0c", 3)));
        QCOMPARE(difference.output, std::string("(differs, and is no text)"));
    }

    void hugeOutputsAreComparedAndBounded()
    {
        const std::string huge(8U << 20, 'x');
        auto cut = printed(huge);
        cut.stdoutTotal = 1ULL << 40;
        const auto matrix
            = rowOf({cellOf(huge), cellOf(huge + "y"), matrixCell(cut, {}), cellOf(huge)});
        const auto outcomes = outcomesOf(matrix, 0);
        QCOMPARE(outcomes.size(), std::size_t(3));
        for (const auto& cell : matrix.cells[0])
            QVERIFY(cell.output.size() <= kMostMatrixOutput);
        const auto difference = differenceOf(matrix.cells[0][0], matrix.cells[0][1]);
        QVERIFY2(contains(difference.output, "behind the first"), difference.output.c_str());
        QVERIFY(difference.isCut);
        QVERIFY(matrixPage(matrix).size() < 64U << 10);
    }

    void textsOfAnOutcomeAreKeptOnce()
    {
        const auto matrix = rowOf({cellOf("x\n"), cellOf("x\n"), cellOf("y\n")});
        std::size_t kept = 0;
        for (const auto& cell : matrix.cells[0])
            kept += cell.output.size();
        QCOMPARE(kept, std::size_t(4));
        QVERIFY(contains(
            differenceOf(
                matrix.cells[0][outcomesOf(matrix, 0)[0].shown],
                matrix.cells[0][outcomesOf(matrix, 0)[1].shown])
                .output,
            "-x\n+y\n"));
    }

    void reasonsThatAreTheSameAreToldAtOnce()
    {
        RunMatrix matrix({{"a.py", {}}, {"b.py", {}}}, {{"local"}, {"docker"}, {"podman"}});
        for (std::size_t i = 0; i < 2; ++i) {
            matrix.set(i, 0, cellOf("", 1));
            matrix.set(i, 1, missing("no engine"));
            matrix.set(i, 2, missing("no engine"));
        }
        const auto reasons = reasonsOf(matrix);
        const auto at = std::find_if(reasons.begin(), reasons.end(), [](const auto& reason) {
            return reason.why == "no engine";
        });
        QVERIFY(at != reasons.end());
        QVERIFY((at->places == std::vector<std::size_t>{1, 2}));
        QVERIFY((at->cases == std::vector<std::size_t>{0, 1}));
    }

    void aTableHasARowForEachCellAndNoFormulas()
    {
        auto matrix = rowOf({cellOf("x\n"), missing("=no\nimage")}, "=cmd");
        matrix.cases[0].arguments = {"-n", "a b"};
        const auto csv = csvOf(matrix);
        QVERIFY2(
            contains(csv, "\n'=cmd,'-n 'a b',docker,image:1,,passed,0,0.250,0,1,"), csv.c_str());
        QVERIFY2(contains(csv, ",not run,,0.000,0,,,,'=no image,\n"), csv.c_str());
        QCOMPARE(std::count(csv.begin(), csv.end(), '\n'), std::ptrdiff_t(3));
    }

    void aPageHasNothingForeignButText()
    {
        auto matrix = rowOf(
            {cellOf(kHostile + "1\n"), cellOf(kHostile + "2\n", 1), missing(kHostile)}, kHostile);
        matrix.places[0].image = kHostile;
        matrix.cells[0][0].results = {{kHostile, "1"}};
        matrix.isPartial = true;
        const auto page = matrixPage(matrix);
        QCOMPARE(sandbench::test::firstOddTag(page), std::string());
        QVERIFY(!sandbench::test::hasControls(page));
        QVERIFY(!contains(page, "<script"));
        QVERIFY(contains(page, "stopped before all had run"));
        QVERIFY(contains(page, "exit 1 instead of passed"));
        QVERIFY(contains(page, "default-src 'none'"));
    }

    void aPageShowsOnlyWhatDiffers()
    {
        const auto same = matrixPage(rowOf({cellOf("secret\n"), cellOf("secret\n")}));
        QVERIFY(!contains(same, "secret"));
        QVERIFY(contains(same, "all the same"));
        QVERIFY(!contains(same, "Differences"));
    }

    void jsonNamesCasesAndPlacesByTheirNumbers()
    {
        const auto json
            = toJson(rowOf({cellOf("x\n"), cellOf("x\n"), cellOf(kHostile, 2), missing("none")}));
        QCOMPARE(jsonString(json, "schema"), std::string("sandbench.matrix/1"));
        QVERIFY(!jsonBool(json, "passed") && !jsonBool(json, "same") && !jsonBool(json, "partial"));
        const auto& difference = jsonList(json, "differences")[0];
        QVERIFY(difference["usual"] == Json({0, 1}));
        QVERIFY(difference["others"][0]["places"] == Json({2}));
        QCOMPARE(jsonCount(json["counts"], "not_run"), std::uint64_t(1));
        QVERIFY(!writeJson(json).empty());
    }

    void argumentsAreTakenApartAsAShellDoes_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QStringList>("words");
        QTest::newRow("nothing") << " " << QStringList();
        QTest::newRow("blanks") << " -n  3\t4 " << QStringList{"-n", "3", "4"};
        QTest::newRow("quotes") << "'a b' \"c 'd'\" e\"f\"'g'"
                                << QStringList{"a b", "c 'd'", "efg"};
        QTest::newRow("empty") << "'' a" << QStringList{"", "a"};
        QTest::newRow("backslashes")
            << "a\\ b \"c\\\"d\\e\" 'f\\g'" << QStringList{"a b", "c\"d\\e", "f\\g"};
        QTest::newRow("nothing is expanded") << "$HOME *" << QStringList{"$HOME", "*"};
    }

    void argumentsAreTakenApartAsAShellDoes()
    {
        QFETCH(QString, line);
        QFETCH(QStringList, words);
        const auto read = commandWords(line.toStdString());
        QVERIFY(read);
        QStringList got;
        for (const auto& word : *read)
            got << QString::fromStdString(word);
        QCOMPARE(got, words);
        // What a case is called can be typed again.
        const auto name = MatrixCase{"p", *read}.name();
        QVERIFY(*commandWords(name.substr(1)) == *read);
    }

    void argumentsThatDoNotEndAreRefused()
    {
        for (const auto* line : {"'a", "\"a", "a\\", "'a\" b"})
            QVERIFY(commandWords(line).failedAs(ErrorCode::InvalidArgument));
    }
};

SANDBENCH_TEST(TestRunMatrix);
#include "tst_run_matrix.moc"
