// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/conformance_test.h"
#include "tests/support/test_program.h"

#include <csignal>
#include <future>
#include <memory>
#include <thread>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::string_literals;

/// Languages, contexts and runs beside each other.
class ConformanceLanguagesTest : public ConformanceTest
{
    Q_OBJECT

protected:
    std::vector<std::string> engines() const override { return localAndOneWithImages(); }
    bool sharesItsSession() const override { return true; }

private Q_SLOTS:
    void runsJavaScript();
    void runsAnEsModuleByAnyName();
    void tellsProgramsNothingOfTheCluster();
    void refusesAnUnknownLanguage();
    void forgetsVariablesBetweenStatelessRuns();
    void behavesLikeAPlainInterpreter();
    void endsQuietlyWithModulesThatLoadMore();
    void remembersVariablesInAContext();
    void showsTheValueOfTheLastExpression();
    void survivesAnExceptionInACell();
    void survivesSysExitInACell();
    void interruptsACellAndGoesOn();
    void endsACellAtItsLimitAndGoesOn();
    void replacesAnInterpreterThatWasKilled();
    void keepsContextsApart();
    void opensResetsAndClosesContexts();
    void refusesContextsWhereThereAreNone();
    void capturesTheOutputOfChildrenOfACell();
    void runsBesideEachOther();
    void keepsOverlappingProgramsApart();

private:
    RunRecord cell(const std::string& code, const std::string& context = "c")
    {
        return m_box->run(cellRequest(context, code));
    }
};

void ConformanceLanguagesTest::runsJavaScript()
{
    RunRequest request;
    request.language = "javascript";
    request.code = "console.log(1 + 1)";
    RunSink sink;
    const auto first = session().run(request, sink, {});
    if (!first && first.error().code() == ErrorCode::Unavailable)
        SKIP_WITHOUT("node", "this engine has no node");
    QVERIFY(first);
    QCOMPARE(first->stdoutBytes, "2\n"s);
    request.code = "process.exit(4)";
    QCOMPARE(endingOf(m_box->run(request)), "exited 4"s);
    request.code = "throw new Error('broken')";
    const auto thrown = m_box->run(request);
    QCOMPARE(endingOf(thrown), "exited 1"s);
    QVERIFY(thrown.stderrBytes.find("Error: broken") != std::string::npos);
}

void ConformanceLanguagesTest::runsAnEsModuleByAnyName()
{
    RunRequest request;
    request.language = "javascript";
    request.code
        = "import { twice } from './lib.js';\nconsole.log(await twice(2), process.argv.length);\n";
    request.files = {InputFile{"lib.js", "export const twice = async (x) => 2 * x;\n"}};
    RunSink sink;
    const auto record = session().run(request, sink, {});
    if (!record && record.error().code() == ErrorCode::Unavailable)
        SKIP_WITHOUT("node", "this engine has no node");
    QVERIFY(record);
    QVERIFY2(record->stdoutBytes == "4 2\n", record->stderrBytes.c_str());
    QCOMPARE(record->stderrBytes, ""s);
}

void ConformanceLanguagesTest::tellsProgramsNothingOfTheCluster()
{
    const auto code = "import os\nprint([k for k in os.environ if k.startswith('KUBERNETES_')])";
    RunRequest request;
    request.code = code;
    RunSink sink;
    const auto record = session().run(request, sink, {});
    QVERIFY(record);
    QCOMPARE(record->stdoutBytes, "[]\n"s);
    QCOMPARE(cell(code).stdoutBytes, "[]\n"s);
}

void ConformanceLanguagesTest::refusesAnUnknownLanguage()
{
    RunRequest request;
    request.language = "klingon";
    RunSink sink;
    const auto record = session().run(request, sink, {});
    QVERIFY(!record);
    QCOMPARE(record.error().code(), ErrorCode::InvalidArgument);
    QVERIFY(record.error().message().find("python") != std::string::npos);
}

