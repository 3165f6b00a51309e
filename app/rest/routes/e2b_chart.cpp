// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b_chart.h"

#include "core/artifact/chart_json.h"
#include "core/artifact/chart_table.h"
#include "core/base/json.h"

#include <algorithm>

namespace sandbench::rest {

namespace {

const ChartColumn* columnOf(const ChartSeries& series, std::string_view name)
{
    const auto found
        = std::find_if(series.columns.begin(), series.columns.end(), [&](const ChartColumn& each) {
              return each.name == name;
          });
    return found == series.columns.end() ? nullptr : &*found;
}

/// [[x, y], …]
Json pointsOf(const ChartSeries& series)
{
    auto points = Json::array();
    const auto* x = columnOf(series, "x");
    const auto* y = columnOf(series, "y");
    for (std::size_t i = 0; x && y && i < lengthOf(series); ++i)
        points.push_back(Json::array({jsonOf(x->values[i]), jsonOf(y->values[i])}));
    return points;
}

void addBars(Json& elements, const ChartSeries& series, std::size_t number)
{
    const auto* label = columnOf(series, series.isHorizontal ? "y" : "x");
    const auto* value = columnOf(series, series.isHorizontal ? "x" : "y");
    const auto group = series.label.empty() ? "Group " + std::to_string(number) : series.label;
    for (std::size_t i = 0; label && value && i < lengthOf(series); ++i)
        elements.push_back(
            {{"label", cellText(label->values[i])},
             {"group", group},
             {"value", jsonOf(value->values[i])}});
}

void addShares(Json& elements, const ChartSeries& series)
{
    const auto* label = columnOf(series, "label");
    const auto* value = columnOf(series, "value");
    double whole = 0;
    for (std::size_t i = 0; value && i < lengthOf(series); ++i)
        if (const auto* number = std::get_if<double>(&value->values[i]))
            whole += *number;
    for (std::size_t i = 0; value && whole > 0 && i < lengthOf(series); ++i) {
        const auto* number = std::get_if<double>(&value->values[i]);
        elements.push_back(
            {{"label", label ? cellText(label->values[i]) : std::string()},
             {"angle", number ? Json(*number / whole * 360) : Json(nullptr)},
             {"radius", 1}});
    }
}

/// What lies outside of the box that is called @p label.
Json outliersOf(const ChartPanel& panel, const std::string& label)
{
    auto values = Json::array();
    for (const auto& series : panel.series) {
        const auto* labels = series.kind == "outliers" ? columnOf(series, "label") : nullptr;
        const auto* value = columnOf(series, "value");
        for (std::size_t i = 0; labels && value && i < lengthOf(series); ++i)
            if (cellText(labels->values[i]) == label)
                values.push_back(jsonOf(value->values[i]));
    }
    return values;
}

void addBoxes(Json& elements, const ChartPanel& panel, const ChartSeries& series)
{
    constexpr std::pair<const char*, const char*> kNames[]
        = {{"min", "min"},
           {"q1", "first_quartile"},
           {"median", "median"},
           {"q3", "third_quartile"},
           {"max", "max"}};
    const auto* labels = columnOf(series, "label");
    for (std::size_t i = 0; labels && i < lengthOf(series); ++i) {
        const auto label = cellText(labels->values[i]);
        Json box = {{"label", label}, {"outliers", outliersOf(panel, label)}};
        for (const auto& [ours, theirs] : kNames)
            if (const auto* column = columnOf(series, ours))
                box[theirs] = jsonOf(column->values[i]);
        elements.push_back(std::move(box));
    }
}

Json elementsOf(const ChartPanel& panel, const std::string& type)
{
    auto elements = Json::array();
    std::size_t number = 0;
    for (const auto& series : panel.series) {
        if (type == "line" || type == "scatter")
            elements.push_back({{"label", series.label}, {"points", pointsOf(series)}});
        else if (type == "bar" && series.kind == "bar")
            addBars(elements, series, ++number);
        else if (type == "pie" && series.kind == "pie")
            addShares(elements, series);
        else if (type == "box_and_whisker" && series.kind == "box")
            addBoxes(elements, panel, series);
    }
    return elements;
}

std::string typeOf(const ChartPanel& panel)
{
    const auto all = [&panel](auto... kinds) {
        return !panel.series.empty()
            && std::all_of(panel.series.begin(), panel.series.end(), [&](const ChartSeries& each) {
                   return ((each.kind == kinds) || ...);
               });
    };
    if (all("scatter", "stem"))
        return "scatter";
    if (all("line", "scatter", "stem"))
        return "line";
    if (all("bar"))
        return "bar";
    if (all("pie"))
        return "pie";
    const bool hasQuartiles = !panel.series.empty() && columnOf(panel.series.front(), "q1");
    return all("box", "outliers") && hasQuartiles ? "box_and_whisker" : "unknown";
}

void addAxis(Json& json, const std::string& name, const ChartAxis& axis)
{
    auto ticks = Json::array();
    for (const auto& tick : axis.ticks)
        ticks.push_back(jsonOf(tick));
    json[name + "_label"] = axis.label;
    json[name + "_unit"] = nullptr;
    json[name + "_scale"] = axis.scale;
    json[name + "_ticks"] = std::move(ticks);
    json[name + "_tick_labels"] = axis.tickLabels;
}

Json panelJson(const ChartPanel& panel, const std::string& title)
{
    const auto type = typeOf(panel);
    Json json = {{"type", type}, {"title", title}, {"elements", elementsOf(panel, type)}};
    if (type != "pie") {
        addAxis(json, "x", panel.x);
        addAxis(json, "y", panel.y);
    }
    return json;
}

} // namespace

Json e2bChart(const Chart& chart)
{
    if (chart.panels.size() == 1) {
        const auto& panel = chart.panels.front();
        return panelJson(panel, panel.title.empty() ? chart.title : panel.title);
    }
    auto elements = Json::array();
    for (const auto& panel : chart.panels)
        elements.push_back(panelJson(panel, panel.title));
    return {{"type", "superchart"}, {"title", chart.title}, {"elements", std::move(elements)}};
}

} // namespace sandbench::rest
