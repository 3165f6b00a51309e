// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/check_view.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::cli;
using sandbench::test::contains;
using CheckState = check::CheckState;

static check::Outcome outcome(CheckState state, const std::string& why = {})
{
    check::Outcome made;
    made.state = state;
    made.why = why;
    return made;
}

static check::Matrix twoByThree()
{
    check::Matrix matrix({"a.py", "b\x1b[2J.py"}, std::vector<check::Check>(3));
    for (std::size_t i = 0; i < 3; ++i)
        matrix.checks[i].name = "check number " + std::to_string(i + 1);
    for (auto& cell : matrix.cells[0])
        cell = outcome(CheckState::Passed);
    for (auto& cell : matrix.cells[1])
        cell = outcome(CheckState::NotRun, "no \x1b[1m sandbox");
    return matrix;
}

/// What is written while answers are checked, and at the end.
class TestCliCheckView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysOnceWhatIsTheSame()
    {
        const auto text = matrixText(twoByThree(), 100);
        QVERIFY2(text.starts_with("ANSWER       PASSED  check number 1  "), text.c_str());
        QVERIFY2(
            contains(text, ".py: check number 1, check number 2, check number 3: no"),
            text.c_str());
        QVERIFY(!contains(text, "\x1b"));
    }

    void numbersChecksThatHaveNoRoom()
    {
        const auto text = matrixText(twoByThree(), 50);
        QVERIFY2(contains(text, "PASSED  1        2        3\n"), text.c_str());
        QVERIFY2(contains(text, "\n3  check number 3\n"), text.c_str());
    }

    void drawsALineForEachAnswerOnATerminal()
    {
        const auto matrix = twoByThree();
        CheckProgress progress({true, 40, 24}, matrix.answers, matrix.checks);
        auto text = progress.show(0, 0, outcome(CheckState::Running));
        QVERIFY2(contains(text, "a.py         0/3  >..  check number 1\n"), text.c_str());
        text = progress.show(0, 0, outcome(CheckState::Passed));
        QVERIFY2(text.starts_with("\r\x1b[2A\x1b[J"), text.c_str());
        QVERIFY2(contains(text, "a.py         1/3  +..  \n"), text.c_str());
        QCOMPARE(progress.end(), std::string("\r\x1b[2A\x1b[J"));
        QCOMPARE(progress.end(), std::string());
    }

    void countsWhereTheTerminalIsTooSmall()
    {
        const auto matrix = twoByThree();
        CheckProgress progress({true, 40, 2}, matrix.answers, matrix.checks);
        QCOMPARE(
            progress.show(1, 2, outcome(CheckState::Failed)),
            std::string("1 of 6 checks are over\n"));
    }

    void writesALineForEachCheckElsewhere()
    {
        const auto matrix = twoByThree();
        CheckProgress progress({}, matrix.answers, matrix.checks);
        QVERIFY(progress.show(0, 0, outcome(CheckState::Running)).empty());
        QCOMPARE(
            progress.show(0, 0, outcome(CheckState::Failed, "a\x1b\nb")),
            std::string("a.py: check number 1: FAIL: a b\n"));
        QVERIFY(progress.end().empty());
    }
};

SANDBENCH_TEST(TestCliCheckView);

#include "tst_cli_check_view.moc"
