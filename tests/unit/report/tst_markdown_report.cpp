// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/report/html_text.h"
#include "core/report/markdown_report.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace sandbench;
using namespace sandbench::report;

namespace {

Json record(const std::string& foreign)
{
    return {
        {"run_id", "r-1"},
        {"verdict", "exited"},
        {"sentence", foreign},
        {"language", "python"},
        {"engine", "docker"},
        {"image", foreign},
        {"wall_seconds", 1.5},
        {"peak_memory_bytes", 5 << 20},
        {"program", {{"code", foreign}, {"file", foreign}}},
        {"error", {{"name", foreign}, {"value", foreign}}},
        {"hints", Json::array({foreign})},
        {"stdout", foreign},
        {"stderr", foreign},
        {"gate",
         {{"findings",
           Json::array(
               {{{"severity", "high"}, {"line", 3}, {"description", foreign}, {"why", foreign}}})},
          {"omitted", 2}}},
        {"activity", {{"network", Json::array({{{"address", foreign}}})}}},
        {"isolation",
         {{"layers", Json::array({"namespaces"})},
          {"missing", Json::array({{{"layer", "seccomp"}, {"reason", foreign}}})}}}};
}

/// What stands outside of blocks of code.
std::string outsideOfBlocks(std::string_view text)
{
    std::string outside;
    std::string fence;
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        const auto ticks = line.substr(0, line.find_first_not_of('`'));
        if (fence.empty() && ticks.size() >= 3)
            fence = ticks;
        else if (!fence.empty() && line == fence)
            fence.clear();
        else if (fence.empty())
            outside += std::string(line) + '\n';
    }
    return outside;
}

QString text(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

} // namespace

class TestMarkdownReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsTheRunInTheOrderInWhichItIsAsked()
    {
        const auto report = text(markdownReport(record("words")));
        qsizetype last = -1;
        for (const char* part :
             {"# Run r-1", "language: python, engine: docker", "time: 1.5 s, peak memory: 5 MiB",
              "## Program\n\nFile: words\n\n```python\nwords\n```\n", "## Error\n\n- words: words",
              "## What to do about it\n\n- words", "## Standard output\n\n```text\nwords\n```",
              "## Standard error", "- high, line 3: words. words", "- not listed: 2 more",
              "## Isolation\n\n- isolated by: namespaces\n- missing: seccomp (words)"}) {
            const auto at = report.indexOf(QLatin1String(part));
            QVERIFY2(at > last, part);
            last = at;
        }
        QVERIFY(text(modelPrompt(record("words"))).startsWith(QStringLiteral("The program below")));
    }

    void nothingForeignIsMarkup_data()
    {
        QTest::addColumn<QByteArray>("foreign");
        QTest::newRow("HTML") << QByteArray("<script>alert(1)</script><img src=x>&amp;");
        QTest::newRow("links") << QByteArray("![p](http://example.com/x) [l](y) <http://z> [a]: b");
        QTest::newRow("a fence") << QByteArray("```\n# Out\n[l](y)");
        QTest::newRow("a long fence") << QByteArray("``````````\n# Out\n[l](y)\n```");
        QTest::newRow("lines") << QByteArray("a\n# Out\n\n- b\r\n> c\r[l](y)");
        QTest::newRow("a table and emphasis") << QByteArray("|a|b|\n|-|-|\n*c* _d_ ~~e~~");
        QTest::newRow("backslashes") << QByteArray("\\[l](y) \\\\<b>");
        QTest::newRow("a tilde fence") << QByteArray("~~~\n[l](y)");
    }

    void nothingForeignIsMarkup()
    {
        QFETCH(QByteArray, foreign);
        const auto outside = outsideOfBlocks(markdownReport(record(foreign.toStdString())));
        for (std::size_t i = 0; i < outside.size(); ++i) {
            if (std::string_view("<>[]|*_~&`").find(outside[i]) == std::string_view::npos)
                continue;
            std::size_t slashes = 0;
            while (slashes < i && outside[i - 1 - slashes] == '\\')
                ++slashes;
            QVERIFY2(slashes % 2 == 1, outside.substr(0, i + 1).c_str());
        }
        QVERIFY(!text(outside).contains(QStringLiteral("\n# Out")));
    }

    void whatHidesIsVisible()
    {
        const auto report = text(markdownReport(record("a\xe2\x80\xae\x1b[31mb\x07\xff")));
        QVERIFY(!report.contains(QChar(0x202e)));
        QVERIFY(!report.contains(QChar(0x1b)));
        QVERIFY(report.contains(QStringLiteral("a[U+202E]"))); // in blocks
        QVERIFY(report.contains(QStringLiteral("a\\[U+202E\\]")));
    }

    void longOutputKeepsItsBeginningAndItsEnd()
    {
        auto long_ = record("x");
        long_["stdout"] = "first" + std::string(100'000, 'x') + "last";
        MarkdownBounds bounds;
        bounds.stream = 1000;
        const auto report = text(markdownReport(long_, bounds));
        QVERIFY(report.size() < 3000);
        QVERIFY(
            report.contains(QStringLiteral("first")) && report.contains(QStringLiteral("last\n")));
        QVERIFY(report.contains(QStringLiteral("left out …]")));
    }

    void listsAreBounded()
    {
        auto many = record("x");
        many["warnings"] = Json(std::vector<std::string>(500, "w"));
        QVERIFY(text(markdownReport(many)).contains(QStringLiteral("- and 400 more\n")));
    }

    void anEmptyRecordIsNoProblem()
    {
        QVERIFY(text(markdownReport(Json::object())).startsWith(QStringLiteral("# Run ")));
        QVERIFY(text(markdownReport(Json())).startsWith(QStringLiteral("# Run ")));
    }

    void outputIsWhatATerminalShows()
    {
        QCOMPARE(
            plainOutput("\x1b[1;31mred\x1b[0m\n10 %\r20 %\r30 %\n\x1b]0;title\x07 end"),
            std::string("red\n30 %\n end"));
    }
};

SANDBENCH_TEST(TestMarkdownReport);
#include "tst_markdown_report.moc"
