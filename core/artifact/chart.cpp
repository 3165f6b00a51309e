// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/chart.h"

#include <algorithm>

namespace sandbench {

std::size_t lengthOf(const ChartSeries& series)
{
    return series.columns.empty() ? 0 : series.columns.front().values.size();
}

std::size_t valueCount(const Chart& chart)
{
    std::size_t count = 0;
    for (const auto& panel : chart.panels)
        for (const auto& series : panel.series)
            count += series.columns.size() * lengthOf(series);
    return count;
}

bool isCut(const Chart& chart)
{
    return std::any_of(chart.panels.begin(), chart.panels.end(), [](const ChartPanel& panel) {
        return std::any_of(panel.series.begin(), panel.series.end(), [](const ChartSeries& series) {
            return series.points > lengthOf(series);
        });
    });
}

} // namespace sandbench
