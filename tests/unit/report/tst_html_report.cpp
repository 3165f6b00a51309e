// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/artifact_store.h"
#include "core/base/json.h"
#include "core/report/html_report.h"
#include "core/report/html_text.h"
#include "tests/support/page_tags.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::report;
using namespace sandbench::test;

namespace {

/// Ends whatever it may be in, and begins a script.
constexpr const char* kWayOut
    = "\"'></script></style></title></textarea></pre></iframe>--><script>alert(1)</script>"
      "<img src=x onerror=alert(1)>\xe2\x80\xae\x1b]0;x\x07\x01\xff";

Artifact resultOf(const std::string& name, const std::string& mime, std::uint64_t bytes)
{
    Artifact result;
    result.name = name;
    result.mime = mime;
    result.bytes = bytes;
    return result;
}

std::string pageOf(
    const Json& record, const std::vector<Artifact>& results = {}, const std::string& bytes = {},
    const ReportBounds& bounds = {})
{
    return htmlReport(
        record, results, [&](std::size_t) { return Result<std::string>(bytes); }, bounds);
}

std::string pageWith(const std::string& name, const std::string& mime, const std::string& bytes)
{
    return pageOf(Json::object(), {resultOf(name, mime, bytes.size())}, bytes);
}

bool has(const std::string& page, std::string_view text)
{
    return page.find(text) != std::string::npos;
}

std::size_t countOf(std::string_view page, std::string_view text)
{
    std::size_t count = 0;
    for (auto at = page.find(text); at != std::string_view::npos; at = page.find(text, at + 1))
        ++count;
    return count;
}

/// Replaces every text in it.
Json filled(Json value, const std::string& text)
{
    if (value.is_string())
        return text;
    if (value.is_structured())
        for (auto& part : value)
            part = filled(std::move(part), text);
    return value;
}

Json wholeRecord()
{
    return {
        {"run_id", "r-1"},
        {"session_id", "s-1"},
        {"verdict", "exited"},
        {"success", true},
        {"sentence", "Finished in 1 s"},
        {"exit_code", 0},
        {"language", "python"},
        {"engine", "docker"},
        {"image", "python:3"},
        {"network", "none"},
        {"started_at", "2026-11-22T20:00:00.000Z"},
        {"wall_seconds", 1.0},
        {"cpu_seconds", 0.5},
        {"peak_memory_bytes", 1 << 20},
        {"stdout", "out"},
        {"stderr", "err"},
        {"result", "42"},
        {"error", {{"name", "E"}, {"value", "v"}, {"traceback", "t"}}},
        {"program",
         {{"code", "a = 1\nb = 2\n"},
          {"file", "main.py"},
          {"command", {"c"}},
          {"arguments", {"d"}},
          {"context", "e"}}},
        {"limits", {{"memory_bytes", 1024}, {"wall_seconds", 60.0}, {"pids", 0}}},
        {"profile", "strict"},
        {"differences", {"memory"}},
        {"isolation",
         {{"layers", {"no network"}},
          {"missing", {{{"layer", "x"}, {"reason", "y"}, {"remedy", "z"}}}},
          {"relaxations", {"w"}}}},
        {"gate",
         {{"policy", "strict"},
          {"decision", "allow"},
          {"findings",
           {{{"line", 2},
             {"severity", "high"},
             {"description", "d"},
             {"rule", "r"},
             {"why", "w"}}}},
          {"notices", {"n"}}}},
        {"warnings", {"careful"}},
        {"hints", {"try this"}},
        {"activity",
         {{"files", {{"created", 1}, {"list", {{{"change", "created"}, {"path", "p"}}}}}},
          {"programs", {{"started", 1}, {"list", {{{"path", "sh"}, {"arguments", {"sh", "x"}}}}}}},
          {"network", {{"names", {{{"name", "example.org"}}}}}},
          {"not_seen", {"much"}}}}};
}

} // namespace