void ConformanceLanguagesTest::forgetsVariablesBetweenStatelessRuns()
{
    QCOMPARE(endingOf(m_box->python("x = 1")), "exited 0"s);
    const auto second = m_box->python("print(x)");
    QCOMPARE(endingOf(second), "exited 1"s);
    QVERIFY(second.stderrBytes.find("NameError") != std::string::npos);
}

void ConformanceLanguagesTest::behavesLikeAPlainInterpreter()
{
    auto request = pythonRequest("import sys, atexit, threading\natexit.register(print, 'bye')\n"
                                 "print(__name__, __file__, sys.argv)\n"
                                 "threading.Thread(target=lambda: print('thread')).start()");
    request.arguments = {"a"};
    request.fileName = "prog.py";
    const auto record = m_box->run(request);
    QCOMPARE(record.stdoutBytes, "__main__ /work/prog.py ['/work/prog.py', 'a']\nthread\nbye\n"s);
    QCOMPARE(
        m_box->python("import random; print(random.random())").stdoutBytes
            == m_box->python("import random; print(random.random())").stdoutBytes,
        false);
}

void ConformanceLanguagesTest::endsQuietlyWithModulesThatLoadMore()
{
    RunRequest request;
    request.code = R"(
import sys, types
class Lazy(types.ModuleType):
    @property
    def __dict__(self): raise ImportError('too late')
sys.keep = sys.modules['lazy'] = Lazy('lazy')
)";
    RunSink sink;
    const auto record = session().run(request, sink, {});
    QVERIFY(record);
    QCOMPARE(record->exitCode, std::optional(0));
    QCOMPARE(record->stderrBytes, ""s);
}

void ConformanceLanguagesTest::remembersVariablesInAContext()
{
    QCOMPARE(
        endingOf(cell("import math\nx = 41\ndef f():\n    return math.floor(x + 1.5)")),
        "exited 0"s);
    QCOMPARE(cell("print(x + 1, f())").stdoutBytes, "42 42\n"s);
}

void ConformanceLanguagesTest::showsTheValueOfTheLastExpression()
{
    RecordingSink sink;
    const auto record = m_box->run(cellRequest("c", "x = 41\nx + 1"), sink);
    QCOMPARE(record.resultText, "42"s);
    QCOMPARE(sink.results, std::vector<std::string>{"42"});
    QCOMPARE(record.stdoutBytes, ""s);
    QCOMPARE(cell("None").resultText, ""s);
}

void ConformanceLanguagesTest::survivesAnExceptionInACell()
{
    QCOMPARE(endingOf(cell("y = 7")), "exited 0"s);
    const auto failed = cell("1/0");
    QCOMPARE(endingOf(failed), "exited 1"s);
    QVERIFY(failed.error && failed.error->name == "ZeroDivisionError");
    QCOMPARE(cell("print(y)").stdoutBytes, "7\n"s);
}

void ConformanceLanguagesTest::survivesSysExitInACell()
{
    QCOMPARE(endingOf(cell("y = 7\nimport sys\nsys.exit(3)")), "exited 3"s);
    QCOMPARE(cell("print(y)").stdoutBytes, "7\n"s);
}

void ConformanceLanguagesTest::interruptsACellAndGoesOn()
{
    QCOMPARE(endingOf(cell("y = 7")), "exited 0"s);
    RecordingSink sink;
    bool sent = false;
    sink.whenOutput = [&](const std::string&) {
        if (!std::exchange(sent, true))
            QVERIFY(session().signal(sink.runId, SIGINT));
    };
    // Short sleeps: a signal just before one long sleep would be noticed only after it.
    const auto record = m_box->run(
        cellRequest("c", "import os, time\nos.write(1, b'in')\nwhile True: time.sleep(0.01)"),
        sink);
    QVERIFY2(
        record.stderrBytes.find("KeyboardInterrupt") != std::string::npos,
        record.stderrBytes.c_str());
    QCOMPARE(endingOf(record), "cancelled"s);
    QCOMPARE(cell("print(y)").stdoutBytes, "7\n"s);
}

