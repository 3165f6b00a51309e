// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/chart_table.h"
#include "core/base/fd.h"
#include "core/base/json.h"
#include "core/table/delimited_text.h"
#include "tests/support/conformance_test.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <memory>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::string_literals;

/// Skips the test where the sandbox's Python lacks a library, or fails it where that is required.
#define NEED_MODULE(name)                                                                          \
    do {                                                                                           \
        if (!hasModule(name))                                                                      \
            SKIP_WITHOUT(name, "the sandbox has no " name);                                        \
    } while (false)

/// What a run leaves to look at.
class ConformanceArtifactsTest : public ConformanceTest
{
    Q_OBJECT

protected:
    std::vector<std::string> engines() const override { return localAndOneWithImages(); }
    bool sharesItsSession() const override { return true; }
    /// Most of them draw.
    SessionSpec spec() const override { return withWarm(Warm::WhenIdle); }

private Q_SLOTS:
    void takesNewFilesOfTheOutputFolder();
    void takesAFileAgainOnlyWhenItChanged();
    void takesWhatARunMakesInItsWorkingFolder();
    void takesNoFileThatWasThereBefore();
    void tellsWhatAFigureShows();
    void takesTheFilesOfEachLanguage_data();
    void takesTheFilesOfEachLanguage();
    void neverFollowsWhatIsNoFile();
    void flattensFoldersIntoNames();
    void boundsTheNumberOfArtifacts();
    void refusesAFileThatIsTooLarge();
    void capturesAFigure();
    void capturesWhatIsShown_data();
    void capturesWhatIsShown();
    void drawsFiguresThatAreOpenAtATimeLimit();
    void knowsWhatAResultIs();
    void showsOnlyTheFiguresOfTheRun();
    void takesASavedFigureOnce();
    void capturesAPlotlyFigure();
    void showsARichResultOfACell();
    void leavesOtherOutputAloneWhenTheDisplayIsGarbage();
    void tellsArtifactsAsSoonAsTheyAreStored();

private:
    static std::vector<std::string> namesOf(const RunRecord& record)
    {
        std::vector<std::string> names;
        for (const auto& artifact : record.artifacts)
            names.push_back(artifact.name);
        return names;
    }
    /// On a busy machine matplotlib tells that its first start takes a while, here as anywhere.
    static bool saysNothingOfItsOwn(const RunRecord& record)
    {
        return record.stderrBytes.empty()
            || record.stderrBytes
            == "Matplotlib is building the font cache; this may take a moment.\n";
    }
    bool hasModule(const std::string& name)
    {
        // Looked up only: importing it takes seconds.
        return m_box->python("import importlib.util as u\nassert u.find_spec('" + name + "')")
                   .exitCode
            == 0;
    }
};

using Names = std::vector<std::string>;

void ConformanceArtifactsTest::takesNewFilesOfTheOutputFolder()
{
    const auto record
        = m_box->bash("echo '{\"a\": 1}' > $SANDBENCH_OUTPUT/d.json; echo hi > output/t.txt");
    QCOMPARE(endingOf(record), "exited 0"s);
    QCOMPARE(namesOf(record), (Names{"d.json", "t.txt"}));
    QCOMPARE(record.artifacts[0].mime, "application/json"s);
    QCOMPARE(record.artifacts[1].mime, "text/plain"s);
    QCOMPARE(record.artifacts[1].bytes, 3U);
    QCOMPARE(*readFile(record.artifacts[1].storedPath, 100), "hi\n"s);
}

void ConformanceArtifactsTest::takesAFileAgainOnlyWhenItChanged()
{
    QCOMPARE(m_box->bash("echo 1 > output/a; echo 1 > output/b").artifacts.size(), std::size_t(2));
    QCOMPARE(m_box->bash("true").artifacts.size(), std::size_t(0));
    QCOMPARE(namesOf(m_box->bash("echo 2 > output/b")), (Names{"b"}));
}

