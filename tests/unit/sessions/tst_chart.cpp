// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/chart_json.h"
#include "core/artifact/chart_table.h"
#include "core/artifact/plotly_chart.h"
#include "core/base/base64.h"
#include "core/base/json.h"
#include "core/table/delimited_text.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cstring>
#include <string>

using namespace sandbench;
using namespace std::string_literals;

namespace {

Json series(const char* kind, Json columns, const char* label = "")
{
    auto list = Json::array();
    for (auto& [name, values] : columns.items())
        list.push_back({{"name", name}, {"values", values}});
    return {{"kind", kind}, {"label", label}, {"columns", list}};
}

Json panel(Json series, const char* title = "")
{
    return {{"title", title}, {"series", std::move(series)}};
}

Json figure(Json panels)
{
    return {{"title", "T"}, {"panels", std::move(panels)}};
}

std::string csv(const Json& json)
{
    const auto chart = chartOf(json);
    return chart ? csvOf(tableOf(*chart)) : "none"s;
}

std::string csvOfPlotly(const Json& json)
{
    const auto chart = chartOfPlotly(writeJson(json));
    return chart ? csvOf(tableOf(*chart)) : "none"s;
}

template <typename Number> std::string packed(std::initializer_list<Number> numbers)
{
    std::string bytes(numbers.size() * sizeof(Number), 0);
    std::memcpy(bytes.data(), numbers.begin(), bytes.size());
    return toBase64(bytes);
}

} // namespace

class ChartTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatItWrites()
    {
        auto one = panel({series("line", {{"x", {1, 2}}, {"y", {0.5, nullptr}}}, "a")}, "P");
        one["x"]
            = {{"label", "t"}, {"scale", "log"}, {"ticks", {1, 10}}, {"tick_labels", {"1", "10"}}};
        one["others"] = 3;
        const auto chart = chartOf(figure({one}));
        QVERIFY(chart);
        QCOMPARE(chart->title, "T"s);
        QCOMPARE(chart->panels[0].x.label, "t"s);
        QCOMPARE(chart->panels[0].x.tickLabels, (std::vector{"1"s, "10"s}));
        QCOMPARE(chart->panels[0].others, std::uint64_t(3));
        QCOMPARE(chart->panels[0].series[0].points, std::uint64_t(2));
        QVERIFY(!isCut(*chart));
        const auto written = writeJson(toJson(*chart));
        QCOMPARE(writeJson(toJson(*readChart(written))), written);
    }

    void keepsNothingOfWhatIsNone()
    {
        for (const char* text :
             {"", "{", "[]", "{}", R"({"panels":[]})", R"({"panels":{}})", "null"})
            QVERIFY2(!readChart(text), text);
        const auto odd = readChart(
            R"({"panels":[1,{"x":2,"series":{},"others":-1},{"series":[[],{"columns":3},{"columns":[{}]}]}]})");
        QVERIFY(odd);
        QCOMPARE(odd->panels.size(), std::size_t(3));
        QCOMPARE(odd->panels[1].others, std::uint64_t(0));
        QCOMPARE(csvOf(tableOf(*odd)).substr(0, 12), "panel,series"s);
    }

    void cutsAtItsLimits()
    {
        const Json many(std::vector<int>(15'000, 1));
        const auto chart = chartOf(figure(
            {panel({series("line", {{"x", many}, {"y", many}}), series("line", {{"x", {1}}})})}));
        QCOMPARE(valueCount(*chart), Chart::kMaxValues);
        QVERIFY(isCut(*chart));
        QCOMPARE(lengthOf(chart->panels[0].series[0]), std::size_t(10'000));
        const auto texts = chartOf(figure({panel({series(
            "bar", {{"x", {std::string(5000, 'x') + "\n"}}, {"y", {1}}}, "a\nb\x1b[1m")})}));
        const auto& first = texts->panels[0].series[0];
        QVERIFY(std::get<std::string>(first.columns[0].values[0]).size() < 1000);
        QCOMPARE(first.label, "a b [1m"s);
        auto panels = Json::array();
        for (int i = 0; i < 60; ++i)
            panels.push_back(panel(Json(std::vector<Json>(150, series("line", Json::object())))));
        const auto large = chartOf(figure(panels));
        QCOMPARE(large->panels.size(), Chart::kMaxPanels);
        QCOMPARE(large->panels[0].series.size(), Chart::kMaxSeries);
        QCOMPARE(large->panels[0].others, std::uint64_t(50));
    }

    void givesAnHonestCountOfWhatItCut()
    {
        auto cut = series("line", {{"x", {1, 2, 3}}, {"y", {1, 2}}});
        cut["points"] = 100'000;
        const auto chart = chartOf(figure({panel({cut})}));
        QCOMPARE(lengthOf(chart->panels[0].series[0]), std::size_t(2));
        QCOMPARE(chart->panels[0].series[0].points, std::uint64_t(100'000));
        QVERIFY(isCut(*chart));
    }

    void becomesATable_data()
    {
        QTest::addColumn<QString>("chart");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const Json& json, const char* expected) {
            QTest::newRow(name) << QString::fromStdString(writeJson(json)) << expected;
        };
        const auto line = series("line", {{"x", {1, 2.5}}, {"y", {3, nullptr}}});
        row("one series", figure({panel({line})}), "x,y\n1,3\n2.5,\n");
        auto named = line;
        named["label"] = "a,\"b\"";
        row("series with a name", figure({panel({named})}),
            "series,x,y\n\"a,\"\"b\"\"\",1,3\n\"a,\"\"b\"\"\",2.5,\n");
        row("two series of different columns",
            figure({panel({line, series("pie", {{"label", {"u"}}, {"value", {0.25}}})})}),
            "series,x,y,label,value\nline 1,1,3,,\nline 1,2.5,,,\npie 2,,,u,0.25\n");
        row("two panels", figure({panel({line}, "P"), panel({line})}),
            "panel,x,y\nP,1,3\nP,2.5,\npanel 2,1,3\npanel 2,2.5,\n");
        row("what a table would compute",
            figure(
                {panel({series("bar", {{"x", {"=1+1", "@a", "-b", "c"}}, {"y", {-1, 2, 3, 4}}})})}),
            "x,y\n'=1+1,-1\n'@a,2\n'-b,3\nc,4\n");
        row("no series", figure({panel(Json::array())}), "\n");
    }

    void becomesATable()
    {
        QFETCH(QString, chart);
        QFETCH(QString, expected);
        QCOMPARE(csv(Json::parse(chart.toStdString())), expected.toStdString());
    }

    void readsTracesOfPlotly_data()
    {
        QTest::addColumn<QString>("trace");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const Json& json, const char* kind, const char* csv) {
            QTest::newRow(name) << QString::fromStdString(writeJson(json)) << kind << csv;
        };
        row("line", {{"x", {1, 2}}, {"y", {3, 4}}}, "line", "x,y\n1,3\n2,4\n");
        row("points", {{"type", "scatter"}, {"mode", "markers"}, {"x", {1}}, {"y", {3}}}, "scatter",
            "x,y\n1,3\n");
        row("without places", {{"y", {3, 4}}}, "line", "x,y\n0,3\n1,4\n");
        row("bars",
            {{"type", "bar"}, {"orientation", "h"}, {"x", {1}}, {"y", {"a"}}, {"name", "n"}}, "bar",
            "series,x,y\nn,1,a\n");
        row("shares", {{"type", "pie"}, {"labels", {"a"}}, {"values", {2}}}, "pie",
            "label,value\na,2\n");
        row("a distribution", {{"type", "histogram"}, {"x", {1, 1, 2}}}, "histogram",
            "x\n1\n1\n2\n");
        row("packed numbers",
            {{"x", {{"dtype", "f8"}, {"bdata", packed({0.5, -1.0})}}},
             {"y", {{"dtype", "i2"}, {"bdata", packed<std::int16_t>({-3, 300})}}}},
            "line", "x,y\n0.5,-3\n-1,300\n");
        row("points in space", {{"type", "scatter3d"}, {"x", {1}}, {"y", {2}}, {"z", {3}}}, "line",
            "x,y,z\n1,2,3\n");
        row("prices",
            {{"type", "ohlc"},
             {"x", {"2026-01-01"}},
             {"open", {1}},
             {"high", {4}},
             {"low", {0}},
             {"close", {2}}},
            "prices", "x,open,high,low,close\n2026-01-01,1,4,0,2\n");
    }

    void readsTracesOfPlotly()
    {
        QFETCH(QString, trace);
        QFETCH(QString, kind);
        QFETCH(QString, expected);
        const Json json = {{"data", {Json::parse(trace.toStdString())}}};
        QCOMPARE(csvOfPlotly(json), expected.toStdString());
        QCOMPARE(chartOfPlotly(writeJson(json))->panels[0].series[0].kind, kind.toStdString());
    }

    void readsTheFrameOfPlotly()
    {
        const Json json = {
            {"data",
             {{{"x", {"2026-01-01", "2026-01-02"}}, {"y", {1, 2}}},
              {{"type", "heatmap"}, {"z", {{1, 2}}}},
              {{"x", {"a"}}, {"y", {1}}, {"xaxis", "x2"}, {"yaxis", "y2"}}}},
            {"layout",
             {{"title", {{"text", "T"}}},
              {"xaxis", {{"title", "old"}}},
              {"yaxis2", {{"type", "log"}, {"tickvals", {1, 10}}, {"ticktext", {"one", "ten"}}}}}}};
        const auto chart = chartOfPlotly(writeJson(json));
        QVERIFY(chart);
        QCOMPARE(chart->title, "T"s);
        QCOMPARE(chart->panels.size(), std::size_t(2));
        QCOMPARE(chart->panels[0].others, std::uint64_t(1));
        QCOMPARE(chart->panels[0].x.label, "old"s);
        QCOMPARE(chart->panels[0].x.scale, "datetime"s);
        QCOMPARE(chart->panels[1].x.scale, "categorical"s);
        QCOMPARE(chart->panels[1].y.scale, "log"s);
        QCOMPARE(chart->panels[1].y.tickLabels, (std::vector{"one"s, "ten"s}));
    }

    void readsNothingOfWhatIsNoFigure()
    {
        for (const char* text :
             {"", "[]", "{}", R"({"data":3})", R"({"data":[1,[],{"type":7}]})",
              R"({"data":[{"type":"heatmap","z":[[1]]}]})",
              R"({"data":[{"x":{"dtype":"f8","bdata":"?"},"y":{"dtype":"zz","bdata":"AAAA"}}]})"})
            QVERIFY2(!chartOfPlotly(text), text);
        QVERIFY(!chartOfPlotly(R"({"data":[{"y":[1]}]})", 10));
    }

    void cutsALargeFigure()
    {
        const auto chart = chartOfPlotly(writeJson(
            {{"data",
              {{{"x", std::vector<int>(50'000, 1)}, {"y", std::vector<int>(60'000, 2)}}}}}));
        QCOMPARE(valueCount(*chart), Chart::kMaxValues);
        QCOMPARE(chart->panels[0].series[0].points, std::uint64_t(50'000));
        QVERIFY(isCut(*chart));
    }
};

SANDBENCH_TEST(ChartTest);
#include "tst_chart.moc"
