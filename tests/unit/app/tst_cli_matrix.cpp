// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/matrix_axes.h"
#include "app/cli/matrix_view.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::cli;
using sandbench::test::contains;

namespace {

std::string namesOf(const MatrixAxes& axes, const Json& typed = Json::object())
{
    const auto spots = spotsOf(axes, typed);
    if (!spots)
        return spots.error().text();
    std::string names;
    for (const auto& spot : *spots)
        names += (names.empty() ? "" : ", ") + spot.place.name();
    return names;
}

check::MatrixCell printedCell(const std::string& output)
{
    RunRecord record;
    record.runId = "r-1";
    record.verdict = Verdict::Exited;
    record.exitCode = 0;
    record.stdoutBytes = output;
    record.stdoutTotal = output.size();
    return check::matrixCell(record, {});
}

check::RunMatrix smallMatrix()
{
    check::RunMatrix matrix(
        {{"a\x1b[2J.py", {}}}, {{"docker", "x:1"}, {"docker", "x:2"}, {"local"}});
    matrix.set(0, 0, printedCell("one\n"));
    matrix.set(0, 1, printedCell("one\n"));
    matrix.set(0, 2, printedCell("\x1b[31mtwo\xff\n"));
    return matrix;
}

} // namespace

/// The axes of `sandbenchctl matrix`, and what it writes.
class TestCliMatrix : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void placesAreEveryCombinationInTheOrderTyped()
    {
        QCOMPARE(
            namesOf({"docker,podman", "b, a", "small", {}}),
            std::string("docker b small, docker a small, podman b small, podman a small"));
    }

    void anEngineWithoutImagesHasOnePlaceForEachSize()
    {
        QCOMPARE(
            namesOf({"local,docker", "a,b", "small,large", {}}),
            std::string("local small, local large, docker a small, docker a large, docker b small, "
                        "docker b large"));
    }

    void aNameCountsOnce()
    {
        QCOMPARE(namesOf({"docker", "a,a", {}, {}}), std::string("docker a"));
    }

    void withoutAnAxisWhatIsSaidOfAllHolds()
    {
        QCOMPARE(
            namesOf({{}, "a,b", {}, {}}, {{"engine", "docker"}, {"size", "small"}}),
            std::string("docker a small, docker b small"));
    }

    void emptyNamesAndTwoAnswersToOneQuestionAreRefused()
    {
        for (const auto* list : {",", "a,", ",a", " ", "a,,b"})
            QVERIFY2(contains(namesOf({{}, list, {}, {}}), "--images: "), list);
        QVERIFY(contains(namesOf({{}, "a", {}, {}}, {{"image", "b"}}), "leave --image out"));
        QVERIFY(argumentsOf({{}, {}, {}, {"'a"}}).failedAs(ErrorCode::InvalidArgument));
    }

    void withoutArgumentsThereIsOneLineWithoutWords()
    {
        QCOMPARE(argumentsOf({})->size(), std::size_t(1));
        QVERIFY(argumentsOf({})->front().empty());
        QCOMPARE(argumentsOf({{}, {}, {}, {"a b", ""}})->size(), std::size_t(2));
    }

    void aReportShowsOnlyWhatDiffersAndNoControls()
    {
        const auto text = matrixReport(smallMatrix(), 200);
        QVERIFY(text.find('\x1b') == std::string::npos && text.find('\xff') == std::string::npos);
        QVERIFY2(text.starts_with("PLACE       a\\x1b[2J.py"), text.c_str());
        QVERIFY2(
            contains(text, "has 2 outcomes\n  docker x:1, docker x:2: passed\n"), text.c_str());
        QVERIFY2(contains(text, "    stdout:\n      (differs, and is no text)\n"), text.c_str());
    }

    void aMatrixTooWideIsAList()
    {
        const auto text = matrixReport(smallMatrix(), 20);
        QVERIFY2(text.starts_with("PROGRAM"), text.c_str());
    }

    void aPartialMatrixSaysSo()
    {
        auto matrix = smallMatrix();
        matrix.isPartial = true;
        QVERIFY(contains(matrixReport(matrix, 200), "Stopped: "));
    }

    void aLineTellsWhatIsNew()
    {
        check::RunMatrix matrix({{"a.py", {}}}, {{"docker", "x:1"}, {"docker", "x:2"}, {"local"}});
        matrix.set(0, 0, printedCell("one\n"));
        QCOMPARE(
            matrixLine(matrix, 0, 0, 1), std::string("[1/3] a.py on docker x:1: passed, 0.00 s\n"));
        matrix.set(0, 2, printedCell("two\n"));
        const auto line = matrixLine(matrix, 0, 2, 2);
        QVERIFY2(
            contains(line, "; differs from docker x:1: stdout line 1: 'two', not 'one'\n"),
            line.c_str());
        matrix.set(0, 1, printedCell("one\n"));
        QVERIFY(!contains(matrixLine(matrix, 0, 1, 3), "differs"));
    }

    void aLineOfWhatDidNotRunSaysWhy()
    {
        check::RunMatrix matrix({{"a.py", {}}}, {{"podman"}});
        matrix.set(
            0, 0,
            check::matrixCell(check::notRun(Error(ErrorCode::Unavailable, "no\x1b[m socket"))));
        const auto line = matrixLine(matrix, 0, 0, 1);
        QVERIFY2(line.starts_with("[1/1] a.py on podman: not run: no"), line.c_str());
        QVERIFY(line.find('\x1b') == std::string::npos);
    }
};

SANDBENCH_TEST(TestCliMatrix);

#include "tst_cli_matrix.moc"
