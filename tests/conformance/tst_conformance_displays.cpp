// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.h"
#include "tests/support/conformance_test.h"
#include "tests/support/test_program.h"

using namespace sandbench;
using namespace sandbench::test;
using namespace std::string_literals;
using Names = std::vector<std::string>;

/// What programs in R and JavaScript show, in runs of their own and in contexts.
class ConformanceDisplaysTest : public ConformanceTest
{
    Q_OBJECT

protected:
    std::vector<std::string> engines() const override { return localAndOneWithImages(); }
    SessionSpec spec() const override { return withAllInterpreters(); }
    bool sharesItsSession() const override { return true; }

private Q_SLOTS:
    void capturesTheFiguresOfR_data();
    void capturesTheFiguresOfR();
    void showsTheFiguresOfACellWithIt();
    void leavesTheDevicesOfAProgramAlone();
    void showsWhatJavaScriptDisplays_data();
    void showsWhatJavaScriptDisplays();
    void showsWhatTypeScriptDisplays();
    void leavesAProgramAsItIs_data();
    void leavesAProgramAsItIs();
    void runsWhereTheTemporaryFolderIsMissing();

private:
    static RunRequest request(const std::string& language, const std::string& code)
    {
        RunRequest made;
        made.language = language;
        made.code = code;
        return made;
    }
    bool has(const std::string& program)
    {
        return m_box->bash("command -v " + program).exitCode == 0;
    }
    bool hasPackage(const std::string& name)
    {
        const auto code = "quit(status = !nzchar(system.file(package = '" + name + "')))";
        return m_box->run(request("r", code)).exitCode == 0;
    }
    static Names namesOf(const RunRecord& record)
    {
        Names names;
        for (const auto& artifact : record.artifacts)
            names.push_back(artifact.name);
        return names;
    }
};

#define NEED_PROGRAM(name)                                                                         \
    if (!has(name))                                                                                \
    SKIP_WITHOUT(                                                                                  \
        std::string_view(name) == "Rscript" ? "r" : name, "this engine's sandboxes have no " name)

void ConformanceDisplaysTest::capturesTheFiguresOfR_data()
{
    QTest::addColumn<QString>("package");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("figures");
    QTest::newRow("one with a legend") << ""
                                       << "plot(1:3); legend('top', 'a')" << 1;
    QTest::newRow("two, one after the other") << ""
                                              << "hist(c(1, 2, 2))\nboxplot(1:4)" << 2;
    QTest::newRow("pie") << ""
                         << "pie(c(1, 2))" << 1;
    QTest::newRow("several in one") << ""
                                    << "par(mfrow = c(1, 2)); plot(1); plot(2)" << 1;
    QTest::newRow("one onto the other") << ""
                                        << "plot(1)\npar(new = TRUE)\nplot(2)\nplot(3)" << 2;
    QTest::newRow("closed by the program") << ""
                                           << "plot(1); invisible(dev.off()); plot(2)" << 2;
    QTest::newRow("ended by an error") << ""
                                       << "plot(1); stop('no')" << 1;
    QTest::newRow("none") << ""
                          << "cat('text')" << 0;
    QTest::newRow("ggplot2") << "ggplot2"
                             << "library(ggplot2)\nggplot(data.frame(a = 1:3), aes(a, a)) + "
                                "geom_point()"
                             << 1;
    QTest::newRow("lattice") << "lattice"
                             << "library(lattice)\nprint(xyplot(1:3 ~ 1:3))" << 1;
}

void ConformanceDisplaysTest::capturesTheFiguresOfR()
{
    NEED_PROGRAM("Rscript");
    QFETCH(QString, package);
    QFETCH(QString, code);
    QFETCH(int, figures);
    if (!package.isEmpty() && !hasPackage(package.toStdString()))
        SKIP_WITHOUT("r", "the sandbox's R lacks a package");
    const auto record = m_box->run(request("r", code.toStdString()));
    Names expected;
    for (int i = 1; i <= figures; ++i)
        for (const auto* extension : {".png", ".svg"})
            expected.push_back("figure-" + std::to_string(i) + extension);
    QCOMPARE(namesOf(record), expected);
    for (const auto& artifact : record.artifacts)
        QVERIFY(readFile(artifact.storedPath, 1 << 20)
                    ->starts_with(artifact.name.ends_with(".png") ? "\x89PNG" : "<?xml"));
    QCOMPARE(m_box->bash("ls /work/Rplots.pdf").exitCode == 0, false);
}

void ConformanceDisplaysTest::showsTheFiguresOfACellWithIt()
{
    NEED_PROGRAM("Rscript");
    auto cell = cellRequest("c", "plot(1:3); title('a')");
    cell.language = "r";
    QCOMPARE(namesOf(m_box->run(cell)), (Names{"figure-1.png", "figure-1.svg"}));
    cell.code = "1 + 1";
    const auto next = m_box->run(cell);
    QCOMPARE(namesOf(next), Names());
    QCOMPARE(next.resultText, "[1] 2"s);
    cell.code = "lines(3:1)";
    QCOMPARE(m_box->run(cell).artifacts.size(), std::size_t(2));
}

