// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/agent/python_kernel_driver.h"

#include "core/artifact/chart_json.h"
#include "core/base/embedded.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <utility>

using namespace sandbench;
using namespace sandbench::test;

/// What a run shows, on both servers: the display stream's records in their order.
class TestPythonKernelDisplay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void recordsWhatAProgramShows_data();
    void recordsWhatAProgramShows();
    void recordsAnUncaughtException();
    void namesASyntaxError();
    void capturesWhatIsMeantForAWindow_data();
    void capturesWhatIsMeantForAWindow();
    void adoptsABackendThatTheEnvironmentNames();
    void saysWhatToDoAboutALineOfANotebook_data();
    void saysWhatToDoAboutALineOfANotebook();
    void noticesACaptureThatFails();
    void tellsWarningsOfADrawingAtTheProgramsLine();
    void keepsBytesOfThePictureWhole();
    void capturesInAnInterpreterThatHadToStartAnew();
    void showsTheExamples();
    void tellsWhatItKnowsOfAResult_data();
    void tellsWhatItKnowsOfAResult();
    void drawsAnAnimationAsOne();

private:
    PythonOutcome run(KernelServer& server, std::string_view source) const;
    static QString summary(const PythonOutcome& outcome, const QString& folder);

    QTemporaryDir m_folder;
    std::unique_ptr<PythonKernel> m_kernel;
    KernelServer m_full;
};

void TestPythonKernelDisplay::initTestCase()
{
    m_kernel = std::make_unique<PythonKernel>();
    m_kernel->bare().waitReady();
    m_full = m_kernel->preload(
        {"numpy", "pandas", "matplotlib", "matplotlib.pyplot", "plotly", "plotly.graph_objects"});
    const auto ready = m_full.waitReady();
    const auto has = [&](const char* name) {
        return std::find(
                   ready.fields.begin(), ready.fields.end(),
                   std::pair<std::string, std::string>("module", name))
            != ready.fields.end();
    };
    for (const auto& [module, need] :
         {std::pair("matplotlib.pyplot", "matplotlib"),
          {"plotly.graph_objects", "plotly"},
          {"pandas", "pandas"}})
        if (!has(module))
            SKIP_WITHOUT(need, "matplotlib, plotly and pandas are not all installed");
}

PythonOutcome TestPythonKernelDisplay::run(KernelServer& server, std::string_view source) const
{
    const auto cwd = m_folder.path().toStdString();
    const PythonRun program = {cwd + "/main.py", cwd};
    if (!writeTestFile(program.path, source))
        return {};
    return server.run(program);
}

QString TestPythonKernelDisplay::summary(const PythonOutcome& outcome, const QString& folder)
{
    QStringList words;
    for (const auto& [header, body] : outcome.records()) {
        const auto kind = jsonString(header, "kind", "broken");
        if (kind == "children")
            continue;
        std::string what = jsonString(header, "name");
        if (kind == "file")
            what = jsonString(header, "path");
        if (kind == "notice")
            what = jsonString(header, "text");
        words << QString::fromStdString(kind + ":" + what).replace(folder, "W");
    }
    return words.join(' ');
}

