// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/embedded.h"
#include "core/session/variables.h"
#include "tests/integration/agent/agent_harness.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <signal.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;
using agent::Channel;

/// What a context tells of its variables, also where the program would rather not have it told.
class TestAgentVariables : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void tellsTypesSizesAndValues();
    void leavesOutWhatIsNotTheUsers();
    void tellsNoNewsOfAContextWithoutCells();
    void asksNothingOfWhatTheProgramDefined();
    void asksAWholeVariableInACopy();
    void givesUpOnARepresentationThatDoesNotEnd();
    void survivesARepresentationThatEndsTheProcess();
    void boundsWhatIsLarge();
    void tellsTheLastOfAMillionNames();
    void readsSubclassesByTheMethodsOfTheirBase();
    void readsArraysAndFrames();
    void drawsAndTabulatesNumbers();
    void marksWhatHasChanged();
    void answersQuicklyBesideALargeState();
    void changesNothingOfTheProgram();
    void worksWithTheProgramsOwnHandlersAndThreads();
    void worksOnWhatWasUndoneAndBranched();
    void refusesWhileACellRuns();
    void refusesWhatIsNotThere();
    void takesAnyAnswerOfAProgramThatLies();

private:
    Outcome context(const char* verb, Json more = Json::object());
    Outcome cell(const std::string& text, const std::string& name = "c");
    std::string value(const std::string& expression);
    VariableList list(const std::string& name = "c");
    Variable one(const std::string& variable);
    Outcome ask(const std::string& variable);
    VariableDetails whole(const std::string& variable);
    bool hasNumpy();

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AgentHarness> m_agent;
    int m_programs = 0;
};

void TestAgentVariables::initTestCase()
{
    if (::access(kPython, X_OK) != 0)
        SKIP_WITHOUT("python", "python3 is not installed");
}

void TestAgentVariables::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_agent = std::make_unique<AgentHarness>();
    QVERIFY(m_agent->start());
    m_agent->startPython(m_folder->path().toStdString());
    QVERIFY(jsonBool(context("context_open", {{"kernel", "python"}}).reply, "ok"));
}

void TestAgentVariables::cleanup()
{
    m_agent.reset();
    m_folder.reset();
}

Outcome TestAgentVariables::context(const char* verb, Json more)
{
    more["verb"] = verb;
    if (!more.contains("context"))
        more["context"] = "c";
    return m_agent->call(more);
}

Outcome TestAgentVariables::cell(const std::string& text, const std::string& name)
{
    const auto file = m_folder->path().toStdString() + "/p" + std::to_string(++m_programs) + ".py";
    std::ofstream(file) << text;
    return m_agent->finish(m_agent->post(
        {{"verb", "run"}, {"context", name}, {"path", file}, {"name", "main.py"}, {"undo", true}}));
}

std::string TestAgentVariables::value(const std::string& expression)
{
    return cell("print(" + expression + ", end='')").out();
}

VariableList TestAgentVariables::list(const std::string& name)
{
    const auto reply = context("context_variables", {{"context", name}}).reply;
    const auto told = readVariables(reply);
    return told ? *told : VariableList{{{"?", reply.dump(), {}, 0, {}, {}}}, -1};
}

Variable TestAgentVariables::one(const std::string& variable)
{
    const auto told = list();
    const auto found
        = std::find_if(told.variables.begin(), told.variables.end(), [&](const Variable& each) {
              return each.name == variable;
          });
    return found == told.variables.end() ? Variable{} : *found;
}

Outcome TestAgentVariables::ask(const std::string& variable)
{
    return context("context_variables", {{"variable", variable}});
}

VariableDetails TestAgentVariables::whole(const std::string& variable)
{
    const auto reply = ask(variable).reply;
    const auto told = readVariable(reply);
    return told ? *told : VariableDetails{{}, "? " + reply.dump(), false, {}, {}};
}

bool TestAgentVariables::hasNumpy()
{
    return value("__import__('importlib').util.find_spec('numpy') is not None") == "True";
}