void ConformanceDisplaysTest::leavesTheDevicesOfAProgramAlone()
{
    NEED_PROGRAM("Rscript");
    const auto record = m_box->run(request(
        "r",
        "pdf('output/own.pdf'); plot(1); x <- dev.off()\ncat(names(x), '\\n')\n"
        "png('output/own.png', type = 'cairo'); plot(2); x <- dev.off()"));
    QCOMPARE(record.stderrBytes, ""s);
    QCOMPARE(record.stdoutBytes, "null device \n"s);
    QCOMPARE(namesOf(record), (Names{"own.pdf", "own.png"}));
}

void ConformanceDisplaysTest::showsWhatJavaScriptDisplays_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("mime");
    QTest::newRow("plotly") << "display({data: [{type: 'bar', x: [1], y: [2]}], layout: {}})"
                            << "plotly-1.plotly.json"
                            << "application/vnd.plotly.v1+json";
    QTest::newRow("SVG") << "display('<svg xmlns=\"http://www.w3.org/2000/svg\"/>')"
                         << ""
                         << "image/svg+xml";
    QTest::newRow("HTML") << "display({toHTML: () => '<b>x</b>'})"
                          << ""
                          << "text/html";
    QTest::newRow("bundle") << "display({'text/markdown': '# x'})"
                            << ""
                            << "text/markdown";
    QTest::newRow("bytes") << "display(Buffer.from('89504e470d0a1a0a', 'hex'))"
                           << ""
                           << "image/png";
    QTest::newRow("object") << "display({a: [1, 2]})"
                            << ""
                            << "application/json";
}

void ConformanceDisplaysTest::showsWhatJavaScriptDisplays()
{
    NEED_PROGRAM("node");
    QFETCH(QString, code);
    QFETCH(QString, mime);
    const auto record = m_box->run(request("javascript", code.toStdString()));
    QCOMPARE(record.stderrBytes, ""s);
    QCOMPARE(record.artifacts.size(), std::size_t(1));
    QCOMPARE(record.artifacts[0].mime, mime.toStdString());
    auto cell = cellRequest("c", code.toStdString());
    cell.language = "javascript";
    const auto shown = m_box->run(cell);
    QCOMPARE(shown.artifacts.size(), std::size_t(1));
    QCOMPARE(shown.artifacts[0].mime, mime.toStdString());
}

void ConformanceDisplaysTest::showsWhatTypeScriptDisplays()
{
    NEED_PROGRAM("tsc");
    const auto record = m_box->run(request("typescript", "display({a: [1, 2]}, '<svg/>');"));
    QCOMPARE(record.stderrBytes + record.stdoutBytes, ""s);
    QCOMPARE(record.artifacts.size(), std::size_t(2));
    QCOMPARE(record.artifacts[0].mime, "application/json"s);
}

void ConformanceDisplaysTest::leavesAProgramAsItIs_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("out");
    QTest::newRow("JavaScript")
        << "javascript"
        << "node"
        << "const env = Object.keys(process.env).filter(k => "
           "/NODE_OPTIONS|SANDBENCH_(H|D)/.test(k));\n"
           "console.log(env.length, process.execArgv.length, "
           "require('fs').readdirSync(require('os').tmpdir()).length > 9);\n"
           "require('child_process').execFileSync('node', ['-e', 'process.exit(typeof display === "
           "typeof nothing ? 0 : 9)']);\n"
           "process.exit(4)"
        << "0 0 false\n";
    QTest::newRow("R") << "r"
                       << "Rscript"
                       << "cat(Sys.getenv('R_PROFILE_USER'), length(ls()), '\\n')\n"
                          "quit(status = 4)"
                       << " 0 \n";
}

void ConformanceDisplaysTest::leavesAProgramAsItIs()
{
    QFETCH(QString, language);
    QFETCH(QString, program);
    QFETCH(QString, code);
    QFETCH(QString, out);
    if (!has(program.toStdString()))
        SKIP_WITHOUT(language.toStdString(), "this engine has no interpreter for that language");
    const auto record = m_box->run(request(language.toStdString(), code.toStdString()));
    QCOMPARE(record.stderrBytes, ""s);
    QCOMPARE(record.stdoutBytes, out.toStdString());
    QCOMPARE(endingOf(record), "exited 4"s);
    QCOMPARE(m_box->bash("ls -A /tmp | grep -c sandbench-").stdoutBytes, "0\n"s);
}

void ConformanceDisplaysTest::runsWhereTheTemporaryFolderIsMissing()
{
    NEED_PROGRAM("node");
    auto own = request("javascript", "console.log(process.env.NODE_OPTIONS, process.env.TMPDIR)");
    own.env = {{"TMPDIR", "/no/such"}, {"NODE_OPTIONS", "--no-warnings"}};
    const auto record = m_box->run(own);
    QCOMPARE(record.stdoutBytes, "--no-warnings /no/such\n"s);
}

SANDBENCH_TEST(ConformanceDisplaysTest);
#include "tst_conformance_displays.moc"
