// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b_chart.h"
#include "core/artifact/chart_json.h"
#include "core/artifact/chart_table.h"
#include "core/artifact/plotly_chart.h"
#include "core/base/json.h"
#include "core/table/delimited_text.h"
#include "tests/fuzz/require.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

using namespace sandbench;

namespace {

void check(const Chart& chart)
{
    require(!chart.panels.empty() && chart.panels.size() <= Chart::kMaxPanels);
    require(valueCount(chart) <= Chart::kMaxValues);
    for (const auto& panel : chart.panels)
        for (const auto& series : panel.series)
            for (const auto& column : series.columns)
                require(column.values.size() == lengthOf(series));
    const auto table = tableOf(chart);
    for (const auto& row : table.rows)
        require(row.size() == table.names.size());
    const auto csv = csvOf(table);
    require(
        static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n'))
        == table.rows.size() + 1);
    (void)rest::e2bChart(chart);
}

} // namespace

/// Whatever the bytes are: a chart within its limits that is the same after it was written, or
/// none.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (const auto chart = readChart(bytes)) {
        check(*chart);
        const auto written = writeJson(toJson(*chart));
        const auto again = readChart(written);
        require(again && writeJson(toJson(*again)) == written);
    }
    if (const auto chart = chartOfPlotly(bytes))
        check(*chart);
    return 0;
}