/// The page that shows a run.
class HtmlReportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysAllThatTheRecordSays()
    {
        const auto page = pageOf(wholeRecord());
        for (const char* text :
             {"Finished in 1 s",
              "verdict good",
              "docker",
              "python:3",
              "main.py",
              "id=\"L2\"",
              "Standard output",
              "Standard error",
              "42",
              "careful",
              "try this",
              "1 KiB",
              "no limit",
              "no network",
              "x: y (z)",
              "href=\"#L2\"",
              "wrote 1 file",
              "started sh x",
              "asked for the name example.org",
              "What could not be seen",
              "not as by default"})
            QVERIFY2(has(lowered(page), lowered(text)), text);
        QCOMPARE(firstOddTag(page), std::string());
    }

    void saysOfARunThatGoesOnThatItDoes()
    {
        const auto page = pageOf({{"run_id", "r-1"}, {"verdict", nullptr}});
        QVERIFY(has(page, "It goes on"));
        QVERIFY(has(page, "verdict open"));
    }

    void noTextOfARunIsMarkup()
    {
        const auto page = pageOf(filled(wholeRecord(), kWayOut));
        QCOMPARE(firstOddTag(page), std::string());
        QVERIFY(!hasControls(page));
        QVERIFY(!has(page, "\xe2\x80\xae"));
        QVERIFY(has(page, "[U+202E]"));
        QCOMPARE(countOf(page, "<script"), std::size_t(0));
        QVERIFY(has(page, "script-src 'none'"));
    }

    void noRecordIsTooOdd()
    {
        for (const char* text :
             {"[]", "null", "1", "{\"gate\": [], \"limits\": 3, \"program\": 5}",
              "{\"gate\": {\"findings\": [null, 3]}, \"error\": {}}",
              "{\"limits\": {\"a_bytes\": 1e300, \"b_seconds\": -1e300}}"})
            QCOMPARE(firstOddTag(pageOf(*parseJson(text))), std::string());
    }

    void namesOfResultsAreNoMarkup()
    {
        auto result = resultOf(kWayOut, kWayOut, 3);
        result.facts.title = std::string(4096, 'n') + kWayOut;
        result.facts.sourceFile = kWayOut;
        result.facts.sourceLine = 3;
        const auto page = pageOf(Json::object(), {result}, "\x01\x02\x03");
        QCOMPARE(firstOddTag(page), std::string());
        QVERIFY(!hasControls(page));
    }

    void showsPicturesWithTheirTitles()
    {
        const std::string bytes("\x89PNG\r\n\x1a\n0000", 12);
        auto result = resultOf("a.png", "image/png", bytes.size());
        result.facts.title = "Speed \"fast\"";
        const auto page = pageOf(Json::object(), {result}, bytes);
        QVERIFY(has(page, "alt=\"Speed &quot;fast&quot;\""));
        QVERIFY(has(page, "src=\"data:image/png;base64,iVBORw0KGgowMDAw\""));
    }

    void foreignPagesAndDrawingsAreLocked_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("mime");
        QTest::newRow("page") << "a.html"
                              << "text/html";
        QTest::newRow("drawing") << "a.svg"
                                 << "image/svg+xml";
    }
    void foreignPagesAndDrawingsAreLocked()
    {
        QFETCH(QString, name);
        QFETCH(QString, mime);
        const auto bytes = "<svg onload=alert(1)><script>alert(1)</script></svg>"
            + std::string(kWayOut).substr(0, std::string_view(kWayOut).find('\xe2'));
        const auto page = pageWith(name.toStdString(), mime.toStdString(), bytes);
        QCOMPARE(firstOddTag(page), std::string());
        QCOMPARE(countOf(page, "<iframe sandbox=\"\" "), std::size_t(1));
        QCOMPARE(countOf(page, "<iframe"), std::size_t(1));
        QVERIFY(!has(page, "allow-"));
    }

    void aForeignPageNamesNoHostToLookUp()
    {
        const auto page = pageWith(
            "a.html", "text/html",
            "<LINK rel=preconnect href=https://example.org><meta http-equiv=refresh "
            "content='0;url=https://example.org'><base href=//example.org><A "
            "href=//example.org>x</a><area/href=x><article><iframe "
            "srcdoc='&lt;link rel=preconnect&gt;'></iframe>");
        for (const char* tag :
             {"&lt;x-LINK", "&lt;x-meta", "&lt;x-base", "&lt;x-iframe", "&lt;x-A", "&lt;x-area/",
              "&lt;article"})
            QVERIFY2(has(page, tag), tag);
    }

    void aLyingNameIsNotBelieved()
    {
        const auto page = pageWith("a.png", "image/png", "<html><script>alert(1)</script></html>");
        QVERIFY(!has(page, "<img"));
        QCOMPARE(firstOddTag(page), std::string());
        QVERIFY(!has(pageWith("a.svg", "image/svg+xml", "plain text"), "<iframe"));
    }

    void anotherFormOfAResultIsOnlyNamed()
    {
        auto picture = resultOf("a.png", "image/png", 4), drawing = picture;
        drawing.name = "a.svg";
        drawing.facts.formOf = "a.png";
        const auto page = pageOf(Json::object(), {picture, drawing}, "\x89PNG\r\n\x1a\n");
        QCOMPARE(countOf(page, "<img"), std::size_t(1));
        QVERIFY(has(page, "Shows the same as result 1; it can be exported."));
        QCOMPARE(
            countOf(pageOf(Json::object(), {drawing}, "\x89PNG\r\n\x1a\n"), "<img"),
            std::size_t(1));
    }

    void chartsAreDataOfOurScript()
    {
        const auto page = pageWith(
            "a.plotly.json", "application/vnd.plotly.v1+json",
            R"({"data": [{"name": "</script><script>alert(1)</script>"}], "layout": {}})");
        QCOMPARE(firstOddTag(page), std::string());
        QVERIFY(has(page, R"("name":"\u003c/script>\u003cscript>alert(1)\u003c/script>")"));
        QCOMPARE(countOf(page, "'sha256-"), std::size_t(3));
        QVERIFY(!has(page, "'unsafe-eval'"));
        QVERIFY(!has(page.substr(0, page.find("<style>")), "script-src 'unsafe-inline'"));
        QVERIFY(has(page, "frame.sandbox = \"allow-scripts\""));
        // What is no figure is text.
        QVERIFY(!has(
            pageWith("a.plotly.json", "application/vnd.plotly.v1+json", "{\"data\": 3}"),
            "<script"));
    }

    void onlyTheLibrariesOfItsChartsAreInAPage()
    {
        const auto vega = resultOf("a.vl.json", "application/vnd.vegalite.v5+json", 4);
        const auto plotly = resultOf("a.plotly.json", "application/vnd.plotly.v1+json", 4);
        // A chart of both kinds, by these bytes.
        const auto bytes = R"({"data": [], "mark": "bar </script>"})";
        const auto one = pageOf(Json::object(), {vega}, bytes);
        QCOMPARE(firstOddTag(one), std::string());
        QCOMPARE(countOf(one, "id=\"library-"), std::size_t(1));
        QVERIFY(has(one, "id=\"library-vega\"") && has(one, "data-kind=\"vega\""));
        // Whose type says what its schema does not.
        QVERIFY(has(one, R"("$schema":"vega-lite")") && has(one, R"("bar \u003c/script>")"));
        QCOMPARE(countOf(one, "'sha256-"), std::size_t(3));
        const auto both = pageOf(Json::object(), {vega, plotly, vega}, bytes);
        QCOMPARE(countOf(both, "id=\"library-"), std::size_t(2));
        QCOMPARE(countOf(both, "'sha256-"), std::size_t(5));
        QCOMPARE(countOf(both, "class=\"chart\""), std::size_t(3));
        QVERIFY(!has(pageOf(Json::object(), {vega}, "[1]"), "<script"));
    }

    void showsTheFirstRowsOfATable()
    {
        std::string text = "name,\"of <b>\"\n";
        for (int i = 0; i < 100; ++i)
            text += "row" + std::to_string(i) + ",\"a \"\"quoted\"\", one\"\n";
        const auto page = pageWith("a.csv", "text/csv", text);
        QVERIFY(has(page, "<th scope=\"col\">of &lt;b&gt;</th>"));
        QVERIFY(has(page, "<td>row19</td><td>a &quot;quoted&quot;, one</td>"));
        QVERIFY(!has(page, "row20"));
        QVERIFY(has(page, "Not shown: more rows."));
    }

    void oneLongRowIsCut()
    {
        const auto page = pageWith("a.csv", "text/csv", "a," + std::string(10'000'000, 'x'));
        QVERIFY(page.size() < 100'000);
        QVERIFY(has(page, "Not shown: more rows, the ends of long cells."));
    }

    void whatHasNoViewCanBeSaved()
    {
        const auto page = pageWith("../a\"b.pdf", "application/pdf", "%PDF-1.7");
        QVERIFY(has(page, "download=\"_a_b.pdf\"") || has(page, "download=\""));
        QVERIFY(has(page, "href=\"data:application/octet-stream;base64,JVBERi0xLjc=\""));
        QCOMPARE(firstOddTag(page), std::string());
    }

    void saysWhatIsNotThere()
    {
        auto gone = resultOf("a", "text/plain", 3);
        gone.note = "symbolic link, skipped";
        auto page = pageOf(Json::object(), {gone});
        QVERIFY(has(page, "Not here: symbolic link, skipped."));
        page = htmlReport(Json::object(), {resultOf("a", "text/plain", 3)}, [](std::size_t) {
            return Result<std::string>(Error(ErrorCode::NotFound, "made room"));
        });
        QVERIFY(has(page, "made room"));
    }

    void tenThousandResultsAreBounded()
    {
        const std::vector<Artifact> results(
            10'000, resultOf(std::string(4096, 'n'), "text/plain", 1));
        const auto page = pageOf(Json::object(), results, "x");
        QCOMPARE(countOf(page, "<figure"), std::size_t(1000));
        QVERIFY(has(page, "Left out: 9000 more results."));
        QVERIFY(has(page, ">10000</span>"));
    }

    void bytesAreBounded()
    {
        ReportBounds bounds;
        bounds.resultBytes = 10;
        const auto page = pageOf(
            Json::object(), {resultOf("a", "text/plain", 6), resultOf("b", "text/plain", 6)},
            "abcdef", bounds);
        QCOMPARE(countOf(page, "abcdef"), std::size_t(1));
        QVERIFY(has(page, "Left out: a report has room for 10 B"));
    }

    void textsAreBounded()
    {
        ReportBounds bounds;
        bounds.textBytes = 4;
        bounds.lines = 1;
        const auto page = pageOf(
            {{"stdout", "abcdefgh"},
             {"stdout_bytes", 100},
             {"program", {{"code", "1234567"}}},
             {"warnings", {"first", "second"}}},
            {}, {}, bounds);
        QVERIFY(has(page, "Only the beginning is here: 4 B of 100 B."));
        QVERIFY(has(page, "Only the beginning is here: 4 B of 7 B."));
        QVERIFY(!has(page, "second"));
    }

    void coloursWhatATerminalWouldColour()
    {
        QCOMPARE(
            htmlOutput("\x1b[31mred\x1b[0m \x1b[1;92mgreen\x1b[m"),
            std::string("<span class=\"c1\">red</span> <span class=\"c10 bold\">green</span>"));
        QCOMPARE(htmlOutput("\x1b[44mb\x1b[49m."), std::string("<span class=\"b4\">b</span>."));
        QCOMPARE(htmlOutput("\x1b[38;2;1;31;3mx"), std::string("x"));
        QCOMPARE(htmlOutput("\x1b[38;5;9mx"), std::string("<span class=\"c9\">x</span>"));
    }

    void otherEscapesGo()
    {
        QCOMPARE(
            htmlOutput("a\x1b[2J\x1b[10;10Hb\x1b]0;title\x07"
                       "c\x1b]8;;x\x1b\\d\x1b(Be"),
            std::string("abcde"));
        for (const char* text : {"\x1b", "\x1b[", "\x1b[1;", "\x1b]x", "\x1b("})
            QCOMPARE(htmlOutput(text), std::string());
        QCOMPARE(htmlOutput("\x1b]never ends\nnext"), std::string("\nnext"));
    }

    void showsALineAsItWasWrittenLast()
    {
        QCOMPARE(htmlOutput("10 %\r50 %\r100 %\r\nok\r\n"), std::string("100 %\nok\n"));
    }

private:
    static std::string lowered(std::string text)
    {
        std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
        return text;
    }
};

SANDBENCH_TEST(HtmlReportTest);
#include "tst_html_report.moc"