void ConformanceArtifactsTest::takesWhatARunMakesInItsWorkingFolder()
{
    const auto record = m_box->bash(
        "echo 'a,b' > z.csv; echo '{}' > y.json; mkdir -p deep/er; echo '<svg/>' > deep/er/x.svg\n"
        "echo no > notes.txt; echo no > prog.py; echo no > .hidden.csv");
    QCOMPARE(namesOf(record), (Names{"z.csv", "y.json", "deep_er_x.svg"}));
    QCOMPARE(record.artifacts[0].mime, "text/csv"s);
    QCOMPARE(*readFile(record.artifacts[0].storedPath, 100), "a,b\n"s);
    QCOMPARE(namesOf(m_box->bash("cat z.csv; touch -r y.json y.json")), Names());
    QCOMPARE(namesOf(m_box->bash("echo 1,2 >> z.csv")), (Names{"z.csv"}));
    const auto cell = cellRequest("files", "open('cell.csv', 'w').write('1')\nNone");
    QCOMPARE(namesOf(m_box->run(cell)), (Names{"cell.csv"}));
}

void ConformanceArtifactsTest::takesNoFileThatWasThereBefore()
{
    RunRequest request = pythonRequest("print(open('in.csv').read()); open('out.csv', 'w')");
    request.files = {{"in.csv", "1"}, {"page.html", "<html>"}};
    const auto record = m_box->run(request);
    QCOMPARE(record.stdoutBytes, "1\n"s);
    QCOMPARE(namesOf(record), (Names{"out.csv"}));
    request.code = "open('in.csv', 'w').write('changed')";
    QCOMPARE(namesOf(m_box->run(request)), (Names{"in.csv"}));
}

void ConformanceArtifactsTest::tellsWhatAFigureShows()
{
    NEED_MODULE("matplotlib");
    const auto record = m_box->python(
        "import matplotlib.pyplot as plt\nfigure, axes = plt.subplots(1, 2)\n"
        "axes[0].plot([1, 2], [3, float('nan')], label='a'); axes[0].set_xlabel('t')\n"
        "axes[1].bar(['u', 'v'], [1, 2]); figure.suptitle('Both')\nplt.show()\n"
        "plt.figure(); plt.pie([1, 3], labels=['p', 'q']); plt.savefig('pie.svg'); plt.close()\n"
        "plt.figure(); plt.imshow([[1, 2]]); plt.show()");
    QCOMPARE(endingOf(record), "exited 0"s);
    QCOMPARE(namesOf(record), (Names{"figure-1.png", "figure-2.png", "pie.svg"}));
    const auto& both = record.artifacts[0].facts.chart;
    QVERIFY(both);
    QCOMPARE(both->title, "Both"s);
    QCOMPARE(both->panels[0].x.label, "t"s);
    QVERIFY(!both->panels[0].y.tickLabels.empty());
    QCOMPARE(both->panels[1].x.scale, "categorical"s);
    QCOMPARE(
        csvOf(tableOf(*both)),
        "panel,series,x,y\npanel 1,a,1,3\npanel 1,a,2,\npanel 2,bar 1,u,1\npanel 2,bar 1,v,2\n"s);
    QVERIFY(!record.artifacts[1].facts.chart);
    const auto& pie = record.artifacts[2].facts.chart;
    QVERIFY(pie);
    QCOMPARE(csvOf(tableOf(*pie)), "label,value\np,0.25\nq,0.75\n"s);
}

void ConformanceArtifactsTest::takesTheFilesOfEachLanguage_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* program, const char* language, const char* code) {
        QTest::newRow(language) << program << language << code;
    };
    row("node", "javascript", "require('fs').writeFileSync('t.csv', '1')");
    row("Rscript", "r", "write.csv(1, 't.csv')");
    row("ruby", "ruby", "File.write('t.csv', '1')");
    row("gcc", "c",
        "#include <stdio.h>\nint main(void) { return fputs(\"1\", fopen(\"t.csv\", \"w\")) < 0; }");
}