void TestAgentVariables::tellsTypesSizesAndValues()
{
    cell("n = 5\nx = 2.5\ns = 'héllo'\nb = b'x' * 1200\nl = [1, 'a', None]\nt = (1,)\n"
         "d = {'k': [1, 2]}\nr = range(3)\ndef f(a, b=1): pass\nclass C: pass\nc = C()\n"
         "import datetime\nday = datetime.date(2026, 1, 2)");
    const auto line = [this](const std::string& name) {
        const auto told = one(name);
        return told.type + "|" + told.size + "|" + told.value;
    };
    QCOMPARE(line("n"), std::string("int||5"));
    QCOMPARE(line("x"), std::string("float||2.5"));
    QCOMPARE(line("s"), std::string("str|5 characters|'héllo'"));
    QVERIFY(line("b").starts_with("bytes|1.2 kB|b'xxx"));
    QCOMPARE(line("l"), std::string("list|3 items|[1, 'a', None]"));
    QCOMPARE(line("t"), std::string("tuple|1 item|(1,)"));
    QCOMPARE(line("d"), std::string("dict|1 item|{'k': [1, 2]}"));
    QCOMPARE(line("r"), std::string("range|3 items|range(0, 3)"));
    QCOMPARE(line("f"), std::string("function||f(a, b)"));
    QCOMPARE(line("C"), std::string("type||<class C>"));
    QCOMPARE(line("c"), std::string("C||"));
    QCOMPARE(line("day"), std::string("date||2026-01-02"));
}

void TestAgentVariables::leavesOutWhatIsNotTheUsers()
{
    cell("import os\n_hidden = 1\nseen = 2\nglobals()[5] = 'no name'");
    const auto told = list();
    QCOMPARE(told.total, std::int64_t(1));
    QCOMPARE(told.variables.at(0).name, std::string("seen"));
    // By its name a module tells of itself.
    QVERIFY(whole("os").text.find("module 'os'") != std::string::npos);
}

void TestAgentVariables::tellsNoNewsOfAContextWithoutCells()
{
    QCOMPARE(list().total, std::int64_t(0));
}

void TestAgentVariables::asksNothingOfWhatTheProgramDefined()
{
    cell("import time\n"
         "def sulk(*a, **k): time.sleep(60)\n"
         "class Meta(type):\n"
         "    __hash__ = __eq__ = __repr__ = __instancecheck__ = __getattribute__ = sulk\n"
         "class R(metaclass=Meta):\n"
         "    __class__ = property(sulk)\n"
         "    __repr__ = __str__ = __len__ = __getattr__ = __getattribute__ = __hash__ = sulk\n"
         "    __eq__ = __iter__ = __bool__ = __getitem__ = __format__ = __dir__ = sulk\n"
         "class S(str):\n"
         "    __len__ = __getitem__ = __repr__ = __str__ = __iter__ = sulk\n"
         "class L(list):\n"
         "    __len__ = __getitem__ = __repr__ = __iter__ = sulk\n"
         "class Key:\n"
         "    def __hash__(self): return hash('r')\n"
         "    __eq__ = sulk\n"
         "r = R()\ns = S('abc')\nl = L([1, 2])\nmixed = [r, {'r': r}]\n"
         "class N(str): pass\n"
         "N.__module__ = sulk\nn = N('text')\n"
         "import sys\nsys.modules['numpy'] = r\nsys.modules['pandas'] = r\n");
    QElapsedTimer timer;
    timer.start();
    const auto told = list();
    QVERIFY2(timer.elapsed() < 1500, qPrintable(QString::number(timer.elapsed())));
    QVERIFY(told.total >= 5);
    QCOMPARE(one("r").type, std::string("R"));
    QCOMPARE(one("s").value, std::string("'abc'"));
    QCOMPARE(one("l").value, std::string("[1, 2]"));
    QCOMPARE(one("mixed").value, std::string("[<R>, {'r': <R>}]"));
    QCOMPARE(one("n").value, std::string("'text'"));
}

void TestAgentVariables::asksAWholeVariableInACopy()
{
    cell("class R:\n    asked = 0\n    def __repr__(self):\n        R.asked += 1\n"
         "        return 'asked %d times' % R.asked\nr = R()");
    QCOMPARE(one("r").value, std::string());
    QCOMPARE(whole("r").text, std::string("asked 1 times"));
    QCOMPARE(whole("r").text, std::string("asked 1 times"));
    QCOMPARE(value("R.asked"), std::string("0"));
}

