// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/call_memory.h"
#include "app/rest/routes/e2b_code.h"
#include "app/rest/routes/e2b_lines.h"
#include "app/rest/routes/e2b_requests.h"
#include "core/artifact/artifact_store.h"
#include "core/artifact/chart_json.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <sstream>

using namespace sandbench;
using namespace sandbench::rest;

namespace {

/// A run's artifacts and events, and the lines that they make.
class Told
{
public:
    explicit Told(std::shared_ptr<MemoryShare> memory = nullptr)
        : m_store(*ArtifactStore::create())
        , m_lines([this] { return m_artifacts; }, std::move(memory))
    {
    }
    Told& event(std::string kind, std::string data)
    {
        m_text += m_lines.of({++m_last, std::move(kind), std::move(data)});
        return *this;
    }
    /// All lines, as they are sent.
    const std::string& text()
    {
        m_text += m_lines.flush();
        return m_text;
    }
    Told& artifact(
        const char* name, const char* mime, std::string_view bytes,
        std::shared_ptr<const Chart> chart = nullptr)
    {
        m_artifacts.push_back(*m_store->add(name, mime, bytes));
        m_artifacts.back().facts.chart = std::move(chart);
        return event("artifact", "{\"index\":" + std::to_string(m_artifacts.size() - 1) + "}");
    }
    /// The lines of @p type, without what tells the time.
    std::string lines(const std::string& type)
    {
        std::istringstream text(this->text());
        std::string found;
        for (std::string each; std::getline(text, each);) {
            auto json = *parseJson(each);
            if (jsonString(json, "type") != type)
                continue;
            json.erase("timestamp");
            json.erase("type");
            found += writeJson(json) + "\n";
        }
        return found;
    }

private:
    std::unique_ptr<ArtifactStore> m_store;
    std::vector<Artifact> m_artifacts;
    std::uint64_t m_last = 0;
    std::string m_text;
    E2bLines m_lines;
};

} // namespace

