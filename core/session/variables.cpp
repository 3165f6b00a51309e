// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/variables.h"

#include "core/base/json.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sandbench {

namespace {

// Units: bytes; what UTF-8 takes at most of so many characters.
constexpr std::size_t kMostShort = 4 * 200;
constexpr std::size_t kMostCell = 4 * 100;
constexpr std::size_t kMostText = 4 * (64U << 10);
constexpr std::size_t kMostPoints = 2000;
constexpr std::size_t kMostSeries = 8;
constexpr std::size_t kMostRows = 200;
constexpr std::size_t kMostColumns = 50;

std::string textOf(const Json& object, const char* key, std::size_t most = kMostShort)
{
    return std::string(cutAtCharacter(jsonString(object, key), most));
}

Variable variableOf(const Json& json)
{
    return {textOf(json, "name"),  textOf(json, "type"),
            textOf(json, "size"),  std::max<std::int64_t>(0, jsonInt(json, "count")),
            textOf(json, "value"), textOf(json, "mark")};
}

VariableChart readChart(const Json& json)
{
    VariableChart chart;
    chart.step = std::max<std::int64_t>(1, jsonInt(json, "step", 1));
    std::size_t left = kMostPoints;
    for (const Json& one : jsonList(json, "series")) {
        if (chart.series.size() == kMostSeries)
            break;
        VariableChart::Series series{textOf(one, "name", kMostCell), {}};
        for (const Json& value : jsonList(one, "values")) {
            if (left == 0)
                break;
            --left;
            series.values.push_back(
                value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN());
        }
        if (!series.values.empty())
            chart.series.push_back(std::move(series));
    }
    return chart;
}

std::vector<std::string> readCells(const Json& list)
{
    std::vector<std::string> cells;
    for (const Json& cell : list) {
        if (cells.size() == kMostColumns)
            break;
        cells.emplace_back(
            cell.is_string() ? cutAtCharacter(cell.get_ref<const std::string&>(), kMostCell)
                             : std::string_view());
    }
    return cells;
}

VariableTable readTable(const Json& json)
{
    VariableTable table;
    table.columns = readCells(jsonList(json, "columns"));
    for (const Json& one : jsonList(json, "rows")) {
        if (table.rows.size() == kMostRows || table.isEmpty())
            break;
        VariableTable::Row row{textOf(one, "name", kMostCell), readCells(jsonList(one, "cells"))};
        row.cells.resize(table.columns.size());
        table.rows.push_back(std::move(row));
    }
    table.rowCount
        = std::max(static_cast<std::int64_t>(table.rows.size()), jsonInt(json, "row_count"));
    table.columnCount
        = std::max(static_cast<std::int64_t>(table.columns.size()), jsonInt(json, "column_count"));
    return table;
}

Error noVariables()
{
    return {ErrorCode::Protocol, "the interpreter did not tell its variables"};
}

Json writeTable(const VariableTable& table)
{
    Json rows = Json::array();
    for (const auto& row : table.rows)
        rows.push_back({{"name", row.name}, {"cells", row.cells}});
    return {
        {"columns", table.columns},
        {"rows", std::move(rows)},
        {"row_count", table.rowCount},
        {"column_count", table.columnCount}};
}

Json writeChart(const VariableChart& chart)
{
    Json series = Json::array();
    for (const auto& one : chart.series) {
        Json values = Json::array();
        for (const double value : one.values)
            values.push_back(std::isfinite(value) ? Json(value) : Json());
        series.push_back({{"name", one.name}, {"values", std::move(values)}});
    }
    return {{"step", chart.step}, {"series", std::move(series)}};
}

} // namespace

Result<VariableList> readVariables(const Json& answer)
{
    if (!jsonField(answer, "variables").is_array())
        return noVariables();
    VariableList list;
    for (const Json& one : jsonList(answer, "variables")) {
        if (list.variables.size() == kMostVariables)
            break;
        if (one.is_object())
            list.variables.push_back(variableOf(one));
    }
    list.total
        = std::max(static_cast<std::int64_t>(list.variables.size()), jsonInt(answer, "total"));
    return list;
}

Result<VariableDetails> readVariable(const Json& answer)
{
    const Json& one = jsonField(answer, "variable");
    if (answer.is_object() && answer.contains("variable") && one.is_null())
        return Error(ErrorCode::NotFound, "there is no such variable");
    if (!one.is_object())
        return noVariables();
    return VariableDetails{
        variableOf(one), textOf(one, "text", kMostText), jsonBool(one, "is_cut"),
        readChart(jsonField(one, "chart")), readTable(jsonField(one, "table"))};
}

Json variableJson(const Variable& variable)
{
    return {
        {"name", variable.name},
        {"type", variable.type},
        {"size", variable.size},
        {"value", variable.value}};
}

Json variableJson(const VariableDetails& details)
{
    Json out = variableJson(details.variable);
    out["text"] = details.text;
    out["cut"] = details.isCut;
    if (!details.chart.series.empty())
        out["chart"] = writeChart(details.chart);
    if (!details.table.isEmpty())
        out["table"] = writeTable(details.table);
    return out;
}

} // namespace sandbench