void ConformanceArtifactsTest::takesTheFilesOfEachLanguage()
{
    QFETCH(QString, program);
    QFETCH(QString, language);
    QFETCH(QString, code);
    if (m_box->bash("command -v " + program.toStdString()).exitCode != 0) {
        // The embedded engine shows what this machine has; an image is complete without it.
        if (isEmbedded())
            SKIP_WITHOUT(language.toStdString(), "this machine has no interpreter for it");
        QSKIP("the image has no interpreter or compiler for it");
    }
    // Images may have a compiler for other languages' sake, without a library for C.
    if (language == "c" && m_box->bash("[ -e /usr/include/stdio.h ]").exitCode != 0)
        QSKIP("the image has no C library to compile with");
    RunRequest request;
    request.language = language.toStdString();
    request.code = code.toStdString();
    const auto record = m_box->run(request);
    QCOMPARE(endingOf(record), "exited 0"s);
    QCOMPARE(namesOf(record), (Names{"t.csv"}));
}

void ConformanceArtifactsTest::neverFollowsWhatIsNoFile()
{
    const auto record = m_box->python(
        "import os, socket\nos.chdir('/work/output')\n"
        "os.symlink('/etc/passwd', 'link.png')\nos.mkfifo('fifo.csv')\n"
        "s = socket.socket(socket.AF_UNIX); s.bind('sock')\nos.symlink('/etc', 'folder')");
    QCOMPARE(endingOf(record), "exited 0"s);
    QCOMPARE(namesOf(record), (Names{"link.png", "fifo.csv", "sock", "folder"}));
    for (const auto& artifact : record.artifacts) {
        QVERIFY(artifact.storedPath.empty());
        QVERIFY(!artifact.note.empty());
    }
}

void ConformanceArtifactsTest::flattensFoldersIntoNames()
{
    const auto record
        = m_box->bash("mkdir -p output/x/y; echo 1 > output/x/y/a.txt; echo 2 > output/x_y_a.txt");
    auto names = namesOf(record);
    std::sort(names.begin(), names.end());
    QCOMPARE(names, (Names{"x_y_a-2.txt", "x_y_a.txt"}));
}

void ConformanceArtifactsTest::boundsTheNumberOfArtifacts()
{
    const auto record = m_box->bash("for i in $(seq 300); do echo $i > output/$i; done");
    QCOMPARE(record.artifacts.size(), ArtifactStore::kMaxArtifactsPerRun);
    QVERIFY(!record.warnings.empty());
}

void ConformanceArtifactsTest::refusesAFileThatIsTooLarge()
{
    const auto record = m_box->bash("truncate -s 100M output/sparse");
    QCOMPARE(namesOf(record), (Names{"sparse"}));
    QVERIFY(record.artifacts[0].storedPath.empty());
    QVERIFY(record.artifacts[0].note.find("larger") != std::string::npos);
}

void ConformanceArtifactsTest::capturesAFigure()
{
    NEED_MODULE("matplotlib");
    const auto record = m_box->python(
        "import matplotlib.pyplot as plt\nplt.plot([1, 2, 3])\nplt.show()\nprint('shown')");
    QCOMPARE(endingOf(record), "exited 0"s);
    QCOMPARE(namesOf(record), (Names{"figure-1.png"}));
    QCOMPARE(record.artifacts[0].mime, "image/png"s);
    QVERIFY(record.artifacts[0].width > 100 && record.artifacts[0].height > 100);
    QCOMPARE(record.stdoutBytes, "shown\n"s);
    QVERIFY2(saysNothingOfItsOwn(record), record.stderrBytes.c_str());
}