void TestPythonKernelDisplay::recordsWhatAProgramShows_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QString>("records");
    const auto row = [](const char* name, const char* source, const char* records) {
        QTest::newRow(name) << QByteArray("import os\nimport matplotlib.pyplot as plt\n") + source
                            << QString(records);
    };
    row("nothing", "", "");
    row("one figure", "plt.plot([1])\nplt.show()\n", "display:figure-1");
    row("three figures, one show", "for i in range(3): plt.figure(); plt.plot([i])\nplt.show()\n",
        "display:figure-1 display:figure-2 display:figure-3");
    row("two shows", "plt.plot([1])\nplt.show()\nplt.plot([2])\nplt.show()\n",
        "display:figure-1 display:figure-2");
    row("shown twice", "plt.plot([1])\nplt.show()\nplt.show()\n", "display:figure-1");
    row("never shown", "plt.plot([1])\n", "display:figure-1");
    row("never shown, exception", "plt.plot([1])\n1 / 0\n",
        "error:ZeroDivisionError display:figure-1");
    row("never shown, sys.exit", "plt.plot([1])\nimport sys\nsys.exit(3)\n", "display:figure-1");
    row("empty figure", "plt.figure()\nplt.show()\n", "");
    row("closed figure", "plt.plot([1])\nplt.close()\nplt.show()\n", "");
    row("figure.show", "f, a = plt.subplots()\na.plot([1])\nf.show()\n", "display:figure-1");
    row("saved", "plt.plot([1])\nplt.savefig('a.png')\n", "file:W/a.png");
    row("saved without extension", "plt.plot([1])\nplt.savefig('b')\n", "file:W/b.png");
    row("saved as a Path", "import pathlib\nplt.plot([1])\nplt.savefig(pathlib.Path('c.svg'))\n",
        "file:W/c.svg");
    row("saved and shown", "plt.plot([1])\nplt.savefig('a.pdf')\nplt.show()\n",
        "file:W/a.pdf display:figure-1");
    row("saved to memory", "import io\nplt.plot([1])\nplt.savefig(io.BytesIO())\n",
        "display:figure-1");
    row("saved to memory and closed",
        "import io\nplt.plot([1])\nplt.savefig(io.BytesIO())\nplt.close()\n", "display:figure-1");
    row("saved to memory and shown",
        "import io\nplt.plot([1])\nplt.savefig(io.BytesIO())\nplt.show()\n", "display:figure-1");
    row("saved to memory, without a window",
        "import io\nfrom matplotlib.figure import Figure\nf = Figure()\nf.subplots().plot([1])\n"
        "f.savefig(io.BytesIO())\n",
        "display:figure-1");
    row("saved to an open file", "plt.plot([1])\nwith open('d.png', 'wb') as f: plt.savefig(f)\n",
        "file:W/d.png");
    row("paused", "for i in range(3): plt.plot([i]); plt.pause(0.001)\n", "display:figure-1");
    row("paused and closed",
        "for i in range(3): plt.plot([i]); plt.pause(0.001)\nplt.close('all')\n",
        "display:figure-1");
    row("paused and shown", "for i in range(3): plt.plot([i]); plt.pause(0.001)\nplt.show()\n",
        "display:figure-1");
    row("shown without waiting",
        "plt.plot([1])\nplt.show(block=False)\nplt.plot([2])\nplt.close()\n", "display:figure-1");
    row("interactive", "plt.ion()\nplt.plot([1])\nplt.show()\nplt.plot([2])\n", "display:figure-1");
    row("an animation that is saved",
        "from matplotlib.animation import FuncAnimation\ndef f():\n    f, a = plt.subplots()\n"
        "    l, = a.plot([1])\n    made = FuncAnimation(f, lambda i: l.set_ydata([i]), frames=3)\n"
        "    made.save('m.gif', writer='pillow')\nf()\n",
        "");
    row("a picture of Pillow's", "from PIL import Image\nImage.new('CMYK', (3, 2)).show()\n",
        "display:picture-1");
    row("Agg asked for", "import matplotlib\nmatplotlib.use('Agg')\nplt.plot([1])\nplt.show()\n",
        "display:figure-1");
    row("pandas", "import pandas as pd\npd.DataFrame({'a': [1, 2]}).plot()\nplt.show()\n",
        "display:figure-1");
    row("object interface",
        "from matplotlib.figure import Figure\nf = "
        "Figure()\nf.subplots().plot([1])\nf.savefig('e')\n",
        "file:W/e.png");
    row("a child's figure is in no record of ours",
        "plt.plot([1])\nif os.fork() == 0: plt.show()\nelse: os.wait()\n", "display:figure-1");
    const char* chart = "import plotly.graph_objects as go\nimport plotly.io as pio\n"
                        "f = go.Figure(go.Scatter(y=[1, 2]))\n";
    const auto charts = [&](const char* name, const char* source, const char* records) {
        QTest::newRow(name) << QByteArray(chart) + source << QString(records);
    };
    charts("plotly show", "f.show()\n", "display:plotly-1");
    charts(
        "plotly io", "pio.show(f)\npio.show(f.to_dict())\n", "display:plotly-1 display:plotly-2");
    charts(
        "plotly renderer", "f.show(renderer='png')\nf.show('browser')\n",
        "display:plotly-1 display:plotly-2");
    charts("plotly not shown", "f.to_json()\n", "");
    charts(
        "both", "import matplotlib.pyplot as plt\nplt.plot([1])\nf.show()\nplt.show()\n",
        "display:plotly-1 display:figure-1");
}