void ConformanceLanguagesTest::endsACellAtItsLimitAndGoesOn()
{
    auto request = cellRequest("c", "import time\nprint('in', flush=True)\ntime.sleep(60)");
    request.limits.wallSeconds = 0.5;
    const auto record = m_box->run(request);
    QCOMPARE(endingOf(record), "wall_timeout"s);
    QCOMPARE(record.stdoutBytes, "in\n"s);
    QCOMPARE(cell("print('next')").stdoutBytes, "next\n"s);
}

void ConformanceLanguagesTest::replacesAnInterpreterThatWasKilled()
{
    QCOMPARE(endingOf(cell("y = 7")), "exited 0"s);
    QCOMPARE(
        endingOf(cell("import os\nprint('last', flush=True)\nos.kill(os.getpid(), 9)")),
        "signaled 9"s);
    // What it knew is gone, and the next cell says so in Python's own words.
    const auto next = cell("print('new')\ny");
    QCOMPARE(next.stdoutBytes, "new\n"s);
    QVERIFY(next.error && next.error->name == "NameError");
}

void ConformanceLanguagesTest::keepsContextsApart()
{
    QCOMPARE(endingOf(cell("z = 1", "a")), "exited 0"s);
    QCOMPARE(endingOf(cell("print(z)", "b")), "exited 1"s);
    QCOMPARE(cell("print(z)", "a").stdoutBytes, "1\n"s);
}

void ConformanceLanguagesTest::opensResetsAndClosesContexts()
{
    auto& session = m_box->session();
    QVERIFY(session.openContext("c", "python"));
    QCOMPARE(session.openContext("c", "python").error().code(), ErrorCode::AlreadyExists);
    QCOMPARE(endingOf(cell("v = 1")), "exited 0"s);
    QVERIFY(session.resetContext("c"));
    QCOMPARE(endingOf(cell("print(v)")), "exited 1"s);
    QVERIFY(session.closeContext("c"));
    QVERIFY(!session.closeContext("c"));
    QCOMPARE(cell("print('new')").stdoutBytes, "new\n"s);
}

void ConformanceLanguagesTest::refusesContextsWhereThereAreNone()
{
    RunRequest request;
    request.language = "c";
    request.code = "int main() {}";
    request.context = "c";
    RunSink sink;
    QCOMPARE(session().run(request, sink, {}).error().code(), ErrorCode::InvalidArgument);
    QVERIFY(!session().openContext("c", "c"));
    QVERIFY(!session().openContext("c", "klingon"));
}

void ConformanceLanguagesTest::capturesTheOutputOfChildrenOfACell()
{
    QCOMPARE(
        cell("import subprocess\n_ = subprocess.run(['echo', 'child'])").stdoutBytes, "child\n"s);
}

void ConformanceLanguagesTest::runsBesideEachOther()
{
    // Each waits for the other's file: run one after the other they would never end.
    const auto waitFor = [](const std::string& mine, const std::string& other) {
        return bashRequest(
            "touch " + mine + "; until test -e " + other + "; do sleep 0.01; done; echo " + mine);
    };
    auto first = std::async(std::launch::async, [&] { return m_box->run(waitFor("one", "two")); });
    const auto second = m_box->run(waitFor("two", "one"));
    QCOMPARE(second.stdoutBytes, "two\n"s);
    QCOMPARE(first.get().stdoutBytes, "one\n"s);
}

void ConformanceLanguagesTest::keepsOverlappingProgramsApart()
{
    std::vector<std::future<RunRecord>> runs;
    for (int i = 0; i < 6; ++i)
        runs.push_back(std::async(std::launch::async, [this, i] {
            return m_box->python("print(" + std::to_string(i) + ")");
        }));
    for (int i = 0; i < 6; ++i)
        QCOMPARE(runs[static_cast<std::size_t>(i)].get().stdoutBytes, std::to_string(i) + "\n");
}

SANDBENCH_TEST(ConformanceLanguagesTest);
#include "tst_conformance_languages.moc"