void ConformanceArtifactsTest::capturesWhatIsShown_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("names");
    const auto row = [](const char* name, const char* code, const char* names) {
        QTest::newRow(name) << QByteArray("import matplotlib.pyplot as plt\n") + code
                            << QByteArray(names);
    };
    row("three open, one show",
        "for i in range(3):\n    plt.figure()\n    plt.plot([i])\nplt.show()",
        "figure-1.png figure-2.png figure-3.png");
    row("two shows", "plt.plot([1])\nplt.show()\nplt.plot([2])\nplt.show()",
        "figure-1.png figure-2.png");
    row("never shown", "plt.plot([1])", "figure-1.png");
    row("nothing drawn", "plt.figure()\nplt.show()", "");
    row("saved into memory", "import io\nplt.plot([1])\nplt.savefig(io.BytesIO())\nplt.close()",
        "figure-1.png");
    row("redrawn in pauses", "for i in range(3):\n    plt.plot([i])\n    plt.pause(0.001)",
        "figure-1.png");
    row("by a child",
        "import subprocess, sys\nsubprocess.run([sys.executable, '-c', "
        "'import matplotlib.pyplot as p; p.plot([1]); p.show()'])",
        "figure-1.png");
    row("by a worker",
        "import multiprocessing as m\ndef f(i):\n    plt.plot([i])\n    plt.show()\n"
        "p = m.get_context('fork').Process(target=f, args=(1,))\np.start()\np.join()",
        "figure-1.png");
    row("saved by a child",
        "import subprocess, sys\nsubprocess.run([sys.executable, '-c', "
        "'import matplotlib.pyplot as p; p.plot([1]); p.savefig(\"c.png\")'])",
        "c.png");
    row("saved beside a table",
        "plt.plot([1])\nopen('t.csv', 'w').write('1')\nplt.savefig('a.png')", "t.csv a.png");
    row("pandas", "import pandas\npandas.DataFrame({'a': [1, 2]}).plot()\nplt.show()",
        "figure-1.png");
}

void ConformanceArtifactsTest::capturesWhatIsShown()
{
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, names);
    NEED_MODULE("matplotlib");
    if (code.contains("pandas"))
        NEED_MODULE("pandas");
    const auto record = m_box->python(code.toStdString());
    QCOMPARE(endingOf(record), "exited 0"s);
    QByteArrayList seen;
    for (const auto& name : namesOf(record))
        seen += QByteArray::fromStdString(name);
    QCOMPARE(seen.join(' '), names);
    QCOMPARE(record.stdoutBytes, ""s);
    QVERIFY2(saysNothingOfItsOwn(record), record.stderrBytes.c_str());
}

void ConformanceArtifactsTest::drawsFiguresThatAreOpenAtATimeLimit()
{
    NEED_MODULE("matplotlib");
    auto request = pythonRequest(
        "import matplotlib.pyplot as plt, time\nplt.plot([1])\nprint('drawn', flush=True)\n"
        "while True: time.sleep(60)");
    request.limits.wallSeconds = 10; // the first import takes seconds
    const auto record = m_box->run(request);
    QCOMPARE(endingOf(record), "wall_timeout"s);
    QCOMPARE(namesOf(record), (Names{"figure-1.png"}));
}

void ConformanceArtifactsTest::knowsWhatAResultIs()
{
    NEED_MODULE("matplotlib");
    const auto record = m_box->python(
        "import matplotlib.pyplot as plt\nplt.plot([1])\nplt.title('Speed')\nplt.show()\n"
        "plt.plot([2])\nplt.savefig('s.png', dpi=50)\nopen('t.csv', 'w').write('1')");
    QCOMPARE(namesOf(record), (Names{"figure-1.png", "s.png", "t.csv"}));
    const auto facts = [&record](std::size_t at) { return record.artifacts[at].facts; };
    QCOMPARE(facts(0).title, "Speed"s);
    QCOMPARE(facts(0).sourceLine, 4);
    QVERIFY(facts(0).from == ResultFacts::From::Call);
    QCOMPARE(facts(0).dpi, 100.0);
    QCOMPARE(facts(1).sourceLine, 6);
    QCOMPARE(facts(1).dpi, 50.0);
    QVERIFY(facts(1).from == ResultFacts::From::File);
    QCOMPARE(facts(2).title, "t.csv"s);
    QVERIFY(facts(2).sourceFile.empty());
    for (std::size_t i = 0; i < 3; ++i)
        QVERIFY(facts(i).seconds >= 0 && facts(i).seconds <= record.wallSeconds + 1);
    QVERIFY(facts(0).seconds <= facts(2).seconds);
}

void ConformanceArtifactsTest::showsOnlyTheFiguresOfTheRun()
{
    NEED_MODULE("matplotlib");
    const std::string draw = "import matplotlib.pyplot as plt\nplt.plot([1])\nplt.show()";
    QCOMPARE(namesOf(m_box->python(draw)), (Names{"figure-1.png"}));
    QCOMPARE(namesOf(m_box->python(draw)), (Names{"figure-1.png"}));
    QCOMPARE(namesOf(m_box->python("print('no figure')")), Names());
}