void TestAgentVariables::givesUpOnARepresentationThatDoesNotEnd()
{
    cell("import time\n"
         "class Slow:\n    def __repr__(self): time.sleep(60)\n"
         "class Stubborn:\n"
         "    def __repr__(self):\n"
         "        while True:\n"
         "            try: time.sleep(60)\n"
         "            except BaseException: pass\n"
         "class Failing:\n    def __repr__(self): raise ValueError('no')\n"
         "class Huge:\n    def __repr__(self): return 'x' * 50_000_000\n"
         "slow, stubborn, failing, huge = Slow(), Stubborn(), Failing(), Huge()");
    QVERIFY(whole("slow").text.find("did not say what it is") != std::string::npos);
    QVERIFY(whole("failing").text.find("ValueError") != std::string::npos);
    QCOMPARE(whole("huge").text.size(), std::size_t(64U << 10));
    QVERIFY(whole("huge").isCut);
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(ask("stubborn").code(), std::string("timeout"));
    QVERIFY(timer.elapsed() < 4500);
    QCOMPARE(value("1 + 1"), std::string("2"));
}

void TestAgentVariables::survivesARepresentationThatEndsTheProcess()
{
    cell("import os, signal\n"
         "class E:\n    def __repr__(self): os._exit(7)\n"
         "class K:\n    def __repr__(self): os.kill(os.getpid(), signal.SIGSEGV)\n"
         "class F:\n    def __repr__(self):\n"
         "        if os.fork() == 0:\n            os.setsid()\n            import time; "
         "time.sleep(60)\n"
         "        return 'forked'\n"
         "e, k, f = E(), K(), F()");
    QCOMPARE(ask("e").code(), std::string("io"));
    QCOMPARE(ask("k").code(), std::string("io"));
    QCOMPARE(whole("f").text, std::string("forked"));
    QCOMPARE(value("1 + 1"), std::string("2"));
}

void TestAgentVariables::boundsWhatIsLarge()
{
    cell("i = 10 ** 1000000\nloop = [1]\nfor _ in range(3): loop.append(loop)\n"
         "deep = []\nfor _ in range(100000): deep = [deep]\n"
         "s = '\\ud800\\x00\"' + 'ü' * 5_000_000\nl = list(range(1_000_000))\n"
         "globals()['n' * 5000] = 1\nC = type('T' * 5000, (), {})\nc = C()\n"
         "wide = range(10 ** 100000)");
    QVERIFY(one("i").value.starts_with("<int of 33219"));
    QVERIFY(one("loop").value.size() <= 800);
    QCOMPARE(one("deep").value, std::string("[[[[[…]]]]]"));
    QCOMPARE(one("s").size, std::string("5,000,003 characters"));
    QCOMPARE(one("c").type.size(), std::size_t(199 + 3)); // and an ellipsis
    QVERIFY(one("wide").value.starts_with("range(0, <int"));
    QCOMPARE(whole("l").table.rows.size(), std::size_t(200));
    QCOMPARE(whole("l").chart.series.at(0).values.size(), std::size_t(2000));
    QCOMPARE(whole("l").chart.step, std::int64_t(500));
    QVERIFY(whole("s").isCut);
    cell("del i, s, deep\nfor k in range(1200): globals()['v%d' % k] = ['é' * 5000] * 100");
    QVERIFY(list().variables.size() > 300);
}

void TestAgentVariables::tellsTheLastOfAMillionNames()
{
    cell("for i in range(1_000_000): globals()['v%d' % i] = i");
    const auto told = list();
    QCOMPARE(told.total, std::int64_t(1'000'001)); // and i
    QCOMPARE(told.variables.size(), kMostVariables);
    QCOMPARE(told.variables.back().name, std::string("v999999"));
}

void TestAgentVariables::readsSubclassesByTheMethodsOfTheirBase()
{
    cell("import collections, enum\n"
         "P = collections.namedtuple('P', 'x y')\np = P(1, 2)\n"
         "d = collections.defaultdict(list, {1: [2]})\n"
         "E = enum.IntEnum('E', 'A B')\ne = E.B\nflag = True");
    QCOMPARE(one("p").type + one("p").value, std::string("P(1, 2)"));
    QCOMPARE(one("d").value, std::string("{1: [2]}"));
    QCOMPARE(one("e").value, std::string("2"));
    QCOMPARE(one("flag").value, std::string("True"));
}

