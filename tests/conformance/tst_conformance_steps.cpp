// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Programs in Python whose steps are written down, and that notice nothing of it.
#include "core/trace/step_trace.h"
#include "core/trace/trace_run.h"
#include "tests/support/conformance_test.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <set>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::string_literals;
using trace::StepEvent;
using trace::StepTrace;
using trace::TraceEnd;

namespace {

/// A run, and its steps.
struct Stepped
{
    RunRecord record;
    StepTrace steps;
    std::optional<TraceEnd> end;
    std::size_t oddLines = 0;
    std::string python;
};

/// "line main.py:3 f"
std::string placeText(const StepTrace& steps, std::size_t step)
{
    static constexpr const char* kWords[] = {"call", "line", "return", "exception"};
    const auto place = steps.place(step);
    return std::string(kWords[static_cast<int>(place.event)]) + ' ' + std::string(place.file) + ':'
        + std::to_string(place.line) + ' ' + std::string(place.function);
}

/// What a variable is at the last step of the function; "none" = it is not there.
std::string lastValue(const StepTrace& steps, std::string_view function, std::string_view name)
{
    for (auto step = steps.size(); step-- > 0;)
        if (steps.place(step).function == function)
            for (const auto& variable : steps.variables(step))
                if (variable.name == name)
                    return variable.isGone ? "gone" : std::string(variable.value);
    return "none";
}

} // namespace

class ConformanceStepsTest : public ConformanceTest
{
    Q_OBJECT

protected:
    std::vector<std::string> engines() const override { return localAndOneWithImages(); }
    bool sharesItsSession() const override { return true; }

private Q_SLOTS:
    void tellsEachStepOfAProgram();
    void tellsWhatIsInVariables_data();
    void tellsWhatIsInVariables();
    void tellsTheStepsOfThreads();
    void tellsWhatWasPrintedAtEachStep();
    void leavesAProgramAsItIs_data();
    void leavesAProgramAsItIs();
    void showsNothingOfTheTracerWhereItIsInterrupted();
    void readsStandardInput();
    void endsAtItsBoundAndLeavesTheProgramItsTime();
    void endsWhereRecursionIsDeep();
    void skipsWhatAProgramWritesIntoItsTrace();
    void followsTheProgramsOwnFilesOnly();

private:
    Stepped stepped(RunRequest request)
    {
        Stepped made;
        const auto file = trace::recordSteps(request);
        if (!file || !trace::bringTracer(session(), *file, {}))
            return made;
        made.record = m_box->run(request);
        trace::TraceTail tail(*file);
        do {
            const auto steps = tail.read(session(), {});
            for (const auto& step : steps ? *steps : std::vector<trace::StepRecord>())
                made.steps.add(step);
        } while (tail.hasMore());
        made.end = tail.reader().end();
        made.oddLines = tail.reader().oddLines();
        made.python = tail.reader().python();
        made.record.warnings.push_back(tail.remove(session(), {}) ? "removed" : "not removed");
        return made;
    }
    Stepped stepped(const std::string& code) { return stepped(pythonRequest(code)); }
};

void ConformanceStepsTest::tellsEachStepOfAProgram()
{
    const auto run
        = stepped("def f(n):\n    if n:\n        return f(n - 1)\n    return 'end'\nx = f(1)\n");
    QCOMPARE(endingOf(run.record), "exited 0"s);
    QVERIFY(run.python.starts_with("3."));
    QCOMPARE(run.record.warnings.back(), "removed"s);
    std::string all;
    for (std::size_t step = 1; step < run.steps.size(); ++step) // the first is no line everywhere
        all += placeText(run.steps, step) + '\n';
    QCOMPARE(
        all,
        "line main.py:1 <module>\nline main.py:5 <module>\n"
        "call main.py:1 f\nline main.py:2 f\nline main.py:3 f\n"
        "call main.py:1 f\nline main.py:2 f\nline main.py:4 f\n"
        "return main.py:4 f\nreturn main.py:3 f\nreturn main.py:5 <module>\n"s);
    QCOMPARE(run.steps.stack(8).size(), std::size_t(3));
    QCOMPARE(std::string(run.steps.place(9).text), "'end'"s);
    QCOMPARE(lastValue(run.steps, "<module>", "x"), "'end'"s);
    QVERIFY(!run.end);
}

