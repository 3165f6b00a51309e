// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/chart_json.h"

#include "core/base/json.h"
#include "core/base/text.h"

#include <algorithm>

namespace sandbench {

namespace {

std::string textOf(const Json& object, std::string_view key)
{
    return oneLine(jsonString(object, key), Chart::kMaxTextBytes);
}

ChartValue valueOf(const Json& json)
{
    if (json.is_number())
        return json.get<double>();
    if (json.is_string())
        return oneLine(json.get_ref<const std::string&>(), Chart::kMaxTextBytes);
    return {};
}

std::vector<ChartValue> valuesOf(const Json& list, std::size_t most)
{
    std::vector<ChartValue> values;
    for (const auto& json : list) {
        if (values.size() == most)
            break;
        values.push_back(valueOf(json));
    }
    return values;
}

ChartAxis axisOf(const Json& json)
{
    ChartAxis axis;
    axis.label = textOf(json, "label");
    axis.scale = textOf(json, "scale");
    axis.ticks = valuesOf(jsonList(json, "ticks"), Chart::kMaxTicks);
    for (const auto& label : jsonTexts(json, "tick_labels"))
        if (axis.tickLabels.size() < axis.ticks.size())
            axis.tickLabels.push_back(oneLine(label, Chart::kMaxTextBytes));
    if (axis.tickLabels.size() != axis.ticks.size())
        axis.tickLabels.clear();
    return axis;
}

/// @p room: for how many values there still is one.
ChartSeries seriesOf(const Json& json, std::size_t& room)
{
    ChartSeries series;
    series.kind = textOf(json, "kind");
    series.label = textOf(json, "label");
    series.isHorizontal = jsonBool(json, "horizontal");
    const auto& columns = jsonList(json, "columns");
    const auto count = std::min(columns.size(), Chart::kMaxColumns);
    auto points = count == 0 ? 0 : jsonList(columns[0], "values").size();
    for (std::size_t i = 1; i < count; ++i)
        points = std::min(points, jsonList(columns[i], "values").size());
    const auto length = std::min(points, room / std::max<std::size_t>(count, 1));
    for (std::size_t i = 0; i < count; ++i)
        series.columns.push_back(
            {textOf(columns[i], "name"), valuesOf(jsonList(columns[i], "values"), length)});
    room -= count * length;
    series.points = std::max<std::uint64_t>(jsonCount(json, "points"), points);
    return series;
}

ChartPanel panelOf(const Json& json, std::size_t& room)
{
    ChartPanel panel;
    panel.title = textOf(json, "title");
    panel.x = axisOf(jsonField(json, "x"));
    panel.y = axisOf(jsonField(json, "y"));
    panel.others = jsonCount(json, "others");
    for (const auto& series : jsonList(json, "series")) {
        if (panel.series.size() == Chart::kMaxSeries)
            ++panel.others;
        else
            panel.series.push_back(seriesOf(series, room));
    }
    return panel;
}

Json toJson(const std::vector<ChartValue>& values)
{
    auto list = Json::array();
    for (const auto& value : values)
        list.push_back(jsonOf(value));
    return list;
}

Json toJson(const ChartAxis& axis)
{
    return {
        {"label", axis.label},
        {"scale", axis.scale},
        {"ticks", toJson(axis.ticks)},
        {"tick_labels", axis.tickLabels}};
}

Json toJson(const ChartSeries& series)
{
    auto columns = Json::array();
    for (const auto& column : series.columns)
        columns.push_back({{"name", column.name}, {"values", toJson(column.values)}});
    return {
        {"kind", series.kind},
        {"label", series.label},
        {"horizontal", series.isHorizontal},
        {"points", series.points},
        {"columns", std::move(columns)}};
}

Json toJson(const ChartPanel& panel)
{
    auto series = Json::array();
    for (const auto& each : panel.series)
        series.push_back(toJson(each));
    return {
        {"title", panel.title},
        {"x", toJson(panel.x)},
        {"y", toJson(panel.y)},
        {"series", std::move(series)},
        {"others", panel.others}};
}

} // namespace

Json jsonOf(const ChartValue& value)
{
    if (const auto* number = std::get_if<double>(&value))
        return *number;
    if (const auto* text = std::get_if<std::string>(&value))
        return *text;
    return nullptr;
}

std::optional<Chart> chartOf(const Json& json)
{
    Chart chart;
    chart.title = textOf(json, "title");
    auto room = Chart::kMaxValues;
    for (const auto& panel : jsonList(json, "panels"))
        if (chart.panels.size() < Chart::kMaxPanels)
            chart.panels.push_back(panelOf(panel, room));
    if (chart.panels.empty())
        return std::nullopt;
    return chart;
}

std::optional<Chart> readChart(std::string_view text)
{
    const auto json = parseJson(text, kMaxChartBytes);
    return json ? chartOf(*json) : std::nullopt;
}

Json toJson(const Chart& chart)
{
    auto panels = Json::array();
    for (const auto& panel : chart.panels)
        panels.push_back(toJson(panel));
    return {{"title", chart.title}, {"panels", std::move(panels)}, {"cut", isCut(chart)}};
}

} // namespace sandbench
