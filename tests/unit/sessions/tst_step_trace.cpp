// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Steps of a program: what a hostile trace may say, and what is known at each step.
#include "core/trace/step_record.h"
#include "core/trace/step_trace.h"
#include "core/trace/trace_run.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace sandbench;
using namespace sandbench::trace;

namespace {

std::string describedStep(const StepRecord& step)
{
    std::string text = std::to_string(static_cast<int>(step.event)) + '/'
        + std::to_string(step.thread) + '/' + std::to_string(step.depth) + ' ' + step.file + ':'
        + std::to_string(step.line) + ' ' + step.function;
    for (const auto& variable : step.changed)
        text += ' ' + variable.name + ':' + variable.type + '=' + variable.value;
    for (const auto& name : step.gone)
        text += " -" + name;
    for (const auto& output : step.output)
        text += (output.isError ? " err " : " out ") + output.text;
    return text + (step.text.empty() ? "" : " > " + step.text) + '\n';
}

/// All steps in @p bytes, fed in pieces of @p step.
std::string readTrace(std::string_view bytes, std::size_t step)
{
    std::string all;
    StepReader reader([&all](const StepRecord& record) { all += describedStep(record); });
    for (; !bytes.empty(); bytes.remove_prefix(std::min(step, bytes.size())))
        reader.feed(bytes.substr(0, step));
    return all + "python " + reader.python() + " odd " + std::to_string(reader.oddLines()) + " end "
        + (reader.end() ? std::to_string(static_cast<int>(*reader.end())) : "none");
}

StepRecord stepAt(StepEvent event, int depth, int line, std::vector<StepVariable> changed = {})
{
    StepRecord record;
    record.event = event;
    record.depth = depth;
    record.line = line;
    record.file = "main.py";
    record.function = depth == 0 ? "<module>" : "f";
    record.changed = std::move(changed);
    return record;
}

/// "x=2* y=gone": * marks what the step changed.
std::string variablesAt(const StepTrace& trace, std::size_t step)
{
    std::string text;
    for (const auto& variable : trace.variables(step))
        text += (text.empty() ? "" : " ") + std::string(variable.name) + '='
            + (variable.isGone ? "gone" : std::string(variable.value))
            + (variable.isChanged ? "*" : "");
    return text;
}

/// Line 1 sets x, line 2 calls f, which sets y and returns, line 3 sets x again and removes z.
StepTrace smallTrace()
{
    StepTrace trace;
    trace.add(stepAt(StepEvent::Call, 0, 0));
    trace.add(stepAt(StepEvent::Line, 0, 1));
    trace.add(stepAt(StepEvent::Line, 0, 2, {{"x", "int", "1"}, {"z", "int", "0"}}));
    trace.add(stepAt(StepEvent::Call, 1, 10, {{"n", "int", "5"}}));
    trace.add(stepAt(StepEvent::Line, 1, 11));
    auto returning = stepAt(StepEvent::Return, 1, 11, {{"y", "int", "7"}});
    returning.text = "7";
    trace.add(returning);
    trace.add(stepAt(StepEvent::Line, 0, 3, {{"x", "int", "7"}}));
    auto last = stepAt(StepEvent::Line, 0, 4);
    last.gone = {"z"};
    last.output = {{false, "out\n"}, {true, "err\n"}};
    trace.add(last);
    return trace;
}

} // namespace

class StepTraceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsATraceByteByByte();
    void skipsWhatIsNoStep_data();
    void skipsWhatIsNoStep();
    void boundsWhatAStepMaySay();
    void endsWhereThereAreTooManySteps();
    void skipsALineWithoutEnd();
    void knowsTheVariablesOfEachStep();
    void knowsWhereEachFrameStands();
    void stepsOverAndOutAndBack();
    void stopsAtBreakpoints();
    void keepsThreadsApart();
    void bearsDepthsThatCannotBe();
    void knowsTheOutputUpToAStep();
    void goesAnywhereInALongTrace();
    void refusesWhatCannotBeTraced();
};

static const std::string kTrace = R"({"e":"begin","python":"3.11.7"}
{"e":"call","t":0,"d":0,"f":"main.py","l":0,"n":"<module>"}
{"e":"line","t":1,"d":2,"f":"b/c.py","l":4,"n":"C.f","v":[["n","int","3"],["ü","str[1]","'é'"]],"g":["old"]}
nothing
{"e":"return","t":0,"d":0,"f":"main.py","l":9,"n":"<module>","w":[[1,"a\n"],[2,"b"]],"r":"None"}
{"e":"end","why":"recursion"}
)";

void StepTraceTest::readsATraceByteByByte()
{
    const std::string whole = readTrace(kTrace, kTrace.size());
    QCOMPARE(
        whole,
        std::string("0/0/0 main.py:0 <module>\n"
                    "1/1/2 b/c.py:4 C.f n:int=3 ü:str[1]='é' -old\n"
                    "2/0/0 main.py:9 <module> out a\n err b > None\n"
                    "python 3.11.7 odd 1 end 2"));
    for (std::size_t step = 1; step < 20; ++step)
        QCOMPARE(readTrace(kTrace, step), whole);
}