void TestPythonKernelDisplay::recordsWhatAProgramShows()
{
    QFETCH(QByteArray, source);
    QFETCH(QString, records);
    for (KernelServer* server : {&m_full, &m_kernel->bare()}) {
        const auto outcome = run(*server, source.toStdString());
        QCOMPARE(summary(outcome, m_folder.path()), records);
        QCOMPARE(outcome.out, std::string());
        if (!records.startsWith("error"))
            QCOMPARE(outcome.err, std::string());
    }
}

void TestPythonKernelDisplay::recordsAnUncaughtException()
{
    const auto outcome
        = run(m_kernel->bare(), "def f():\n    return {}['missing']\n\nprint('before')\nf()\n");
    const auto errors = outcome.records("error");
    QCOMPARE(errors.size(), std::size_t{1});
    QCOMPARE(jsonString(errors[0].header, "name"), std::string("KeyError"));
    QCOMPARE(jsonString(errors[0].header, "value"), std::string("'missing'"));
    QCOMPARE(jsonString(errors[0].header, "traceback"), outcome.err);
    QVERIFY(outcome.err.find("line 2, in f") != std::string::npos);
}

void TestPythonKernelDisplay::namesASyntaxError()
{
    const auto errors = run(m_kernel->bare(), "a = = 1\n").records("error");
    QCOMPARE(errors.size(), std::size_t{1});
    QCOMPARE(jsonString(errors[0].header, "name"), std::string("SyntaxError"));
}

void TestPythonKernelDisplay::capturesWhatIsMeantForAWindow_data()
{
    QTest::addColumn<QByteArray>("source");
    const auto row = [](const char* name, const char* source) {
        QTest::newRow(name) << QByteArray(source) + "plt.plot([1])\nplt.show()\n";
    };
    row("use before pyplot",
        "import matplotlib\nmatplotlib.use('TkAgg')\nimport matplotlib.pyplot as plt\n");
    row("use after pyplot",
        "import matplotlib, matplotlib.pyplot as plt\nmatplotlib.use('QtAgg', force=True)\n");
    row("switch_backend", "import matplotlib.pyplot as plt\nplt.switch_backend('Qt5Agg')\n");
    row("all of it",
        "import matplotlib\nmatplotlib.use('GTK3Agg')\nimport matplotlib.pyplot as plt\n"
        "plt.switch_backend('WXAgg')\n"
        "matplotlib.use('module://matplotlib_inline.backend_inline')\n");
}

void TestPythonKernelDisplay::capturesWhatIsMeantForAWindow()
{
    QFETCH(QByteArray, source);
    for (KernelServer* server : {&m_full, &m_kernel->bare()}) {
        const auto outcome = run(*server, source.toStdString());
        QCOMPARE(QByteArray::fromStdString(outcome.err), QByteArray());
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.records("display").size(), std::size_t{1});
        const auto notices = outcome.records("notice");
        QCOMPARE(notices.size(), std::size_t{1});
        QVERIFY(jsonString(notices[0].header, "text").find("captured") != std::string::npos);
    }
    KernelContext context(m_full, m_folder.path().toStdString());
    const auto cell = context.cell(source.toStdString());
    QCOMPARE(QByteArray::fromStdString(cell.err), QByteArray());
    QCOMPARE(cell.records("display").size(), std::size_t{1});
    QCOMPARE(cell.records("notice").size(), std::size_t{1});
}

void TestPythonKernelDisplay::adoptsABackendThatTheEnvironmentNames()
{
    const auto cwd = m_folder.path().toStdString();
    PythonRun program = {cwd + "/main.py", cwd};
    program.environment = {"MPLBACKEND=TkAgg"};
    QVERIFY(writeTestFile(
        program.path, "import matplotlib.pyplot as plt\nplt.plot([1])\nplt.show()\n"));
    for (KernelServer* server : {&m_full, &m_kernel->bare()}) {
        const auto outcome = server->run(program);
        QCOMPARE(QByteArray::fromStdString(outcome.err), QByteArray());
        QCOMPARE(outcome.records("display").size(), std::size_t{1});
        QCOMPARE(outcome.records("notice").size(), std::size_t{1});
    }
    program.environment = {"MPLBACKEND=svg"};
    QVERIFY(writeTestFile(program.path, "import matplotlib\nprint(matplotlib.get_backend())\n"));
    for (KernelServer* server : {&m_full, &m_kernel->bare()})
        QCOMPARE(server->run(program).out, std::string("svg\n"));
}