void ConformanceArtifactsTest::takesASavedFigureOnce()
{
    NEED_MODULE("matplotlib");
    const auto record
        = m_box->python("import matplotlib.pyplot as plt\nfig = plt.figure()\nfig.gca().plot([1])\n"
                        "fig.savefig('/work/output/a.svg')\nfig.savefig('b.png')\nplt.close(fig)");
    QCOMPARE(endingOf(record), "exited 0"s);
    auto names = namesOf(record);
    std::sort(names.begin(), names.end());
    QCOMPARE(names, (Names{"a.svg", "b.png"}));
}

void ConformanceArtifactsTest::capturesAPlotlyFigure()
{
    NEED_MODULE("plotly");
    const auto record
        = m_box->python("import plotly.graph_objects as go\ngo.Figure(go.Bar(y=[1, 2])).show()");
    QCOMPARE(endingOf(record), "exited 0"s);
    QCOMPARE(record.artifacts.size(), std::size_t(1));
    QCOMPARE(record.artifacts[0].mime, "application/vnd.plotly.v1+json"s);
    const auto bytes = readFile(record.artifacts[0].storedPath, 64U << 20);
    QVERIFY(bytes);
    QVERIFY(jsonField(*parseJson(*bytes, 64U << 20), "data").is_array());
}

void ConformanceArtifactsTest::showsARichResultOfACell()
{
    const auto record = m_box->run(cellRequest(
        "c",
        "class T:\n    def _repr_html_(self): return '<b>x</b>'\n    def __repr__(self): return "
        "'T!'\nT()"));
    QCOMPARE(endingOf(record), "exited 0"s);
    QCOMPARE(record.resultText, "T!"s);
    QCOMPARE(record.artifacts.size(), std::size_t(1));
    QCOMPARE(record.artifacts[0].mime, "text/html"s);
    const auto drawn = m_box->run(cellRequest(
        "c",
        "class D:\n    def _repr_svg_(self): return '<svg xmlns=\"http://www.w3.org/2000/svg\"/>'\n"
        "    def _repr_png_(self): return b'\\x89PNG\\r\\n\\x1a\\n'\n"
        "    def _repr_jpeg_(self): return b'\\xff\\xd8\\xff'\n"
        "    def _repr_latex_(self): return '$d$'\nD()"));
    QCOMPARE(namesOf(drawn), (Names{"result-1.png", "result-1.svg", "result-1.tex"}));
}

void ConformanceArtifactsTest::leavesOtherOutputAloneWhenTheDisplayIsGarbage()
{
    const auto record
        = m_box->python("import os\nfor fd in range(3, 64):\n    try: os.write(fd, b'\\xff' * 64)\n"
                        "    except OSError: pass\nprint('fine')\n"
                        "open('/work/output/a', 'w').write('1')");
    QCOMPARE(endingOf(record), "exited 0"s);
    QCOMPARE(record.stdoutBytes, "fine\n"s);
    QCOMPARE(namesOf(record), (Names{"a"}));
    QCOMPARE(m_box->python("print('next')").stdoutBytes, "next\n"s);
}

void ConformanceArtifactsTest::tellsArtifactsAsSoonAsTheyAreStored()
{
    NEED_MODULE("matplotlib");
    // The program waits for a word that comes only when its figure has arrived.
    class AnsweringSink : public RunSink
    {
    public:
        explicit AnsweringSink(Session& session)
            : m_session(session)
        {
        }
        void onStarted(const std::string& runId) override { m_runId = runId; }
        void onArtifact(const Artifact&) override
        {
            [[maybe_unused]] const auto sent = m_session.sendInput(m_runId, "seen\n");
        }

    private:
        Session& m_session;
        std::string m_runId;
    };
    AnsweringSink sink(session());
    auto request = pythonRequest(
        "import matplotlib.pyplot as plt\nplt.plot([1])\nplt.show()\nprint(input())");
    request.liveInput = true;
    QCOMPARE(m_box->run(request, sink).stdoutBytes, "seen\n"s);
}

SANDBENCH_TEST(ConformanceArtifactsTest);
#include "tst_conformance_artifacts.moc"