void ConformanceStepsTest::tellsWhatIsInVariables_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("value");
    QTest::newRow("list") << "x = [1, 'a', (2.5,)]"
                          << "[1, 'a', (2.5,)]";
    QTest::newRow("dict") << "x = {'a': {1}, 'b': None}"
                          << "{'a': {1}, 'b': None}";
    QTest::newRow("object") << "class A:\n    pass\nx = A()\nx.n = [3]"
                            << "<A n=[3]>";
    QTest::newRow("no repr of its own is asked")
        << "class A:\n    def __repr__(self):\n        print('asked')\nx = [A()]"
        << "[<A object>]";
    QTest::newRow("no attribute of its own is asked")
        << "class A:\n    def __getattribute__(self, name):\n        print('asked')\nx = A()"
        << "<A object>";
    QTest::newRow("a large number") << "x = 10 ** 5000"
                                    << "<int of 16610 bits>";
    QTest::newRow("itself") << "x = []\nx.append(x)"
                            << "[[[[…]]]]";
    QTest::newRow("generator") << "def g():\n    yield 1\n    yield 2\nx = [n * n for n in g()]"
                               << "[1, 4]";
    QTest::newRow("caught") << "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    x = error"
                            << "ZeroDivisionError: division by zero";
    QTest::newRow("deleted") << "x = 1\ndel x"
                             << "gone";
}

void ConformanceStepsTest::tellsWhatIsInVariables()
{
    QFETCH(const QString, code);
    QFETCH(const QString, value);
    const auto run = stepped(code.toStdString() + "\n0\n");
    QCOMPARE(endingOf(run.record), "exited 0"s);
    QCOMPARE(lastValue(run.steps, "<module>", "x"), value.toStdString());
    QCOMPARE(run.record.stdoutBytes, ""s);
}

void ConformanceStepsTest::tellsTheStepsOfThreads()
{
    const auto run = stepped("import threading\n"
                             "def work(k):\n    s = k * 2\n"
                             "for k in 1, 2:\n"
                             "    t = threading.Thread(target=work, args=(k,))\n"
                             "    t.start()\n    t.join()\n");
    QCOMPARE(endingOf(run.record), "exited 0"s);
    std::set<int> threads;
    for (std::size_t step = 0; step < run.steps.size(); ++step)
        if (run.steps.place(step).function == "work")
            threads.insert(run.steps.place(step).thread);
    QVERIFY(!threads.empty() && !threads.contains(0));
    QCOMPARE(lastValue(run.steps, "work", "s"), "4"s);
}

void ConformanceStepsTest::tellsWhatWasPrintedAtEachStep()
{
    const auto run = stepped("import sys\nprint('ä')\nprint('e', file=sys.stderr)\nx = 1\n");
    const auto last = run.steps.size() - 1;
    const auto output = run.steps.outputUntil(last, 1000);
    QCOMPARE(output.size(), std::size_t(2));
    QCOMPARE(std::string(output[0].text), "ä\n"s);
    QVERIFY(output[1].isError);
    QVERIFY(run.steps.outputUntil(1, 1000).empty());
    QCOMPARE(run.record.stdoutBytes, "ä\n"s);
}

void ConformanceStepsTest::leavesAProgramAsItIs_data()
{
    QTest::addColumn<QString>("code");
    QTest::newRow("its exit status") << "import sys\nsys.exit(3)";
    QTest::newRow("its exit text") << "import sys\nsys.exit('no')";
    QTest::newRow("an exception") << "def f():\n    raise KeyError('gone')\nf()";
    QTest::newRow("an interrupt")
        << "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nx = 1";
    QTest::newRow("a chain")
        << "try:\n    1 / 0\nexcept Exception as e:\n    raise ValueError from e";
    QTest::newRow("deep recursion") << "def f():\n    f()\nf()";
    QTest::newRow("a syntax error") << "x = (\n";
    QTest::newRow("its environment")
        << "import os, sys\nprint(sorted(k for k in os.environ if k != 'PWD'), sys.path, sys.argv)";
    QTest::newRow("its streams")
        << "import sys\nfor s in sys.stdout, sys.stderr:\n"
           "    print(type(s), s.name, s.mode, s.encoding, s.errors, s.fileno(), s.isatty())";
    QTest::newRow("what it is") << "print(__name__, __file__, sorted(globals()))";
    QTest::newRow("what is done at its end")
        << "import atexit\natexit.register(print, 'bye')\nprint('hello')";
    QTest::newRow("a program that it starts")
        << "import subprocess, sys\nprint(subprocess.run([sys.executable, '-c', 'print(1)']))";
    QTest::newRow("a fork")
        << "import os\npid = os.fork()\nif not pid:\n    os._exit(4)\nprint(os.waitpid(pid, 0)[1])";
    QTest::newRow("an end at once") << "import os\nprint('x', flush=True)\nos._exit(7)";
    QTest::newRow("all files closed")
        << "import os\nos.closerange(3, 1000)\nprint(open('f', 'w').fileno() > 0)";
}