void TestPythonKernelDisplay::saysWhatToDoAboutALineOfANotebook_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QByteArray>("advice");
    QTest::newRow("install") << QByteArray("import os\n%pip install rich\nimport rich\n")
                             << QByteArray("line 2\n    %pip install rich\n");
    QTest::newRow("install, the step")
        << QByteArray("!pip install rich\n") << QByteArray("--library NAME");
    QTest::newRow("a command") << QByteArray("for x in 'ab':\n    !ls {x}\n")
                               << QByteArray("sandbenchctl repl");
    QTest::newRow("a cell") << QByteArray("%%bash\nls | wc\n")
                            << QByteArray("'%%bash' is a command");
}

void TestPythonKernelDisplay::saysWhatToDoAboutALineOfANotebook()
{
    QFETCH(QByteArray, source);
    QFETCH(QByteArray, advice);
    const auto outcome = run(m_kernel->bare(), source.toStdString());
    QCOMPARE(outcome.status, 1 << 8);
    const auto said = QByteArray::fromStdString(outcome.err);
    QVERIFY2(said.contains(advice), said);
    const auto errors = outcome.records("error");
    QCOMPARE(errors.size(), std::size_t{1});
    QCOMPARE(jsonString(errors[0].header, "name"), std::string("SyntaxError"));
    const auto value = QByteArray::fromStdString(jsonString(errors[0].header, "value"));
    QVERIFY2(value.contains("is a command of notebooks"), value);
    // What is wrong with Python itself is Python's to say.
    const auto plain = run(m_kernel->bare(), "%pip install rich\nx = = 1\n");
    QVERIFY(plain.err.find("notebooks") == std::string::npos);
}

void TestPythonKernelDisplay::noticesACaptureThatFails()
{
    const auto outcome = run(
        m_full,
        "import matplotlib.pyplot as plt\nplt.title('$\\\\nonsense{$')\nplt.show()\nprint('on')\n");
    QCOMPARE(outcome.out, std::string("on\n"));
    QCOMPARE(outcome.status, 0);
    const auto notices = outcome.records("notice");
    QCOMPARE(notices.size(), std::size_t{1});
    QVERIFY(jsonString(notices[0].header, "text").starts_with("could not capture: "));
}

void TestPythonKernelDisplay::tellsWarningsOfADrawingAtTheProgramsLine()
{
    const std::string_view source = "import matplotlib.pyplot as plt\nfor _ in range(2):\n"
                                    "    plt.title('\\u6f22')\n    plt.plot([1])\n    plt.show()\n";
    for (KernelServer* server : {&m_full, &m_kernel->bare()}) {
        const auto outcome = run(*server, source);
        QCOMPARE(outcome.records("display").size(), std::size_t{2});
        const QByteArray said = QByteArray::fromStdString(outcome.err);
        QVERIFY2(
            said.contains("/main.py:5: UserWarning: Glyph"),
            said.toPercentEncoding(" :").constData());
        QCOMPARE(said.count("Warning: "), 1);
    }
}

void TestPythonKernelDisplay::keepsBytesOfThePictureWhole()
{
    const auto outcome = run(
        m_full,
        "import matplotlib.pyplot as plt\nplt.figure(figsize=(3, 2), dpi=100)\nplt.plot([1])\n"
        "plt.show()\n");
    const auto shown = outcome.records("display");
    QCOMPARE(shown.size(), std::size_t{1});
    QCOMPARE(jsonInt(shown[0].header, "width"), 300);
    QCOMPARE(jsonInt(shown[0].header, "height"), 200);
    QVERIFY(shown[0].body.starts_with("\x89PNG"));
    const auto& parts = jsonField(shown[0].header, "parts");
    QCOMPARE(parts.size(), std::size_t{2});
    QCOMPARE(jsonString(parts[0], "mime"), std::string("image/png"));
    const auto size = static_cast<std::size_t>(jsonInt(parts[0], "size"));
    QVERIFY(shown[0].body.substr(0, size).ends_with(std::string("IEND\xae\x42\x60\x82")));
    QCOMPARE(jsonString(parts[1], "mime"), std::string(kChartMime));
    QVERIFY(readChart(shown[0].body.substr(size)));
}