void TestAgentVariables::readsArraysAndFrames()
{
    if (!hasNumpy())
        SKIP_WITHOUT("numpy", "numpy is not installed");
    cell("import numpy as np\na = np.arange(3.0)\nm = np.zeros((1000, 3))\nf = np.float32(1.5)\n"
         "o = np.array([1, None], dtype=object)\nw = np.zeros((2,) * 20)\n"
         "masked = np.ma.array([1, 2], mask=[0, 1])\nday = np.array(['2026-01-02'], 'M8[D]')\n"
         "lazy = np.lib.stride_tricks.as_strided(np.zeros(1), (10**9, 10), (0, 0))");
    QCOMPARE(one("a").size + one("a").value, std::string("(3,) float64[0.0, 1.0, 2.0]"));
    QCOMPARE(one("m").size, std::string("(1000, 3) float64"));
    QCOMPARE(one("f").value, std::string("1.5"));
    QCOMPARE(one("o").value, std::string("[1, None]"));
    QCOMPARE(one("day").value, std::string("['2026-01-02']"));
    QCOMPARE(one("masked").type, std::string("MaskedArray"));
    QCOMPARE(one("w").count, std::int64_t(1) << 20);
    QCOMPARE(whole("m").chart.series.size(), std::size_t(3));
    QCOMPARE(whole("m").table.columnCount, std::int64_t(3));
    QCOMPARE(whole("lazy").chart.series.size(), std::size_t(8)); // 80 GB, were they all there
    if (value("__import__('importlib').util.find_spec('pandas') is not None") != "True")
        return;
    cell("import pandas as pd\nframe = pd.DataFrame({'a': [1, 2], 'b': ['x', 'y']})\n"
         "series = pd.Series([1.5, 2.5], index=['p', 'q'])");
    QCOMPARE(one("frame").size + one("frame").value, std::string("(2, 2)'a', 'b'"));
    QCOMPARE(one("series").size, std::string("(2,) float64"));
    const auto frame = whole("frame");
    QCOMPARE(frame.table.columns, (std::vector<std::string>{"a", "b"}));
    QCOMPARE(frame.table.rows.at(1).cells, (std::vector<std::string>{"2", "y"}));
    QCOMPARE(frame.chart.series.size(), std::size_t(1));
    QCOMPARE(whole("series").table.rows.at(1).name, std::string("q"));
}

void TestAgentVariables::drawsAndTabulatesNumbers()
{
    cell("l = [1, 2.5, float('nan'), float('inf')]\nmixed = [1, 'a']\nd = {'k': 1, 2: [3]}\n"
         "s = 'line\\nline'");
    const auto numbers = whole("l").chart.series.at(0).values;
    QCOMPARE(numbers.size(), std::size_t(4));
    QVERIFY(std::isnan(numbers[2]) && std::isnan(numbers[3]));
    QVERIFY(whole("mixed").chart.series.empty());
    QCOMPARE(whole("mixed").table.rows.at(1).cells.at(0), std::string("a"));
    const auto table = whole("d").table;
    QCOMPARE(table.rows.at(0).name + table.rows.at(0).cells.at(0), std::string("k1"));
    QCOMPARE(table.rows.at(1).name + table.rows.at(1).cells.at(0), std::string("2[3]"));
    QCOMPARE(whole("s").text, std::string("line\nline"));
}

void TestAgentVariables::marksWhatHasChanged()
{
    cell("n = 1\nsame = 'x'\nl = list(range(300))");
    const auto n = one("n").mark, same = one("same").mark, l = one("l").mark;
    cell("n = 2\nl[150] = -1"); // of which the short value shows nothing
    QVERIFY(one("n").mark != n);
    QVERIFY(one("l").mark != l);
    QCOMPARE(one("same").mark, same);
}

