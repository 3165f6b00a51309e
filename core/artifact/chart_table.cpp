// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/chart_table.h"

#include <algorithm>
#include <charconv>

namespace sandbench {

namespace {

/// "bar 2" where it has no name.
std::string nameOf(const std::string& name, const std::string& kind, std::size_t number)
{
    return name.empty() ? kind + ' ' + std::to_string(number + 1) : name;
}

std::size_t placeOf(std::vector<std::string>& header, const std::string& name)
{
    const auto found = std::find(header.begin(), header.end(), name);
    const auto place = static_cast<std::size_t>(found - header.begin());
    if (place == header.size())
        header.push_back(name);
    return place;
}

/// @p first: what each of its rows begins with.
void addRows(table::SmallTable& table, const table::Row& first, const ChartSeries& series)
{
    std::vector<std::size_t> places;
    for (const auto& column : series.columns)
        places.push_back(placeOf(table.names, column.name));
    for (std::size_t i = 0; i < lengthOf(series); ++i) {
        auto row = first;
        row.resize(table.names.size());
        for (std::size_t column = 0; column < places.size(); ++column)
            row[places[column]] = cellText(series.columns[column].values[i]);
        table.rows.push_back(std::move(row));
    }
}

} // namespace

table::SmallTable tableOf(const Chart& chart)
{
    table::SmallTable table;
    const bool hasPanels = chart.panels.size() > 1;
    const bool hasSeries
        = std::any_of(chart.panels.begin(), chart.panels.end(), [](const ChartPanel& panel) {
              return panel.series.size() > 1
                  || (!panel.series.empty() && !panel.series[0].label.empty());
          });
    if (hasPanels)
        table.names.push_back("panel");
    if (hasSeries)
        table.names.push_back("series");
    for (std::size_t panel = 0; panel < chart.panels.size(); ++panel) {
        const auto& each = chart.panels[panel];
        for (std::size_t series = 0; series < each.series.size(); ++series) {
            table::Row first;
            if (hasPanels)
                first.emplace_back(nameOf(each.title, "panel", panel));
            if (hasSeries)
                first.emplace_back(
                    nameOf(each.series[series].label, each.series[series].kind, series));
            addRows(table, first, each.series[series]);
        }
    }
    for (auto& row : table.rows)
        row.resize(table.names.size());
    return table;
}

std::string cellText(const ChartValue& value)
{
    if (const auto* text = std::get_if<std::string>(&value))
        return *text;
    const auto* number = std::get_if<double>(&value);
    if (!number)
        return {};
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, *number).ptr;
    return {text, end};
}

} // namespace sandbench