void TestPythonKernelDisplay::capturesInAnInterpreterThatHadToStartAnew()
{
    const auto cwd = m_folder.path().toStdString();
    PythonRun program = {cwd + "/main.py", cwd};
    program.environment = {"PYTHONHASHSEED=1"};
    QVERIFY(writeTestFile(
        program.path,
        "import matplotlib.pyplot as plt, plotly.graph_objects as go\nplt.plot([1])\n"
        "go.Figure().show()\n1 / 0\n"));
    const auto outcome = m_full.run(program);
    QCOMPARE(
        summary(outcome, m_folder.path()),
        QString("display:plotly-1 error:ZeroDivisionError display:figure-1"));
    QCOMPARE(outcome.status, 1 << 8);
}

void TestPythonKernelDisplay::tellsWhatItKnowsOfAResult_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QString>("title");
    QTest::addColumn<int>("line");
    QTest::addColumn<double>("dpi");
    const auto row
        = [](const char* name, const char* source, const char* title, int line, double dpi) {
              QTest::newRow(name) << QByteArray("import matplotlib.pyplot as plt\n") + source
                                  << title << line << dpi;
          };
    row("shown", "plt.plot([1])\nplt.title('axes')\nplt.show()\n", "axes", 4, 100);
    row("whole figure's", "plt.plot([1])\nplt.title('axes')\nplt.suptitle('all')\nplt.show()\n",
        "all", 5, 100);
    row("window's, never shown", "plt.figure('window', dpi=50)\nplt.plot([1])\n", "window", 2, 50);
    row("saved", "plt.plot([1])\nplt.savefig('a.png', dpi=30)\n", "", 3, 30);
    row("in a function", "def f():\n    plt.plot([1])\n    plt.show()\nf()\n", "", 4, 100);
    row("chart", "import plotly.graph_objects as go\ngo.Figure(layout={'title': 'bars'}).show()\n",
        "bars", 3, 0);
    row("picture", "from PIL import Image\nImage.new('L', (1, 1)).show(title='dot')\n", "dot", 3,
        0);
}

void TestPythonKernelDisplay::tellsWhatItKnowsOfAResult()
{
    QFETCH(QByteArray, source);
    const auto outcome = run(m_full, source.toStdString());
    const auto records = outcome.records();
    QCOMPARE(records.size(), std::size_t{1});
    const auto& header = records[0].header;
    QTEST(QString::fromStdString(jsonString(header, "title")), "title");
    QTEST(int(jsonInt(jsonField(header, "source"), "line")), "line");
    QTEST(jsonNumber(header, "dpi"), "dpi");
    QVERIFY(jsonString(jsonField(header, "source"), "file").ends_with("/main.py"));
    QVERIFY(jsonNumber(header, "time") > 1e9);
}

void TestPythonKernelDisplay::drawsAnAnimationAsOne()
{
    const auto outcome = run(
        m_full,
        "import matplotlib.pyplot as plt\nfrom matplotlib.animation import FuncAnimation\n"
        "f, a = plt.subplots(figsize=(2, 1))\nl, = a.plot([1])\n"
        "made = FuncAnimation(f, lambda i: l.set_ydata([i]), frames=4, interval=70)\nplt.show()\n");
    QCOMPARE(outcome.err, std::string());
    const auto shown = outcome.records("display");
    QCOMPARE(shown.size(), std::size_t{1});
    QCOMPARE(
        jsonString(jsonField(shown[0].header, "parts").at(0), "mime"), std::string("image/gif"));
    QVERIFY(shown[0].body.starts_with("GIF89a"));
    QCOMPARE(jsonInt(shown[0].header, "width"), 200);
    QCOMPARE(jsonInt(shown[0].header, "height"), 100);
}

void TestPythonKernelDisplay::showsTheExamples()
{
    const std::vector<std::pair<const char*, const char*>> examples = {
        {"examples/01-numbers.py", ""},
        {"examples/02-plots.py", "display:figure-1 display:figure-2 display:plotly-1"},
        {"examples/03-plotly.py", "display:plotly-1 display:plotly-2"},
        {"examples/04-streaming.py", ""},
    };
    for (const auto& [name, records] : examples) {
        const auto source = embeddedFile(name);
        QVERIFY(source.has_value());
        const auto outcome = run(m_full, *source);
        QCOMPARE(outcome.status, 0);
        QVERIFY(!outcome.out.empty());
        QCOMPARE(summary(outcome, m_folder.path()), QString(records));
    }
}

SANDBENCH_TEST(TestPythonKernelDisplay);
#include "tst_python_kernel_display.moc"
