// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/base64.h"
#include "core/base/json.h"
#include "core/report/html_report.h"
#include "core/report/markdown_report.h"
#include "core/report/notebook_report.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::report;

namespace {

Json record()
{
    return {
        {"run_id", "r-1"},
        {"verdict", "exited"},
        {"sentence", "Failed with exit status 1 after 0.5 s"},
        {"language", "python"},
        {"program", {{"code", "print('hi')\n"}, {"file", "a.py"}}},
        {"stdout", "hi\n"},
        {"stderr", "oh"},
        {"result", "42"},
        {"error", {{"name", "ValueError"}, {"value", "no"}, {"traceback", "one\ntwo"}}},
        {"review",
         {{"verdict", "rejected"}, {"note", "<b>wrong</b>"}, {"reviewed_at", "2026-11-26"}}}};
}

Artifact resultOf(const char* name, const char* mime, std::uint64_t bytes)
{
    Artifact artifact;
    artifact.name = name;
    artifact.mime = mime;
    artifact.bytes = bytes;
    return artifact;
}

const std::vector<Artifact> kResults
    = {resultOf("a.png", "image/png", 4), resultOf("t.csv", "text/csv", 4),
       resultOf("p.json", "application/vnd.plotly.v1+json", 8), resultOf("big", "image/png", 100)};

Result<std::string> bytesOf(std::size_t index)
{
    return std::string(index == 2 ? R"({"a": 1})" : index == 1 ? "a,b\xff" : "\x89PNG");
}

} // namespace

class TestNotebookReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesANotebookWithProgramOutputAndResults()
    {
        const auto notebook
            = parseJson(notebookReport(record(), kResults, bytesOf, {.resultBytes = 50}));
        QVERIFY(notebook);
        QVERIFY((*notebook)["nbformat"] == Json(4));
        const auto& cells = (*notebook)["cells"];
        QCOMPARE(cells.size(), std::size_t(2));
        QVERIFY(jsonString(cells[0], "source").find("Rejected") != std::string::npos);
        QVERIFY(jsonString(cells[0], "source").find("print('hi')") == std::string::npos);
        QCOMPARE(jsonString(cells[1], "source"), std::string("print('hi')\n"));
        const auto& outputs = cells[1]["outputs"];
        QCOMPARE(outputs.size(), std::size_t(8));
        QVERIFY(outputs[0]["text"] == Json("hi\n"));
        QVERIFY(outputs[1]["name"] == Json("stderr"));
        QVERIFY(outputs[2]["data"]["image/png"] == Json(toBase64("\x89PNG")));
        QVERIFY(outputs[3]["data"]["text/csv"] == Json("a,b\xef\xbf\xbd"));
        QVERIFY(outputs[4]["data"]["application/vnd.plotly.v1+json"] == Json({{"a", 1}}));
        QVERIFY(!outputs[5]["data"].contains("image/png")); // it does not fit
        QVERIFY(
            jsonString(outputs[5]["data"], "text/plain").find("too large") != std::string::npos);
        QVERIFY(outputs[6]["data"]["text/plain"] == Json("42"));
        QVERIFY(outputs[7]["traceback"] == Json::array({"one", "two"}));
    }

    void writesAnObjectWithAllResults()
    {
        const auto object = parseJson(jsonReport(record(), kResults, bytesOf, {.resultBytes = 50}));
        QVERIFY(object);
        QVERIFY((*object)["record"] == record());
        QVERIFY((*object)["results"][0]["base64"] == Json(toBase64("\x89PNG")));
        QVERIFY((*object)["results"][3].contains("note"));
        QVERIFY(!(*object)["results"][3].contains("base64"));
    }

    void takesRecordsOfAnyShape()
    {
        for (const char* text : {"{}", "[]", R"({"program": [], "error": {}, "stdout": 3})"}) {
            const auto odd = parseJson(text);
            QVERIFY(odd);
            QVERIFY(parseJson(notebookReport(*odd, {}, bytesOf)));
            QVERIFY(parseJson(jsonReport(*odd, {}, bytesOf)));
        }
    }

    void showsTheReviewInEachReport()
    {
        const auto page = htmlReport(record(), {}, bytesOf);
        QVERIFY(page.find("<strong>") != std::string::npos);
        QVERIFY(page.find("Rejected") != std::string::npos);
        QVERIFY(page.find("&lt;b&gt;wrong&lt;/b&gt;") != std::string::npos);
        QVERIFY(page.find("<b>wrong") == std::string::npos);
        QVERIFY(markdownReport(record()).find("**Review: Rejected**") != std::string::npos);
        auto without = record();
        without.erase("review");
        QVERIFY(htmlReport(without, {}, bytesOf).find("id=\"review\"") == std::string::npos);
        QVERIFY(markdownReport(without).find("Review") == std::string::npos);
    }
};

SANDBENCH_TEST(TestNotebookReport);
#include "tst_notebook_report.moc"