class TestRestE2bParts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bundlesTheRepresentationsOfOneValue()
    {
        Told told;
        told.event("result", R"({"text":"frame"})")
            .artifact("result-1.html", "text/html", "<p>frame</p>")
            .artifact("result-1.tex", "text/latex", "$f$")
            .artifact("result-1.json", "application/json", "{\"a\":1}");
        QCOMPARE(
            told.lines("result"),
            std::string("{\"html\":\"<p>frame</p>\",\"is_main_result\":true,\"json\":{\"a\":1},"
                        "\"latex\":\"$f$\",\"text\":\"frame\"}\n"));
    }

    void givesAChartItsNumbers_data()
    {
        QTest::addColumn<QString>("panels");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* panels, const char* expected) {
            QTest::newRow(name) << panels << expected;
        };
        row("line",
            R"([{"title":"P","x":{"label":"t","scale":"log","ticks":[1],"tick_labels":["one"]},
                "series":[{"kind":"line","label":"a","columns":[{"name":"x","values":[1,2]},{"name":"y","values":[3,null]}]}]}])",
            R"({"elements":[{"label":"a","points":[[1.0,3.0],[2.0,null]]}],"title":"P","type":"line",
                "x_label":"t","x_scale":"log","x_tick_labels":["one"],"x_ticks":[1.0],"x_unit":null,
                "y_label":"","y_scale":"","y_tick_labels":[],"y_ticks":[],"y_unit":null})");
        row("bars that lie",
            R"([{"series":[{"kind":"bar","horizontal":true,"columns":[{"name":"x","values":[3]},{"name":"y","values":["a"]}]}]}])",
            R"({"elements":[{"group":"Group 1","label":"a","value":3.0}],"title":"T","type":"bar"})");
        row("shares",
            R"([{"series":[{"kind":"pie","columns":[{"name":"label","values":["a","b"]},{"name":"value","values":[1,3]}]}]}])",
            R"({"elements":[{"angle":90.0,"label":"a","radius":1},{"angle":270.0,"label":"b","radius":1}],"title":"T","type":"pie"})");
        row("boxes",
            R"([{"series":[{"kind":"box","columns":[{"name":"label","values":["a"]},{"name":"min","values":[1]},
                {"name":"q1","values":[2]},{"name":"median","values":[3]},{"name":"q3","values":[4]},{"name":"max","values":[5]}]},
                {"kind":"outliers","columns":[{"name":"label","values":["a","b"]},{"name":"value","values":[9,8]}]}]}])",
            R"({"elements":[{"first_quartile":2.0,"label":"a","max":5.0,"median":3.0,"min":1.0,"outliers":[9.0],"third_quartile":4.0}],
                "title":"T","type":"box_and_whisker"})");
        row("something else", R"([{"series":[{"kind":"prices","columns":[]}]}])",
            R"({"elements":[],"title":"T","type":"unknown"})");
        row("two panels", R"([{"title":"P","series":[]},{"series":[]}])",
            R"({"elements":[{"elements":[],"title":"P","type":"unknown"},{"elements":[],"title":"","type":"unknown"}],
                "title":"T","type":"superchart"})");
    }

    void givesAChartItsNumbers()
    {
        QFETCH(QString, panels);
        QFETCH(QString, expected);
        const auto chart = readChart(R"({"title":"T","panels":)" + panels.toStdString() + "}");
        QVERIFY(chart);
        Told told;
        told.artifact("figure-1.png", "image/png", "PNG", std::make_shared<const Chart>(*chart));
        const auto sent = Json::parse(told.lines("result"))["chart"];
        const auto wanted = Json::parse(expected.toStdString());
        for (const auto& [name, value] : wanted.items())
            if (name != "elements" || sent["type"] != "superchart")
                QCOMPARE(writeJson(sent[name]), writeJson(value));
        QCOMPARE(sent["elements"].size(), wanted["elements"].size());
    }

    void leavesOutJsonOfMoreValuesThanMayBe()
    {
        std::string bomb = "[";
        for (int i = 0; i < 2'000'000; ++i)
            bomb += "[],";
        Told told;
        told.event("result", R"({"text":"5"})")
            .artifact("result-1.json", "application/json", bomb + "0]");
        QVERIFY(told.lines("stderr").find("result-1.json is left out") != std::string::npos);
        QCOMPARE(told.lines("result"), std::string("{\"is_main_result\":true,\"text\":\"5\"}\n"));
    }

    void leavesOutWhatOneValueHasTooMuchOf()
    {
        const auto large = std::string(30U << 20, 'x');
        Told told;
        told.event("result", R"({"text":"5"})")
            .artifact("result-1.html", "text/html", "<p>" + large)
            .artifact("result-1.md", "text/markdown", large)
            .artifact("result-1.tex", "text/latex", large)
            .artifact("result-1.txt", "text/plain", "small");
        QVERIFY(told.text().size() < (65U << 20));
        QVERIFY(told.text().find("result-1.tex is left out") != std::string::npos);
    }

    void takesResultsOutOfTheCallersMemory()
    {
        const CallMemory memory;
        const auto others = memory.share("a");
        QVERIFY(others->resize(CallMemory::kMostOfOne - 10'000));
        Told told(memory.share("a"));
        told.artifact("a.html", "text/html", "<p>" + std::string(1'000, 'x'))
            .artifact("b.html", "text/html", "<p>" + std::string(10'000, 'x'))
            .artifact("c.json", "application/json", "[" + std::string(999, '[') + "]")
            .artifact("d.html", "text/html", "<p>d");
        const auto problems = told.lines("stderr");
        QVERIFY2(problems.find("b.html is left out") != std::string::npos, problems.c_str());
        QVERIFY2(problems.find("c.json is left out") != std::string::npos, problems.c_str());
        QCOMPARE(std::count(problems.begin(), problems.end(), '\n'), 2);
        const auto results = told.lines("result");
        QCOMPARE(std::count(results.begin(), results.end(), '\n'), 2);
        // What was sent is held no longer.
        told.event("stdout", "x");
        QVERIFY(others->resize(CallMemory::kMostOfOne));
    }

    void keepsSeparateValuesApart()
    {
        Told told;
        told.artifact("a.html", "text/html", "<p>a</p>")
            .artifact("b.html", "text/html", "<p>b</p>")
            .event("result", R"({"text":"5"})")
            .artifact("saved.html", "text/html", "<p>c</p>");
        QCOMPARE(
            told.lines("result"),
            std::string("{\"html\":\"<p>a</p>\",\"is_main_result\":false}\n"
                        "{\"html\":\"<p>b</p>\",\"is_main_result\":false}\n"
                        "{\"is_main_result\":true,\"text\":\"5\"}\n"
                        "{\"html\":\"<p>c</p>\",\"is_main_result\":false}\n"));
    }

    void tellsTheEndingExceptionOnce()
    {
        const std::string trace = "Traceback (most recent call last):\n  File \"x\"\nE: v\n";
        const Json cause = {{"name", "E"}, {"value", "v"}, {"traceback", trace}};
        Told told;
        told.event("stderr", "warned\n" + trace)
            .event("ended", writeJson({{"verdict", "exited"}, {"error", cause}}));
        QCOMPARE(told.lines("stderr"), std::string("{\"text\":\"warned\\n\"}\n"));
        QVERIFY(told.lines("error").find("\"name\":\"E\"") != std::string::npos);
    }

    void keepsATracebackThatDidNotEndTheRun()
    {
        const std::string trace = "Traceback (most recent call last):\nlogged\n";
        Told told;
        told.event("stderr", trace).event("stdout", "more");
        QVERIFY(told.lines("stderr").find("logged") != std::string::npos);
        Told last;
        last.event("stderr", trace).event("ended", R"({"verdict":"exited","error":null})");
        QVERIFY(last.lines("stderr").find("logged") != std::string::npos);
    }

    void readsMetadataFiltersAsClientsWriteThem()
    {
        const auto plain = e2bMetadataFilter("user=a b&app=prod");
        QCOMPARE(plain.value_or(E2bMetadata()), (E2bMetadata{{"user", "a b"}, {"app", "prod"}}));
        // Encoded by the client and by its query once more; the router has decoded it once.
        const auto twice = e2bMetadataFilter("k%2526=a%253D%2520b");
        QCOMPARE(twice.value_or(E2bMetadata()), (E2bMetadata{{"k&", "a= b"}}));
        QCOMPARE(e2bMetadataFilter("")->size(), std::size_t(0));
        for (const auto* const bad : {"user", "=a", "a=b&c"})
            QVERIFY2(!e2bMetadataFilter(bad), bad);
        QVERIFY(hasAll({{"a", "1"}, {"b", "2"}}, {{"a", "1"}}));
        QVERIFY(!hasAll({{"a", "1"}}, {{"a", "2"}}));
        QVERIFY(!hasAll({}, {{"a", ""}}));
    }

    void takesSmallTextsForMetadata()
    {
        QVERIFY(readE2bMetadata(nullptr)->empty());
        QCOMPARE(readE2bMetadata({{"a", "b"}}).value_or(E2bMetadata()), (E2bMetadata{{"a", "b"}}));
        for (const auto& bad :
             {Json{{"a", 1}}, Json::array(), Json{{"a", std::string(kMostE2bMetadata, 'x')}}})
            QVERIFY(!readE2bMetadata(bad));
    }

    void takesOnlyWholeEnvelopes()
    {
        const std::string head("\0\0\0\0\2", 5);
        QVERIFY(readE2bEnvelope(head + "{}").has_value());
        for (const auto& bad :
             {std::string(), head + "{", head + "{} ", "\1" + head.substr(1) + "{}"})
            QVERIFY(!readE2bEnvelope(bad));
    }

    void statementsOfJavaBecomeAProgram()
    {
        const std::string whole = "class A { public static void main(String[] a) {} }";
        QCOMPARE(e2bJavaProgram(whole), whole);
        const auto made = e2bJavaProgram("import java.util.*; int n = 1;\n// end");
        QVERIFY2(made.starts_with("import java.util.*;public class Main {"), made.c_str());
        QVERIFY2(made.ends_with(" int n = 1;\n// end\n}}\n"), made.c_str());
        QCOMPARE(std::count(made.begin(), made.end(), '\n'), 3);
    }

    void foldersAreNamedInEachLanguagesWords()
    {
        const std::string folder = "/a'b\"c\\d";
        QCOMPARE(
            e2bFolderCode("python", folder),
            std::string("__import__('os').chdir(\"/a'b\\\"c\\\\d\")"));
        QCOMPARE(e2bFolderCode("ruby", folder), std::string("Dir.chdir('/a\\'b\"c\\\\d')"));
        QCOMPARE(e2bFolderCode("bash", folder), std::string("cd -- '/a'\\''b\"c\\d'"));
        QVERIFY(e2bFolderCode("java", folder).empty());
    }

    void aProgramThatFailsIsAnError()
    {
        const auto said = [](bool isProgram) {
            E2bLines lines([] { return std::vector<Artifact>(); }, nullptr, isProgram);
            workspace::RunEvent ended;
            ended.kind = "ended";
            ended.data = R"({"verdict": "exited", "exit_code": 1, "sentence": "it failed"})";
            return lines.of(ended);
        };
        QVERIFY(said(true).find(R"("value":"it failed")") != std::string::npos);
        QVERIFY(said(false).find("it failed") == std::string::npos);
    }
};

SANDBENCH_TEST(TestRestE2bParts);
#include "tst_rest_e2b_parts.moc"