void StepTraceTest::skipsWhatIsNoStep_data()
{
    QTest::addColumn<QString>("line");
    QTest::newRow("empty") << "";
    QTest::newRow("no JSON") << "{\"e\":";
    QTest::newRow("a list") << "[1]";
    QTest::newRow("no event") << "{}";
    QTest::newRow("another event") << R"({"e":"opcode","l":1})";
    QTest::newRow("an event that is no text") << R"({"e":1})";
    QTest::newRow("an end without a reason") << R"({"e":"end"})";
    QTest::newRow("nested") << R"({"e":"line","v":[[[[[[[1]]]]]]]})";
}

void StepTraceTest::skipsWhatIsNoStep()
{
    QFETCH(const QString, line);
    QCOMPARE(
        readTrace(line.toStdString() + "\n{\"e\":\"line\",\"l\":7}\n", 5),
        std::string("1/0/0 :7 \npython  odd 1 end none"));
}

void StepTraceTest::boundsWhatAStepMaySay()
{
    const std::string longText(5000, 'x');
    std::string variables;
    for (int i = 0; i < 500; ++i)
        variables += (i > 0 ? ",[\"" : "[\"") + std::to_string(i) + longText + "\",\"int\",\""
            + longText + "\"]";
    const auto step = stepOf(
        R"({"e":"line","t":-5,"d":99999999999,"l":-1,"f":3,"n":null,"v":[1,[],[2,3],["",""],)"
        + variables.substr(0, 900'000).substr(0, variables.substr(0, 900'000).rfind(",[\""))
        + R"(],"w":[[2,")" + longText + R"("],[],["x"]]})");
    QVERIFY(step);
    QCOMPARE(step->thread, 0);
    QCOMPARE(step->depth, StepReader::kMostDepth);
    QCOMPARE(step->line, 0);
    QVERIFY(step->file.empty() && step->function.empty());
    QVERIFY(!step->changed.empty() && step->changed.size() <= StepReader::kMostVariables);
    for (const auto& variable : step->changed)
        QVERIFY(
            variable.name.size() == StepReader::kMostNameBytes
            && variable.value.size() == StepReader::kMostValueBytes);
    QCOMPARE(step->output.size(), std::size_t(1));
    QVERIFY(step->output.front().isError);
}

void StepTraceTest::endsWhereThereAreTooManySteps()
{
    std::size_t steps = 0;
    StepReader reader([&steps](const StepRecord&) { ++steps; });
    for (std::size_t i = 0; i < StepReader::kMostSteps + 10; ++i)
        reader.feed("{\"e\":\"line\"}\n");
    QCOMPARE(steps, StepReader::kMostSteps);
    QVERIFY(reader.end() == TraceEnd::Steps);
}

void StepTraceTest::skipsALineWithoutEnd()
{
    std::size_t steps = 0;
    StepReader reader([&steps](const StepRecord&) { ++steps; });
    const std::string piece(1U << 20, 'x');
    for (int i = 0; i < 3; ++i)
        reader.feed(piece);
    reader.feed("\n{\"e\":\"line\"}\n");
    QCOMPARE(steps, std::size_t(1));
    QCOMPARE(reader.oddLines(), std::size_t(1));
    for (int i = 0; i < 40; ++i)
        reader.feed(piece);
    reader.feed("\n{\"e\":\"line\"}\n");
    QCOMPARE(steps, std::size_t(1));
    QVERIFY(reader.end() == TraceEnd::Bytes);
}

void StepTraceTest::knowsTheVariablesOfEachStep()
{
    const StepTrace trace = smallTrace();
    QCOMPARE(trace.size(), std::size_t(8));
    QCOMPARE(variablesAt(trace, 1), std::string());
    QCOMPARE(variablesAt(trace, 2), std::string("x=1* z=0*"));
    QCOMPARE(variablesAt(trace, 3), std::string("n=5*"));
    QCOMPARE(variablesAt(trace, 4), std::string("n=5"));
    QCOMPARE(variablesAt(trace, 5), std::string("n=5 y=7*"));
    QCOMPARE(trace.place(5).text, std::string_view("7"));
    QCOMPARE(variablesAt(trace, 6), std::string("x=7* z=0"));
    QCOMPARE(variablesAt(trace, 7), std::string("x=7 z=gone*"));
}

void StepTraceTest::knowsWhereEachFrameStands()
{
    const StepTrace trace = smallTrace();
    QCOMPARE(trace.stack(4), (std::vector<std::size_t>{4, 2}));
    QCOMPARE(trace.place(trace.stack(4).back()).line, 2);
    QCOMPARE(trace.stack(6), std::vector<std::size_t>{6});
}

