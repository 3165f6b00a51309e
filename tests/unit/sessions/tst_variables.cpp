// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/session/variables.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

using namespace sandbench;

/// What an interpreter tells of its variables, which may be anything.
class TestVariables : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsAList();
    void readsAllOfOne();
    void tellsAVariableThatIsNotThereFromNonsense();
    void takesNoMoreThanItsBounds();
    void fillsRowsThatAreTooShort();
    void refusesWhatIsNoAnswer();
    void readsNothingOfAPartOfAnAnswer();
    void showsWhatFacesNeed();
};

static Json json(const char* text)
{
    return parseJson(text).value();
}

static const char* const kWhole = R"json({"variable": {"name": "a", "type": "ndarray",
    "size": "(3,) float64", "count": 3, "value": "[1.0, 2.0, nan]", "mark": "ff",
    "text": "array([ 1.,  2., nan])", "is_cut": true,
    "chart": {"step": 2, "series": [{"name": "x", "values": [1, 2.5, null]}]},
    "table": {"columns": ["Value"], "rows": [{"name": "0", "cells": ["1.0"]}],
              "row_count": 3, "column_count": 1}}})json";

void TestVariables::readsAList()
{
    const auto list = readVariables(json(R"({"total": 7, "variables": [
        {"name": "x", "type": "list", "size": "3 items", "count": 3, "value": "[1, 2, 3]",
         "mark": "a1"}]})"));
    QVERIFY(list.has_value());
    QCOMPARE(list->total, std::int64_t(7));
    QCOMPARE(list->variables.size(), std::size_t(1));
    const auto& x = list->variables[0];
    QCOMPARE(
        x.name + "|" + x.type + "|" + x.size + "|" + x.value,
        std::string("x|list|3 items|[1, 2, 3]"));
    QCOMPARE(x.count, std::int64_t(3));
    QCOMPARE(x.mark, std::string("a1"));
}

void TestVariables::readsAllOfOne()
{
    const auto whole = readVariable(json(kWhole));
    QVERIFY(whole.has_value());
    QCOMPARE(whole->variable.name, std::string("a"));
    QCOMPARE(whole->text, std::string("array([ 1.,  2., nan])"));
    QVERIFY(whole->isCut);
    QCOMPARE(whole->chart.step, std::int64_t(2));
    const auto& values = whole->chart.series.at(0).values;
    QCOMPARE(values.size(), std::size_t(3));
    QCOMPARE(values[1], 2.5);
    QVERIFY(std::isnan(values[2]));
    QCOMPARE(whole->table.rows.at(0).cells.at(0), std::string("1.0"));
    QCOMPARE(whole->table.rowCount, std::int64_t(3));
}

void TestVariables::tellsAVariableThatIsNotThereFromNonsense()
{
    QVERIFY(readVariable(json(R"({"variable": null})")).failedAs(ErrorCode::NotFound));
    QVERIFY(readVariable(json(R"({"variable": 5})")).failedAs(ErrorCode::Protocol));
    QVERIFY(readVariable(json(R"({})")).failedAs(ErrorCode::Protocol));
}

void TestVariables::takesNoMoreThanItsBounds()
{
    Json variables = Json::array();
    for (int i = 0; i < 1200; ++i)
        variables.push_back({{"name", std::string(5000, 'n')}, {"value", std::string(5000, 'v')}});
    const auto list = readVariables({{"variables", variables}, {"total", -9}});
    QCOMPARE(list->variables.size(), kMostVariables);
    QCOMPARE(list->variables[0].name.size(), std::size_t(800));
    QCOMPARE(list->total, std::int64_t(1000));

    Json cells = Json(std::vector<std::string>(400, std::string(2000, 'c')));
    Json rows = Json::array();
    for (int i = 0; i < 500; ++i)
        rows.push_back({{"name", "r"}, {"cells", cells}});
    Json series = Json::array();
    for (int i = 0; i < 20; ++i)
        series.push_back({{"name", "s"}, {"values", std::vector<double>(1500, 1.0)}});
    const auto whole = readVariable(
        {{"variable",
          {{"text", std::string(1U << 20, 't')},
           {"chart", {{"step", -4}, {"series", series}}},
           {"table", {{"columns", cells}, {"rows", rows}, {"row_count", -1}}}}}});
    QCOMPARE(whole->text.size(), std::size_t(256U << 10));
    QCOMPARE(whole->chart.step, std::int64_t(1));
    std::size_t points = 0;
    for (const auto& one : whole->chart.series)
        points += one.values.size();
    QCOMPARE(points, std::size_t(2000));
    QCOMPARE(whole->table.columns.size(), std::size_t(50));
    QCOMPARE(whole->table.rows.size(), std::size_t(200));
    QCOMPARE(whole->table.rows[0].cells[0].size(), std::size_t(400));
    QCOMPARE(whole->table.rowCount, std::int64_t(200));
}

void TestVariables::fillsRowsThatAreTooShort()
{
    const auto whole = readVariable(json(R"({"variable": {"table": {
        "columns": ["a", "b"], "rows": [{"cells": ["1"]}, 5, {"cells": [1, [], "x", "y"]}]}}})"));
    QCOMPARE(whole->table.rows.size(), std::size_t(3));
    for (const auto& row : whole->table.rows)
        QCOMPARE(row.cells.size(), std::size_t(2));
    QCOMPARE(whole->table.rows[0].cells[0], std::string("1"));
    // Without columns there are no cells.
    QVERIFY(readVariable(json(R"({"variable": {"table": {"rows": [{"cells": ["1"]}]}}})"))
                ->table.rows.empty());
}

void TestVariables::refusesWhatIsNoAnswer()
{
    for (const char* text : {"null", "5", "[]", "{}", R"({"variables": {}})", R"({"total": 3})"})
        QVERIFY2(readVariables(json(text)).failedAs(ErrorCode::Protocol), text);
    const auto odd = readVariables(json(
        R"({"variables": [null, 5, "x", [], {}, {"name": 5, "count": -3, "value": {}}], "total": "y"})"));
    QCOMPARE(odd->variables.size(), std::size_t(2));
    QCOMPARE(odd->variables[1].name + odd->variables[1].value, std::string());
    QCOMPARE(odd->variables[1].count, std::int64_t(0));
}

void TestVariables::readsNothingOfAPartOfAnAnswer()
{
    const std::string whole = kWhole;
    for (std::size_t length = 0; length < whole.size(); ++length)
        QVERIFY(!parseJson(whole.substr(0, length)).has_value());
    QVERIFY(readVariable(json(kWhole)).has_value());
}

void TestVariables::showsWhatFacesNeed()
{
    const auto shown = variableJson(readVariable(json(kWhole)).value());
    QCOMPARE(jsonString(shown, "type"), std::string("ndarray"));
    QVERIFY(jsonBool(shown, "cut"));
    QCOMPARE(shown["chart"]["series"][0]["values"].dump(), std::string("[1.0,2.5,null]"));
    QCOMPARE(shown["table"]["rows"][0]["cells"][0].dump(), std::string("\"1.0\""));
    const auto bare = variableJson(readVariable(json(R"({"variable": {"name": "x"}})")).value());
    QVERIFY(!bare.contains("chart") && !bare.contains("table"));
}

SANDBENCH_TEST(TestVariables);
#include "tst_variables.moc"