void ConformanceStepsTest::leavesAProgramAsItIs()
{
    QFETCH(const QString, code);
    const auto request = pythonRequest(code.toStdString());
    const auto plain = m_box->run(request);
    const auto run = stepped(request);
    QCOMPARE(endingOf(run.record), endingOf(plain));
    QCOMPARE(run.record.stdoutBytes, plain.stdoutBytes);
    QCOMPARE(run.record.stderrBytes, plain.stderrBytes);
    QCOMPARE(run.record.error.has_value(), plain.error.has_value());
    if (plain.error)
        QCOMPARE(run.record.error->traceback, plain.error->traceback);
}

// Most of the time of a traced loop is the tracer's.
void ConformanceStepsTest::showsNothingOfTheTracerWhereItIsInterrupted()
{
    const auto run
        = stepped("import os, signal, threading\n"
                  "threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
                  "def f():\n    x = list(range(1000))\n    while True:\n        x[0] += 1\n"
                  "f()\n");
    QCOMPARE(endingOf(run.record), "signaled 2"s);
    const auto& said = run.record.stderrBytes;
    QVERIFY2(said.ends_with("KeyboardInterrupt\n"), said.c_str());
    QVERIFY2(said.find("in f") != std::string::npos, said.c_str());
    QVERIFY2(said.find("sandbench") == std::string::npos, said.c_str());
}

void ConformanceStepsTest::readsStandardInput()
{
    auto request = pythonRequest("name = input('who? ')\nprint(name)\n");
    request.stdinBytes = "Ada\n";
    const auto run = stepped(request);
    QCOMPARE(run.record.stdoutBytes, "who? Ada\n"s);
    QCOMPARE(lastValue(run.steps, "<module>", "name"), "'Ada'"s);
}

void ConformanceStepsTest::endsAtItsBoundAndLeavesTheProgramItsTime()
{
    auto request = pythonRequest("x = 0\nwhile True:\n    x += 1\n");
    request.limits.wallSeconds = 30;
    if (isEmbedded()) { // all of them are read by the same code, which takes its time
        auto bounded = request;
        bounded.code = "x = 0\nwhile x < 60000:\n    x += 1\nprint(x)\n";
        const auto run = stepped(bounded);
        QCOMPARE(run.record.stdoutBytes, "60000\n"s);
        QCOMPARE(run.steps.size(), trace::StepReader::kMostSteps);
        QVERIFY(run.end == TraceEnd::Steps);
    }
    request.limits.wallSeconds = 2;
    const auto endless = stepped(request);
    QCOMPARE(endingOf(endless.record), "wall_timeout"s);
    QVERIFY(endless.steps.size() > 100);
}

void ConformanceStepsTest::endsWhereRecursionIsDeep()
{
    const auto run = stepped("def f(n):\n    return f(n + 1)\n"
                             "try:\n    f(0)\nexcept RecursionError:\n    print('caught')\n");
    QCOMPARE(run.record.stdoutBytes, "caught\n"s);
    QVERIFY(run.end == TraceEnd::Recursion);
    QVERIFY(run.steps.stack(run.steps.size() - 1).size() > 500);
}

void ConformanceStepsTest::skipsWhatAProgramWritesIntoItsTrace()
{
    const auto run = stepped(
        "import glob, os\n"
        "name = glob.glob('/tmp/.sandbench-steps-*/trace')[0]\n"
        "with open(name, 'ab') as file:\n"
        "    n = "
        "file.write(b'garbage\\n\\xff\\xfe\\n{\"e\":\"line\",\"d\":999999,\"l\":-3}\\n{\"e\"')\n"
        "x = 1\ny = 2\n");
    QCOMPARE(endingOf(run.record), "exited 0"s);
    QVERIFY(run.oddLines >= 2);
    QCOMPARE(lastValue(run.steps, "<module>", "y"), "2"s);
}

void ConformanceStepsTest::followsTheProgramsOwnFilesOnly()
{
    auto request = pythonRequest("import helper, json\njson.dumps([1])\nhelper.twice(4)\n");
    request.files.push_back({"helper.py", "def twice(n):\n    return 2 * n\n"});
    const auto run = stepped(request);
    QCOMPARE(endingOf(run.record), "exited 0"s);
    std::set<std::string> files;
    for (std::size_t step = 0; step < run.steps.size(); ++step)
        files.emplace(run.steps.place(step).file);
    QCOMPARE(files, (std::set<std::string>{"helper.py", "main.py"}));
    QCOMPARE(lastValue(run.steps, "twice", "n"), "4"s);
}

SANDBENCH_TEST(ConformanceStepsTest);
#include "tst_conformance_steps.moc"