void StepTraceTest::stepsOverAndOutAndBack()
{
    const StepTrace trace = smallTrace();
    QCOMPARE(trace.over(2), std::optional<std::size_t>(6));
    QCOMPARE(trace.over(4), std::optional<std::size_t>(5));
    QCOMPARE(trace.over(7), std::optional<std::size_t>());
    QCOMPARE(trace.out(4), std::optional<std::size_t>(6));
    QCOMPARE(trace.out(6), std::optional<std::size_t>());
    QCOMPARE(trace.backOver(6), std::optional<std::size_t>(2));
    QCOMPARE(trace.backOver(0), std::optional<std::size_t>());
}

void StepTraceTest::stopsAtBreakpoints()
{
    const StepTrace trace = smallTrace();
    const Breakpoints breakpoints = {{"main.py", 11}, {"main.py", 3}, {"other.py", 4}};
    QCOMPARE(trace.nextBreak(0, breakpoints), std::optional<std::size_t>(4));
    QCOMPARE(trace.nextBreak(4, breakpoints), std::optional<std::size_t>(6)); // 5 only returns
    QCOMPARE(trace.nextBreak(6, breakpoints), std::optional<std::size_t>());
    QCOMPARE(trace.backBreak(7, breakpoints), std::optional<std::size_t>(6));
    QCOMPARE(trace.backBreak(4, breakpoints), std::optional<std::size_t>());
    QCOMPARE(trace.nextBreak(0, {}), std::optional<std::size_t>());
    StepTrace inFolder;
    for (int line = 1; line < 4; ++line) {
        auto step = stepAt(StepEvent::Line, 0, line);
        step.file = "pkg/a.py";
        inFolder.add(step);
    }
    QCOMPARE(inFolder.nextBreak(0, {{"a.py", 3}}), std::optional<std::size_t>(2));
}

void StepTraceTest::keepsThreadsApart()
{
    StepTrace trace;
    trace.add(stepAt(StepEvent::Call, 0, 0, {{"x", "int", "1"}}));
    auto other = stepAt(StepEvent::Call, 0, 20, {{"x", "int", "2"}});
    other.thread = 1;
    trace.add(other);
    trace.add(stepAt(StepEvent::Line, 0, 1));
    other = stepAt(StepEvent::Line, 0, 21);
    other.thread = 1;
    trace.add(other);
    QCOMPARE(variablesAt(trace, 2), std::string("x=1"));
    QCOMPARE(variablesAt(trace, 3), std::string("x=2"));
    QCOMPARE(trace.over(0), std::optional<std::size_t>(2));
    QCOMPARE(trace.stack(3), std::vector<std::size_t>{3});
}

void StepTraceTest::bearsDepthsThatCannotBe()
{
    StepTrace trace;
    trace.add(stepAt(StepEvent::Return, 90'000, 1, {{"a", "int", "1"}}));
    trace.add(stepAt(StepEvent::Return, 0, 2));
    trace.add(stepAt(StepEvent::Line, 500, 3, {{"b", "int", "2"}}));
    trace.add(stepAt(StepEvent::Call, 500, 4));
    trace.add(stepAt(StepEvent::Exception, 0, 5));
    QCOMPARE(trace.place(0).depth, 0);
    QCOMPARE(variablesAt(trace, 1), std::string());
    QCOMPARE(trace.stack(3), (std::vector<std::size_t>{3, 2}));
    QCOMPARE(variablesAt(trace, 4), std::string("b=2"));
}

void StepTraceTest::knowsTheOutputUpToAStep()
{
    const StepTrace trace = smallTrace();
    QVERIFY(trace.outputUntil(6, 100).empty());
    const auto all = trace.outputUntil(7, 100);
    QCOMPARE(all.size(), std::size_t(2));
    QCOMPARE(all.front().text, std::string_view("out\n"));
    QVERIFY(!all.front().isError && all.back().isError);
    QCOMPARE(trace.outputUntil(7, 1).size(), std::size_t(1));
}

void StepTraceTest::goesAnywhereInALongTrace()
{
    StepTrace trace;
    trace.add(stepAt(StepEvent::Call, 0, 0, {{"first", "int", "1"}}));
    for (int i = 1; i < 100'000; ++i)
        trace.add(stepAt(StepEvent::Line, 0, i % 7, {{"i", "int", std::to_string(i)}}));
    for (const std::size_t step : {1, 255, 256, 257, 5000, 99'999})
        QCOMPARE(variablesAt(trace, step), "first=1 i=" + std::to_string(step) + '*');
    QCOMPARE(variablesAt(trace, 0), std::string("first=1*"));
}

void StepTraceTest::refusesWhatCannotBeTraced()
{
    RunRequest request;
    QVERIFY(recordSteps(request));
    QVERIFY(request.files.empty());
    QCOMPARE(request.env.size(), std::size_t(2));
    request = {};
    request.language = "javascript";
    QVERIFY(recordSteps(request).failedAs(ErrorCode::Unsupported));
    request = {};
    request.context = "cells";
    QVERIFY(recordSteps(request).failedAs(ErrorCode::Unsupported));
    request = {};
    request.command = {"true"};
    QVERIFY(recordSteps(request).failedAs(ErrorCode::Unsupported));
    QVERIFY(request.env.empty());
}

SANDBENCH_TEST(StepTraceTest);
#include "tst_step_trace.moc"