void TestAgentVariables::answersQuicklyBesideALargeState()
{
    cell("for i in range(99): globals()['v%d' % i] = list(range(i))\n"
         "big = bytearray(100_000_000)\nfor at in range(0, len(big), 4096): big[at] = 1");
    std::vector<double> milliseconds;
    for (int i = 0; i < 9; ++i) {
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(list().total, std::int64_t(102)); // i and at, too
        milliseconds.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    std::sort(milliseconds.begin(), milliseconds.end());
    qInfo("102 variables, 100 MB: %.1f ms (median)", milliseconds[4]);
    QVERIFY(milliseconds[4] < 500);
}

void TestAgentVariables::changesNothingOfTheProgram()
{
    cell("import gc, random, warnings, os\n"
         "warnings.simplefilter('error')\nrandom.seed(1)\nfirst = random.getstate()\n"
         "class G:\n    def __del__(self): print('collected')\n"
         "g = G(); g.me = g; del g\n"
         "names = None\nfds = len(os.listdir('/proc/self/fd'))\nnames = sorted(globals())\n"
         "41 + 1");
    for (int i = 0; i < 3; ++i) {
        list();
        whole("G");
    }
    QCOMPARE(
        value("_, random.getstate() == first, sorted(globals()) == names, gc.isenabled(),"
              " warnings.filters[0][0], len(os.listdir('/proc/self/fd')) - fds"),
        std::string("42 True True True error 0"));
}

void TestAgentVariables::worksWithTheProgramsOwnHandlersAndThreads()
{
    cell(
        "import signal, threading\ncalls = []\n"
        "signal.signal(signal.SIGCHLD, lambda *a: calls.append(a))\n"
        "signal.signal(signal.SIGALRM, lambda *a: calls.append(a))\n"
        "stop = threading.Event()\nt = threading.Thread(target=stop.wait, daemon=True)\nt.start()\n"
        "class R:\n    def __repr__(self): return 'r'\nr = R()");
    QCOMPARE(whole("r").text, std::string("r"));
    QVERIFY(list().total >= 5);
    QCOMPARE(
        value("calls, t.is_alive(), signal.getsignal(signal.SIGCHLD) != signal.SIG_DFL"),
        std::string("[] True True"));
    cell("signal.signal(signal.SIGCHLD, signal.SIG_IGN)"); // takes ended children away
    QCOMPARE(whole("r").text, std::string("r"));
}

void TestAgentVariables::worksOnWhatWasUndoneAndBranched()
{
    cell("x = 1");
    cell("x = 2");
    list();
    QVERIFY(jsonBool(context("context_undo").reply, "ok"));
    QCOMPARE(one("x").value, std::string("1"));
    QVERIFY(jsonBool(context("context_branch", {{"to", "d"}}).reply, "ok"));
    QCOMPARE(list("d").variables.at(0).value, std::string("1"));
    QVERIFY(jsonBool(context("context_undo").reply, "ok"));
    QCOMPARE(list().total, std::int64_t(0));
    QVERIFY(jsonInt(context("metrics").reply, "processes") <= 6); // no copy stays
}

void TestAgentVariables::refusesWhileACellRuns()
{
    cell("x = 1");
    const auto file = m_folder->path().toStdString() + "/waits.py";
    std::ofstream(file) << "print('here', flush=True); input()";
    const auto stream = m_agent->post(
        {{"verb", "run"}, {"context", "c"}, {"path", file}, {"name", "main.py"}, {"stdin", true}});
    m_agent->waitForEvent(stream, "started");
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(context("context_variables").code(), std::string("unavailable"));
    QVERIFY(timer.elapsed() < 1000);
    m_agent->sendData(stream, Channel::Stdin, "\n");
    m_agent->finish(stream);
    QCOMPARE(one("x").value, std::string("1"));
}

void TestAgentVariables::refusesWhatIsNotThere()
{
    QCOMPARE(context("context_variables", {{"context", "no"}}).code(), std::string("not_found"));
    QVERIFY(readVariable(ask("nothing").reply).failedAs(ErrorCode::NotFound));
    QVERIFY(readVariable(ask("é'\"\n").reply).failedAs(ErrorCode::NotFound));
    context("context_close");
    QCOMPARE(context("context_variables").code(), std::string("not_found"));
}

/// A program can rebind whatever the interpreter itself uses.
void TestAgentVariables::takesAnyAnswerOfAProgramThatLies()
{
    cell("import os, socket\nx = 1\n"
         "own = next(int(n) for n in os.listdir('/proc/self/fd') if int(n) > 2\n"
         "           and os.readlink('/proc/self/fd/' + n).startswith('socket:'))\n"
         "channel = socket.socket(fileno=os.dup(own))\n"
         "for i in range(50): channel.send(b'looked\\0code=0\\0')\n");
    context("context_variables"); // whatever it says
    cell("write = os.write\n"
         "os.write = lambda fd, data: write(fd, b'nonsense') and len(data)");
    QCOMPARE(context("context_variables").code(), std::string("protocol"));
    cell("def flood(fd, data):\n    while True: write(fd, b'x' * 100000)\nos.write = flood");
    QCOMPARE(context("context_variables").code(), std::string("io"));
    cell("os.write = write\nimport builtins\nkept = builtins.len\nbuiltins.type = None");
    const auto broken = context("context_variables").reply;
    QVERIFY(!broken.is_null());
    QCOMPARE(value("1 + 1"), std::string("2"));
}

SANDBENCH_TEST(TestAgentVariables);
#include "tst_agent_variables.moc"
