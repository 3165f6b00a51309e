// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace sandbench {

/// A number, a text (a category, a date as ISO 8601 has it), or nothing: a gap.
using ChartValue = std::variant<std::monostate, double, std::string>;

struct ChartAxis
{
    std::string label;
    std::string scale; ///< "linear", "log", "categorical", "datetime", …; empty = not known.
    std::vector<ChartValue> ticks; ///< Those that are seen.
    std::vector<std::string> tickLabels; ///< One for each tick, or none.
};

struct ChartColumn
{
    std::string name; ///< "x", "y", "z", "label", "value", "median", …
    std::vector<ChartValue> values;
};

/// What one call of a plotting library drew.
struct ChartSeries
{
    std::string kind; ///< "line", "scatter", "stem", "bar", "pie", "box", "outliers", "histogram".
    std::string label; ///< As in a legend; empty = none.
    bool isHorizontal = false; ///< Bars and boxes: their values are on the x axis.
    std::uint64_t points = 0; ///< As many as there are; more than the columns' where they are cut.
    std::vector<ChartColumn> columns; ///< Of one length.
};

/// One coordinate system.
struct ChartPanel
{
    std::string title;
    ChartAxis x, y;
    std::vector<ChartSeries> series;
    std::uint64_t others = 0; ///< Things in it that are no series here: areas, pictures, …
};

/// What a figure of matplotlib or Plotly shows, as numbers. Untrusted: texts are cut, and hold
/// whatever the program wrote.
struct Chart
{
    /// Of all series together. Of one text: bytes.
    static constexpr std::size_t kMaxValues = 20'000, kMaxPanels = 50, kMaxSeries = 100,
                                 kMaxColumns = 10, kMaxTicks = 100, kMaxTextBytes = 200;

    std::string title;
    std::vector<ChartPanel> panels; ///< Never empty.
};

/// How many points its columns hold.
std::size_t lengthOf(const ChartSeries& series);
/// How many values all columns hold.
std::size_t valueCount(const Chart& chart);
/// Whether some series has more points than are here.
bool isCut(const Chart& chart);

} // namespace sandbench
