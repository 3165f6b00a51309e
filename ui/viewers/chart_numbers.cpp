// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/chart_numbers.h"

#include "core/artifact/chart_table.h"

namespace sandbench::ui {

namespace {

QString captionOf(const Chart& chart)
{
    std::uint64_t series = 0, points = 0, here = 0, others = 0;
    for (const auto& panel : chart.panels) {
        series += panel.series.size();
        others += panel.others;
        for (const auto& each : panel.series) {
            points += each.points;
            here += lengthOf(each);
        }
    }
    QString text = here == points
        ? TablePane::tr("%1 series, %2 points").arg(series).arg(points)
        : TablePane::tr("%1 series, the first %2 of %3 points").arg(series).arg(here).arg(points);
    if (others > 0)
        text += TablePane::tr("; %1 other things have no numbers here").arg(others);
    return text;
}

} // namespace

void showNumbers(TablePane& pane, const Chart* chart, const QString& name)
{
    if (!chart)
        return pane.setTable(nullptr, {}, name);
    pane.setTable(std::make_shared<table::SmallTable>(tableOf(*chart)), captionOf(*chart), name);
}

} // namespace sandbench::ui
