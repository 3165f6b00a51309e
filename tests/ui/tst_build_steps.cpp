// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/images/build_steps.h"

#include <QTest>

using namespace sandbench::ui;

namespace {

std::string written(const std::vector<BuildSteps::Piece>& pieces)
{
    std::string text;
    for (const auto& piece : pieces)
        text += piece.beginsStep ? "<" + piece.text + ">" : piece.text;
    return text;
}

std::string atOnce(const std::string& log)
{
    BuildSteps steps;
    const auto first = written(steps.feed(log));
    return first + written(steps.finish());
}

} // namespace

class TestBuildSteps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsTheStepsOfDockerAndOfPodman()
    {
        QCOMPARE(
            atOnce("Step 1/2 : FROM a\n ---> 0f\nStep 2/2 : RUN x\nout\n"),
            std::string("<1/2 FROM a> ---> 0f\n<2/2 RUN x>out\n"));
        QCOMPARE(
            atOnce("STEP 1/2: FROM a\n[2/2] STEP 3/10: RUN x\nout"),
            std::string("<1/2 FROM a><3/10 RUN x>out"));
    }

    void takesNothingElseForAStep()
    {
        for (const auto* line :
             {"step 1/2 : RUN x\n", "Step 1 : RUN x\n", "Step /2 : RUN x\n", " Step 1/2 : x\n",
              "Step 1/2 RUN x\n", "[1/2 STEP 1/2: x\n", "[a/2] STEP 1/2: x\n", "Step 12345/2 : x\n",
              "Step 1/2 : \n", "Step "})
            QCOMPARE(atOnce(line), std::string(line));
    }

    void findsTheSameByteByByte()
    {
        const std::string log = "Step 1/3 : FROM a\nnoise\n[1/2] STEP 2/3: RUN "
                                "\x1b[31mred\nout\r\nmore\xff\nStep 3/3 : X";
        BuildSteps steps;
        std::string dripped;
        for (const char byte : log)
            dripped += written(steps.feed(std::string_view(&byte, 1)));
        dripped += written(steps.finish());
        QCOMPARE(dripped, atOnce(log));
        QVERIFY(dripped.find("<2/3 RUN [31mred>") != std::string::npos);
        QVERIFY(dripped.ends_with("<3/3 X>"));
    }

    void boundsALineThatNeverEnds()
    {
        BuildSteps steps;
        const auto pieces = steps.feed(std::string(3 * BuildSteps::kLongestLine + 5, 'x'));
        QCOMPARE(pieces.size(), 3U);
        QCOMPARE(pieces[0].text.size(), BuildSteps::kLongestLine);
        QCOMPARE(steps.finish().front().text, std::string(5, 'x'));
    }

    void findsTheLineOfAnInstruction()
    {
        const std::string file = "# syntax\n\nFROM a\n# RUN x\nRUN apt \\\n  # why\n  update && "
                                 "\\\n\n  y\nRUN x\nRUN x\n";
        QCOMPARE(dockerfileLine(file, "FROM a"), 3);
        QCOMPARE(dockerfileLine(file, "RUN apt   update && y"), 5);
        QCOMPARE(dockerfileLine(file, "RUN x"), 10);
        QCOMPARE(dockerfileLine(file, "RUN z"), 0);
        QCOMPARE(dockerfileLine(file, ""), 0);
        QCOMPARE(dockerfileLine("", "RUN x"), 0);
        QCOMPARE(instructionOf("2/5 RUN make"), std::string_view("RUN make"));
    }
};

SANDBENCH_TEST(TestBuildSteps);
#include "tst_build_steps.moc"
